import fs from 'node:fs';
import { basename } from 'node:path';
import { isSallyportError, SallyportError } from '../protocol/errors.ts';
import { Allowance, tooManyFiles, tooMuchRead, tooMuchWritten } from './allowance.ts';
import { CountedFile } from './counted-file.ts';
import { explain, linkRefused, wrongKind } from './failure.ts';
import { Folder } from './folder.ts';
import { identityNote, note, takeBackNote, type Draft, type Note } from './journal.ts';
import { parsePath, sameNameKey, showPath, type Access } from './name.ts';
import { findProtected, mayBeProtected, stateRule } from './protected.ts';
import { openSourceFolder, type SourceFolder } from './source-folder.ts';
import { RecentFolders, Trail } from './trail.ts';
import { createTree, type TreeWriter } from './tree.ts';
import type { FileWriter, Witness, WriteOptions } from './writer.ts';

export type EntryKind = 'file' | 'dir' | 'link' | 'other';

export interface EntryInfo {
  readonly kind: EntryKind;
  readonly size: number;
  readonly mtimeMs: number;
  /** When anything about it was changed last. */
  readonly ctimeMs: number;
  readonly mode: number;
}

/** What a view may do; a capability that is not declared is not there. */
export interface RootLimits {
  readonly read?: boolean;
  readonly write?: boolean;
  readonly readBytes?: number;
  readonly writeBytes?: number;
  /** Files and folders made. */
  readonly files?: number;
  /** Protected paths that a person approved, each exactly as it will be used. */
  readonly approved?: readonly string[];
  /** A file outside the workspace that is told what is about to be written, for `takeBack`. */
  readonly journal?: string;
  /** Told of each draft before it is made. */
  readonly onDraft?: (draft: Draft) => void;
}

/**
 * A workspace and nothing beyond it. Paths are relative to it; a link on the way is refused, wherever it points.
 * All members throw SallyportError only.
 */
export interface Root extends Disposable {
  /** The real path. */
  readonly path: string;
  /** A view of the same workspace that counts and refuses; it can never do more than what it was made from. */
  limited(limits: RootLimits): Root;
  stat(path: string): EntryInfo | undefined;
  /** Whether it is the state folder, or in a workspace that is one, a part of our records. */
  isState(path: string): boolean;
  read(path: string, maxBytes?: number): Buffer;
  /** A file descriptor of a regular file, counted as read in full; the caller closes it. */
  openRead(path: string): number;
  /** Sorted by name. */
  list(path: string, limit?: number): { name: string; kind: EntryKind }[];
  /** Makes missing parents too; false when the folder was there. */
  mkdir(path: string): boolean;
  /** Parents are made on demand, and taken away again when the file is not committed. */
  create(path: string, options?: CreateOptions): FileWriter;
  write(path: string, data: string | Uint8Array, options?: CreateOptions): { bytes: number };
  remove(path: string): void;
  /** For many files at once, which come to light together. Without `replace` an existing file is refused. */
  createTree(options?: { replace?: boolean }): TreeWriter;
  /** For reading all that is below a folder. */
  sourceFolder(path: string): SourceFolder;
  /** Removes what somebody who was killed left: drafts, and new files that nobody has touched since. */
  takeBack(notes: readonly Note[]): void;
}

/** Without `replace` an existing file is refused. A replaced file gives its mode to the new one unless `mode` is set. */
export type CreateOptions = Pick<WriteOptions, 'mode' | 'mtimeMs' | 'durable' | 'replace'>;
type PlacedOptions = CreateOptions & Pick<WriteOptions, 'witness'>;

export interface RootOptions {
  /** Segments from the workspace to the state folder. */
  readonly state?: readonly string[];
  /** Segments of folders that nobody may read or write, whoever approves: user state that lies in the workspace. */
  readonly closed?: readonly (readonly string[])[];
  readonly handles?: boolean;
}

