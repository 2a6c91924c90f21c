import { parsePath, sameNameKey, type FileWriter, type OpenFolder, type Root } from '../../files/index.ts';
import { showControls } from '../../output/index.ts';
import { isSallyportError, SallyportError } from '../../protocol/errors.ts';

export interface DestinationOptions {
  /** Relative to the workspace. */
  readonly dest: string;
  readonly overwrite: boolean;
  readonly maxFiles: number;
  readonly maxBytes: number;
  readonly maxEntryBytes: number;
  readonly stripComponents: number;
}

export type EntryType = 'file' | 'folder' | 'link' | 'other';

export interface IncomingEntry {
  /** Undefined when its bytes are no name. */
  readonly name: string | undefined;
  readonly type: EntryType;
  readonly bytes: number;
  readonly mtimeMs: number;
  readonly executable: boolean;
}

type SkipReason = 'existing' | 'unsafe_path' | 'too_large' | 'unsafe_link' | 'unsafe_type' | 'duplicate';

/** Where the entries of an archive go: the only place that turns names of strangers into files. */
export interface Destination extends Disposable {
  /** The path that an entry may have, or undefined when it was skipped and counted. */
  accept(entry: IncomingEntry): string | undefined;
  /** Refuses an archive whose accepted entries are more than the limits, before anything is written. */
  checkTotals(files: number, bytes: number): void;
  folder(path: string): void;
  /** Undefined when the file is there already and stays. */
  file(path: string, entry: IncomingEntry): FileWriter | undefined;
  commit(file: FileWriter): void;
  report(): Record<string, unknown>;
}

const maxSamples = 20;

