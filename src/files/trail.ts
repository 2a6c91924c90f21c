import type { Folder } from './folder.ts';

/** The way from a folder down, and what was made on it. Only the last folder, and what `undo` needs, stay open. */
export class Trail {
  readonly #top: Folder;
  readonly #recent: RecentFolders;
  #current: Folder;
  #made: { parent: Folder; name: string }[] = [];

  constructor(top: Folder, recent: RecentFolders) {
    this.#top = top;
    this.#recent = recent;
    this.#current = top;
  }

  get folder(): Folder {
    return this.#current;
  }

  get made(): number {
    return this.#made.length;
  }

  /** False when a folder on the way is missing. */
  follow(segments: readonly string[]): boolean {
    return this.#resume(segments) || segments.every((name) => this.#enter(name));
  }

  make(segments: readonly string[], beforeEach: () => void): void {
    if (this.#resume(segments)) return;
    for (const name of segments) {
      if (this.#enter(name)) continue;
      beforeEach();
      const parent = this.#current;
      if (parent.mkdir(name, 0o755)) this.#made.push({ parent, name });
      this.#go(parent.folder(name));
    }
  }

  /** Makes the folders that were made survive a power cut. */
  sync(): void {
    for (const { parent } of this.#made) parent.sync();
  }

  close(): void {
    const parents = this.#made.map(({ parent }) => parent);
    this.#made = [];
    for (const parent of parents) this.#release(parent);
    if (this.#current !== this.#top) this.#recent.give(this.#current);
    this.#current = this.#top;
  }

  /** Takes away the folders that were made and are still empty. */
  undo(): void {
    for (const { parent, name } of this.#made.toReversed()) {
      try {
        parent.removeIfEmpty(name);
      } catch {
        break; // another error is on its way to the caller
      }
    }
    this.close();
  }

  #resume(segments: readonly string[]): boolean {
    const known = segments.length > 0 && this.#recent.take(`${this.#top.path}/${segments.join('/')}`);
    if (!known) return false;
    this.#current = known;
    return true;
  }

  #enter(name: string): boolean {
    const next = this.#current.tryFolder(name);
    if (next) this.#go(next);
    return next !== undefined;
  }

  #go(next: Folder): void {
    const left = this.#current;
    this.#current = next;
    if (!this.#made.some(({ parent }) => parent === left)) this.#release(left);
  }

  #release(folder: Folder): void {
    if (folder !== this.#top) folder[Symbol.dispose]();
  }
}

/**
 * Folders that were used last stay open, because most work goes on where it was. One is handed out again only while
 * the system says that it still is where it was found, which no link can fake; and to one user at a time.
 */
export class RecentFolders implements Disposable {
  readonly #folders = new Map<string, Folder>();
  #limit = 16;

  take(path: string): Folder | undefined {
    const folder = this.#folders.get(path);
    if (!folder) return undefined;
    this.#folders.delete(path);
    if (folder.isInPlace()) return folder;
    folder[Symbol.dispose]();
    return undefined;
  }

  give(folder: Folder): void {
    this.#folders.get(folder.path)?.[Symbol.dispose]();
    this.#folders.delete(folder.path);
    this.#folders.set(folder.path, folder);
    this.#shrink();
  }

  [Symbol.dispose](): void {
    this.#limit = 0;
    this.#shrink();
  }

  #shrink(): void {
    for (const [path, folder] of this.#folders) {
      if (this.#folders.size <= this.#limit) return;
      this.#folders.delete(path);
      folder[Symbol.dispose]();
    }
  }
}
