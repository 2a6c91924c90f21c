import { posix } from 'node:path';
import { isFolder, listedByGit } from '../../files/index.ts';
import type { Backend } from '../../protocol/backend.ts';

/** What git says of files: those in its index, and those that are neither in it nor ignored. */
export interface Tracked {
  readonly tracked: ReadonlySet<string>;
  readonly untracked: ReadonlySet<string>;
}

const maxPaths = 200;

/** Asks git about paths of a workspace. Undefined when there is no repository, or no answer. */
export async function trackedIn(
  root: string,
  paths: readonly string[],
  running: { backend: Backend; env: Readonly<Record<string, string>> },
): Promise<Tracked | undefined> {
  if (paths.length === 0 || paths.length > maxPaths || !isInRepository(root)) return undefined;
  const entries = await listedByGit(['-t', '--cached', '--others'], root, paths, running);
  return entries && sorted(entries);
}

/** `H path` is in the index, `? path` is not. */
function sorted(entries: readonly string[]): Tracked {
  const tracked = new Set<string>();
  const untracked = new Set<string>();
  for (const entry of entries) (entry.startsWith('? ') ? untracked : tracked).add(entry.slice(2));
  return { tracked, untracked };
}

function isInRepository(root: string): boolean {
  for (let folder = root; ; folder = posix.dirname(folder)) {
    if (isFolder(posix.join(folder, '.git')) !== undefined) return true;
    if (posix.dirname(folder) === folder) return false;
  }
}