export function openRoot(path: string, options: RootOptions = {}): Root {
  let real;
  try {
    real = fs.realpathSync.native(path);
  } catch (error) {
    throw explain(error, showPath(path));
  }
  const { handles, closed = [], state = basename(real) === '.agents' ? [] : ['.agents'] } = options;
  const folder = Folder.open(real, { shownAs: '', ...(handles === undefined ? {} : { handles }) });
  return new View({ folder, state, closed, recent: new RecentFolders() });
}

/** What all views of one workspace share. */
interface Workspace {
  readonly folder: Folder;
  readonly state: readonly string[];
  readonly closed: readonly (readonly string[])[];
  readonly recent: RecentFolders;
}

class View implements Root {
  readonly path: string;
  readonly #workspace: Workspace;
  readonly #parent: View | undefined;
  readonly #limits: RootLimits;
  readonly #approved: ReadonlySet<string>;
  readonly #journal: string | undefined;
  readonly #onDraft: RootLimits['onDraft'];
  #closed = false;
  readonly #readBytes: Allowance;
  readonly #writeBytes: Allowance;
  readonly #files: Allowance;

  constructor(workspace: Workspace, parent?: View, limits: RootLimits = { read: true, write: true }) {
    this.path = workspace.folder.path;
    this.#workspace = workspace;
    this.#parent = parent;
    this.#limits = limits;
    this.#journal = limits.journal ?? (parent ? parent.#journal : undefined);
    this.#onDraft = limits.onDraft ?? (parent ? parent.#onDraft : undefined);
    const { readBytes = Infinity, writeBytes = Infinity, files = Infinity } = limits;
    this.#readBytes = new Allowance(readBytes, parent && parent.#readBytes, tooMuchRead);
    this.#writeBytes = new Allowance(writeBytes, parent && parent.#writeBytes, tooMuchWritten);
    this.#files = new Allowance(files, parent && parent.#files, tooManyFiles);
    const approved = (limits.approved ?? []).map((path) => parsePath(path, 'read').join('/'));
    this.#approved = new Set(approved.filter((path) => !parent || parent.#mayApprove(path)));
  }

