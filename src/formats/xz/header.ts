import { crc32 } from 'node:zlib';
import { checkKinds, type CheckKind } from './check.ts';
import { corrupt, unsupported } from './failure.ts';
import { readVli } from './vli.ts';

/** Sizes and magic bytes of the .xz format, sections 2.1.1, 2.1.2 and 3.1. */
export const STREAM_HEADER_SIZE = 12;
export const STREAM_FOOTER_SIZE = 12;
export const HEADER_MAGIC = Uint8Array.of(0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00);
export const FOOTER_MAGIC = Uint8Array.of(0x59, 0x5a);

export const LZMA2_ID = 0x21;

export interface FilterFlags {
  readonly id: number;
  readonly properties: Uint8Array;
}

export interface BlockHeader {
  readonly size: number;
  readonly compressedSize: number | undefined;
  readonly uncompressedSize: number | undefined;
  readonly filters: readonly FilterFlags[];
}

/** The id of the check that a stream uses; `bytes` are the 12 of its header. */
export function parseStreamHeader(bytes: Uint8Array): number {
  if (!HEADER_MAGIC.every((byte, index) => bytes[index] === byte)) throw corrupt('it does not start as xz data does');
  if (readUint32(bytes, 8) !== crc32(bytes.subarray(6, 8))) throw corrupt('the checksum of a stream header is wrong');
  const check = bytes[7]!;
  if (bytes[6] !== 0 || check > 15)
    throw unsupported('This kind of xz data', 'its header has flags that are not known');
  return check;
}

/** The size of the index that a stream footer tells of; `bytes` are the 12 of the footer. */
export function parseStreamFooter(bytes: Uint8Array, check: number): number {
  if (!FOOTER_MAGIC.every((byte, index) => bytes[10 + index] === byte))
    throw corrupt('a stream does not end as it must');
  if (readUint32(bytes, 0) !== crc32(bytes.subarray(4, 10))) throw corrupt('the checksum of a stream footer is wrong');
  if (bytes[8] !== 0 || bytes[9] !== check) throw corrupt('header and footer of a stream differ');
  return (readUint32(bytes, 4) + 1) * 4;
}

export function checkKind(id: number): CheckKind {
  const kind = checkKinds.get(id);
  if (!kind) throw unsupported('This kind of xz data', `its check (${id}) is not known`);
  return kind;
}

/** A block header (3.1), whose first byte has told its size. */
export function parseBlockHeader(bytes: Uint8Array): BlockHeader {
  const end = bytes.length - 4;
  if (readUint32(bytes, end) !== crc32(bytes.subarray(0, end)))
    throw corrupt('the checksum of a block header is wrong');
  const flags = bytes[1]!;
  if ((flags & 0x3c) !== 0) throw unsupported('This kind of xz data', 'a block has flags that are not known');
  let at = 2;
  const nextByte = () => {
    if (at >= end) throw corrupt('a block header is too short');
    return bytes[at++]!;
  };
  const compressedSize = (flags & 0x40) === 0 ? undefined : readVli(nextByte);
  const uncompressedSize = (flags & 0x80) === 0 ? undefined : readVli(nextByte);
  if (compressedSize === 0) throw corrupt('a block header tells of a block without data');
  const filters: FilterFlags[] = [];
  for (let left = (flags & 3) + 1; left > 0; left--) {
    const id = readVli(nextByte);
    const size = readVli(nextByte);
    if (size > end - at) throw corrupt('a block header is too short');
    filters.push({ id, properties: bytes.slice(at, at + size) });
    at += size;
  }
  if (!isZero(bytes.subarray(at, end))) throw corrupt('the padding of a block header is not empty');
  return { size: bytes.length, compressedSize, uncompressedSize, filters };
}

/** The dictionary of LZMA2 in bytes (5.3.1). */
export function dictionarySize({ properties }: FilterFlags): number {
  const [bits] = properties;
  if (properties.length !== 1 || bits === undefined || bits > 40)
    throw corrupt('the size of its dictionary is no size');
  return bits === 40 ? 2 ** 32 - 1 : (2 | (bits & 1)) * 2 ** ((bits >> 1) + 11);
}

export function isZero(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0);
}

export function readUint32(bytes: Uint8Array, at: number): number {
  return (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0;
}
