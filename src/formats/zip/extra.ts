import { corrupt } from '../corrupt.ts';

/** Whether fields that are rare are there: nearly no entry has one. */
export const has = { wide: 1, unicodePath: 2 } as const;
export const kinds = { wide: 0x0001, unicodePath: 0x7075 } as const;

/**
 * Fields that run over their end are refused; a rest that is shorter than a field head is padding (some writers align
 * so). Gives the sum of what it `has`.
 */
export function checkExtra(bytes: Buffer, view: DataView, from: number, to: number, archive: string): number {
  let found = 0;
  for (let at = from; at + 4 <= to;) {
    const id = view.getUint16(at, true);
    const end = at + 4 + view.getUint16(at + 2, true);
    if (end > to) {
      if (bytes.subarray(at, to).every((byte) => byte === 0)) break;
      throw corrupt(archive, 'an extra field runs over its end');
    }
    if (id === kinds.wide) found |= has.wide;
    else if (id === kinds.unicodePath) found |= has.unicodePath;
    at = end;
  }
  return found;
}

/** The content of the first field of a kind. */
export function findExtra(bytes: Buffer, view: DataView, from: number, to: number, kind: number): Buffer | undefined {
  for (let at = from; at + 4 <= to;) {
    const end = at + 4 + view.getUint16(at + 2, true);
    if (end > to) break;
    if (view.getUint16(at, true) === kind) return bytes.subarray(at + 4, end);
    at = end;
  }
  return undefined;
}

/** Extended timestamp (0x5455), else NTFS times (0x000a), else those of old Unix fields (0x5855, 0x000d); of two the first. */
export function extraTime(view: DataView, from: number, to: number): number | undefined {
  let found: number | undefined;
  let foundRank = 0;
  for (let at = from; at + 4 <= to;) {
    const id = view.getUint16(at, true);
    const length = view.getUint16(at + 2, true);
    const start = at + 4;
    at = start + length;
    if (at > to) break;
    const rank = timeRank(id);
    const time = rank > foundRank ? timeOf(id, view, start, length) : undefined;
    if (time === undefined) continue;
    found = time;
    foundRank = rank;
  }
  return found;
}

/** The higher, the more exact; 0 for what is no time. */
function timeRank(id: number): number {
  return id === 0x5455 ? 3 : id === 0x000a ? 2 : id === 0x5855 || id === 0x000d ? 1 : 0;
}

function timeOf(id: number, view: DataView, start: number, length: number): number | undefined {
  if (id === 0x5455)
    return length >= 5 && (view.getUint8(start) & 1) !== 0 ? view.getInt32(start + 1, true) * 1000 : undefined;
  if (id !== 0x000a) return length >= 8 ? view.getInt32(start + 4, true) * 1000 : undefined;
  return ntfsTime(view, start + 4, start + length);
}

/** Behind four bytes without a meaning stand attributes, of which number 1 has the times (APPNOTE 4.5.5). */
function ntfsTime(view: DataView, from: number, to: number): number | undefined {
  for (let at = from; at + 4 <= to;) {
    const size = view.getUint16(at + 2, true);
    if (view.getUint16(at, true) === 1 && size >= 24 && at + 4 + size <= to)
      return Number(view.getBigUint64(at + 4, true) / 10_000n) - 11_644_473_600_000;
    at += 4 + size;
  }
  return undefined;
}

/** Reads the next 64-bit value for each 32-bit one that is all ones. */
export function wideReader(field: Buffer | undefined, archive: string): (narrow: number) => number {
  let at = 0;
  return (narrow) => {
    if (narrow !== 0xffffffff) return narrow;
    if (!field || at + 8 > field.length) throw corrupt(archive, 'a 64-bit size is missing');
    at += 8;
    return safeNumber(field.readBigUInt64LE(at - 8), archive);
  };
}

export function safeNumber(value: bigint, archive: string): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw corrupt(archive, 'a size is beyond all measure');
  return Number(value);
}

/** DOS time is local, and has no seconds that are odd. */
export function dosTime(date: number, time: number): number {
  const ms = new Date(
    1980 + (date >> 9),
    ((date >> 5) & 15) - 1,
    date & 31,
    time >> 11,
    (time >> 5) & 63,
    (time & 31) * 2,
  ).getTime();
  return Number.isNaN(ms) ? 0 : ms;
}
