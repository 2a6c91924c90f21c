import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

interface Seen {
  readonly what: string;
  readonly mtimeMs: number;
}

/** All that a person could tell of a tree: content, rights, times, what links say, which names are one file. */
export function snapshot(root: string): Map<string, Seen> {
  const seen = new Map<string, Seen>();
  const names = new Map<number, string>();
  const waiting = readdirSync(root).toSorted();
  for (const path of waiting) {
    const stats = lstatSync(join(root, path));
    const mode = (stats.mode & 0o7777).toString(8);
    if (stats.isDirectory()) {
      seen.set(path, { what: `folder ${mode}`, mtimeMs: stats.mtimeMs });
      waiting.push(...namesIn(join(root, path)).map((name) => join(path, name)));
    } else if (stats.isSymbolicLink()) {
      seen.set(path, { what: `link to ${readlinkSync(join(root, path))}`, mtimeMs: stats.mtimeMs });
    } else if (stats.isFile()) {
      const same = stats.nlink > 1 ? (names.get(stats.ino) ?? names.set(stats.ino, path).get(stats.ino)) : '';
      // In its index git notes the numbers of files on disk, which are never the same twice.
      const content = path.endsWith('.git/index') ? '' : readFileSync(join(root, path));
      const hash = createHash('sha256').update(content).digest('hex');
      const size = content === '' ? 0 : stats.size;
      const isSparse = stats.size > 1e6 && stats.blocks * 512 < stats.size / 2;
      seen.set(path, { what: `file ${mode} ${size} ${hash} ${same} ${isSparse}`, mtimeMs: stats.mtimeMs });
    } else seen.set(path, { what: 'other', mtimeMs: stats.mtimeMs });
  }
  return seen;
}

/** Folders that are closed to their owner are opened by nobody here. */
function namesIn(path: string): string[] {
  return readdirSync(path).toSorted();
}

export interface Comparison {
  /** Or else times since `startedMs` count as one and the same. */
  readonly exactTimes: boolean;
  readonly startedMs?: number;
  /** Folders at the top that are looked at. */
  readonly only: readonly string[];
}

export function differing(
  a: ReadonlyMap<string, Seen>,
  b: ReadonlyMap<string, Seen>,
  { exactTimes, startedMs = 0, only }: Comparison,
): string[] {
  const wanted = new Set(only);
  const text = (seen: Seen | undefined) => {
    if (!seen) return 'nothing';
    const time = exactTimes ? seen.mtimeMs : seen.mtimeMs > startedMs ? 'now' : Math.round(seen.mtimeMs);
    return `${seen.what} ${time}`;
  };
  return [...new Set([...a.keys(), ...b.keys()])]
    .filter((path) => wanted.has(path.slice(0, 2)))
    .filter((path) => text(a.get(path)) !== text(b.get(path)))
    .map((path) => `${path} (${text(a.get(path))} / ${text(b.get(path))})`);
}