  limited(limits: RootLimits): Root {
    return new View(this.#workspace, this, limits);
  }

  stat(path: string): EntryInfo | undefined {
    const segments = this.#parse(path, 'read');
    const name = segments.pop();
    return this.#below(segments, (folder) => toInfo(folder?.stat(name)));
  }

  isState(path: string): boolean {
    const { state } = this.#workspace;
    const segments = path.split('/');
    if (state.length > 0 && segments.length !== state.length) return false;
    return findProtected(segments, 'write', { state, makesFolder: true }) === stateRule;
  }

  read(path: string, maxBytes = 64 * 1024 * 1024): Buffer {
    const content = this.#file(path, 'read', (folder, name) => folder.read(name, maxBytes));
    if (!content) throw new SallyportError('NotFound', { path: showPath(path) });
    this.#readBytes.use(content.length);
    return content;
  }

  openRead(path: string): number {
    const fd = this.#file(path, 'read', (folder, name) => folder.open(name, fs.constants.O_RDONLY));
    try {
      this.#readBytes.use(fs.fstatSync(fd).size);
      return fd;
    } catch (error) {
      fs.closeSync(fd);
      throw explain(error, showPath(path));
    }
  }

  list(path: string, limit?: number): { name: string; kind: EntryKind }[] {
    const found = this.#below(this.#parse(path, 'read'), (folder) =>
      folder?.entries(limit).map((entry) => ({ name: entry.name, kind: kindOf(entry) })),
    );
    if (!found) throw new SallyportError('NotFound', { path: showPath(path) });
    return found.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  mkdir(path: string): boolean {
    const trail = this.#make(this.#enter(path, 'write', { makesFolder: true }));
    const isNew = trail.made > 0;
    trail.close();
    return isNew;
  }

  create(path: string, options: CreateOptions = {}): FileWriter {
    const segments = this.#enter(path, 'write');
    const name = segments.pop();
    if (name === undefined) throw wrongKind(showPath(path), 'a folder', 'a file');
    this.#files.use(1);
    const trail = this.#make(segments);
    const given = { ...options, witness: this.#witness(segments, name) };
    try {
      const file =
        trail.made > 0 ? createAlone(trail.folder, name, given) : createBeside(trail.folder, name, path, given);
      return new CountedFile(file, trail, options.durable ?? true, (bytes) => this.#writeBytes.use(bytes));
    } catch (error) {
      trail.undo();
      throw error;
    }
  }

  createTree({ replace = false }: { replace?: boolean } = {}): TreeWriter {
    this.#require('write');
    const { folder, state, closed } = this.#workspace;
    const depth = Math.max(1, state.length, ...closed.map((path) => path.length));
    return createTree(
      folder,
      {
        files: this.#files,
        writeBytes: this.#writeBytes,
        requireWrite: () => this.#require('write'),
        refuseProtected: (segments, options) => this.#refuseProtected(segments, 'write', options),
        // Beyond the state folders' depth the folder's own check has told that it does not lead there.
        isFree: (segments) => state.length > 0 && segments.length >= depth && !segments.some(mayBeProtected),
        drafting: (segments, name) => this.#drafting({ draft: [...segments, name].join('/'), isFolder: true }),
      },
      replace,
    );
  }

  sourceFolder(path: string): SourceFolder {
    const segments = this.#enter(path, 'read');
    const trail = this.#trail();
    try {
      if (!trail.follow(segments)) throw new SallyportError('NotFound', { path: showPath(path) });
      const warden = {
        check: (inside: readonly string[]) => this.#refuseProtected(inside, 'read'),
        count: (bytes: number) => this.#readBytes.use(bytes),
      };
      return openSourceFolder(trail.folder, segments, warden, () => trail.close());
    } catch (error) {
      trail.close();
      throw error;
    }
  }

  write(path: string, data: string | Uint8Array, options?: CreateOptions): { bytes: number } {
    const file = this.create(path, options);
    file.write(data);
    file.commit();
    return { bytes: file.bytes };
  }

  remove(path: string): void {
    this.#file(path, 'write', (folder, name) => {
      const existing = folder.stat(name);
      if (!existing) throw new SallyportError('NotFound', { path: showPath(path) });
      if (existing.isSymbolicLink()) throw linkRefused(showPath(path));
      folder.remove(name);
    });
  }

  takeBack(notes: readonly Note[]): void {
    for (const line of notes) {
      try {
        const segments = this.#enter('draft' in line ? line.draft : line.placed, 'write');
        const name = segments.pop();
        if (name !== undefined) this.#below(segments, (folder) => folder && takeBackNote(folder, name, line));
      } catch (error) {
        // A link has taken the place of a folder: what is behind it is not ours.
        if (!isSallyportError(error)) throw error;
      }
    }
  }

  [Symbol.dispose](): void {
    this.#closed = true;
    if (this.#parent) return;
    this.#workspace.recent[Symbol.dispose]();
    this.#workspace.folder[Symbol.dispose]();
  }

  #drafting(draft: Draft): void {
    if (this.#journal !== undefined) note(this.#journal, draft);
    this.#onDraft?.(draft);
  }

  #witness(folder: readonly string[], name: string): Witness {
    const journal = this.#journal;
    return {
      drafting: (draft) => this.#drafting({ draft: [...folder, draft].join('/'), isFolder: false }),
      placing: (fd) => journal !== undefined && note(journal, identityNote(fd, [...folder, name].join('/'))),
    };
  }

  #parse(path: string, access: Access): string[] {
    this.#require(access);
    return parsePath(path, access);
  }

