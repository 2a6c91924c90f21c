import { SallyportError } from '../../protocol/errors.ts';
import type { RandomAccess } from '../../protocol/bytes.ts';
import { corrupt } from '../corrupt.ts';
import { decodeName, type NameEncoding } from './names.ts';

/** One entry as the central directory has it, which is the only truth about an archive. */
export interface ZipEntry {
  /** Undefined when the bytes are no name in their encoding. */
  readonly name: string | undefined;
  readonly rawName: Buffer;
  readonly isFolder: boolean;
  /** Of Unix, whatever host the entry claims; 0 when it has none. */
  readonly mode: number;
  readonly method: number;
  readonly encrypted: boolean;
  /** Bit 3: sizes and checksum of the local header are not filled in. */
  readonly streamed: boolean;
  readonly crc: number;
  readonly compressedBytes: number;
  readonly bytes: number;
  readonly mtimeMs: number;
  /** Of the local header. */
  readonly offset: number;
  /** Where the next thing in the file begins: the data must end before it. */
  end: number;
}

const maxDirectoryBytes = 64 * 1024 * 1024;

/** Reads the central directory with one read and refuses everything in it that could be read in two ways. */
export function readDirectory(file: RandomAccess, encoding: NameEncoding): ZipEntry[] {
  const end = findEnd(file);
  const { name } = file;
  if (end.directoryBytes > maxDirectoryBytes)
    throw new SallyportError('ArchiveTooLarge', {
      reason: `its list of entries has ${end.directoryBytes} bytes, the limit is ${maxDirectoryBytes}`,
    });
  const directory = Buffer.allocUnsafe(end.directoryBytes);
  file.readAt(end.directoryAt, directory);

  const entries: ZipEntry[] = [];
  let at = 0;
  while (at + 4 <= directory.length && directory.readUInt32LE(at) === signatures.entry) {
    if (at + 46 > directory.length) throw corrupt(name, 'its list of entries is cut off');
    const [nameLength, extraLength, commentLength] = [
      directory.readUInt16LE(at + 28),
      directory.readUInt16LE(at + 30),
      directory.readUInt16LE(at + 32),
    ];
    const next = at + 46 + nameLength + extraLength + commentLength;
    if (next > directory.length) throw corrupt(name, 'its list of entries is cut off');
    entries.push(readEntry(directory, at, nameLength, extraLength, end.shift, name, encoding));
    at = next;
  }
  const signed = at + 6 <= directory.length && directory.readUInt32LE(at) === signatures.digital;
  if (at !== directory.length && !signed) throw corrupt(name, 'its list of entries holds something else');
  if (entries.length !== end.count && entries.length % 65536 !== end.count)
    throw corrupt(name, `it says that it has ${end.count} entries, but it has ${entries.length}`);
  setEnds(entries, end.directoryAt, name);
  return entries;
}

const signatures = {
  local: 0x04034b50,
  entry: 0x02014b50,
  digital: 0x05054b50,
  end: 0x06054b50,
  end64: 0x06064b50,
  locator64: 0x07064b50,
};

