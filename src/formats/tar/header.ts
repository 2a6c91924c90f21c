import { corrupt } from '../corrupt.ts';

export type TarType = 'file' | 'folder' | 'link' | 'other';

/** Some bytes of a buffer; as long as that one is valid. */
export interface Slice {
  readonly bytes: Buffer;
  readonly from: number;
  readonly to: number;
}

/** What one header block says, before the records that may override it. */
export interface TarHeader {
  readonly name: Slice;
  readonly linkName: Slice;
  /** The type byte: `0` file, `5` folder, `x` PAX record, `L` GNU long name, … */
  readonly flag: string;
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly size: number;
  readonly mtime: number;
}

export const blockBytes = 512;

/** One block of an archive, where it lies: `at` in the bytes, which is a multiple of four, and the same four at a time. */
export interface Block {
  readonly bytes: Buffer;
  readonly words: Uint32Array;
  at: number;
}

export function firstBlock(bytes: Buffer): Block {
  return { bytes, words: new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2), at: 0 };
}

export function isZeroBlock({ words, at }: Block): boolean {
  for (let word = at >> 2; word < (at + blockBytes) >> 2; word++) if (words[word] !== 0) return false;
  return true;
}

/** POSIX.1-1988 (ustar), GNU, star and V7 headers; a block whose checksum is wrong is damage. */
export function readHeader(block: Block, archive: string): TarHeader {
  if (!isHeader(block)) throw corrupt(archive, 'the checksum of a header is wrong');
  const { bytes, at } = block;
  const flag = bytes[at + 156] === 0 ? '0' : String.fromCharCode(bytes[at + 156] as number);
  const name = text(bytes, at, at + 100);
  const hasPrefix = bytes[at + 345] !== 0 && flag !== 'S' && isUstar(bytes, at);
  for (let field = 0, from = at + 100; field < numberBytes.length; field++) {
    const to = from + (numberBytes[field] as number);
    // Nothing depends on an owner or a time, and writers fill them with what they like.
    numbers[field] = field === sizeField ? numberAt(bytes, from, to, archive) : (tryNumberAt(bytes, from, to) ?? 0);
    from = to;
  }
  return {
    name: hasPrefix ? joined(text(bytes, at + 345, prefixEnd(bytes, at)), name) : name,
    linkName: flag === '1' || flag === '2' ? text(bytes, at + 157, at + 257) : noText,
    flag,
    mode: Math.max(0, numbers[0] as number) & 0o7777,
    uid: numbers[1] as number,
    gid: numbers[2] as number,
    size: sizeOf(numbers[3] as number, archive),
    mtime: numbers[4] as number,
  };
}

/** Mode, owner, group, size and time, one behind the other; in one list for all headers, as a new one for each costs. */
const numberBytes = [8, 8, 8, 12, 12];
const sizeField = 3;
const numbers = [0, 0, 0, 0, 0];

/** A size that no archive can have is a trick on readers that calculate with it. */
export function sizeOf(value: number, archive: string): number {
  if (!Number.isSafeInteger(value) || value < 0) throw corrupt(archive, 'the size of an entry is beyond all measure');
  return value;
}

/** Octal digits, or, with the top bit set, a big-endian two's complement number (GNU and star). */
export function numberAt(block: Buffer, from: number, to: number, archive: string): number {
  const value = tryNumberAt(block, from, to);
  if (value === undefined) throw corrupt(archive, 'a number in a header is none');
  return value;
}

function tryNumberAt(block: Buffer, from: number, to: number): number | undefined {
  return ((block[from] as number) & 0x80) !== 0 ? wideNumber(block, from, to) : octalAt(block, from, to);
}

function octalAt(block: Buffer, from: number, to: number): number | undefined {
  let at = from;
  while (at < to && block[at] === 0x20) at++;
  let value = 0;
  for (; at < to; at++) {
    const digit = (block[at] as number) - 0x30;
    if (digit < 0 || digit > 7) break;
    value = value * 8 + digit;
  }
  // Digits end with a space or a NUL, or fill the field.
  while (at < to && block[at] === 0x20) at++;
  return at < to && block[at] !== 0 ? undefined : value;
}

function wideNumber(block: Buffer, from: number, to: number): number {
  const first = block[from] as number;
  let value = first & 0x40 ? BigInt(first & 0x7f) - 128n : BigInt(first & 0x3f);
  for (let at = from + 1; at < to; at++) value = value * 256n + BigInt(block[at] as number);
  return Number(value);
}

/** `ustar` and a NUL; GNU has a space there, and uses the place of the prefix for other things. */
function isUstar(bytes: Buffer, at: number): boolean {
  return bytes.toString('latin1', at + 257, at + 262) === 'ustar' && bytes[at + 262] !== 0x20;
}

/** Star puts `tar\0` at the end, and its prefix is shorter, for it keeps times behind it. */
function prefixEnd(bytes: Buffer, at: number): number {
  return at + (bytes.toString('latin1', at + 508, at + 512) === 'tar\0' ? 345 + 131 : 500);
}

function text(bytes: Buffer, from: number, to: number): Slice {
  let end = from;
  while (end < to && bytes[end] !== 0) end++;
  return { bytes, from, to: end };
}

function joined(prefix: Slice, name: Slice): Slice {
  const parts = [prefix, name].map(({ bytes, from, to }) => bytes.subarray(from, to));
  return sliceOf(Buffer.concat([parts[0] as Buffer, Buffer.from('/'), parts[1] as Buffer]));
}

export function sliceOf(bytes: Buffer): Slice {
  return { bytes, from: 0, to: bytes.length };
}

const noText = sliceOf(Buffer.alloc(0));

/** Whether its checksum says that a block is a header: unsigned, as POSIX says, or signed, as some old writers did it. */
export function isHeader(block: Block): boolean {
  const { bytes, at } = block;
  let field = 0;
  for (let each = at + 148; each < at + 156; each++) field += bytes[each] as number;
  const sum = sumOf(block) - field + 8 * 0x20;
  const claimed = octalAt(bytes, at + 148, at + 156);
  return claimed === sum || claimed === sum - 256 * highBytes(block);
}

/** Of all bytes. Two are added at a time in each half of a number: 128 times 510 is less than 16 bits hold. */
function sumOf({ words, at }: Block): number {
  let pairs = 0;
  for (let each = at >> 2; each < (at + blockBytes) >> 2; each++) {
    const word = words[each] as number;
    pairs = (pairs + (word & 0xff00ff) + ((word >>> 8) & 0xff00ff)) | 0;
  }
  return (pairs & 0xffff) + (pairs >>> 16);
}

function highBytes({ bytes, at }: Block): number {
  let count = 0;
  for (let each = 0; each < blockBytes; each++)
    if (each < 148 || each >= 156) count += (bytes[at + each] as number) >> 7;
  return count;
}
