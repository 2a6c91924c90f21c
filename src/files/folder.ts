import fs from 'node:fs';
import { isAbsolute, resolve, sep } from 'node:path';
import { SallyportError } from '../protocol/errors.ts';
import { drain } from './drain.ts';
import { fileTime, flushFolder, moveToNew, readAll, scan, type Name } from './disk.ts';
import { codeOf, explain } from './failure.ts';
import { holdHandle, holdPath, holdRoot, isSame, type Hold } from './hold.ts';
import { createMissing } from './missing.ts';
import { assertName, showPath } from './name.ts';
import { newFileFlags, openFile, type OpenedFile } from './open-file.ts';
import { exchanged, refusal } from './refusal.ts';
import { createWriter, temporaryName, type SparseWriter, type WriteOptions } from './writer.ts';

export interface FolderOptions {
  /** Make the last segments that are missing. */
  readonly create?: boolean;
  /** Of the folders that are made, less the umask; 0700 when absent. */
  readonly mode?: number;
  /** Whether to work through an open handle; by default wherever the system can. */
  readonly handles?: boolean;
  /** What error messages call this folder; its path when absent. */
  readonly shownAs?: string;
}

/**
 * A directory held open. On Linux its members are addressed as `/proc/<pid>/fd/<fd>/<name>`: a directory that is
 * exchanged for a link after it was opened changes nothing. Elsewhere the directory's identity is compared before
 * each step and after each open, which leaves a window that a process of the same user can win.
 */
export class Folder implements Disposable {
  readonly path: string;
  readonly #shownAs: string;
  #hold: Hold;

  private constructor(path: string, shownAs: string, hold: Hold) {
    this.path = path;
    this.#shownAs = shownAs;
    this.#hold = hold;
  }

  /** Links may lead to the parent of `path`; the last segment must not be one. */
  static open(path: string, options: FolderOptions = {}): Folder {
    if (!isAbsolute(path)) throw new SallyportError('InternalError', { reason: `"${path}" is not an absolute path` });
    const full = resolve(path);
    const shown = options.shownAs ?? full;
    try {
      return new Folder(full, shown, holdRoot(full, options.handles));
    } catch (error) {
      if (codeOf(error) === 'ENOENT' && options.create) return createMissing(full, options, Folder.open);
      throw refusal(error, full, shown);
    }
  }

  folder(name: string, options: { create?: boolean; mode?: number } = {}): Folder {
    const existing = this.tryFolder(name);
    if (existing) return existing;
    if (options.create) {
      this.mkdir(name, options.mode);
      const made = this.tryFolder(name);
      if (made) return made;
    }
    throw new SallyportError('NotFound', { path: this.shown(name) });
  }