  #require(access: Access): void {
    // Work that went on after its run had ended must not change anything any more.
    if (this.#closed)
      throw new SallyportError('InternalError', { reason: 'the run that this view belonged to is over' });
    if (!this.#limits[access]) {
      throw new SallyportError('InternalError', { reason: `this command did not declare the capability "${access}"` });
    }
    if (this.#parent) this.#parent.#require(access);
  }

  #enter(path: string, access: Access, options: { makesFolder?: boolean } = {}): string[] {
    const segments = this.#parse(path, access);
    this.#refuseProtected(segments, access, options);
    return segments;
  }

  #refuseProtected(segments: readonly string[], access: Access, options: { makesFolder?: boolean } = {}): void {
    const isClosed = (folder: readonly string[]) =>
      folder.every((name, at) => sameNameKey(name) === sameNameKey(segments[at] ?? ''));
    if (this.#workspace.closed.some(isClosed)) {
      const reason = 'Sallyport keeps its key and its settings there';
      throw new SallyportError('ProtectedPath', {
        path: showPath(segments.join('/')),
        rule: 'sallyport.user-state',
        reason,
      });
    }
    const rule = findProtected(segments, access, { state: this.#workspace.state, ...options });
    if (!rule || (rule[access] !== 'never' && this.#approved.has(segments.join('/')))) return;
    throw new SallyportError('ProtectedPath', {
      path: showPath(segments.join('/')),
      rule: rule.id,
      reason: rule.reason,
    });
  }

  /** The whole workspace may approve anything, a view only what was approved for it. */
  #mayApprove(path: string): boolean {
    return !this.#parent || this.#approved.has(path);
  }

  #file<T>(path: string, access: Access, use: (folder: Folder, name: string) => T): T {
    const segments = this.#enter(path, access);
    const name = segments.pop();
    if (name === undefined) throw wrongKind(showPath(path), 'a folder', 'a file');
    return this.#below(segments, (folder) => {
      if (!folder) throw new SallyportError('NotFound', { path: showPath(path) });
      return use(folder, name);
    });
  }

  /** Undefined stands for a folder that is not there. */
  #below<T>(segments: readonly string[], use: (folder: Folder | undefined) => T): T {
    const trail = this.#trail();
    try {
      return use(trail.follow(segments) ? trail.folder : undefined);
    } finally {
      trail.close();
    }
  }

  #make(segments: readonly string[]): Trail {
    const trail = this.#trail();
    try {
      trail.make(segments, () => this.#files.use(1));
      return trail;
    } catch (error) {
      trail.undo();
      throw error;
    }
  }

  #trail(): Trail {
    return new Trail(this.#workspace.folder, this.#workspace.recent);
  }
}

/** In a folder that was just made there is nothing to be looked up first. */
function createAlone(folder: Folder, name: string, options: PlacedOptions): FileWriter {
  return folder.create(name, { ...options, mode: options.mode ?? 0o644, replace: options.replace ?? false });
}

function createBeside(folder: Folder, name: string, path: string, options: PlacedOptions): FileWriter {
  const { replace = false, mode = 0o644 } = options;
  const existing = folder.stat(name);
  if (existing?.isSymbolicLink()) throw linkRefused(showPath(path));
  if (existing && !existing.isFile()) throw wrongKind(showPath(path), kindWord(existing), 'a file');
  if (existing && !replace) throw new SallyportError('AlreadyExists', { path: showPath(path) });
  const kept = existing && options.mode === undefined ? { exactMode: existing.mode & 0o777 } : {};
  return folder.create(name, { ...options, ...kept, mode, replace });
}

function toInfo(stats: fs.Stats | undefined): EntryInfo | undefined {
  if (!stats) return undefined;
  const { size, mtimeMs, ctimeMs, mode } = stats;
  return { kind: kindOf(stats), size, mtimeMs, ctimeMs, mode: mode & 0o777 };
}

function kindOf(entry: fs.Stats | fs.Dirent): EntryKind {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'dir';
  return entry.isSymbolicLink() ? 'link' : 'other';
}

function kindWord(stats: fs.Stats): string {
  return stats.isDirectory() ? 'a folder' : 'a special file';
}
