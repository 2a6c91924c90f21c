import { SallyportError } from '../../protocol/errors.ts';
import type { RandomAccess } from '../../protocol/bytes.ts';
import { corrupt } from '../corrupt.ts';
import { dosTime, readExtra, safeNumber, wideReader, type ExtraFields } from './extra.ts';
import { decodeName, type NameEncoding } from './names.ts';

/** One entry as the central directory has it, which is the only truth about an archive. */
export interface ZipEntry {
  /** Undefined when the bytes are no name in their encoding. */
  readonly name: string | undefined;
  readonly rawName: Buffer;
  /** Whether the bytes are those of its name. */
  isNamed(bytes: Buffer, from: number, to: number): boolean;
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

  const from = { directory, archive: name, shift: end.shift, encoding };
  const entries: ZipEntry[] = [];
  let at = 0;
  while (at + 4 <= directory.length && directory.readUInt32LE(at) === signatures.entry) {
    if (at + 46 > directory.length) throw corrupt(name, 'its list of entries is cut off');
    const [nameLength, extraLength] = [directory.readUInt16LE(at + 28), directory.readUInt16LE(at + 30)];
    const next = at + 46 + nameLength + extraLength + directory.readUInt16LE(at + 32);
    if (next > directory.length) throw corrupt(name, 'its list of entries is cut off');
    entries.push(new DirectoryEntry(from, at));
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

/** What is not always asked for is read when it is: an archive may have hundreds of thousands of entries. */
class DirectoryEntry implements ZipEntry {
  readonly compressedBytes: number;
  readonly bytes: number;
  readonly offset: number;
  end = 0;
  readonly #directory: Buffer;
  readonly #at: number;
  readonly #nameEnd: number;
  readonly #extra: ExtraFields | undefined;
  readonly #encoding: NameEncoding;
  #name: string | null | undefined = null;

  constructor(from: { directory: Buffer; archive: string; shift: number; encoding: NameEncoding }, at: number) {
    const { directory, archive } = from;
    this.#directory = directory;
    this.#at = at;
    this.#encoding = from.encoding;
    this.#nameEnd = at + 46 + directory.readUInt16LE(at + 28);
    const extraEnd = this.#nameEnd + directory.readUInt16LE(at + 30);
    this.#extra = extraEnd > this.#nameEnd ? readExtra(directory, this.#nameEnd, extraEnd, archive) : undefined;
    let bytes = directory.readUInt32LE(at + 24);
    let compressedBytes = directory.readUInt32LE(at + 20);
    let offset = directory.readUInt32LE(at + 42);
    if (bytes === 0xffffffff || compressedBytes === 0xffffffff || offset === 0xffffffff) {
      // APPNOTE 4.5.3: only the fields that are all ones are in the zip64 field, in this order.
      const wide = wideReader(this.#extra?.wide, archive);
      [bytes, compressedBytes, offset] = [wide(bytes), wide(compressedBytes), wide(offset)];
    }
    const disk = directory.readUInt16LE(at + 34);
    if (disk !== 0 && disk !== 0xffff) throw corrupt(archive, 'it is one of several disks');
    this.bytes = bytes;
    this.compressedBytes = compressedBytes;
    this.offset = offset + from.shift;
  }

  get name(): string | undefined {
    if (this.#name === null) {
      const [from, isUtf8] = [this.#at + 46, (this.#flags & 0x800) !== 0];
      this.#name = decodeName(this.#directory, from, this.#nameEnd, isUtf8, this.#extra?.unicodePath, this.#encoding);
    }
    return this.#name;
  }

  get rawName(): Buffer {
    return this.#directory.subarray(this.#at + 46, this.#nameEnd);
  }

  isNamed(bytes: Buffer, from: number, to: number): boolean {
    return this.#directory.compare(bytes, from, to, this.#at + 46, this.#nameEnd) === 0;
  }

  get mode(): number {
    return this.#directory.readUInt16LE(this.#at + 40);
  }

  get isFolder(): boolean {
    const last = this.#nameEnd > this.#at + 46 ? this.#directory[this.#nameEnd - 1] : 0;
    const format = this.mode & 0o170000;
    if (last === 0x2f || last === 0x5c || format === 0o040000) return true;
    const isDosFolder = ((this.#directory[this.#at + 38] as number) & 0x10) !== 0;
    return isDosFolder && format === 0 && this.bytes === 0 && this.compressedBytes === 0;
  }

  get method(): number {
    return this.#directory.readUInt16LE(this.#at + 10);
  }

  get encrypted(): boolean {
    return (this.#flags & 0x2041) !== 0;
  }

  get streamed(): boolean {
    return (this.#flags & 8) !== 0;
  }

  get crc(): number {
    return this.#directory.readUInt32LE(this.#at + 16);
  }

  get mtimeMs(): number {
    const at = this.#at;
    return (
      this.#extra?.mtimeMs ?? dosTime(this.#directory.readUInt16LE(at + 14), this.#directory.readUInt16LE(at + 12))
    );
  }

  get #flags(): number {
    return this.#directory.readUInt16LE(this.#at + 8);
  }
}

/** Entries that share bytes are how a small archive becomes petabytes; no honest writer makes them. */
function setEnds(entries: readonly ZipEntry[], directoryAt: number, archive: string): void {
  const inOrder = isSorted(entries) ? entries : entries.toSorted((a, b) => a.offset - b.offset);
  for (let index = 0; index < inOrder.length; index++) {
    const entry = inOrder[index] as ZipEntry;
    entry.end = inOrder[index + 1]?.offset ?? directoryAt;
    if (entry.offset < 0 || entry.offset + 30 + entry.compressedBytes > entry.end)
      throw corrupt(archive, 'entries overlap, or lie outside the file');
  }
}

function isSorted(entries: readonly ZipEntry[]): boolean {
  for (let index = 1; index < entries.length; index++)
    if ((entries[index - 1] as ZipEntry).offset > (entries[index] as ZipEntry).offset) return false;
  return true;
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
  const records: number[] = [];
  for (let at = tail.length - 22; at >= 0; at--)
    if (tail[at] === 0x50 && tail.readUInt32LE(at) === signatures.end) records.push(at);
  const [last] = records;
  if (last === undefined) throw corrupt(name, 'it is no zip archive: its end record is missing');
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
  if (shift < 0 || directoryBytes < count * 46) throw corrupt(name, 'its end record does not fit the file');
  return { count, directoryBytes, directoryAt: directoryAt + shift, shift };
}

function readEnd64(file: RandomAccess, endAt: number): (Omit<End, 'shift'> & { at: number }) | undefined {
  const locator = Buffer.allocUnsafe(20);
  file.readAt(endAt - 20, locator);
  if (locator.readUInt32LE(0) !== signatures.locator64) return undefined;
  // It stands right before its locator unless it holds data of its own; the locator's offset does not know of a shift.
  for (const at of [endAt - 20 - 56, safeNumber(locator.readBigUInt64LE(8), file.name)]) {
    if (at < 0 || at + 56 > endAt - 20) continue;
    const record = Buffer.allocUnsafe(56);
    file.readAt(at, record);
    if (
      record.readUInt32LE(0) !== signatures.end64 ||
      at + 12 + safeNumber(record.readBigUInt64LE(4), file.name) !== endAt - 20
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
      count: safeNumber(record.readBigUInt64LE(32), file.name),
      directoryBytes: safeNumber(record.readBigUInt64LE(40), file.name),
      directoryAt: safeNumber(record.readBigUInt64LE(48), file.name),
    };
  }
  throw corrupt(file.name, 'its 64-bit end record is missing');
}
