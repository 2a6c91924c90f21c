import { SallyportError } from '../../protocol/errors.ts';
import type { RandomAccess } from '../../protocol/bytes.ts';
import { corrupt } from '../corrupt.ts';
import { findEnd } from './end.ts';
import { ZipEntry } from './entry.ts';
import type { NameEncoding } from './names.ts';

const maxDirectoryBytes = 64 * 1024 * 1024;

/** What the list of an archive holds. Of a long one each entry is made anew when it is asked for: there may be more than a million. */
export interface ZipEntries extends Iterable<ZipEntry> {
  readonly length: number;
  /** As they lie in the file, which may be another order than that of the list. */
  inFileOrder(): Iterable<ZipEntry>;
}

/** Reads the central directory with one read and refuses everything in it that could be read in two ways. */
export function readDirectory(file: RandomAccess, encoding: NameEncoding): ZipEntries {
  const end = findEnd(file);
  const { name } = file;
  if (end.directoryBytes > maxDirectoryBytes)
    throw new SallyportError('ArchiveTooLarge', {
      reason: `its list of entries has ${end.directoryBytes} bytes, the limit is ${maxDirectoryBytes}`,
    });
  const bytes = Buffer.allocUnsafeSlow(end.directoryBytes);
  file.readAt(end.directoryAt, bytes);

  const view = new DataView(bytes.buffer);
  const directory = { bytes, view, archive: name, shift: end.shift, encoding };
  const most = Math.floor(bytes.length / headerBytes);
  const found: Found = { starts: new Uint32Array(most), offsets: new Float64Array(most), ends: new Float64Array(most) };
  const kept: ZipEntry[] = [];
  let [length, at] = [0, 0];
  while (at + 4 <= bytes.length && view.getUint32(at, true) === entrySignature) {
    const next = nextStart(view, at);
    if (next > bytes.length) throw corrupt(name, 'its list of entries is cut off');
    const entry = new ZipEntry(directory, at, NaN, length);
    const { offset, compressedBytes } = entry;
    if (length < maxKept) kept.push(entry);
    found.starts[length] = at;
    found.offsets[length] = offset;
    found.ends[length++] = offset + 30 + compressedBytes;
    at = next;
  }
  const isSigned = at + 6 <= bytes.length && view.getUint32(at, true) === digitalSignature;
  const listEnd = isSigned ? at + 6 + view.getUint16(at + 4, true) : at;
  if (listEnd !== bytes.length) throw corrupt(name, 'its list of entries holds something else');
  if (length !== end.count && length % 65536 !== end.count)
    throw corrupt(name, `it says that it has ${end.count} entries, but it has ${length}`);
  const order = isAscending(found.offsets, length) ? undefined : inOrder(found.offsets, length);
  setEnds(found, order, length, end.directoryAt, name);
  const { starts, ends } = found;
  const entryAt = (index: number): ZipEntry => {
    const entry = kept[index] ?? new ZipEntry(directory, starts[index] as number, NaN, index);
    entry.end = ends[index] as number;
    return entry;
  };
  return {
    length,
    *[Symbol.iterator]() {
      for (let index = 0; index < length; index++) yield entryAt(index);
    },
    *inFileOrder() {
      for (let place = 0; place < length; place++) yield entryAt(order ? (order[place] as number) : place);
    },
  };
}

/** So many entries are kept: to make each again takes longer than to keep it. */
const maxKept = 50_000;
const headerBytes = 46;
const entrySignature = 0x02014b50;
const digitalSignature = 0x05054b50;

/** What is kept of each entry, an object for each of which would be more than all of the list. */
interface Found {
  /** In the list. */
  readonly starts: Uint32Array;
  readonly offsets: Float64Array;
  /** Of its data, if it is as short as can be; then where the next thing in the file begins. */
  readonly ends: Float64Array;
}

/** Where the next entry of the list begins, or what follows the last. */
function nextStart(view: DataView, at: number): number {
  if (at + headerBytes > view.byteLength) return Infinity;
  const nameBytes = view.getUint16(at + 28, true);
  const extraBytes = view.getUint16(at + 30, true);
  return at + headerBytes + nameBytes + extraBytes + view.getUint16(at + 32, true);
}

function isAscending(offsets: Float64Array, length: number): boolean {
  for (let index = 1; index < length; index++)
    if ((offsets[index] as number) < (offsets[index - 1] as number)) return false;
  return true;
}

/** Which entry is the first in the file, the second, and so on. */
function inOrder(offsets: Float64Array, length: number): Uint32Array {
  return Uint32Array.from({ length }, (_, index) => index).sort(
    (a, b) => (offsets[a] as number) - (offsets[b] as number),
  );
}

/** Entries that share bytes are how a small archive becomes petabytes; no honest writer makes them. */
function setEnds(
  { offsets, ends }: Found,
  order: Uint32Array | undefined,
  length: number,
  directoryAt: number,
  archive: string,
): void {
  let end = directoryAt;
  for (let place = length - 1; place >= 0; place--) {
    const index = order ? (order[place] as number) : place;
    const offset = offsets[index] as number;
    if (offset < 0 || (ends[index] as number) > end) throw corrupt(archive, 'entries overlap, or lie outside the file');
    ends[index] = end;
    end = offset;
  }
}
