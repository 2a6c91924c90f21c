import type { Folder } from '../files/index.ts';
import type { ChangeKind } from '../protocol/dry.ts';

export type Stats = NonNullable<ReturnType<Folder['stat']>>;

/** One path that differs between the view and the workspace. */
export interface Difference {
  /** From the workspace. */
  readonly path: string;
  readonly what: ChangeKind;
  readonly before?: Side;
  readonly after?: Side;
  /** A path of the workspace, or one that comes earlier, that is to be the same file. */
  readonly sameAs?: string;
}

export interface Side {
  readonly stats: Stats;
  /** What a link says. */
  readonly target?: string;
}

export interface Trees {
  /** The workspace. */
  readonly workspace: Folder;
  /** The view: all that it shows. */
  readonly whole: Folder;
  /** What was written in it. */
  readonly written: Folder;
}

/** Whether a path is a folder, a file or a link: nothing else is taken over. */
export function kindOf(stats: Stats): 'file' | 'folder' | 'link' | undefined {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'folder';
  return stats.isSymbolicLink() ? 'link' : undefined;
}

export function modeOf(stats: Stats): number {
  return stats.mode & 0o7777;
}

/** Changes whenever somebody changes the file, its rights or its names. */
export function stampOf({ ino, size, mtimeMs, ctimeMs }: Stats): string {
  return [ino, size, mtimeMs, ctimeMs].join(':');
}

/** Goes down from a folder to where a path is; undefined when a folder on the way is missing. */
export function within<T>(root: Folder, path: string, use: (folder: Folder, name: string) => T): T | undefined {
  const at = path.indexOf('/');
  if (at < 0) return use(root, path);
  using inner = root.tryFolder(path.slice(0, at));
  return inner && within(inner, path.slice(at + 1), use);
}
