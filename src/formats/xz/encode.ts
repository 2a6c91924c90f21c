import { crc32 } from 'node:zlib';
import { CRC32_CHECK, littleEndian32 } from './check.ts';
import { dictionarySize, FOOTER_MAGIC, HEADER_MAGIC, LZMA2_ID, parseBlockHeader } from './header.ts';
import { encodeLzma2 } from './lzma2-encode.ts';
import type { Effort } from './match-finder.ts';
import type { BlockSizes } from './records.ts';
import { vliBytes } from './vli.ts';

const CHECK_SIZE = 4;

/** By level. The first ones take what looks good enough, those from FIRST_OPTIMAL on compare prices. */
const efforts: readonly Effort[] = [
  { depth: 2, niceLength: 64 },
  { depth: 3, niceLength: 128 },
  { depth: 4, niceLength: 128 },
  { depth: 6, niceLength: 128 },
  { depth: 6, niceLength: 32 },
  { depth: 10, niceLength: 48 },
  { depth: 16, niceLength: 64 },
  { depth: 24, niceLength: 96 },
  { depth: 48, niceLength: 160 },
  { depth: 96, niceLength: 273 },
];
const FIRST_OPTIMAL = 4;

/**
 * One whole block, which stands on its own, so blocks may be made at the same time in any order.
 *
 *     const blocks = pieces.map((piece) => encodeXzBlock(piece, 6));
 *     const file = Buffer.concat([xzStreamHeader(), ...blocks, xzStreamEnd(blocks.map(xzBlockSizes))]);
 */
export function encodeXzBlock(input: Uint8Array, level: number): Uint8Array {
  const effort = efforts[level];
  if (!effort) throw new RangeError(`There is no level ${level}; levels are 0 to 9.`);
  const data = encodeLzma2(input, effort, level >= FIRST_OPTIMAL);
  const header = blockHeader(data.length, input.length);
  const padded = (data.length + 3) & ~3;
  const block = new Uint8Array(header.length + padded + CHECK_SIZE);
  block.set(header);
  block.set(data, header.length);
  block.set(littleEndian32(crc32(input)), header.length + padded);
  return block;
}

/** What xzStreamEnd has to know of a block that encodeXzBlock made. */
export function xzBlockSizes(block: Uint8Array): BlockSizes {
  const { size, compressedSize = 0, uncompressedSize = 0 } = parseBlockHeader(block.subarray(0, (block[0]! + 1) * 4));
  return { unpaddedSize: size + compressedSize + CHECK_SIZE, uncompressedSize };
}

export function xzStreamHeader(): Uint8Array {
  return Buffer.concat([HEADER_MAGIC, withCrc(STREAM_FLAGS)]);
}

const STREAM_FLAGS = Uint8Array.of(0, CRC32_CHECK);

/** The index of the blocks of a stream, and its footer. */
export function xzStreamEnd(blocks: readonly BlockSizes[]): Uint8Array {
  const bytes = [0, ...vliBytes(blocks.length)];
  for (const { unpaddedSize, uncompressedSize } of blocks)
    bytes.push(...vliBytes(unpaddedSize), ...vliBytes(uncompressedSize));
  while (bytes.length % 4 !== 0) bytes.push(0);
  const index = withCrc(Uint8Array.from(bytes));
  const backwardSize = littleEndian32(index.length / 4 - 1);
  const footer = Buffer.concat([backwardSize, STREAM_FLAGS]);
  return Buffer.concat([index, littleEndian32(crc32(footer)), footer, FOOTER_MAGIC]);
}

/** A block header (3.1) with both sizes and LZMA2 as its only filter. */
function blockHeader(compressedSize: number, uncompressedSize: number): Uint8Array {
  const bytes = [0, 0xc0, ...vliBytes(compressedSize), ...vliBytes(uncompressedSize)];
  bytes.push(LZMA2_ID, 1, dictionaryBits(uncompressedSize));
  while (bytes.length % 4 !== 0) bytes.push(0);
  bytes[0] = bytes.length / 4;
  return withCrc(Uint8Array.from(bytes));
}

function dictionaryBits(size: number): number {
  let bits = 0;
  while (dictionarySize({ id: LZMA2_ID, properties: Uint8Array.of(bits) }) < size) bits++;
  return bits;
}

function withCrc(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([bytes, littleEndian32(crc32(bytes))]);
}
