import { setImmediate } from 'node:timers/promises';
import { hashContent, type Folder } from '../files/index.ts';
import { SallyportError } from '../protocol/errors.ts';
import { kindOf, modeOf, type Difference, type Side, type Stats, type Trees } from './tree.ts';

export interface FindOptions {
  /** In an overlay only what was written is there; in a copy everything is. */
  readonly how: 'overlay' | 'copy';
  /** What has changed later in the workspace was changed by somebody else. */
  readonly sinceMs: number;
  /** What has not changed later in the view was not written. */
  readonly writtenSinceMs: number;
  /** Segments of folders that are not looked at: our own. */
  readonly closed: readonly (readonly string[])[];
}

export interface Found {
  /** A folder comes before what is in it. */
  readonly differences: readonly Difference[];
  readonly leftOut: readonly { readonly path: string; readonly reason: string }[];
}

export const mostDifferences = 100_000;
const maxDepth = 200;

/**
 * What differs between the view and the workspace. Only what was written is compared. That a folder was replaced as a whole an
 * overlay notes in an attribute which cannot be read from here; it shows in the listing of the view, where its old members are gone.
 */
export async function findDifferences(trees: Trees, options: FindOptions): Promise<Found> {
  const search = openSearch(options);
  await search.compare(trees, '', 0);
  return search.found();
}

