import { SallyportError } from '../protocol/errors.ts';
import { linkRefused, wrongKind } from './failure.ts';
import type { Folder } from './folder.ts';
import { showPath } from './name.ts';
import { mayBeProtected } from './protected.ts';
import { NewFile, type NewFileHome, type NewFileOptions, type TreeFile } from './new-file.ts';
import { temporaryName } from './writer.ts';

/**
 * Many files and folders in the making: nobody sees them under their names before `commit()`, and nothing of them stays
 * without. What is new in a folder that exists is made in a folder of its own in there, which only we are to look into;
 * so a file costs no second name, and a new folder takes its place with all that is in it at once.
 */
export interface TreeWriter extends Disposable {
  /** The workspace. */
  readonly top: TreeFolder;
  /**
   * Gives everything its place. What cannot have it is left out and the first reason thrown; with `allOrNothing`
   * everything is then as it was, replaced files too.
   */
  commit(options?: { allOrNothing?: boolean }): void;
}

export interface TreeFolder {
  /** Made by this tree. */
  readonly isNew: boolean;
  /** The folder of this name, made when it is missing; a link or a file in its place is refused. */
  folder(name: string): TreeFolder;
  create(name: string, options: NewFileOptions): TreeFile;
}

/** What stands between a tree and the workspace: capabilities, protected paths and quotas. */
export interface TreeWarden {
  check(above: TreePath, name: string, options: { makesFolder: boolean }): void;
  /** Whether what lies below is free as long as its own names are. */
  isFree(segments: readonly string[]): boolean;
  use(what: 'files' | 'writeBytes', amount: number): void;
  /** Before a folder of drafts is made. */
  drafting(segments: readonly string[], name: string): void;
}

export interface TreePath {
  readonly segments: readonly string[];
  readonly isFree: boolean;
}

export function createTree(top: Folder, warden: TreeWarden, replace: boolean): TreeWriter {
  return new Tree(top, warden, replace);
}

const maxOpenFolders = 64;

class Tree implements TreeWriter {
  readonly top: Branch;
  readonly warden: TreeWarden;
  readonly replace: boolean;
  readonly #open = new Set<Branch>();
  readonly #stages: Branch[] = [];
  #staged: Member[] = [];
  #last: Branch | undefined;

  constructor(top: Folder, warden: TreeWarden, replace: boolean) {
    this.warden = warden;
    this.replace = replace;
    this.top = new Branch(this, undefined, '', [], false, top);
  }

