import zlib from 'node:zlib';
import { corrupt } from './corrupt.ts';
import { openHandle } from './zlib-handle.ts';

/** Raw deflate data into plain bytes: many pieces, one state. */
export interface Inflater {
  /**
   * A whole piece, `input` from `at` to `end`, into the first `room` bytes of `out`; gives the bytes written. What does
   * not fit, damage and a rest behind the end are CorruptInput.
   */
  inflate(input: Uint8Array, at: number, end: number, out: Uint8Array, room: number, name: string): number;
  /** A piece that comes in parts; gives chunks that are valid until the next one is taken. One such piece at a time. */
  inflateParts(parts: Iterable<Uint8Array>, name: string): Generator<Uint8Array, void>;
  close(): void;
}

const { Z_NO_FLUSH, Z_FINISH } = zlib.constants;

export function createInflater(): Inflater {
  const handle = openHandle(zlib.createInflateRaw());
  if (!handle) return publicInflater();
  const scratch = Buffer.allocUnsafe(256 * 1024);

  return {
    inflate(input, at, end, out, room, name) {
      handle.reset();
      if (!handle.step(Z_FINISH, input, at, out, end, room)) throw damaged(name);
      if (handle.left > 0) throw corrupt(name, 'its compressed data is longer than it says');
      return room - handle.room;
    },
    *inflateParts(parts, name) {
      handle.reset();
      function* feed(flush: number, input: Uint8Array): Generator<Uint8Array, void> {
        for (let at = 0; ; at = input.length - left) {
          if (!handle?.step(flush, input, at, scratch)) throw damaged(name);
          const made = scratch.length - handle.room;
          left = handle.left;
          if (made > 0) yield scratch.subarray(0, made);
          if (made < scratch.length) break;
        }
        if (left > 0) throw corrupt(name, 'its compressed data is longer than it says');
      }
      let left = 0;
      for (const part of parts) yield* feed(Z_NO_FLUSH, part);
      yield* feed(Z_FINISH, new Uint8Array(0));
    },
    close: () => handle.close(),
  };
}

function damaged(name: string): Error {
  return corrupt(name, 'its compressed data is damaged or cut off');
}

/** The same with public functions, slower, for a Node without the engine. */
function publicInflater(): Inflater {
  const whole = (input: Uint8Array, maxOutputLength: number, name: string): Buffer => {
    try {
      return zlib.inflateRawSync(input, { maxOutputLength });
    } catch (error) {
      throw corrupt(name, `its compressed data is damaged (${(error as Error).message})`);
    }
  };
  return {
    inflate(input, at, end, out, room, name) {
      const made = whole(input.subarray(at, end), Math.max(1, room), name);
      out.set(made);
      return made.length;
    },
    *inflateParts(parts, name) {
      yield whole(Buffer.concat([...parts]), 1 << 30, name);
    },
    close() {},
  };
}
