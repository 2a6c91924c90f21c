import { lstatSync, readdirSync, readFileSync, readlinkSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import type { Change } from './outcome.ts';

interface Seen {
  readonly kind: string;
  readonly mode: number;
  readonly ctimeMs: number;
  readonly ino: number;
  readonly content: string;
}

export type Snapshot = ReadonlyMap<string, Seen>;

/** Everything below a folder, links not followed; what did not change since an earlier one is not read again. */
export function snapshot(folder: string, earlier?: Snapshot): Snapshot {
  const seen = new Map<string, Seen>();
  const waiting = pathsIn(folder);
  for (const path of waiting) {
    if (seen.size > mostPaths) throw new Error('more files than are looked at');
    const stats = lstatSync(path);
    const was = earlier?.get(path);
    if (was && isSame(was, stats)) seen.set(path, was);
    else {
      const { mode, ino, ctimeMs } = stats;
      seen.set(path, { kind: kindOf(stats), mode: mode & 0o7777, ctimeMs, ino, content: contentOf(path) });
    }
    if (stats.isDirectory()) waiting.push(...pathsIn(path));
  }
  return seen;
}

export function changesIn(before: Snapshot, after: Snapshot): Change[] {
  const changes: Change[] = [];
  for (const [path, was] of before) {
    const is = after.get(path);
    if (!is) changes.push({ path, how: 'removed' });
    else if (!isSame(was, is)) {
      const how = difference(was, is);
      if (how) changes.push({ path, how });
    }
  }
  for (const path of after.keys()) if (!before.has(path)) changes.push({ path, how: 'made' });
  return changes;
}

/** What a file holds, or where a link leads; of what is large, how large it is. */
export function contentOf(path: string): string {
  try {
    const stats = lstatSync(path);
    if (stats.isSymbolicLink()) return readlinkSync(path);
    if (!stats.isFile()) return '';
    return stats.size < mostBytes ? readFileSync(path, 'latin1') : String(stats.size);
  } catch {
    return '';
  }
}

const mostPaths = 5_000;
const mostBytes = 1 << 20;

function isSame(was: Seen, is: Pick<Stats, 'ctimeMs' | 'ino'>): boolean {
  return was.ctimeMs === is.ctimeMs && was.ino === is.ino;
}

function difference(was: Seen, is: Seen): Change['how'] | undefined {
  if (was.kind !== is.kind || was.content !== is.content) return 'content';
  if (was.mode !== is.mode) return 'rights';
  // What is in a folder is told for itself.
  return is.kind === 'folder' ? undefined : 'marked';
}

function pathsIn(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
}

function kindOf(stats: Stats): string {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'folder';
  return stats.isSymbolicLink() ? 'link' : 'other';
}
