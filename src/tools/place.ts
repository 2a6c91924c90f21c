import { posix } from 'node:path';
import { followLinks, isFolder } from '../files/index.ts';
import type { ToolContext } from './define.ts';

/** The folder that a command is to run in, relative to the workspace, or why it cannot. */
export type Place = { readonly cwd: string } | Misplaced;

export interface Misplaced {
  readonly why: 'outside' | 'link' | 'missing' | 'no folder';
}

export function placeOf(
  folder: string,
  { workspace, allowedPaths }: Pick<ToolContext, 'workspace' | 'allowedPaths'>,
): Place {
  const path = posix.resolve(workspace, folder);
  const real = followLinks(path);
  const isAllowed = (place: string) => allowedPaths.some((allowed) => isBelow(place, allowed));
  if (folder.includes('\0') || !(isBelow(path, workspace) || isAllowed(path))) return { why: 'outside' };
  if (real !== path && !(isAllowed(path) && isAllowed(real))) return { why: 'link' };
  const found = isFolder(path);
  if (found !== true) return { why: found === undefined ? 'missing' : 'no folder' };
  return { cwd: posix.relative(workspace, path) || '.' };
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}
