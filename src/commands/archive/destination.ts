import { MemberName, parsePath, type Root, type TreeFile, type TreeFolder } from '../../files/index.ts';
import { notDecodable } from '../../formats/zip/names.ts';
import { showControls } from '../../output/index.ts';
import { isSallyportError, SallyportError, toSallyportError } from '../../protocol/errors.ts';
import { openClaims, type Claim } from './claims.ts';

export interface DestinationOptions {
  /** Relative to the workspace. */
  readonly dest: string;
  readonly overwrite: boolean;
  /** A failure takes back everything. */
  readonly atomic: boolean;
  readonly maxFiles: number;
  readonly maxBytes: number;
  readonly maxEntryBytes: number;
  readonly stripComponents: number;
}

export type EntryType = 'file' | 'folder' | 'link' | 'other';

type SkipReason = 'existing' | 'unsafe_path' | 'too_large' | 'unsafe_link' | 'unsafe_type' | 'duplicate';

/** Where the entries of an archive go: the only place that turns names of strangers into files. */
export interface Destination extends Disposable {
  /**
   * The name that an entry may have, or undefined when it was skipped and counted. An entry whose bytes are no name comes
   * without one.
   */
  accept(name: string | undefined, type: EntryType, bytes: number): Claim | undefined;
  /** Refuses an archive whose accepted entries are more than the limits, before anything is written. */
  checkTotals(files: number, bytes: number): void;
  folder(claim: Claim, mtimeMs: number): void;
  /** False, and counted as skipped, when something is in the way: the content need not be read at all. */
  hasRoom(claim: Claim): boolean;
  /** A whole file. */
  put(claim: Claim, content: Uint8Array, mtimeMs: number, executable: boolean): void;
  /** A file that comes in parts; undefined when it was skipped. */
  open(claim: Claim, mtimeMs: number, executable: boolean): TreeFile | undefined;
  commit(file: TreeFile): void;
  /** A check of the archive has told that what was unpacked so far is what was packed. */
  checked(): void;
  /** Brings to light what was unpacked, in a destination that is made if it is missing, and gives the report. */
  finish(): Record<string, unknown>;
  /**
   * Keeps the files that are whole, but none that was not checked where the archive is damaged or a file exists; nothing
   * if all was wanted. Gives the error that says so.
   */
  fail(thrown: unknown): SallyportError;
}

const maxSamples = 20;

