import zlib from 'node:zlib';
import { corrupt } from './corrupt.ts';

/** Raw deflate data into plain bytes: many pieces, one state. */
export interface Inflater {
  /** A whole piece into `out`; gives the bytes written. What does not fit, damage and a rest behind the end are CorruptInput. */
  inflate(input: Uint8Array, out: Uint8Array, name: string): number;
  /** A piece that comes in parts; `emit` gets chunks that are valid during the call only. */
  inflateParts(parts: Iterable<Uint8Array>, emit: (chunk: Uint8Array) => void, name: string): void;
  close(): void;
}

interface RawHandle {
  writeSync(
    flush: number,
    input: Uint8Array,
    inOff: number,
    inLen: number,
    out: Uint8Array,
    outOff: number,
    outLen: number,
  ): void;
  reset(): void;
  onerror: () => void;
}

const { Z_NO_FLUSH, Z_FINISH } = zlib.constants;

/**
 * zlib.inflateRawSync makes and throws away a state for every call, which costs more than inflating a small file.
 * Resetting one state needs the handle inside the stream object; a Node that does not have it in this shape gets the
 * public function, which does the same, slower.
 */
export function createInflater(): Inflater {
  const stream = zlib.createInflateRaw() as unknown as {
    _handle?: RawHandle;
    _writeState?: Uint32Array;
    close(): void;
  };
  const { _handle: handle, _writeState: left } = stream;
  if (!handle || !left || left.length !== 2 || typeof handle.writeSync !== 'function') return publicInflater();
  let failed = false;
  handle.onerror = () => (failed = true);
  const scratch = Buffer.allocUnsafe(256 * 1024);

  /** Afterwards `left` holds the room left in `out` and the bytes left of `input`. */
  function step(flush: number, input: Uint8Array, at: number, out: Uint8Array, name: string): void {
    failed = false;
    handle?.writeSync(flush, input, at, input.length - at, out, 0, out.length);
    if (failed) throw corrupt(name, 'its compressed data is damaged or cut off');
  }

  return {
    inflate(input, out, name) {
      handle.reset();
      step(Z_FINISH, input, 0, out, name);
      if ((left[1] as number) > 0) throw corrupt(name, 'its compressed data is longer than it says');
      return out.length - (left[0] as number);
    },
    inflateParts(parts, emit, name) {
      handle.reset();
      const feed = (flush: number, input: Uint8Array) => {
        for (let at = 0; ; at = input.length - (left[1] as number)) {
          step(flush, input, at, scratch, name);
          const room = left[0] as number;
          if (room < scratch.length) emit(scratch.subarray(0, scratch.length - room));
          if (room > 0) break;
        }
        if ((left[1] as number) > 0) throw corrupt(name, 'its compressed data is longer than it says');
      };
      for (const part of parts) feed(Z_NO_FLUSH, part);
      feed(Z_FINISH, new Uint8Array(0));
    },
    close: () => stream.close(),
  };
}

function publicInflater(): Inflater {
  const whole = (input: Uint8Array, maxOutputLength: number, name: string): Buffer => {
    try {
      return zlib.inflateRawSync(input, { maxOutputLength });
    } catch (error) {
      throw corrupt(name, `its compressed data is damaged (${(error as Error).message})`);
    }
  };
  return {
    inflate(input, out, name) {
      const made = whole(input, Math.max(1, out.length), name);
      out.set(made);
      return made.length;
    },
    inflateParts(parts, emit, name) {
      emit(whole(Buffer.concat([...parts]), 1 << 30, name));
    },
    close() {},
  };
}
