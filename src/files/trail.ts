import type { Folder } from './folder.ts';

/** The way from a folder down, one open handle at a time, and what was made on it. */
export class Trail {
  #current: Folder;
  #made: { parent: Folder; name: string }[] = [];
  readonly #top: Folder;

  constructor(top: Folder) {
    this.#top = top;
    this.#current = top;
  }

  get folder(): Folder {
    return this.#current;
  }

  get made(): number {
    return this.#made.length;
  }

  /** False when there is no such folder. */
  enter(name: string): boolean {
    const next = this.#current.tryFolder(name);
    if (next) this.#go(next);
    return next !== undefined;
  }

  enterOrMake(name: string, beforeMaking: () => void): void {
    if (this.enter(name)) return;
    beforeMaking();
    const parent = this.#current;
    if (parent.mkdir(name, 0o755)) this.#made.push({ parent, name });
    this.#go(parent.folder(name));
  }

  /** Makes the folders that were made survive a power cut. */
  sync(): void {
    for (const { parent } of this.#made) parent.sync();
  }

  close(): void {
    const parents = this.#made.map(({ parent }) => parent);
    this.#made = [];
    for (const folder of [...parents, this.#current]) this.#release(folder);
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

  #go(next: Folder): void {
    const left = this.#current;
    this.#current = next;
    if (!this.#made.some(({ parent }) => parent === left)) this.#release(left);
  }

  #release(folder: Folder): void {
    if (folder !== this.#top) folder[Symbol.dispose]();
  }
}
