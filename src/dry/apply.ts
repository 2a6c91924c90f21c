import { copyFile, type Folder } from '../files/index.ts';
import { SallyportError, toSallyportError } from '../protocol/errors.ts';
import { kindOf, modeOf, stampOf, within, type Difference, type Side, type Trees } from './tree.ts';

/** Does to the workspace what was done to the view: each file appears whole or not at all. Before that, all is checked. */
export function applyDifferences(
  differences: readonly Difference[],
  trees: Omit<Trees, 'whole'>,
  sinceMs: number,
): void {
  const conflict = findConflict(differences, trees.workspace, sinceMs);
  if (conflict !== undefined) throw conflicting(conflict);
  let done = 0;
  const step = (difference: Difference, work: (folder: Folder, name: string) => void) => {
    try {
      within(trees.workspace, difference.path, work);
      done++;
    } catch (error) {
      const { message } = toSallyportError(error);
      const reason = `"${difference.path}" could not be written, after ${done} steps that were: ${message.replace(/\.$/, '')}`;
      throw new SallyportError('InternalError', { reason }, { cause: error });
    }
  };
  const folders = differences.filter(({ after }) => after?.stats.isDirectory());
  const replaced = new Set(differences.flatMap(({ path, what }) => (what === 'added' ? [path] : [])));
  const gone = differences.filter(({ what }) => what === 'deleted').toReversed();
  const [inTheWay, others] = [gone.filter(({ path }) => isReplaced(path, replaced)), gone];
  for (const each of inTheWay) step(each, (folder, name) => removeOne(folder, name, each));
  // Open to us while we write into it; its own rights come last.
  for (const each of folders) step(each, (folder, name) => openFolder(folder, name, each));
  for (const each of differences)
    if (each.after && !each.after.stats.isDirectory())
      step(each, (folder, name) => write(folder, name, each, each.after as Side, trees));
  for (const each of others) if (!inTheWay.includes(each)) step(each, (folder, name) => removeOne(folder, name, each));
  for (const each of folders.toReversed()) step(each, (folder, name) => closeFolder(folder, name, each.after as Side));
}

/** What in the workspace is not as it was when the command began; `sinceMs` is when that was. */
export function findConflict(
  differences: readonly Difference[],
  workspace: Folder,
  sinceMs: number,
): string | undefined {
  const known = new Set(differences.flatMap(({ path, what }) => (what === 'deleted' ? [path] : [])));
  return differences.find((each) => !isAsBefore(each, workspace, sinceMs, known))?.path;
}

export function conflicting(path: string): SallyportError {
  return new SallyportError('Denied', {
    reason: `"${path}" was changed in the workspace since the dry run began, and nothing was applied`,
    next: 'Run it again: it then begins with what is there now.',
  });
}

function isAsBefore(
  { path, what, before }: Difference,
  workspace: Folder,
  sinceMs: number,
  known: ReadonlySet<string>,
): boolean {
  const now = within(workspace, path, (folder, name) => folder.stat(name));
  // Where something of another kind was, both the end of the one and the beginning of the other are listed.
  if (!before) return now === undefined || known.has(path);
  if (!now || kindOf(now) !== kindOf(before.stats)) return false;
  if (!now.isDirectory()) return now.ctimeMs <= sinceMs && stampOf(now) === stampOf(before.stats);
  if (modeOf(now) !== modeOf(before.stats)) return false;
  if (what !== 'deleted') return true;
  const names = within(workspace, `${path}/.`, (folder) => folder.entries().map(({ name }) => name)) ?? [];
  return names.every((name) => known.has(`${path}/${name}`));
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
  folder.setTime(name, stats.mtimeMs);
}

function write(
  folder: Folder,
  name: string,
  { path, what, sameAs }: Difference,
  after: Side,
  trees: Omit<Trees, 'whole'>,
): void {
  const { stats, target } = after;
  if (target !== undefined) {
    if (what !== 'touched') folder.makeLink(name, target);
    return folder.setTime(name, stats.mtimeMs);
  }
  if (sameAs !== undefined) return linkTo(folder, name, sameAs, trees.workspace);
  if (what === 'touched') return folder.setTime(name, stats.mtimeMs);
  const options = { exactMode: modeOf(stats), mtimeMs: stats.mtimeMs, durable: false };
  within(trees.written, path, (from, as) => copyFile(from, as, folder, name, options));
}

/** A second name for a file that is there already, in the place of what has that name now. */
function linkTo(folder: Folder, name: string, sameAs: string, workspace: Folder): void {
  within(workspace, sameAs, (other, first) => other.linkAs(first, folder, name));
}
