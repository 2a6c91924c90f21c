import { SallyportError } from '../protocol/errors.ts';
import type { Allowance } from './allowance.ts';
import { linkRefused, wrongKind } from './failure.ts';
import type { Folder } from './folder.ts';
import type { MemberName } from './member-name.ts';
import { showPath } from './name.ts';
import { NewFile, type NewFileHome, type TreeFile } from './new-file.ts';
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
   * everything is then as it was, replaced files too. With `keepExisting` what is not settled replaces no file.
   */
  commit(options?: { allOrNothing?: boolean; keepExisting?: boolean }): void;
  /** What was made and could not be given its place. */
  readonly lost: Readonly<Totals>;
  /** What is finished by now is sound; `takeBack()` leaves it alone. */
  settle(): void;
  /** Removes what was made since the tree was settled last. */
  takeBack(): void;
}

export interface Totals {
  files: number;
  folders: number;
  bytes: number;
}

export interface TreeFolder {
  /** Made by this tree. */
  readonly isNew: boolean;
  /** The folder of this name, made when it is missing; a link or a file in its place is refused. */
  folder(name: MemberName): TreeFolder;
  /** Of a folder that is new: its time, once all that is in it is made. */
  date(mtimeMs: number): void;
  /** Refuses a name that is taken; with `replace`, by anything but a file. */
  refuseExisting(name: MemberName): void;
  /** A whole file. The mode is less the umask. */
  put(name: MemberName, content: Uint8Array, mode: number, mtimeMs: number): void;
  create(name: MemberName, mode: number, mtimeMs: number): TreeFile;
}

/** What stands between a tree and the workspace: capabilities, protected paths and quotas. */
export interface TreeWarden {
  readonly files: Allowance;
  readonly writeBytes: Allowance;
  requireWrite(): void;
  refuseProtected(segments: readonly string[], options: { makesFolder: boolean }): void;
  /** Whether what lies below is free as long as its own names are. */
  isFree(segments: readonly string[]): boolean;
  /** Before a folder of drafts is made. */
  drafting(segments: readonly string[], name: string): void;
}

export function createTree(top: Folder, warden: TreeWarden, replace: boolean): TreeWriter {
  return new Tree(top, warden, replace);
}

const maxOpenFolders = 64;

class Tree implements TreeWriter {
  readonly top: Branch;
  readonly warden: TreeWarden;
  readonly replace: boolean;
  readonly lost: Totals = { files: 0, folders: 0, bytes: 0 };
  private readonly open = new Set<Branch>();
  private readonly stages: Branch[] = [];
  private members: Member[] = [];
  private dated: Branch[] = [];
  /** What was made since it was settled, each with the folder it was made in. */
  private unsettled: { readonly home: Branch; readonly name: string; readonly isFolder: boolean }[] = [];
  private settledMembers = 0;
  private settledDates = 0;
  private last: Branch | undefined;

  constructor(top: Folder, warden: TreeWarden, replace: boolean) {
    this.warden = warden;
    this.replace = replace;
    this.top = new Branch(this, undefined, '', false, warden.isFree([]), top);
  }

  commit({ allOrNothing = false, keepExisting = false }: Parameters<TreeWriter['commit']>[0] = {}): void {
    const placed: Placed[] = [];
    let failure: unknown;
    for (const branch of this.dated) branch.setTime();
    for (const [index, member] of this.members.entries()) {
      const replace = this.replace && !(keepExisting && index >= this.settledMembers);
      try {
        placed.push(this.place(member, { replace, keepOld: replace && allOrNothing }));
      } catch (error) {
        failure ??= error;
        if (allOrNothing) break;
        this.lost.files += member.files;
        this.lost.folders += member.folders;
        this.lost.bytes += member.bytes;
      }
    }
    if (failure !== undefined && allOrNothing) for (const each of placed.toReversed()) putBack(each);
    this[Symbol.dispose]();
    if (failure !== undefined) throw failure;
  }

