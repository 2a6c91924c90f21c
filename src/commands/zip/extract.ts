import { openRandomAccess } from '../../files/index.ts';
import { openEntries, readDirectory, unreadable, type NameEncoding, type ZipEntry } from '../../formats/zip/index.ts';
import type { Claim } from '../archive/claims.ts';
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
  const accepted: { entry: ZipEntry; incoming: IncomingEntry; claim: Claim }[] = [];
  let [files, total] = [0, 0];
  for (const entry of entries) {
    if (entry.name !== undefined && !wanted(entry.name)) continue;
    const incoming = incomingOf(entry);
    const claim = destination.accept(incoming);
    if (!claim) continue;
    const problem = incoming.type === 'file' ? unreadable(entry, input.in) : undefined;
    if (problem) throw problem;
    accepted.push({ entry, incoming, claim });
    if (incoming.type === 'file') [files, total] = [files + 1, total + entry.bytes];
  }
  destination.checkTotals(files, total);

  accepted.sort((a, b) => a.entry.offset - b.entry.offset);
  using reader = openEntries(file);
  let done = 0;
  try {
    for (const { entry, incoming, claim } of accepted) {
      checkStopped();
      if (incoming.type === 'folder') {
        destination.folder(claim);
        continue;
      }
      const out = destination.file(claim, incoming);
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
    return destination.finish();
  } catch (thrown) {
    throw destination.fail(thrown);
  }
};

function incomingOf({ name, isFolder, mode, bytes, mtimeMs }: ZipEntry): IncomingEntry {
  const executable = (mode & 0o111) !== 0 && (mode & 0o170000) === 0o100000;
  return { name, type: typeOf(mode, isFolder), bytes, mtimeMs, executable };
}

/** The type bits count whatever host the entry claims: a link under a DOS host byte is a link to who unpacks it. */
export function typeOf(mode: number, isFolder: boolean): EntryType {
  switch (mode & 0o170000) {
    case 0:
    case 0o100000:
      return isFolder ? 'folder' : 'file';
    case 0o040000:
      return 'folder';
    case 0o120000:
      return 'link';
    default:
      return 'other';
  }
}
