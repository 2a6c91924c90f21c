import fs from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Folder, FolderOptions } from './folder.ts';

/** The folder of this path, with the last segments that are missing. */
export function createMissing(
  path: string,
  options: FolderOptions,
  open: (path: string, options: FolderOptions) => Folder,
): Folder {
  const missing = [basename(path)];
  let parent = dirname(path);
  while (!fs.existsSync(parent)) {
    missing.unshift(basename(parent));
    parent = dirname(parent);
  }
  let folder = open(fs.realpathSync.native(parent), options.handles === undefined ? {} : { handles: options.handles });
  for (const name of missing) {
    const outer = folder;
    try {
      folder = outer.folder(name, options.mode === undefined ? { create: true } : { create: true, mode: options.mode });
    } finally {
      outer[Symbol.dispose]();
    }
  }
  return folder;
}
