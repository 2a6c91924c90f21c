import type { RandomAccess } from '../../protocol/bytes.ts';
import { SallyportError } from '../../protocol/errors.ts';
import { corrupt } from '../corrupt.ts';
import { safeNumber } from './extra.ts';

/** What the record at the end of an archive says of its directory. */
export interface End {
  readonly count: number;
  readonly directoryAt: number;
  readonly directoryBytes: number;
  /** What was put before the archive (a self-extractor's program) moves every offset by this much. */
  readonly shift: number;
}

const endSignature = Buffer.from('PK\x05\x06', 'latin1');
const end64Signature = 0x06064b50;
const locator64Signature = 0x07064b50;

/** Finds it, and refuses an archive that has two of which readers could take either. */
export function findEnd(file: RandomAccess): End {
  const { name, size } = file;
  const tail = Buffer.allocUnsafe(Math.min(size, 22 + 65535 + 20));
  file.readAt(size - tail.length, tail);
  const records: number[] = [];
  for (let from = tail.length - 22; from >= 0;) {
    const at = tail.lastIndexOf(endSignature, from);
    if (at < 0) break;
    records.push(at);
    from = at - 1;
  }
  const [last] = records;
  if (last === undefined) throw noZip(file);
  const endOf = (at: number) => at + 22 + tail.readUInt16LE(at + 20);
  // Passing it over would bring to light whatever archive lies before it.
  if (endOf(last) > tail.length) throw corrupt(name, 'its comment is cut off');
  // An end record inside the comment of another: which one counts depends on the reader.
  const exact = records.filter((at) => endOf(at) === tail.length);
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
  // Where the locator sends who believes it must be the record that was read, whether or not it knows of a shift.
  const isMislocated = wide !== undefined && wide.locatedAt !== wide.at && wide.locatedAt !== wide.at - shift;
  if (shift < 0 || directoryBytes < count * 46 || isMislocated)
    throw corrupt(name, 'its end record does not fit the file');
  return { count, directoryBytes, directoryAt: directoryAt + shift, shift };
}

interface End64 extends Omit<End, 'shift'> {
  readonly at: number;
  /** What its locator says. */
  readonly locatedAt: number;
}

function readEnd64(file: RandomAccess, endAt: number): End64 | undefined {
  const { name } = file;
  const locatorAt = endAt - 20;
  const locator = Buffer.allocUnsafe(20);
  file.readAt(locatorAt, locator);
  if (locator.readUInt32LE(0) !== locator64Signature) return undefined;
  const locatedAt = safeNumber(locator.readBigUInt64LE(8), name);
  // It stands right before its locator unless it holds data of its own; the locator's offset does not know of a shift.
  // Of two records some readers take the one and some the other.
  const places = new Set([locatorAt - 56, locatedAt]);
  const [found, other] = [...places].flatMap((at) => recordAt(file, at, locatorAt) ?? []);
  if (other) throw corrupt(name, 'it has more than one end record');
  if (!found || found.at + 12 + safeNumber(found.record.readBigUInt64LE(4), name) !== locatorAt)
    throw corrupt(name, 'its 64-bit end record is missing');
  const { at, record } = found;
  if (
    locator.readUInt32LE(4) !== 0 ||
    locator.readUInt32LE(16) > 1 ||
    record.readUInt32LE(16) !== 0 ||
    record.readUInt32LE(20) !== 0 ||
    record.readBigUInt64LE(24) !== record.readBigUInt64LE(32)
  )
    throw corrupt(name, 'it is one of several disks');
  return {
    at,
    locatedAt,
    count: safeNumber(record.readBigUInt64LE(32), name),
    directoryBytes: safeNumber(record.readBigUInt64LE(40), name),
    directoryAt: safeNumber(record.readBigUInt64LE(48), name),
  };
}

function recordAt(file: RandomAccess, at: number, end: number): { at: number; record: Buffer } | undefined {
  if (at < 0 || at + 56 > end) return undefined;
  const record = Buffer.allocUnsafe(56);
  file.readAt(at, record);
  return record.readUInt32LE(0) === end64Signature ? { at, record } : undefined;
}

function noZip(file: RandomAccess): SallyportError {
  const start = Buffer.alloc(Math.min(262, file.size));
  file.readAt(0, start);
  const isTar =
    /^(?:1f8b|425a68|fd377a58|28b52ffd)/.test(start.toString('hex', 0, 4)) || start.indexOf('ustar') === 257;
  return new SallyportError('CorruptInput', {
    path: file.name,
    reason: 'it is no zip archive: its end record is missing',
    ...(isTar ? { next: 'It looks like a tar archive: use "tar list" or "tar extract".' } : {}),
  });
}
