import zlib from 'node:zlib';
import { openHandle } from './zlib-handle.ts';

/** Plain bytes into raw deflate data: many pieces, one state. */
export interface Deflater {
  /** A whole piece; the result is valid until the next call. */
  deflate(input: Uint8Array): Uint8Array;
  /** A piece that comes in parts; `emit` gets chunks that are valid during the call only. */
  deflateParts(parts: Iterable<Uint8Array>, emit: (chunk: Uint8Array) => void): void;
  close(): void;
}

const { Z_NO_FLUSH, Z_FINISH } = zlib.constants;

export function createDeflater(level: number): Deflater {
  const handle = openHandle(zlib.createDeflateRaw({ level }));
  if (!handle) return publicDeflater(level);
  let whole = Buffer.allocUnsafe(64 * 1024);
  const scratch = Buffer.allocUnsafe(256 * 1024);
  return {
    deflate(input) {
      // What zlib's deflateBound promises, roundly: stored blocks cost five bytes in every 16 KiB.
      const bound = input.length + (input.length >> 10) + 64;
      if (whole.length < bound) whole = Buffer.allocUnsafe(bound);
      handle.reset();
      handle.step(Z_FINISH, input, 0, whole);
      return whole.subarray(0, whole.length - handle.room);
    },
    deflateParts(parts, emit) {
      handle.reset();
      const feed = (flush: number, input: Uint8Array) => {
        for (let at = 0; ; at = input.length - handle.left) {
          handle.step(flush, input, at, scratch);
          const made = scratch.length - handle.room;
          if (made > 0) emit(scratch.subarray(0, made));
          if (made < scratch.length) return;
        }
      };
      for (const part of parts) feed(Z_NO_FLUSH, part);
      feed(Z_FINISH, new Uint8Array(0));
    },
    close: () => handle.close(),
  };
}

/** The same with public functions, slower, for a Node without the engine. */
function publicDeflater(level: number): Deflater {
  return {
    deflate: (input) => zlib.deflateRawSync(input, { level }),
    deflateParts: (parts, emit) => emit(zlib.deflateRawSync(Buffer.concat([...parts]), { level })),
    close() {},
  };
}