  tryFolder(name: string): Folder | undefined {
    const at = this.#at(name);
    try {
      const hold = this.#hold.kind === 'handle' ? holdHandle(at, this.#hold.among) : holdPath(at);
      if (hold.kind === 'path') this.#self(); // or else `at` may have led elsewhere
      return new Folder(this.path + (this.path.endsWith(sep) ? '' : sep) + name, this.#label(name), hold);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw refusal(error, at, this.shown(name));
    }
  }

  /** False when the name is taken already, by whatever. */
  mkdir(name: string, mode = 0o700): boolean {
    try {
      fs.mkdirSync(this.#at(name), mode);
      return true;
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return false;
      throw explain(error, this.shown(name));
    }
  }

  /** A file descriptor of a regular file; the caller closes it. */
  open(name: string, flags: number, mode?: number): number {
    return this.#open(name, flags, mode).fd;
  }

  /** A file descriptor of a file that did not exist, for writing; the caller closes it. */
  openNew(name: string, mode: number): number {
    if (this.#hold.kind !== 'handle') return this.#open(name, newFileFlags, mode).fd;
    try {
      return fs.openSync(this.#at(name), newFileFlags, mode & 0o777);
    } catch (error) {
      throw explain(error, this.shown(name));
    }
  }

  /** A file that did not exist, with all that is in it; nothing of it stays when that fails. */
  writeNew(name: string, content: Uint8Array, mode: number, mtimeMs: number): void {
    let fd = this.openNew(name, mode);
    try {
      for (let done = 0; done < content.length;) done += fs.writeSync(fd, content, done, content.length - done);
      const time = fileTime(mtimeMs);
      fs.futimesSync(fd, time, time);
      const closing = fd;
      fd = -1; // a number whose close has failed may belong to another file by now
      fs.closeSync(closing);
    } catch (error) {
      // Quiet: the first error is the one to be seen.
      try {
        if (fd >= 0) fs.closeSync(fd);
      } catch {}
      try {
        this.remove(name);
      } catch {}
      throw explain(error, this.shown(name));
    }
  }

  /** A regular file for reading, and what the system says of it; the caller closes it. */
  openRegular(name: string): { fd: number; stats: fs.Stats } {
    const { fd, stats } = this.#open(name, fs.constants.O_RDONLY);
    return { fd, stats: stats as fs.Stats };
  }

  /** Of the member itself, not of what it points to; of this folder when no name is given. */
  stat(name?: string): fs.Stats | undefined {
    const at = name === undefined ? `${this.#self()}${sep}.` : this.#at(name);
    return this.#try(name, () => fs.lstatSync(at, { throwIfNoEntry: false }));
  }

  entries(limit = 100_000): fs.Dirent[] {
    const found = this.#try(undefined, () => scan(this.#self(), limit + 1, 'utf8'));
    if (found.length <= limit) return found;
    const reason = `"${this.shown()}" has more than ${limit} entries`;
    throw new SallyportError('InvalidArgs', { reason, usage: 'help' });
  }

  /** All of them at once: faster, and limited by memory only, so for threads whose memory is limited. */
  allEntries(): fs.Dirent[] {
    return this.#try(undefined, () => fs.readdirSync(this.#self(), { withFileTypes: true }));
  }

  read(name: string, maxBytes: number): Buffer | undefined {
    let file;
    try {
      file = this.#open(name, fs.constants.O_RDONLY);
    } catch (error) {
      if (codeOf(error) === 'NotFound') return undefined;
      throw error;
    }
    try {
      const content = file.size > maxBytes ? undefined : readAll(file.fd, file.size, maxBytes);
      if (content) return content;
    } catch (error) {
      throw explain(error, this.shown(name));
    } finally {
      fs.closeSync(file.fd);
    }
    const reason = `"${this.shown(name)}" is larger than ${maxBytes} bytes`;
    throw new SallyportError('InvalidArgs', { reason, usage: 'help' });
  }

  /** All of `data` under `name`, or nothing; a link of that name is replaced itself, never what it points to. */
  write(name: string, data: string | Uint8Array, options?: WriteOptions): void {
    const writer = this.create(name, options);
    writer.write(data);
    writer.commit();
  }

  create(name: string, options?: WriteOptions): SparseWriter {
    assertName(name);
    return createWriter(this, name, options);
  }

  /**
   * Within this folder, or into another of the same file system. Without `replace` an existing `to` stays and
   * AlreadyExists is thrown, whoever else writes at the same time.
   */
  rename(from: string, to: string, options: { replace?: boolean; into?: Folder } = {}): void {
    const { into = this } = options;
    const [source, target] = [this.#at(from), into.#at(to)];
    into.#try(to, () => (options.replace === false ? moveToNew(source, target) : fs.renameSync(source, target)));
  }

  /** Gives the file a second name in another folder, or moves it there where files have one name; false when it is missing. */
  keep(name: string, into: Folder, as: string): boolean {
    const [source, target] = [this.#at(name), into.#at(as)];
    try {
      fs.linkSync(source, target);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return false;
      this.#try(name, () => fs.renameSync(source, target));
    }
    return true;
  }

  /** Gives a file a second name, in the place of a file or link of that name. */
  linkAs(name: string, into: Folder, as: string): void {
    const draft = temporaryName();
    into.#try(as, () => fs.linkSync(this.#at(name), into.#at(draft)));
    try {
      into.rename(draft, as);
    } finally {
      into.remove(draft); // of two names of one file a rename leaves both
    }
  }

  /** What a link says, whether there is something there or not. */
  readLink(name: string): string {
    return this.#try(name, () => fs.readlinkSync(this.#at(name)));
  }

  /** A link that says `target`, in the place of a file or link of that name. */
  makeLink(name: string, target: string): void {
    const draft = temporaryName();
    this.#try(name, () => fs.symlinkSync(target, this.#at(draft)));
    try {
      this.rename(draft, name);
    } catch (error) {
      this.remove(draft);
      throw error;
    }
  }

  /** Of this folder itself, whatever the umask. */
  setMode(mode: number): void {
    this.#try(undefined, () => fs.chmodSync(`${this.#self()}${sep}.`, mode));
  }

  /** Of a member, whatever it is, a link too; of this folder when no name is given. */
  setTime(mtimeMs: number, name?: string): void {
    const time = fileTime(mtimeMs);
    try {
      if (name !== undefined) fs.lutimesSync(this.#at(name), time, time);
      else if (this.#hold.kind === 'handle') fs.futimesSync(this.#hold.fd, time, time);
      else fs.lutimesSync(`${this.#self()}${sep}.`, time, time);
    } catch (error) {
      throw explain(error, this.shown(name));
    }
  }

  /** A file or a link; a missing one is fine. */
  remove(name: Name): void {
    const at = this.#at(name);
    try {
      fs.unlinkSync(at);
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw refusal(error, at, this.shown(name.toString()));
    }
  }

  removeIfEmpty(name: string): void {
    try {
      fs.rmdirSync(this.#at(name));
    } catch (error) {
      if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(codeOf(error) ?? '')) throw explain(error, this.shown(name));
    }
  }

  /** The folder and all that is in it; links are removed, never followed. A missing folder is fine. */
  removeFolder(name: string): void {
    this.removeTree(name, drain);
  }

  /** Some of the members; names are bytes, because a name that is no UTF-8 could not be removed otherwise. */
  someEntries(limit: number): fs.Dirent<Buffer>[] {
    return this.#try(undefined, () => scan(this.#self(), limit, 'buffer'));
  }

  /** A folder that `empty` empties; a missing one is fine. */
  removeTree(name: string, empty: (folder: Folder) => void): void {
    const folder = this.tryFolder(name);
    if (!folder) return;
    try {
      empty(folder);
    } finally {
      folder[Symbol.dispose]();
    }
    this.#try(name, () => fs.rmdirSync(this.#at(name)));
  }

  /** Moves a member of `from` here, under a name that is free and plain. */
  adopt(from: Folder, name: Buffer): string {
    const adopted = temporaryName();
    this.#try(adopted, () => fs.renameSync(from.#at(name), this.#at(adopted)));
    return adopted;
  }

  /** Makes what was renamed, created or removed here survive a power cut. */
  sync(): void {
    if (process.platform === 'win32') return;
    this.#try(undefined, () => {
      if (this.#hold.kind === 'handle') return flushFolder(this.#hold.fd);
      const fd = fs.openSync(this.#self(), fs.constants.O_RDONLY);
      try {
        flushFolder(fd);
      } finally {
        fs.closeSync(fd);
      }
    });
  }

  /** Whether the folder is still found under its path, with no link on the way; never known without a handle. */
  isInPlace(): boolean {
    if (this.#hold.kind !== 'handle') return false;
    try {
      return fs.readlinkSync(this.#self()) === this.path;
    } catch {
      return false;
    }
  }

  /** What error messages call a member, or the folder itself. */
  shown(name?: string): string {
    return showPath(name === undefined ? this.#shownAs || '.' : this.#label(name));
  }

  [Symbol.dispose](): void {
    if (this.#hold.kind === 'handle') fs.closeSync(this.#hold.fd);
    this.#hold = { kind: 'closed' };
  }

  #label(name: string): string {
    return this.#shownAs === '' ? name : `${this.#shownAs}/${name}`;
  }

  /** Where the system finds this folder now. */
  #self(): string {
    const hold = this.#hold;
    if (hold.kind === 'handle') return hold.at;
    // The number of a closed handle may belong to another file by now.
    if (hold.kind === 'closed') throw new SallyportError('InternalError', { reason: 'a closed folder was used' });
    const now = this.#try(undefined, () => fs.lstatSync(this.path, { bigint: true }));
    if (!isSame(now, hold)) throw exchanged(this.shown());
    return this.path;
  }

  #at(name: string): string;
  #at(name: Name): Name;
  #at(name: Name): Name {
    if (typeof name !== 'string') return Buffer.concat([Buffer.from(this.#self() + sep), name]);
    assertName(name);
    return this.#self() + sep + name;
  }

  #open(name: string, flags: number, mode = 0o600): OpenedFile {
    const again = this.#hold.kind === 'path' ? () => this.#at(name) : undefined;
    return openFile({ at: this.#at(name), again, shown: () => this.shown(name) }, flags, mode);
  }

  #try<T>(name: string | undefined, action: () => T): T {
    try {
      return action();
    } catch (error) {
      throw explain(error, this.shown(name));
    }
  }
}

/** Whether this system lets folders be held by handle, so that no exchange of a directory can win. */
export function handlesWork(): boolean {
  try {
    Folder.open(resolve('/'), { handles: true })[Symbol.dispose]();
    return true;
  } catch {
    return false;
  }
}