function openSearch({ how, sinceMs, writtenSinceMs, closed }: FindOptions) {
  const differences: Difference[] = [];
  const leftOut: { path: string; reason: string }[] = [];
  /** Paths of files with several names, by their number on disk: those that are as before, and those that come first. */
  const named = new Map<string, string[]>();

  async function add(difference: Difference): Promise<void> {
    differences.push(difference);
    if (differences.length % 500 === 0) await setImmediate();
    if (differences.length <= mostDifferences) return;
    throw new SallyportError('Denied', {
      reason: `it changes more than ${mostDifferences} files, which nobody could look at`,
      next: 'Make it change less at a time, or run it without --dry.',
    });
  }

  async function compare({ workspace, whole, written }: Trees, at: string, depth: number): Promise<void> {
    if (depth > maxDepth) return void leftOut.push({ path: at, reason: 'it lies too deep' });
    const shown = new Set(namesIn(whole));
    for (const name of namesIn(workspace)) {
      const path = join(at, name);
      if (!shown.has(name) && !isClosed(path)) await missing(workspace, name, path, depth);
    }
    for (const name of namesIn(written)) {
      const path = join(at, name);
      if (shown.has(name) && !isClosed(path)) await present({ workspace, whole, written }, name, path, depth);
    }
  }

  /** It is in the workspace and not in the view. */
  async function missing(workspace: Folder, name: string, path: string, depth: number): Promise<void> {
    const stats = workspace.stat(name);
    if (!stats) return void leftOut.push({ path, reason: 'its name is no text' });
    // In a copy what somebody made since is missing, too.
    if (how === 'copy' && stats.birthtimeMs > sinceMs) return;
    await deleted(workspace, name, path, stats, depth);
  }

  async function deleted(folder: Folder, name: string, path: string, stats: Stats, depth: number): Promise<void> {
    if (!kindOf(stats)) return void leftOut.push({ path, reason: 'it is neither file, folder nor link' });
    await add({ path, what: 'deleted', before: sideOf(folder, name, stats) });
    if (!stats.isDirectory() || depth > maxDepth) return;
    using inner = folder.folder(name);
    for (const each of namesIn(inner)) {
      const below = inner.stat(each);
      if (below) await deleted(inner, each, join(path, each), below, depth + 1);
      else leftOut.push({ path: join(path, each), reason: 'its name is no text' });
    }
  }

  /** It is in the view, and may have been written. */
  async function present(trees: Trees, name: string, path: string, depth: number): Promise<void> {
    const { workspace, written } = trees;
    const [now, before] = [written.stat(name), workspace.stat(name)];
    if (!now) return void leftOut.push({ path, reason: 'its name is no text' });
    if (!kindOf(now)) {
      if (wasWritten(now)) leftOut.push({ path, reason: 'it is neither file, folder nor link' });
      return;
    }
    if (!before) return added(written, name, path, now, depth);
    if (kindOf(before) !== kindOf(now)) {
      await deleted(workspace, name, path, before, depth);
      return added(written, name, path, now, depth);
    }
    if (wasWritten(now)) await changed(trees, name, path, before, now);
    else note(now, path);
    if (now.isDirectory()) {
      using inner = workspace.folder(name);
      using innerWhole = trees.whole.folder(name);
      using innerWritten = written.folder(name);
      await compare({ workspace: inner, whole: innerWhole, written: innerWritten }, path, depth + 1);
    }
  }

  async function added(folder: Folder, name: string, path: string, stats: Stats, depth: number): Promise<void> {
    const same = note(stats, path);
    await add({
      path,
      what: 'added',
      after: sideOf(folder, name, stats),
      ...(same === undefined ? {} : { sameAs: same }),
    });
    if (!stats.isDirectory()) return;
    if (depth > maxDepth) return void leftOut.push({ path, reason: 'it lies too deep' });
    using inner = folder.folder(name);
    for (const each of namesIn(inner)) {
      const below = inner.stat(each);
      if (!below) leftOut.push({ path: join(path, each), reason: 'its name is no text' });
      else if (isWhiteout(below)) continue;
      else if (!kindOf(below)) leftOut.push({ path: join(path, each), reason: 'it is neither file, folder nor link' });
      else await added(inner, each, join(path, each), below, depth + 1);
    }
  }

  async function changed(
    { workspace, written }: Trees,
    name: string,
    path: string,
    beforeStats: Stats,
    afterStats: Stats,
  ): Promise<void> {
    const [before, after] = [sideOf(workspace, name, beforeStats), sideOf(written, name, afterStats)];
    const what = isSameContent(workspace, written, name, before, after)
      ? modeOf(beforeStats) !== modeOf(afterStats)
        ? 'mode'
        : beforeStats.mtimeMs !== afterStats.mtimeMs
          ? 'touched'
          : undefined
      : 'changed';
    const same = note(afterStats, path);
    if (what) await add({ path, what, before, after, ...(same === undefined ? {} : { sameAs: same }) });
    else if (same !== undefined && beforeStats.nlink === 1)
      await add({ path, what: 'touched', before, after, sameAs: same });
  }

  /** Notes the name of a file that has several; gives the first that was noted. */
  function note(stats: Stats, path: string): string | undefined {
    if (!stats.isFile() || stats.nlink < 2) return undefined;
    const key = `${stats.dev}:${stats.ino}`;
    const names = named.get(key) ?? [];
    named.set(key, [...names, path]);
    return names[0];
  }

  function wasWritten(stats: Stats): boolean {
    return how === 'overlay' || stats.ctimeMs > writtenSinceMs;
  }

  function isClosed(path: string): boolean {
    const segments = path.split('/');
    return closed.some((folder) => folder.length > 0 && folder.every((name, index) => name === segments[index]));
  }

  return { compare, found: (): Found => ({ differences, leftOut }) };
}

/** How an overlay says that something of the layer below is gone. */
function isWhiteout(stats: Stats): boolean {
  return stats.isCharacterDevice() && stats.rdev === 0;
}

function sideOf(folder: Folder, name: string, stats: Stats): Side {
  return stats.isSymbolicLink() ? { stats, target: folder.readLink(name) } : { stats };
}

function isSameContent(workspace: Folder, written: Folder, name: string, before: Side, after: Side): boolean {
  if (before.stats.isDirectory()) return true;
  if (before.target !== undefined) return before.target === after.target;
  if (before.stats.size !== after.stats.size) return false;
  const hash = (folder: Folder) => hashContent(folder, name, Infinity)?.sha256;
  return hash(workspace) === hash(written);
}

function namesIn(folder: Folder): string[] {
  return folder
    .entries(mostDifferences)
    .map(({ name }) => name)
    .toSorted();
}

function join(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
