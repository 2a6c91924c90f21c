import { isAbsolute, relative, sep } from 'node:path';

/** The names on the way from a folder down to a path: none for the folder itself, nothing for what lies elsewhere. */
export function namesBelow(folder: string, path: string): string[] | undefined {
  const way = relative(folder, path);
  const names = way === '' ? [] : way.split(sep); // by whole names: `..state` is one like any other
  return names[0] === '..' || isAbsolute(way) ? undefined : names;
}
