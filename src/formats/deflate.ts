import zlib from 'node:zlib';
import { openHandle } from './zlib-handle.ts';

/** Plain bytes into raw deflate data: many pieces, one state. */
export interface Deflater {
  /** A whole piece into `out`; gives the bytes made, or -1 when they do not fit. */
  deflate(input: Uint8Array, out: Uint8Array): number;
  close(): void;
}

const { Z_SYNC_FLUSH, Z_FINISH } = zlib.constants;

/** How far back deflate looks. */
export const dictionaryBytes = 32 * 1024;

export function createDeflater(level: number): Deflater {
  const handle = openHandle(zlib.createDeflateRaw({ level }));
  if (!handle) return publicDeflater(level);
  return {
    deflate(input, out) {
      handle.reset();
      handle.step(Z_FINISH, input, 0, out);
      return handle.room > 0 ? out.length - handle.room : -1;
    },
    close: () => handle.close(),
  };
}

/** The same with public functions, slower, for a Node without the engine. */
function publicDeflater(level: number): Deflater {
  return {
    deflate(input, out) {
      const made = zlib.deflateRawSync(input, { level });
      if (made.length >= out.length) return -1;
      out.set(made);
      return made.length;
    },
    close() {},
  };
}

/**
 * A part of a longer piece into `out`, which has room for it; gives the bytes made. Parts are made apart and joined end
 * to end: each ends at a whole byte, may refer to the `dictionary`, which is what comes right before it, and the last
 * one ends the data.
 */
export function deflatePart(
  input: Uint8Array,
  out: Uint8Array,
  { level, dictionary, isLast }: { level: number; dictionary: Uint8Array; isLast: boolean },
): number {
  const options = {
    level,
    memLevel: 9, // longer blocks, which take less time
    ...(dictionary.length > 0 ? { dictionary } : {}),
  };
  const flush = isLast ? Z_FINISH : Z_SYNC_FLUSH;
  // The public function leaves every result to the collector, which lets hundreds of megabytes pile up.
  const handle = openHandle(zlib.createDeflateRaw({ ...options, chunkSize: zlib.constants.Z_MIN_CHUNK }));
  if (!handle) {
    const made = zlib.deflateRawSync(input, { ...options, finishFlush: flush });
    out.set(made);
    return made.length;
  }
  handle.step(flush, input, 0, out);
  const made = out.length - handle.room;
  handle.close();
  return made;
}
