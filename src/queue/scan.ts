import { createHash } from 'node:crypto';
import { closeSync, createReadStream } from 'node:fs';
import type { EntryInfo, Root } from '../files/index.ts';
import { isSallyportError, SallyportError } from '../protocol/errors.ts';

const maxFiles = 20_000;
const maxDepth = 16;

/** Something in the watched folder: a file, or what cannot be taken for one. */
export type Seen = ({ readonly path: string } & Looks) | { readonly path: string; readonly refused: string };

/** `ctimeMs` tells of another file in its place, and of one that may be read now, where size and time stayed the same. */
type Looks = Pick<EntryInfo, 'size' | 'mtimeMs' | 'ctimeMs'>;

export function looksSame(a: Looks, b: Looks): boolean {
  return a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs;
}

/** All that lies below a folder of the workspace, without what is hidden. Links are not followed. */
export function scan(root: Root, folder: string, depth = 0, budget = { left: maxFiles }): Seen[] {
  const entries = orRefused(folder, () => root.list(folder));
  if (!Array.isArray(entries)) return [entries];
  return entries.flatMap(({ name, kind }): Seen[] => {
    const path = `${folder}/${name}`;
    if (name.startsWith('.')) return [];
    if (--budget.left < 0)
      return budget.left === -1 ? [{ path: folder, refused: `only the first ${maxFiles} files are watched` }] : [];
    if (name.includes('\uFFFD')) return [{ path, refused: 'its name is not UTF-8' }];
    if (kind === 'link') return [{ path, refused: 'it is a link' }];
    if (kind === 'other') return [{ path, refused: 'it is no regular file' }];
    if (kind === 'dir')
      return depth < maxDepth
        ? scan(root, path, depth + 1, budget)
        : [{ path, refused: `it is deeper than ${maxDepth} folders` }];
    const seen = orRefused(path, () => root.stat(path));
    if (!seen || 'refused' in seen) return seen ? [seen] : [];
    const { size, mtimeMs, ctimeMs } = seen;
    return [{ path, size, mtimeMs, ctimeMs }];
  });
}

/** What tells one content from another. */
export async function hashOf(root: Root, path: string, signal: AbortSignal): Promise<string> {
  const fd = root.openRead(path);
  try {
    const sum = createHash('sha256');
    const stream = createReadStream('', { fd, autoClose: false, highWaterMark: 1 << 20 });
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (signal.aborted) throw new SallyportError('Cancelled');
      sum.update(chunk);
    }
    return sum.digest('hex');
  } finally {
    closeSync(fd);
  }
}

function orRefused<T>(path: string, look: () => T): T | { path: string; refused: string } {
  try {
    return look();
  } catch (error) {
    if (isSallyportError(error)) return { path, refused: error.message };
    throw error;
  }
}
