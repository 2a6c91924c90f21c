import { openRandomAccess } from '../../files/index.ts';
import { openEntries, readDirectory, unreadable, type NameEncoding, type ZipEntry } from '../../formats/zip/index.ts';
import { toSallyportError, SallyportError } from '../../protocol/errors.ts';
import {
  openDestination,
  type DestinationOptions,
  type EntryType,
  type IncomingEntry,
} from '../archive/destination.ts';
import { selector, type Selection } from '../archive/select.ts';
import type { Job } from '../job.ts';

export interface ExtractInput extends DestinationOptions, Selection {
  readonly in: string;
  readonly encoding: NameEncoding;
}

export const extractZip: Job<ExtractInput> = (input, { root, checkStopped, progress }) => {
  using file = openRandomAccess(root.openRead(input.in), input.in);
  const entries = readDirectory(file, input.encoding);
  const wanted = selector(input);
  using destination = openDestination(root, input);
  const accepted: { entry: ZipEntry; incoming: IncomingEntry; path: string }[] = [];
  let [files, total] = [0, 0];
  for (const entry of entries) {
    if (entry.name !== undefined && !wanted(entry.name)) continue;
    const incoming = incomingOf(entry);
    const path = destination.accept(incoming);
    if (path === undefined) continue;
    const problem = incoming.type === 'file' ? unreadable(entry, input.in) : undefined;
    if (problem) throw problem;
    accepted.push({ entry, incoming, path });
    if (incoming.type === 'file') [files, total] = [files + 1, total + entry.bytes];
  }
  destination.checkTotals(files, total);

  accepted.sort((a, b) => a.entry.offset - b.entry.offset);
  using reader = openEntries(file);
  let done = 0;
  try {
    if (accepted.length > 0) destination.folder(input.dest.replace(/\/+$/, ''));
    for (const { entry, incoming, path } of accepted) {
      checkStopped();
      if (incoming.type === 'folder') {
        destination.folder(path);
        continue;
      }
      const out = destination.file(path, incoming);
      if (!out) continue;
      try {
        reader.read(entry, (chunk) => {
          checkStopped();
          out.write(chunk);
        });
      } catch (error) {
        out.abort();
        throw error;
      }
      destination.commit(out);
      done += entry.bytes;
      progress({ done, total, unit: 'bytes', label: 'extracting' });
    }
  } catch (thrown) {
    const { code, fields } = toSallyportError(thrown);
    throw new SallyportError(code, fields, { cause: thrown, result: destination.report() });
  }
  return destination.report();
};

/** The type bits count whatever host the entry claims: a link under a DOS host byte is a link to who unpacks it. */
export function incomingOf({ name, isFolder, mode, bytes, mtimeMs }: ZipEntry): IncomingEntry {
  const format = mode & 0o170000;
  const types: Record<number, EntryType> = {
    0: isFolder ? 'folder' : 'file',
    0o100000: isFolder ? 'folder' : 'file',
    0o040000: 'folder',
    0o120000: 'link',
  };
  return {
    name,
    type: types[format] ?? 'other',
    bytes,
    mtimeMs,
    executable: (mode & 0o111) !== 0 && format === 0o100000,
  };
}