export function openDestination(root: Root, options: DestinationOptions): Destination {
  const base = parsePath(options.dest, 'write');
  const skipped: Record<SkipReason, number> = {
    existing: 0,
    unsafe_path: 0,
    too_large: 0,
    unsafe_link: 0,
    unsafe_type: 0,
    duplicate: 0,
  };
  const samples: { name: string; reason: SkipReason }[] = [];
  /** Folder parts of names, parsed once; undefined for one that cannot be trusted. */
  const parents = new Map<string, string[] | undefined>();
  /** Keys of folders that were claimed. */
  const claimed = new Map<string, string>([['', '']]);
  /** By key of the whole path: what the archive has put there, in its exact spelling. */
  const taken = new Map<string, { path: string; type: 'file' | 'folder' }>();
  /** Folders that are there for sure, and whether this extraction made them. */
  const known = new Map<string, { isOurs: boolean }>();
  /** The folders that were written to last stay open: archives go folder by folder. */
  const open = new Map<string, OpenFolder>();
  let [files, folders, bytes, claimedFolders] = [0, 0, 0, 0];

  function skip(name: string | undefined, reason: SkipReason): undefined {
    skipped[reason]++;
    if (samples.length < maxSamples)
      samples.push({ name: showControls(name ?? '(not decodable)').slice(0, 200), reason });
    return undefined;
  }

  /** Segments below the destination; undefined for a name that cannot be trusted. */
  function segmentsOf(name: string): string[] | undefined {
    const plain = name.replaceAll('\\', '/');
    const slash = plain.lastIndexOf('/');
    // Most names share their folder with the one before; names that are long are looked at as a whole.
    if (options.stripComponents === 0 && slash > 0 && slash < plain.length - 1 && plain.length < 1000) {
      const parent = plain.slice(0, slash);
      if (!parents.has(parent)) parents.set(parent, tryParse(parent));
      const [above, last] = [parents.get(parent), tryParse(plain.slice(slash + 1))];
      return above && last && [...above, ...last];
    }
    // Before anything is stripped: `../a` with one component less is not `a`.
    const stripped = tryParse(plain)?.slice(options.stripComponents);
    return stripped && (stripped.length === 0 ? [] : tryParse(stripped.join('/')));
  }

  /** False when another spelling of the path, or a file where a folder has to be, came before. */
  function claim(segments: readonly string[], type: 'file' | 'folder'): boolean {
    const above = segments.slice(0, -1);
    const last = segments.at(-1) as string;
    const path = segments.join('/');
    const parent = above.join('/');
    if (!claimed.has(parent) && !claim(above, 'folder')) return false;
    const key = `${claimed.get(parent)}/${sameNameKey(last)}`;
    const before = taken.get(key);
    if (before && (before.path !== path || before.type === 'file' || type === 'file')) return false;
    if (!before && type === 'folder' && ++claimedFolders > options.maxFiles) {
      throw new SallyportError('ArchiveTooLarge', {
        reason: `it has more folders than --max-files (${options.maxFiles})`,
      });
    }
    taken.set(key, { path, type });
    if (type === 'folder') claimed.set(path, key);
    return true;
  }

  function makeFolder(path: string): void {
    if (path === '' || known.has(path)) return;
    const parent = path.lastIndexOf('/');
    if (parent > 0) makeFolder(path.slice(0, parent));
    const isOurs = root.mkdir(path);
    if (isOurs) folders++;
    known.set(path, { isOurs });
  }

  function orSkip<T>(path: string, work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      const reason = skipReason(error);
      if (!reason) throw error;
      return skip(path, reason);
    }
  }

  function openFolder(path: string): OpenFolder {
    const held = open.get(path);
    if (held) return held;
    makeFolder(path);
    const found = root.openFolder(path, { isOurs: known.get(path)?.isOurs === true });
    open.set(path, found);
    const [oldest] = open.keys();
    if (open.size > 64 && oldest !== undefined) {
      open.get(oldest)?.[Symbol.dispose]();
      open.delete(oldest);
    }
    return found;
  }

  return {
    [Symbol.dispose]() {
      for (const each of open.values()) each[Symbol.dispose]();
      open.clear();
    },
    accept(entry) {
      const { name, type } = entry;
      if (name === undefined) return skip(name, 'unsafe_path');
      const segments = segmentsOf(name);
      if (!segments) return skip(name, 'unsafe_path');
      if (type === 'link') return skip(name, 'unsafe_link');
      if (type === 'other') return skip(name, 'unsafe_type');
      if (segments.length === 0) return undefined; // the destination itself, or stripped away
      if (entry.bytes > options.maxEntryBytes) return skip(name, 'too_large');
      if (!claim(segments, type)) return skip(name, 'duplicate');
      return [...base, ...segments].join('/');
    },
    checkTotals(count, total) {
      if (count > options.maxFiles)
        throw new SallyportError(
          'ArchiveTooLarge',
          { reason: `it has ${count} files, --max-files is ${options.maxFiles}` },
          { result: this.report() },
        );
      if (total > options.maxBytes)
        throw new SallyportError(
          'ArchiveTooLarge',
          { reason: `it unpacks to ${total} bytes, --max-bytes is ${options.maxBytes}` },
          { result: this.report() },
        );
    },
    folder: (path) => orSkip(path, () => makeFolder(path)),
    file(path, { mtimeMs, executable }) {
      if (files >= options.maxFiles)
        throw new SallyportError('ArchiveTooLarge', {
          reason: `it has more files than --max-files (${options.maxFiles})`,
        });
      return orSkip(path, () => {
        const slash = path.lastIndexOf('/');
        return openFolder(slash < 0 ? '.' : path.slice(0, slash)).create(path.slice(slash + 1), {
          replace: options.overwrite,
          mode: executable ? 0o755 : 0o644,
          mtimeMs: clampTime(mtimeMs),
          durable: false,
        });
      });
    },
    commit(file) {
      file.commit();
      files++;
      bytes += file.bytes;
      if (bytes > options.maxBytes)
        throw new SallyportError('ArchiveTooLarge', {
          reason: `it unpacks to more than --max-bytes (${options.maxBytes})`,
        });
    },
    report: () => ({
      files_written: files,
      dirs_created: folders,
      bytes_written: bytes,
      skipped: { ...skipped },
      skipped_samples: [...samples],
    }),
  };
}

function tryParse(path: string): string[] | undefined {
  try {
    return parsePath(path, 'write');
  } catch (error) {
    if (isSallyportError(error) && error.code === 'PathOutsideRoot') return undefined;
    throw error;
  }
}

/** What is in the way stays (a file, a folder where a file would go, a link), and what is protected is not touched. */
function skipReason(error: unknown): SkipReason | undefined {
  if (!isSallyportError(error)) return undefined;
  if (error.code === 'ProtectedPath') return 'unsafe_path';
  return ['AlreadyExists', 'PathOutsideRoot', 'InvalidArgs'].includes(error.code) ? 'existing' : undefined;
}

/** What file systems can hold. */
function clampTime(ms: number): number {
  return Math.max(0, Math.min(ms, 4_102_444_800_000 * 2));
}
