import { copyFile, type Folder } from '../files/index.ts';
import { isSallyportError, SallyportError, toSallyportError } from '../protocol/errors.ts';
import { kindOf, modeOf, stampOf, within, type Difference, type Side, type Trees } from './tree.ts';

/** Does to the workspace what was done to the view: each file appears whole or not at all. Before that, all is checked. */
export function applyDifferences(differences: readonly Difference[], trees: Trees, sinceMs: number): void {
  const { workspace } = trees;
  const conflict = findConflict(differences, workspace, sinceMs);
  if (conflict !== undefined) throw conflicting(conflict);
  const putBackTimes = keepTimes(differences, trees);
  let done = 0;
  const step = (difference: Difference, work: (folder: Folder, name: string) => void) => {
    try {
      const isDone = within(workspace, difference.path, (folder, name) => {
        work(folder, name);
        return true;
      });
      if (!isDone) throw new SallyportError('NotFound', { path: difference.path });
      done++;
    } catch (error) {
      throw interrupted(difference.path, done, error);
    }
  };
  const made = new Set(differences.flatMap(({ path, what }) => (what === 'added' ? [path] : [])));
  const gone = differences.filter(({ what }) => what === 'deleted').toReversed();
  const inTheWay = new Set(gone.filter(({ path }) => isReplaced(path, made)));
  const folders = differences.filter(({ after }) => after?.stats.isDirectory());
  const others = differences.filter(({ after }) => after && !after.stats.isDirectory());
  for (const each of inTheWay) step(each, (folder, name) => removeOne(folder, name, each));
  // Open to us while we write into it; its own rights come last.
  for (const each of folders) step(each, (folder, name) => openFolder(folder, name, each));
  for (const each of others) step(each, (folder, name) => write(folder, name, each, trees));
  for (const each of gone) if (!inTheWay.has(each)) step(each, (folder, name) => removeOne(folder, name, each));
  for (const each of folders.toReversed()) step(each, (folder, name) => closeFolder(folder, name, each.after as Side));
  putBackTimes();
}

function interrupted(path: string, done: number, error: unknown): SallyportError {
  const why = toSallyportError(error).message.replace(/\.$/, '');
  const reason = `"${path}" could not be written, after ${done} steps that could: ${why}`;
  return new SallyportError('InternalError', { reason }, { cause: error });
}

/** A command that writes to a file does not change the time of its folder; putting a new file in its place does. */
function keepTimes(differences: readonly Difference[], { workspace, whole }: Trees): () => void {
  const known = new Set(differences.map(({ path }) => path));
  const parents = new Set(differences.map(({ path }) => path.slice(0, Math.max(0, path.lastIndexOf('/')))));
  const times = [...parents].flatMap((path) => {
    if (path === '' || known.has(path)) return [];
    const stats = within(workspace, path, (folder, name) => folder.stat(name));
    return stats?.isDirectory() ? [{ path, mtimeMs: stats.mtimeMs }] : [];
  });
  const top = whole.stat()?.mtimeMs;
  return () => {
    for (const { path, mtimeMs } of times) within(workspace, path, (folder, name) => folder.setTime(mtimeMs, name));
    if (top !== undefined && differences.length > 0) workspace.setTime(top);
  };
}

/** What in the workspace is not as it was when the command began; `sinceMs` is when that was. */
export function findConflict(
  differences: readonly Difference[],
  workspace: Folder,
  sinceMs: number,
): string | undefined {
  const pathsThat = (what: Difference['what']) =>
    new Set(differences.flatMap((each) => (each.what === what ? [each.path] : [])));
  const expected = { gone: pathsThat('deleted'), made: pathsThat('added'), sinceMs };
  return differences.find((each) => {
    try {
      return !isAsBefore(each, workspace, expected);
    } catch (error) {
      if (isSallyportError(error)) return true; // the way to it is not what it was
      throw error;
    }
  })?.path;
}

export function conflicting(path: string): SallyportError {
  return new SallyportError('Denied', {
    reason: `"${path}" was changed in the workspace since the dry run began, and nothing was applied`,
    next: 'Run it again: it then begins with what is there now.',
  });
}

interface Expected {
  readonly gone: ReadonlySet<string>;
  readonly made: ReadonlySet<string>;
  readonly sinceMs: number;
}

function isAsBefore({ path, what, before }: Difference, workspace: Folder, { gone, made, sinceMs }: Expected): boolean {
  // What comes with a new folder is looked at with that.
  if (!before && made.has(path.slice(0, Math.max(0, path.lastIndexOf('/'))))) return true;
  const now = within(workspace, path, (folder, name) => folder.stat(name) ?? 'absent');
  if (now === undefined) return false; // a folder on the way is gone
  // Where something of another kind was, both the end of the one and the beginning of the other are listed.
  if (!before) return now === 'absent' || gone.has(path);
  if (now === 'absent' || kindOf(now) !== kindOf(before.stats)) return false;
  if (!now.isDirectory()) return now.ctimeMs <= sinceMs && stampOf(now) === stampOf(before.stats);
  if (modeOf(now) !== modeOf(before.stats)) return false;
  return what !== 'deleted' || membersOf(workspace, path).every((name) => gone.has(`${path}/${name}`));
}

function membersOf(workspace: Folder, path: string): string[] {
  const members = within(workspace, path, (folder, name) => {
    using inner = folder.folder(name);
    return inner.entries().map((entry) => entry.name);
  });
  return members ?? [];
}

function isReplaced(path: string, added: ReadonlySet<string>): boolean {
  for (let at = path.length; at > 0; at = path.lastIndexOf('/', at - 1)) if (added.has(path.slice(0, at))) return true;
  return false;
}

function removeOne(folder: Folder, name: string, { path, before }: Difference): void {
  if (!before?.stats.isDirectory()) return folder.remove(name);
  folder.removeIfEmpty(name);
  if (folder.stat(name)) throw conflicting(path);
}

function openFolder(folder: Folder, name: string, { before, after }: Difference): void {
  if (!before) folder.mkdir(name, 0o700);
  using inner = folder.folder(name);
  inner.setMode(modeOf((after as Side).stats) | 0o700);
}

function closeFolder(folder: Folder, name: string, { stats }: Side): void {
  {
    using inner = folder.folder(name);
    inner.setMode(modeOf(stats));
  }
  folder.setTime(stats.mtimeMs, name);
}

function write(folder: Folder, name: string, { path, what, after, sameAs }: Difference, trees: Trees): void {
  const { stats, target } = after as Side;
  if (target !== undefined) {
    if (what !== 'touched') folder.makeLink(name, target);
    return folder.setTime(stats.mtimeMs, name);
  }
  if (sameAs !== undefined) return linkTo(folder, name, sameAs, trees.workspace);
  if (what === 'touched') return folder.setTime(stats.mtimeMs, name);
  const options = { exactMode: modeOf(stats), mtimeMs: stats.mtimeMs, durable: false };
  within(trees.written, path, (from, as) => copyFile(from, as, folder, name, options));
}

/** A second name for a file that is there already, in the place of what has that name now. */
function linkTo(folder: Folder, name: string, sameAs: string, workspace: Folder): void {
  within(workspace, sameAs, (other, first) => other.linkAs(first, folder, name));
}
