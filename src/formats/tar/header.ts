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

/** Room for one block of an archive: its bytes, and the same four at a time. */
export interface Block {
  readonly bytes: Buffer;
  readonly words: Uint32Array;
}

export function newBlock(): Block {
  const bytes = Buffer.alloc(blockBytes);
  return { bytes, words: new Uint32Array(bytes.buffer, bytes.byteOffset, blockBytes / 4) };
}

export function isZeroBlock({ words }: Block): boolean {
  return words.every((word) => word === 0);
}

/** POSIX.1-1988 (ustar), GNU, star and V7 headers; a block whose checksum is wrong is damage. */
export function readHeader(whole: Block, archive: string): TarHeader {
  if (!isHeader(whole)) throw corrupt(archive, 'the checksum of a header is wrong');
  const block = whole.bytes;
  const flag = block[156] === 0 ? '0' : String.fromCharCode(block[156] as number);
  const name = text(block, 0, 100);
  const prefix = flag !== 'S' && block[345] !== 0 && isUstar(block) ? text(block, 345, prefixEnd(block)) : undefined;
  return {
    name: prefix ? joined(prefix, name) : name,
    linkName: text(block, 157, 257),
    flag,
    mode: Math.max(0, numberAt(block, 100, 108, archive)) & 0o7777,
    uid: numberAt(block, 108, 116, archive),
    gid: numberAt(block, 116, 124, archive),
    size: sizeOf(numberAt(block, 124, 136, archive), archive),
    mtime: numberAt(block, 136, 148, archive),
  };
}

/** A size that no archive can have is a trick on readers that calculate with it. */
export function sizeOf(value: number, archive: string): number {
  if (!Number.isSafeInteger(value) || value < 0) throw corrupt(archive, 'the size of an entry is beyond all measure');
  return value;
}

/** Octal digits, or, with the top bit set, a big-endian two's complement number (GNU and star). */
export function numberAt(block: Buffer, from: number, to: number, archive: string): number {
  const first = block[from] as number;
  if ((first & 0x80) !== 0) return wideNumber(block, from, to);
  const value = octalAt(block, from, to);
  if (value === undefined) throw corrupt(archive, 'a number in a header is none');
  return value;
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
function isUstar(block: Buffer): boolean {
  return block.toString('latin1', 257, 262) === 'ustar' && block[262] !== 0x20;
}

/** Star puts `tar\0` at the end, and its prefix is shorter, for it keeps times behind it. */
function prefixEnd(block: Buffer): number {
  return block.toString('latin1', 508, 512) === 'tar\0' ? 345 + 131 : 500;
}

function text(block: Buffer, from: number, to: number): Slice {
  let end = from;
  while (end < to && block[end] !== 0) end++;
  return { bytes: block, from, to: end };
}

function joined(prefix: Slice, name: Slice): Slice {
  const parts = [prefix, name].map(({ bytes, from, to }) => bytes.subarray(from, to));
  return sliceOf(Buffer.concat([parts[0] as Buffer, Buffer.from('/'), parts[1] as Buffer]));
}

export function sliceOf(bytes: Buffer): Slice {
  return { bytes, from: 0, to: bytes.length };
}

/** Whether its checksum says that a block is a header: unsigned, as POSIX says, or signed, as some old writers did it. */
export function isHeader({ bytes, words }: Block): boolean {
  let field = 0;
  for (let at = 148; at < 156; at++) field += bytes[at] as number;
  const sum = sumOf(words) - field + 8 * 0x20;
  const claimed = octalAt(bytes, 148, 156);
  return claimed === sum || claimed === sum - 256 * highBytes(bytes);
}

/** Of all bytes. Two are added at a time in each half of a number: 128 times 510 is less than 16 bits hold. */
function sumOf(words: Uint32Array): number {
  let pairs = 0;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as number;
    pairs = (pairs + (word & 0xff00ff) + ((word >>> 8) & 0xff00ff)) | 0;
  }
  return (pairs & 0xffff) + (pairs >>> 16);
}

function highBytes(block: Buffer): number {
  let count = 0;
  for (let at = 0; at < blockBytes; at++) if (at < 148 || at >= 156) count += (block[at] as number) >> 7;
  return count;
}