function readEntry(
  directory: Buffer,
  at: number,
  nameLength: number,
  extraLength: number,
  shift: number,
  archive: string,
  encoding: NameEncoding,
): ZipEntry {
  const flags = directory.readUInt16LE(at + 8);
  const rawName = directory.subarray(at + 46, at + 46 + nameLength);
  const extra = readExtra(directory.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength), archive);
  const attributes = directory.readUInt32LE(at + 38);
  const mode = attributes >>> 16;
  const name = decodeName(rawName, (flags & 0x800) !== 0, extra.get(0x7075), encoding);

  // APPNOTE 4.5.3: only the fields that are all ones are in the zip64 field, in this order.
  const wide = wideReader(extra.get(1), archive);
  const bytes = wide(directory.readUInt32LE(at + 24));
  const compressedBytes = wide(directory.readUInt32LE(at + 20));
  const offset = wide(directory.readUInt32LE(at + 42)) + shift;
  if (directory.readUInt16LE(at + 34) !== 0 && directory.readUInt16LE(at + 34) !== 0xffff)
    throw corrupt(archive, 'it is one of several disks');
  const isFolder =
    rawName.at(-1) === 0x2f ||
    rawName.at(-1) === 0x5c ||
    (mode & 0o170000) === 0o040000 ||
    ((attributes & 0x10) !== 0 && (mode & 0o170000) === 0 && bytes === 0 && compressedBytes === 0);
  return {
    name,
    rawName,
    isFolder,
    mode,
    method: directory.readUInt16LE(at + 10),
    encrypted: (flags & 0x2041) !== 0,
    streamed: (flags & 8) !== 0,
    crc: directory.readUInt32LE(at + 16),
    compressedBytes,
    bytes,
    mtimeMs: timeOf(extra, directory.readUInt16LE(at + 14), directory.readUInt16LE(at + 12)),
    offset,
    end: 0,
  };
}

