import type { Transform } from 'node:stream';
import zlib from 'node:zlib';

/** What node:zlib has from Node 22.15 on, and the types of Node 20 do not. */
interface Native {
  readonly constants: Readonly<Record<string, number>>;
  zstdCompressSync?(input: Uint8Array, options: Options): Buffer;
  createZstdDecompress?(options: Options): Transform;
}

interface Options {
  readonly params: Readonly<Record<number, number>>;
}

const native = zlib as unknown as Native;

export function canEncodeZstd(): boolean {
  return native.zstdCompressSync !== undefined;
}

/** By our levels, 0 to 9. */
const levels = [1, 1, 2, 3, 4, 5, 7, 10, 15, 19];

/** One whole frame with a checksum; frames may be joined end to end. */
export function zstdFrame(input: Uint8Array, level: number): Uint8Array {
  const { ZSTD_c_compressionLevel: effort, ZSTD_c_checksumFlag: checksum } = native.constants;
  return native.zstdCompressSync!(input, { params: { [effort!]: levels[level]!, [checksum!]: 1 } });
}

/** A stream that refuses windows above 2 to the power of `windowLog`. */
export function nativeDecoder(windowLog: number): Transform | undefined {
  return native.createZstdDecompress?.({ params: { [native.constants['ZSTD_d_windowLogMax']!]: windowLog } });
}

/** The words that its engine takes for "more will come" and "that was all". */
export const zstdFlush = { more: 0, end: 2 };
