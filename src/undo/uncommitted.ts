import { posix } from 'node:path';
import { isFolder, listedByGit } from '../files/index.ts';
import type { Backend } from '../protocol/backend.ts';

/**
 * Files at or below a path that differ from what git has of them, or that git does not have, ignored ones left out.
 * Asked only right before git is told to throw them away, in the same place: whatever the settings of the repository
 * make git start, that command would start too. Undefined when there is no answer.
 */
export async function uncommittedIn(
  root: string,
  path: string,
  running: { backend: Backend; env: Readonly<Record<string, string>> },
): Promise<string[] | undefined> {
  const top = repositoryOf(root, path);
  if (top === undefined) return undefined;
  const names = await listedByGit(['--modified', '--others'], top, [posix.relative(top, path) || '.'], running);
  return names && [...new Set(names)].map((name) => posix.join(top, name));
}

/** The folder of the repository, or the workspace when that lies within a larger one. */
function repositoryOf(root: string, path: string): string | undefined {
  for (let folder = path; ; folder = posix.dirname(folder)) {
    if (isFolder(posix.join(folder, '.git')) !== undefined) return folder.length < root.length ? root : folder;
    if (posix.dirname(folder) === folder) return undefined;
  }
}
