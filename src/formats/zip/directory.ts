import { SallyportError } from '../../protocol/errors.ts';
import type { RandomAccess } from '../../protocol/bytes.ts';
import { corrupt } from '../corrupt.ts';
import { findEnd } from './end.ts';
import { ZipEntry } from './entry.ts';
import type { NameEncoding } from './names.ts';

const maxDirectoryBytes = 64 * 1024 * 1024;

/** Reads the central directory with one read and refuses everything in it that could be read in two ways. */
export function readDirectory(file: RandomAccess, encoding: NameEncoding): ZipEntry[] {
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
  const entries: ZipEntry[] = [];
  let at = 0;
  while (at + 4 <= bytes.length && view.getUint32(at, true) === entrySignature) {
    if (at + 46 > bytes.length) throw corrupt(name, 'its list of entries is cut off');
    const nameEnd = at + 46 + view.getUint16(at + 28, true);
    const extraEnd = nameEnd + view.getUint16(at + 30, true);
    const next = extraEnd + view.getUint16(at + 32, true);
    if (next > bytes.length) throw corrupt(name, 'its list of entries is cut off');
    entries.push(new ZipEntry(directory, at, nameEnd, extraEnd));
    at = next;
  }
  const isSigned = at + 6 <= bytes.length && view.getUint32(at, true) === digitalSignature;
  const listEnd = isSigned ? at + 6 + view.getUint16(at + 4, true) : at;
  if (listEnd !== bytes.length) throw corrupt(name, 'its list of entries holds something else');
  if (entries.length !== end.count && entries.length % 65536 !== end.count)
    throw corrupt(name, `it says that it has ${end.count} entries, but it has ${entries.length}`);
  setEnds(entries, end.directoryAt, name);
  return entries;
}

const entrySignature = 0x02014b50;
const digitalSignature = 0x05054b50;

function setEnds(entries: readonly ZipEntry[], directoryAt: number, archive: string): void {
  const inOrder = isSorted(entries) ? entries : entries.toSorted((a, b) => a.offset - b.offset);
  inOrder.reduceRight((end, entry) => setEnd(entry, end, archive), directoryAt);
}

/** Entries that share bytes are how a small archive becomes petabytes; no honest writer makes them. */
function setEnd(entry: ZipEntry, end: number, archive: string): number {
  if (entry.offset < 0 || entry.offset + 30 + entry.compressedBytes > end)
    throw corrupt(archive, 'entries overlap, or lie outside the file');
  entry.end = end;
  return entry.offset;
}

export function isSorted(entries: readonly ZipEntry[]): boolean {
  let last = -Infinity;
  for (const { offset } of entries) {
    if (offset < last) return false;
    last = offset;
  }
  return true;
}
