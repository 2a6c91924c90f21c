import { hashContent, type Folder } from '../files/index.ts';
import type { Entry, State } from './manifest.ts';

/** What is under a name now. */
export function stateOf(folder: Folder, name: string, maxBytes: number): State {
  const stats = folder.stat(name);
  if (!stats) return { kind: 'absent' };
  if (stats.isDirectory()) return { kind: 'folder' };
  if (stats.isSymbolicLink()) return { kind: 'link', target: folder.readLink(name) };
  if (!stats.isFile()) return { kind: 'other' };
  const content = hashContent(folder, name, maxBytes);
  return { kind: 'file', sha256: content?.sha256 ?? null, stamp: stampOf(content?.stats ?? stats) };
}

/** Changes whenever somebody writes to the file, unless that was within the same tick of the clock. */
export function stampOf({ ino, size, mtimeMs, ctimeMs }: NonNullable<ReturnType<Folder['stat']>>): string {
  return [ino, size, mtimeMs, ctimeMs].join(':');
}

export function isSameState(a: State, b: State): boolean {
  if (a.kind === 'file' && b.kind === 'file')
    return a.sha256 === null || b.sha256 === null ? a.stamp === b.stamp : a.sha256 === b.sha256;
  if (a.kind === 'link' && b.kind === 'link') return a.target === b.target;
  return a.kind === b.kind && a.kind !== 'other';
}

/** Whether something is as it was before the run. */
export function isAsBefore(entry: Entry, now: State): boolean {
  if (entry.kind === 'file') return now.kind === 'file' && now.sha256 === entry.sha256;
  if (entry.kind === 'link') return now.kind === 'link' && now.target === entry.target;
  return now.kind === 'folder';
}

/** Goes down from the workspace to where a path is; undefined when a folder on the way is missing. */
export function within<T>(root: Folder, path: string, use: (folder: Folder, name: string) => T): T | undefined {
  const [name = '', ...way] = path.split('/').toReversed();
  return descend(root, way.toReversed(), (folder) => use(folder, name));
}

function descend<T>(folder: Folder, [next, ...rest]: readonly string[], use: (folder: Folder) => T): T | undefined {
  if (next === undefined) return use(folder);
  using inner = folder.tryFolder(next);
  return inner && descend(inner, rest, use);
}
