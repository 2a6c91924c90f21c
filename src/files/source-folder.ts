import fs from 'node:fs';
import { explain } from './failure.ts';
import type { Folder } from './folder.ts';
import { mayBeProtected } from './protected.ts';

/** A folder held open for reading, on the way through all that is below it; what is opened in it cannot be elsewhere. */
export interface SourceFolder extends Disposable {
  readonly mtimeMs: number;
  /** Sorted by name. More than `limit` are refused; without one memory is the limit. */
  entries(limit?: number): SourceEntry[];
  folder(name: string): SourceFolder;
  file(name: string): SourceFile;
}

export interface SourceEntry {
  readonly name: string;
  readonly kind: 'file' | 'dir' | 'link' | 'other';
  /** False when the name is not UTF-8, so that `name` only resembles it. */
  readonly isExact: boolean;
}

/** An open file, as it was when it was opened; fewer bytes may come. */
export interface SourceFile extends Disposable {
  readonly size: number;
  readonly mtimeMs: number;
  readonly mode: number;
  /** 0 is the end. */
  read(into: Uint8Array): number;
  /** Whether it has more bytes by now. */
  hasGrown(): boolean;
}

/** What a workspace has to say about it. */
export interface Warden {
  /** Throws for what may not be read. */
  check(segments: readonly string[]): void;
  /** Throws when more was read than may be. */
  count(bytes: number): void;
}

export function openSourceFolder(
  folder: Folder,
  segments: readonly string[],
  warden: Warden,
  close: () => void = () => folder[Symbol.dispose](),
): SourceFolder {
  const isSuspect = segments.some(mayBeProtected);
  return {
    mtimeMs: folder.stat()?.mtimeMs ?? 0,
    entries(limit) {
      const listed = limit === undefined ? folder.allEntries() : folder.entries(limit);
      const found = listed.map((entry) => ({
        name: entry.name,
        kind: kindOf(entry),
        isExact: !entry.name.includes('\uFFFD') || folder.stat(entry.name) !== undefined,
      }));
      return found.sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    folder(name) {
      const inside = [...segments, name];
      warden.check(inside);
      return openSourceFolder(folder.folder(name), inside, warden);
    },
    file(name) {
      // The folder itself was checked when it was opened.
      if (isSuspect || mayBeProtected(name)) warden.check([...segments, name]);
      return new OpenFile(folder, name, warden);
    },
    [Symbol.dispose]: close,
  };
}

const oneByte = new Uint8Array(1);

class OpenFile implements SourceFile {
  readonly size: number;
  readonly mtimeMs: number;
  readonly mode: number;
  readonly #fd: number;
  readonly #folder: Folder;
  readonly #name: string;
  readonly #warden: Warden;

  constructor(folder: Folder, name: string, warden: Warden) {
    const { fd, stats } = folder.openRegular(name);
    this.size = stats.size;
    this.mtimeMs = stats.mtimeMs;
    this.mode = stats.mode & 0o777;
    this.#fd = fd;
    this.#folder = folder;
    this.#name = name;
    this.#warden = warden;
  }

  read(into: Uint8Array): number {
    let got;
    try {
      got = fs.readSync(this.#fd, into, 0, into.length, null);
    } catch (error) {
      throw explain(error, this.#folder.shown(this.#name));
    }
    this.#warden.count(got);
    return got;
  }

  hasGrown(): boolean {
    try {
      return fs.readSync(this.#fd, oneByte, 0, 1, this.size) > 0;
    } catch (error) {
      throw explain(error, this.#folder.shown(this.#name));
    }
  }

  [Symbol.dispose](): void {
    fs.closeSync(this.#fd);
  }
}

function kindOf(entry: fs.Dirent): SourceEntry['kind'] {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'dir';
  return entry.isSymbolicLink() ? 'link' : 'other';
}
