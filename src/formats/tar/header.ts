import { corrupt } from '../corrupt.ts';

export type TarType = 'file' | 'folder' | 'link' | 'other';

/** What one header block says, before the records that may override it. */
export interface TarHeader {
  readonly name: Buffer;
  readonly linkName: Buffer;
  /** The type byte: `0` file, `5` folder, `x` PAX record, `L` GNU long name, … */
  readonly flag: string;
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly size: number;
  readonly mtime: number;
}

export const blockBytes = 512;

export function isZeroBlock(block: Buffer): boolean {
  for (const byte of block) if (byte !== 0) return false;
  return true;
}

/** POSIX.1-1988 (ustar), GNU, star and V7 headers; a block whose checksum is wrong is damage. */
export function readHeader(block: Buffer, archive: string): TarHeader {
  checkSum(block, archive);
  const magic = block.toString('latin1', 257, 265);
  const isUstar = magic.startsWith('ustar') && !magic.startsWith('ustar ');
  // Star puts `tar\0` at the end, and its prefix is shorter, for it keeps times behind it.
  const prefixEnd = block.toString('latin1', 508, 512) === 'tar\0' ? 345 + 131 : 500;
  const prefix = isUstar ? text(block, 345, prefixEnd) : Buffer.alloc(0);
  const name = text(block, 0, 100);
  const flag = block[156] === 0 ? '0' : String.fromCharCode(block[156] as number);
  return {
    name: prefix.length > 0 ? Buffer.concat([prefix, Buffer.from('/'), name]) : name,
    linkName: text(block, 157, 257),
    flag,
    mode: Math.max(0, number(block, 100, 108, archive)) & 0o7777,
    uid: number(block, 108, 116, archive),
    gid: number(block, 116, 124, archive),
    size: sizeOf(number(block, 124, 136, archive), archive),
    mtime: number(block, 136, 148, archive),
  };
}

/** A size that no archive can have is a trick on readers that calculate with it. */
export function sizeOf(value: number, archive: string): number {
  if (!Number.isSafeInteger(value) || value < 0) throw corrupt(archive, 'the size of an entry is beyond all measure');
  return value;
}

function text(block: Buffer, from: number, to: number): Buffer {
  const end = block.subarray(from, to).indexOf(0);
  return Buffer.from(block.subarray(from, end < 0 ? to : from + end));
}

/** Octal digits, or, with the top bit set, a big-endian two's complement number (GNU and star). */
function number(block: Buffer, from: number, to: number, archive: string): number {
  const first = block[from] as number;
  if ((first & 0x80) === 0) {
    const digits = block.toString('latin1', from, to).replace(/\0.*$/s, '').trim();
    if (digits === '') return 0;
    if (!/^[0-7]+$/.test(digits)) throw corrupt(archive, 'a number in a header is none');
    return Number.parseInt(digits, 8);
  }
  let value = first & 0x40 ? BigInt(first & 0x7f) - 128n : BigInt(first & 0x3f);
  for (let at = from + 1; at < to; at++) value = value * 256n + BigInt(block[at] as number);
  return Number(value);
}

/** Unsigned, as POSIX says, or signed, as some old writers did it. */
function checkSum(block: Buffer, archive: string): void {
  let [unsigned, signed] = [0, 0];
  for (let at = 0; at < blockBytes; at++) {
    const byte = at >= 148 && at < 156 ? 0x20 : (block[at] as number);
    unsigned += byte;
    signed += byte < 128 ? byte : byte - 256;
  }
  const claimed = Number.parseInt(
    block
      .toString('latin1', 148, 156)
      .replace(/[\0 ]+$/, '')
      .trim(),
    8,
  );
  if (claimed !== unsigned && claimed !== signed) throw corrupt(archive, 'the checksum of a header is wrong');
}
