import { posix } from 'node:path';
import { fits, Folder, isPattern } from '../../files/index.ts';
import type { Clock } from '../../platform/clock.ts';

/** What was found, relative to the root. */
export interface Found {
  readonly files: { readonly path: string; readonly bytes: number }[];
  /** What the path or pattern itself names. */
  readonly tops: string[];
  folders: number;
  isMore: boolean;
}

const maxEntries = 20_000;
const maxMs = 300;
const maxDepth = 64;

/** Looks through a workspace, within a number of entries and a time that hold for all that is asked of it. Links are not followed. */
export function openWalk(root: string, clock: Clock) {
  let left = maxEntries;
  const end = clock.monotonic() + maxMs;
  const isSpent = () => left <= 0 || clock.monotonic() > end;

  /** Files that a path or pattern names, with all that is below when asked for. */
  function find(path: string, options: { below: boolean }): Found {
    const found: Found = { files: [], tops: [], folders: 0, isMore: false };
    const segments = posix
      .relative(root, path)
      .split('/')
      .filter((name) => name !== '');
    if (segments[0] === '..') return found;
    try {
      using folder = Folder.open(root);
      if (segments.length === 0) {
        if (!options.below) return found;
        found.tops.push('.');
        everything(folder, '', 0, found);
      } else step(folder, '', segments, options, found);
    } catch {
      found.isMore = true; // what cannot be looked at is not said to be nothing
    }
    return found;
  }

  function step(
    folder: Folder,
    at: string,
    [name = '', ...rest]: string[],
    options: { below: boolean },
    found: Found,
  ): void {
    const names = isPattern(name)
      ? entriesOf(folder, found).flatMap((entry) => (fits(entry.name, name) ? [entry.name] : []))
      : [name];
    for (const each of names) {
      if (isSpent()) return void (found.isMore = true);
      if (rest.length === 0) member(folder, at, each, options, found);
      else within(folder, each, (inner) => step(inner, join(at, each), rest, options, found));
    }
  }

  function member(folder: Folder, at: string, name: string, options: { below: boolean }, found: Found): void {
    const stats = folder.stat(name);
    left--;
    if (stats?.isDirectory()) {
      if (!options.below) return;
      found.tops.push(join(at, name));
      found.folders++;
      within(folder, name, (inner) => everything(inner, join(at, name), 0, found));
    } else if (stats) {
      found.tops.push(join(at, name));
      found.files.push({ path: join(at, name), bytes: stats.isFile() ? stats.size : 0 });
    }
  }

  function everything(folder: Folder, at: string, depth: number, found: Found): void {
    for (const entry of entriesOf(folder, found)) {
      if (isSpent() || depth > maxDepth) return void (found.isMore = true);
      if (entry.isDirectory()) {
        found.folders++;
        within(folder, entry.name, (inner) => everything(inner, join(at, entry.name), depth + 1, found));
      } else {
        const bytes = entry.isFile() ? (folder.stat(entry.name)?.size ?? 0) : 0;
        found.files.push({ path: join(at, entry.name), bytes });
      }
    }
  }

  function entriesOf(folder: Folder, found: Found) {
    try {
      const entries = folder.entries(maxEntries);
      left -= entries.length;
      return entries;
    } catch {
      found.isMore = true;
      return [];
    }
  }

  return { find };
}

function within(folder: Folder, name: string, visit: (inner: Folder) => void): void {
  if (!folder.stat(name)?.isDirectory()) return;
  using inner = folder.tryFolder(name);
  if (inner) visit(inner);
}

function join(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