  commit({ allOrNothing = false }: { allOrNothing?: boolean } = {}): void {
    const placed: Placed[] = [];
    let failure: unknown;
    for (const member of this.#staged) {
      try {
        placed.push(this.#place(member, allOrNothing));
      } catch (error) {
        failure ??= error;
        if (allOrNothing) break;
      }
    }
    if (failure !== undefined && allOrNothing) for (const each of placed.toReversed()) takeBack(each);
    this[Symbol.dispose]();
    if (failure !== undefined) throw failure;
  }

  [Symbol.dispose](): void {
    this.#staged = [];
    try {
      for (const stage of this.#stages.splice(0)) {
        stage.close();
        stage.parent?.handle().removeFolder(stage.name);
      }
    } finally {
      for (const branch of this.#open) branch.close();
      this.#open.clear();
    }
  }

  staged(member: Member): void {
    this.#staged.push(member);
  }

  stageOf(branch: Branch): Branch {
    const name = temporaryName();
    this.warden.drafting(branch.segments, name);
    branch.handle().mkdir(name);
    const stage = new Branch(this, branch, name, branch.segments, true);
    this.#stages.push(stage);
    return stage;
  }

  /** Archives go folder by folder: those used last stay open. */
  touch(branch: Branch): void {
    if (branch === this.#last) return;
    this.#last = branch;
    this.#open.delete(branch);
    this.#open.add(branch);
    if (this.#open.size <= maxOpenFolders) return;
    const [oldest] = this.#open;
    if (oldest) this.#open.delete(oldest);
    oldest?.close();
  }

  #place({ stage, home, name, isFolder }: Member, keepOld: boolean): Placed {
    const [from, into] = [stage.handle(), home.handle()];
    const kept = keepOld && this.replace && !isFolder ? temporaryName() : undefined;
    const hasOld = kept !== undefined && into.keep(name, from, kept);
    from.rename(name, name, { into, replace: isFolder || this.replace });
    return { stage, home, name, isFolder, ...(hasOld ? { kept } : {}) };
  }
}

/** Something finished in a stage: a file, or a new folder with all that is in it. */
interface Member {
  readonly stage: Branch;
  readonly home: Branch;
  readonly name: string;
  readonly isFolder: boolean;
}

interface Placed extends Member {
  /** The name in the stage that a replaced file has now. */
  readonly kept?: string;
}

/** Quiet: the error that made it necessary is on its way, and the rest has to be taken back too. */
function takeBack({ stage, home, name, kept }: Placed): void {
  try {
    home.handle().rename(name, name, { into: stage.handle() });
    if (kept !== undefined) stage.handle().rename(kept, name, { into: home.handle() });
  } catch {}
}

/** A folder of the tree: one that was there, one that is new, or the stage of one that was there. */
class Branch implements TreeFolder, TreePath, NewFileHome {
  readonly isNew: boolean;
  readonly isFree: boolean;
  readonly name: string;
  readonly segments: readonly string[];
  readonly parent: Branch | undefined;
  readonly #tree: Tree;
  #folder: Folder | undefined;
  #stage: Branch | undefined;

  constructor(
    tree: Tree,
    parent: Branch | undefined,
    name: string,
    segments: readonly string[],
    isNew: boolean,
    folder?: Folder,
  ) {
    this.#tree = tree;
    this.parent = parent;
    this.name = name;
    this.segments = segments;
    this.isNew = isNew;
    this.isFree = parent?.isFree === true ? !mayBeProtected(segments.at(-1) as string) : tree.warden.isFree(segments);
    this.#folder = folder;
  }

  folder(name: string): TreeFolder {
    const { warden } = this.#tree;
    warden.check(this, name, { makesFolder: true });
    const segments = this.segments.concat(name);
    const existing = this.isNew ? undefined : this.handle().tryFolder(name);
    if (existing) return new Branch(this.#tree, this, name, segments, false).#holding(existing);
    warden.use('files', 1);
    const home = this.#nursery();
    if (!home.handle().mkdir(name, 0o755)) throw taken(segments);
    if (home !== this) this.#tree.staged({ stage: home, home: this, name, isFolder: true });
    return new Branch(this.#tree, home, name, segments, true);
  }

  create(name: string, options: NewFileOptions): TreeFile {
    const { warden, replace } = this.#tree;
    warden.check(this, name, { makesFolder: false });
    warden.use('files', 1);
    if (!this.isNew) this.#refuseExisting(name, replace);
    return new NewFile(this.#nursery(), name, options);
  }

  handle(): Folder {
    if (this.parent === undefined) return this.#folder as Folder;
    this.#folder ??= this.parent.handle().folder(this.name);
    this.#tree.touch(this);
    return this.#folder;
  }

  count(bytes: number): void {
    this.#tree.warden.use('writeBytes', bytes);
  }

  finished({ name }: { name: string }): void {
    const home = this.parent;
    if (home && !home.isNew) this.#tree.staged({ stage: this, home, name, isFolder: false });
  }

  close(): void {
    if (this.parent === undefined) return;
    this.#folder?.[Symbol.dispose]();
    this.#folder = undefined;
  }

  #holding(folder: Folder): this {
    this.#folder = folder;
    this.#tree.touch(this);
    return this;
  }

  /** Where new members are made. */
  #nursery(): Branch {
    return this.isNew ? this : (this.#stage ??= this.#tree.stageOf(this));
  }

  #refuseExisting(name: string, replace: boolean): void {
    const existing = this.handle().stat(name);
    if (!existing) return;
    const path = showPath([...this.segments, name].join('/'));
    if (existing.isSymbolicLink()) throw linkRefused(path);
    if (!existing.isFile()) throw wrongKind(path, existing.isDirectory() ? 'a folder' : 'a special file', 'a file');
    if (!replace) throw new SallyportError('AlreadyExists', { path });
  }
}

function taken(segments: readonly string[]): SallyportError {
  return new SallyportError('AlreadyExists', { path: showPath(segments.join('/')) });
}