  settle(): void {
    if (this.unsettled.length > 0) this.unsettled = [];
    this.settledMembers = this.members.length;
    this.settledDates = this.dated.length;
  }

  takeBack(): void {
    this.members.length = this.settledMembers;
    this.dated.length = this.settledDates;
    for (const { home, name, isFolder } of this.unsettled.splice(0).toReversed()) {
      if (isFolder) home.handle().removeFolder(name);
      else home.handle().remove(name);
    }
  }

  [Symbol.dispose](): void {
    this.members = [];
    this.dated = [];
    try {
      for (const stage of this.stages.splice(0)) {
        stage.close();
        stage.parent?.handle().removeFolder(stage.name);
      }
    } finally {
      for (const branch of this.open) branch.close();
      this.open.clear();
    }
  }

  /** Gives the member that it belongs to: it is one itself if it was made in a stage. */
  made(stage: Branch, name: string, bytes?: number): Member {
    const isFolder = bytes === undefined;
    // Until something is settled all of it lies in stages, which go as a whole.
    if (this.settledMembers > 0) this.unsettled.push({ home: stage, name, isFolder });
    let { member } = stage;
    if (!member) {
      member = { stage, home: stage.parent as Branch, name, isFolder, files: 0, folders: 0, bytes: 0 };
      this.members.push(member);
    }
    if (isFolder) member.folders++;
    else {
      member.files++;
      member.bytes += bytes;
    }
    return member;
  }

  toDate(branch: Branch): void {
    this.dated.push(branch);
  }

  stageOf(branch: Branch): Branch {
    const name = temporaryName();
    this.warden.drafting(branch.segments, name);
    branch.handle().mkdir(name);
    const stage = new Branch(this, branch, name, true, false);
    this.stages.push(stage);
    return stage;
  }

  /** Archives go folder by folder: those used last stay open. */
  touch(branch: Branch): void {
    if (branch === this.last) return;
    this.last = branch;
    this.open.delete(branch);
    this.open.add(branch);
    if (this.open.size <= maxOpenFolders) return;
    const oldest = this.open.values().next().value as Branch;
    this.open.delete(oldest);
    oldest.setTime(); // while it is open: to find it again costs more
    oldest.close();
  }

  private place({ stage, home, name, isFolder }: Member, how: { replace: boolean; keepOld: boolean }): Placed {
    const [from, into] = [stage.handle(), home.handle()];
    const kept = how.keepOld && !isFolder ? temporaryName() : undefined;
    const hasOld = kept !== undefined && into.keep(name, from, kept);
    from.rename(name, name, { into, replace: isFolder || how.replace });
    return { stage, home, name, isFolder, ...(hasOld ? { kept } : {}) };
  }
}

/** Something finished in a stage: a file, or a new folder with all that is in it, and how much that is. */
interface Member extends Totals {
  readonly stage: Branch;
  readonly home: Branch;
  readonly name: string;
  readonly isFolder: boolean;
}

interface Placed extends Pick<Member, 'stage' | 'home' | 'name' | 'isFolder'> {
  /** The name in the stage that a replaced file has now. */
  readonly kept?: string;
}

/** Quiet: the error that made it necessary is on its way, and the rest has to be taken back too. */
function putBack({ stage, home, name, kept }: Placed): void {
  try {
    home.handle().rename(name, name, { into: stage.handle() });
    if (kept !== undefined) stage.handle().rename(kept, name, { into: home.handle() });
  } catch {}
}

/** A folder of the tree: one that was there, one that is new, or the stage of one that was there. */
class Branch implements TreeFolder, NewFileHome {
  readonly isNew: boolean;
  readonly name: string;
  readonly parent: Branch | undefined;
  /** What it takes its place with, if it is new and no stage. */
  readonly member: Member | undefined;
  readonly writeBytes: Allowance;
  private readonly tree: Tree;
  /** What is made here under a free name is not protected. */
  private readonly isFree: boolean;
  private held: Folder | undefined;
  private stage: Branch | undefined;
  private mtimeMs: number | undefined;
  /** Nothing was made in it since its time was set. */
  private isDated: boolean;

