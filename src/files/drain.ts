import { SallyportError } from '../protocol/errors.ts';
import type { Folder } from './folder.ts';

/** Empties a folder. Folders in its folders are moved up first: no depth costs handles or stack. */
export function drain(folder: Folder): void {
  eachEntry(folder, (name, isFolder) => {
    if (!isFolder) return folder.remove(name);
    folder.removeTree(folder.adopt(folder, name), (inner) => {
      eachEntry(inner, (below, isFolderBelow) => {
        if (isFolderBelow) folder.adopt(inner, below);
        else inner.remove(below);
      });
    });
  });
}

/** Until none is left. */
function eachEntry(folder: Folder, visit: (name: Buffer, isFolder: boolean) => void): void {
  for (let round = 0; round < 10_000; round++) {
    const batch = folder.someEntries(1_000);
    if (batch.length === 0) return;
    for (const entry of batch) visit(entry.name, entry.isDirectory());
  }
  throw new SallyportError('InternalError', { reason: `"${folder.shown()}" fills up faster than it can be emptied` });
}
