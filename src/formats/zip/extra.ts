import { corrupt } from '../corrupt.ts';

/** What the extra fields of an entry say, as far as it matters here. Of two fields of one kind the first counts. */
export interface ExtraFields {
  /** 0x0001: sizes of more than 32 bits. */
  wide: Buffer | undefined;
  /** 0x7075: the name in UTF-8. */
  unicodePath: Buffer | undefined;
  /** Extended timestamp (0x5455), else NTFS times (0x000a), else those of old Unix fields (0x5855). */
  mtimeMs: number | undefined;
}

/** Fields that run over their end are refused; a rest that is shorter than a field head is padding (some writers align so). */
export function readExtra(bytes: Buffer, from: number, to: number, archive: string): ExtraFields {
  const found: ExtraFields = { wide: undefined, unicodePath: undefined, mtimeMs: undefined };
  let timeRank = 0;
  for (let at = from; at + 4 <= to;) {
    const [id, start] = [bytes.readUInt16LE(at), at + 4];
    const end = start + bytes.readUInt16LE(at + 2);
    if (end > to) {
      if (bytes.subarray(at, to).every((byte) => byte === 0)) break;
      throw corrupt(archive, 'an extra field runs over its end');
    }
    const length = end - start;
    if (id === 1) found.wide ??= bytes.subarray(start, end);
    else if (id === 0x7075) found.unicodePath ??= bytes.subarray(start, end);
    else if (id === 0x5455 && length >= 5 && ((bytes[start] as number) & 1) !== 0 && timeRank < 3)
      [timeRank, found.mtimeMs] = [3, bytes.readInt32LE(start + 1) * 1000];
    else if (id === 0x000a && length >= 32 && bytes.readUInt16LE(start + 4) === 1 && timeRank < 2)
      [timeRank, found.mtimeMs] = [2, Number(bytes.readBigUInt64LE(start + 8) / 10_000n) - 11_644_473_600_000];
    else if (id === 0x5855 && length >= 8 && timeRank < 1)
      [timeRank, found.mtimeMs] = [1, bytes.readInt32LE(start + 4) * 1000];
    at = end;
  }
  return found;
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