export function openDestination(root: Root, options: DestinationOptions): Destination {
  refuseNonFolder(root, options.dest);
  const tree = root.createTree({ replace: options.overwrite });
  const asFolder = { isFolder: true, members: undefined, folder: undefined };
  const workspace: Claim = { name: undefined, parent: undefined, ...asFolder, folder: tree.top };
  const base = parsePath(options.dest, 'write').reduce<Claim>(
    (parent, name) => ({ name: new MemberName(name), parent, ...asFolder }),
    workspace,
  );
  const claims = openClaims(base, { stripComponents: options.stripComponents, maxFolders: options.maxFiles });
  const skipped: Record<SkipReason, number> = {
    existing: 0,
    unsafe_path: 0,
    too_large: 0,
    unsafe_link: 0,
    unsafe_type: 0,
    duplicate: 0,
  };
  const samples: { name: string; reason: SkipReason }[] = [];
  let [files, folders, bytes] = [0, 0, 0];
  let sound: readonly [number, number, number] = [0, 0, 0];

  function skip(name: string | undefined, reason: SkipReason): undefined {
    skipped[reason]++;
    if (samples.length < maxSamples) samples.push({ name: showControls(name ?? notDecodable).slice(0, 200), reason });
    return undefined;
  }

  function folderOf(claim: Claim): TreeFolder {
    if (claim.folder) return claim.folder;
    const folder = folderOf(claim.parent as Claim).folder(claim.name as MemberName);
    if (folder.isNew) folders++;
    claim.folder = folder;
    return folder;
  }

  /** What is in the way stays, and what is protected is not touched. */
  function skipOrThrow(claim: Claim, error: unknown): undefined {
    const reason = skipReason(error);
    if (!reason) throw error;
    return skip(pathOf(claim), reason);
  }

  function report(): Record<string, unknown> {
    const { lost } = tree;
    return {
      files_written: Math.max(0, files - lost.files),
      dirs_created: Math.max(0, folders - lost.folders),
      bytes_written: Math.max(0, bytes - lost.bytes),
      skipped: { ...skipped },
      skipped_samples: [...samples],
    };
  }

  /** Folders that are to hold nothing are of no use either. */
  function isNothingKept(): boolean {
    return options.atomic || files === 0;
  }

  function tooLarge(reason: string): SallyportError {
    return new SallyportError('ArchiveTooLarge', { reason }, { result: report() });
  }

  function tooManyFiles(): SallyportError {
    return tooLarge(`it has more files than --max-files (${options.maxFiles})`);
  }

  function makeFolder(claim: Claim): TreeFolder | undefined {
    try {
      return folderOf(claim);
    } catch (error) {
      return skipOrThrow(claim, error);
    }
  }

  function written(size: number): void {
    files++;
    bytes += size;
    if (bytes > options.maxBytes) throw tooLarge(`it unpacks to more than --max-bytes (${options.maxBytes})`);
  }

  return {
    [Symbol.dispose]: () => tree[Symbol.dispose](),
    accept(name, type, size) {
      const place = name === undefined ? undefined : claims.place(name);
      if (!place) return skip(name, 'unsafe_path');
      if (type === 'link') return skip(name, 'unsafe_link');
      if (type === 'other') return skip(name, 'unsafe_type');
      if (place.name === undefined) return undefined; // the destination itself, or stripped away
      if (size > options.maxEntryBytes) return skip(name, 'too_large');
      return claims.claim(place.parent, place.name, type === 'folder') ?? skip(name, 'duplicate');
    },
    checkTotals(count, total) {
      if (count > options.maxFiles) throw tooManyFiles();
      if (total > options.maxBytes) throw tooLarge(`it unpacks to ${total} bytes, --max-bytes is ${options.maxBytes}`);
    },
    folder(claim, mtimeMs) {
      const folder = makeFolder(claim);
      if (folder?.isNew) folder.date(clampTime(mtimeMs));
    },
    hasRoom(claim) {
      try {
        folderOf(claim.parent as Claim).refuseExisting(claim.name as MemberName);
        return true;
      } catch (error) {
        skipOrThrow(claim, error);
        return false;
      }
    },
    put(claim, content, mtimeMs, executable) {
      if (files >= options.maxFiles) throw tooManyFiles();
      try {
        const folder = folderOf(claim.parent as Claim);
        folder.put(claim.name as MemberName, content, executable ? 0o755 : 0o644, clampTime(mtimeMs));
      } catch (error) {
        return skipOrThrow(claim, error);
      }
      written(content.length);
    },
    open(claim, mtimeMs, executable) {
      if (files >= options.maxFiles) throw tooManyFiles();
      try {
        const folder = folderOf(claim.parent as Claim);
        return folder.create(claim.name as MemberName, executable ? 0o755 : 0o644, clampTime(mtimeMs));
      } catch (error) {
        return skipOrThrow(claim, error);
      }
    },
    commit(file) {
      file.commit();
      written(file.bytes);
    },
    checked() {
      tree.settle();
      sound = [files, folders, bytes];
    },
    finish() {
      makeFolder(base);
      tree.commit({ allOrNothing: options.atomic });
      return report();
    },
    fail(thrown) {
      const { code, fields } = toSallyportError(thrown);
      try {
        if (code === 'CorruptInput') {
          [files, folders, bytes] = sound;
          tree.takeBack();
        }
        if (isNothingKept()) tree[Symbol.dispose]();
        else tree.commit({ keepExisting: true });
      } catch {
        // The error that made it necessary is the one to be seen.
      }
      if (isNothingKept()) [files, folders, bytes] = [0, 0, 0];
      return new SallyportError(code, fields, { cause: thrown, result: report() });
    },
  };
}

/** Else all entries would be skipped as existing, which looks like success. */
function refuseNonFolder(root: Root, dest: string): void {
  const kind = root.stat(dest)?.kind ?? 'dir';
  if (kind === 'dir') return;
  const path = showControls(dest);
  if (kind === 'link') throw new SallyportError('PathOutsideRoot', { path, reason: 'a symbolic link on the way' });
  const what = kind === 'file' ? 'a file' : 'a special file';
  throw new SallyportError('InvalidArgs', { reason: `"${path}" is ${what}, not a folder`, usage: 'help' });
}

function pathOf(claim: Claim): string {
  const names = [];
  for (let each: Claim | undefined = claim; each?.name; each = each.parent) names.push(each.name.text);
  return names.toReversed().join('/');
}

/** A file, a folder where a file would go, a link. */
function skipReason(error: unknown): SkipReason | undefined {
  if (!isSallyportError(error)) return undefined;
  if (error.code === 'ProtectedPath') return 'unsafe_path';
  return ['AlreadyExists', 'PathOutsideRoot', 'InvalidArgs'].includes(error.code) ? 'existing' : undefined;
}

/** What ext4 can hold: from 1901 to 2446. */
function clampTime(ms: number): number {
  return Math.max(-(2 ** 31) * 1000, Math.min(ms, (2 ** 34 - 2 ** 31 - 1) * 1000));
}