/** Fields that run over their end are refused; a shorter rest than a field head is padding (some writers align so). */
export function readExtra(extra: Buffer, archive: string): Map<number, Buffer> {
  const fields = new Map<number, Buffer>();
  let at = 0;
  while (at + 4 <= extra.length) {
    const [id, length] = [extra.readUInt16LE(at), extra.readUInt16LE(at + 2)];
    if (at + 4 + length > extra.length) {
      if (extra.subarray(at).every((byte) => byte === 0)) break;
      throw corrupt(archive, 'an extra field runs over its end');
    }
    if (!fields.has(id)) fields.set(id, extra.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return fields;
}

/** Reads the next 64-bit value for each 32-bit one that is all ones. */
export function wideReader(field: Buffer | undefined, archive: string): (narrow: number) => number {
  let at = 0;
  return (narrow) => {
    if (narrow !== 0xffffffff) return narrow;
    if (!field || at + 8 > field.length) throw corrupt(archive, 'a 64-bit size is missing');
    const value = field.readBigUInt64LE(at);
    at += 8;
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw corrupt(archive, 'a size is beyond all measure');
    return Number(value);
  };
}

/** Extended timestamp (0x5455) first, then NTFS times (0x000a), else DOS time, which is local. */
function timeOf(extra: ReadonlyMap<number, Buffer>, date: number, time: number): number {
  const unix = extra.get(0x5455);
  if (unix && unix.length >= 5 && ((unix[0] as number) & 1) !== 0) return unix.readInt32LE(1) * 1000;
  const ntfs = extra.get(0x000a);
  if (ntfs && ntfs.length >= 32 && ntfs.readUInt16LE(4) === 1 && ntfs.readUInt16LE(6) >= 24)
    return Number(ntfs.readBigUInt64LE(8) / 10_000n) - 11_644_473_600_000;
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

/** Entries that share bytes are how a small archive becomes petabytes; no honest writer makes them. */
function setEnds(entries: readonly ZipEntry[], directoryAt: number, archive: string): void {
  const inOrder = entries.toSorted((a, b) => a.offset - b.offset);
  for (const [index, entry] of inOrder.entries()) {
    entry.end = inOrder[index + 1]?.offset ?? directoryAt;
    if (entry.offset < 0 || entry.offset + 30 + entry.compressedBytes > entry.end)
      throw corrupt(archive, 'entries overlap, or lie outside the file');
  }
}

interface End {
  readonly count: number;
  readonly directoryAt: number;
  readonly directoryBytes: number;
  /** What was put before the archive (a self-extractor's program) moves every offset by this much. */
  readonly shift: number;
}

function findEnd(file: RandomAccess): End {
  const { name, size } = file;
  const tail = Buffer.allocUnsafe(Math.min(size, 22 + 65535 + 20));
  file.readAt(size - tail.length, tail);
  const candidates: number[] = [];
  for (let at = tail.length - 22; at >= 0; at--) {
    if (
      tail[at] === 0x50 &&
      tail.readUInt32LE(at) === signatures.end &&
      at + 22 + tail.readUInt16LE(at + 20) <= tail.length
    )
      candidates.push(at);
  }
  const [last] = candidates;
  if (last === undefined) throw corrupt(name, 'it is no zip archive: its end record is missing');
  // An end record inside the comment of another: which one counts depends on the reader.
  const exact = candidates.filter((at) => at + 22 + tail.readUInt16LE(at + 20) === tail.length);
  if (exact.length > 1 || (exact.length === 1 && exact[0] !== last))
    throw corrupt(name, 'it has more than one end record');

  const endAt = size - tail.length + last;
  const narrow = {
    disk: tail.readUInt16LE(last + 4),
    directoryDisk: tail.readUInt16LE(last + 6),
    countHere: tail.readUInt16LE(last + 8),
    count: tail.readUInt16LE(last + 10),
    directoryBytes: tail.readUInt32LE(last + 12),
    directoryAt: tail.readUInt32LE(last + 16),
  };
  if (
    (narrow.disk !== 0 && narrow.disk !== 0xffff) ||
    (narrow.directoryDisk !== 0 && narrow.directoryDisk !== 0xffff) ||
    narrow.countHere !== narrow.count
  )
    throw corrupt(name, 'it is one of several disks');
  const wide = endAt >= 20 + 56 ? readEnd64(file, endAt) : undefined;
  if (wide) {
    const agrees = (small: number, all: number, large: number) => small === all || small === large;
    if (
      !agrees(narrow.count, 0xffff, wide.count) ||
      !agrees(narrow.directoryBytes, 0xffffffff, wide.directoryBytes) ||
      !agrees(narrow.directoryAt, 0xffffffff, wide.directoryAt)
    )
      throw corrupt(name, 'its two end records disagree');
  }
  const { count, directoryBytes, directoryAt } = wide ?? narrow;
  const directoryEnd = wide?.at ?? endAt;
  const shift = directoryEnd - directoryBytes - directoryAt;
  if (shift < 0 || directoryBytes < count * 46) throw corrupt(name, 'its end record does not fit the file');
  return { count, directoryBytes, directoryAt: directoryAt + shift, shift };
}

function readEnd64(file: RandomAccess, endAt: number): (Omit<End, 'shift'> & { at: number }) | undefined {
  const locator = Buffer.allocUnsafe(20);
  file.readAt(endAt - 20, locator);
  if (locator.readUInt32LE(0) !== signatures.locator64) return undefined;
  // It stands right before its locator unless it holds data of its own; the locator's offset does not know of a shift.
  for (const at of [endAt - 20 - 56, safe(locator.readBigUInt64LE(8), file.name)]) {
    if (at < 0 || at + 56 > endAt - 20) continue;
    const record = Buffer.allocUnsafe(56);
    file.readAt(at, record);
    if (
      record.readUInt32LE(0) !== signatures.end64 ||
      at + 12 + safe(record.readBigUInt64LE(4), file.name) !== endAt - 20
    )
      continue;
    if (
      record.readUInt32LE(16) !== 0 ||
      record.readUInt32LE(20) !== 0 ||
      record.readBigUInt64LE(24) !== record.readBigUInt64LE(32)
    )
      throw corrupt(file.name, 'it is one of several disks');
    return {
      at,
      count: safe(record.readBigUInt64LE(32), file.name),
      directoryBytes: safe(record.readBigUInt64LE(40), file.name),
      directoryAt: safe(record.readBigUInt64LE(48), file.name),
    };
  }
  throw corrupt(file.name, 'its 64-bit end record is missing');
}

function safe(value: bigint, archive: string): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw corrupt(archive, 'a size is beyond all measure');
  return Number(value);
}
