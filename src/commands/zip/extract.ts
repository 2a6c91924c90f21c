import { openRandomAccess, type TreeFile } from '../../files/index.ts';
import {
  openEntries,
  readDirectory,
  unreadable,
  type NameEncoding,
  type ZipEntries,
  type ZipEntry,
} from '../../formats/zip/index.ts';
import { advancing } from '../archive/advance.ts';
import type { Claim } from '../archive/claims.ts';
import { openDestination, type Destination, type DestinationOptions, type EntryType } from '../archive/destination.ts';
import { requireChosen, selector, type Selection } from '../archive/select.ts';
import type { Job } from '../job.ts';

export interface ExtractInput extends DestinationOptions, Selection {
  readonly in: string;
  readonly encoding: NameEncoding;
}

export const extractZip: Job<ExtractInput> = (input, { root, checkStopped, progress }) => {
  using file = openRandomAccess(root.openRead(input.in), input.in);
  using destination = openDestination(root, input);
  const entries = readDirectory(file, input.encoding);
  const { claims, total } = choose(entries, input, destination);
  using reader = openEntries(file);
  const advance = advancing(progress, 'extracting', total);
  let out: TreeFile | undefined;
  const copyParts = (entry: ZipEntry, claim: Claim) => {
    out = destination.open(claim, entry.mtimeMs, isExecutable(entry.mode));
    if (!out) return advance(entry.bytes);
    for (const chunk of reader.chunks(entry)) {
      checkStopped();
      out.write(chunk);
      advance(chunk.length);
    }
    destination.commit(out);
  };
  try {
    for (const entry of entries.inFileOrder()) {
      const claim = claims[entry.index];
      if (!claim) continue;
      checkStopped();
      if (claim.isFolder) destination.folder(claim, entry.mtimeMs);
      else if (destination.hasRoom(claim)) {
        const content = reader.whole(entry);
        if (content) {
          destination.put(claim, content, entry.mtimeMs, isExecutable(entry.mode));
          advance(content.length);
        } else copyParts(entry, claim);
        destination.checked(); // each entry has a checksum of its own
      }
    }
    return destination.finish();
  } catch (thrown) {
    out?.abort();
    throw destination.fail(thrown);
  }
};

interface Choice {
  /** Of each entry by its place in the list; nothing more is kept, for there may be a million. */
  readonly claims: readonly (Claim | undefined)[];
  readonly total: number;
}

/** What will be unpacked; refused when it is too much. */
function choose(entries: ZipEntries, input: ExtractInput, destination: Destination): Choice {
  const wanted = selector(input);
  const claims = Array.from<Claim | undefined>({ length: entries.length });
  let [files, total, chosen] = [0, 0, 0];
  for (const entry of entries) {
    const { name } = entry;
    if (name !== undefined && !wanted(name)) continue;
    chosen++;
    const claim = destination.accept(name, typeOf(entry.mode, entry.isFolder), entry.bytes);
    if (!claim) continue;
    claims[entry.index] = claim;
    if (claim.isFolder) continue;
    const problem = unreadable(entry, input.in);
    if (problem) throw problem;
    files++;
    total += entry.bytes;
    // The names of a million files that are not to be unpacked would cost hundreds of megabytes.
    if (files > input.maxFiles) break;
  }
  requireChosen(chosen, input, input.in);
  destination.checkTotals(files, total);
  return { claims, total };
}

/**
 * Many writers leave out the type of an ordinary file. What has neither a type nor the right of its owner to read it is no
 * mode of Unix: Windows keeps attributes in the same place, such as that OneDrive is to hold a file on this device.
 */
function isExecutable(mode: number): boolean {
  return (mode & 0o111) !== 0 && (mode & 0o170400) !== 0 && typeOf(mode, false) === 'file';
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
    case 0o170000: // no type at all: old versions of Maven write it for folders
      return isFolder ? 'folder' : 'other';
    default:
      return 'other';
  }
}