  constructor(
    tree: Tree,
    parent: Branch | undefined,
    name: string,
    isNew: boolean,
    isFree: boolean,
    held?: Folder,
    member?: Member,
  ) {
    this.tree = tree;
    this.member = member;
    this.writeBytes = tree.warden.writeBytes;
    this.parent = parent;
    this.name = name;
    this.isNew = isNew;
    this.isFree = isFree;
    this.held = held;
    this.stage = undefined;
    this.mtimeMs = undefined;
    this.isDated = false;
  }

  folder(name: MemberName): TreeFolder {
    const { tree } = this;
    this.check(name, true);
    const isFree = this.isFree ? name.isFree : tree.warden.isFree([...this.segments, name.text]);
    const existing = this.isNew ? undefined : this.handle().tryFolder(name.text);
    if (existing) {
      const found = new Branch(tree, this, name.text, false, isFree, existing);
      tree.touch(found);
      return found;
    }
    tree.warden.files.use(1);
    const home = this.nursery();
    if (!home.handle().mkdir(name.text, 0o755)) throw taken([...this.segments, name.text]);
    return new Branch(tree, home, name.text, true, isFree, undefined, tree.made(home, name.text));
  }

  put(name: MemberName, content: Uint8Array, mode: number, mtimeMs: number): void {
    const home = this.admit(name);
    this.writeBytes.use(content.length);
    home.handle().writeNew(name.text, content, mode, mtimeMs);
    home.finished(name.text, content.length);
  }

  create(name: MemberName, mode: number, mtimeMs: number): TreeFile {
    return new NewFile(this.admit(name), name.text, mode, mtimeMs);
  }

  date(mtimeMs: number): void {
    this.mtimeMs = mtimeMs;
    this.tree.toDate(this);
  }

  setTime(): void {
    if (this.mtimeMs === undefined || this.isDated) return;
    if (this.held) this.held.setTime(this.mtimeMs);
    else this.parent?.handle().setTime(this.mtimeMs, this.name);
    this.isDated = true;
  }

  refuseExisting({ text }: MemberName): void {
    const existing = this.isNew ? undefined : this.handle().stat(text);
    if (!existing) return;
    const path = showPath([...this.segments, text].join('/'));
    if (existing.isSymbolicLink()) throw linkRefused(path);
    if (!existing.isFile()) throw wrongKind(path, existing.isDirectory() ? 'a folder' : 'a special file', 'a file');
    if (!this.tree.replace) throw new SallyportError('AlreadyExists', { path });
  }

  /** From the workspace; a stage counts as what it stands for. */
  get segments(): string[] {
    const { parent } = this;
    if (!parent) return [];
    return parent.stage === this ? parent.segments : [...parent.segments, this.name];
  }

  handle(): Folder {
    const held = (this.held ??= (this.parent as Branch).handle().folder(this.name));
    this.isDated = false;
    if (this.parent) this.tree.touch(this);
    return held;
  }

  finished(name: string, bytes: number): void {
    this.tree.made(this, name, bytes);
  }

  close(): void {
    if (this.parent === undefined) return;
    this.held?.[Symbol.dispose]();
    this.held = undefined;
  }

  private check(name: MemberName, makesFolder: boolean): void {
    const { warden } = this.tree;
    warden.requireWrite();
    if (!this.isFree || !name.isFree) warden.refuseProtected([...this.segments, name.text], { makesFolder });
  }

  /** Where a new file is made, if it may be. */
  private admit(name: MemberName): Branch {
    this.check(name, false);
    this.tree.warden.files.use(1);
    this.refuseExisting(name);
    return this.nursery();
  }

  /** Where new members are made. */
  private nursery(): Branch {
    return this.isNew ? this : (this.stage ??= this.tree.stageOf(this));
  }
}

function taken(segments: readonly string[]): SallyportError {
  return new SallyportError('AlreadyExists', { path: showPath(segments.join('/')) });
}
