import { closeSync, constants, fchmodSync, fstatSync } from 'node:fs';
import { Folder } from '../../../files/index.ts';
import type { TouchedPath } from '../../../protocol/backend.ts';
import { harmlessConfig } from './git-config.ts';

export interface Suspect {
  /** From the workspace. */
  readonly segments: readonly string[];
  readonly rule: string;
  /** What it held when it was last looked at. */
  readonly before?: string | undefined;
}

export const mostConfigBytes = 1024 * 1024;

/**
 * Takes from a protected file what would run by itself. No link is followed on the way: another command may be at work, and what is
 * changed here is changed with the rights of this process. Undefined when nothing in it does.
 */
export function disarm(workspace: string, { segments, rule, before }: Suspect): TouchedPath | undefined {
  const touched = { path: segments.join('/'), rule };
  const treat = treatments[rule];
  if (!treat) return touched;
  try {
    using folder = folderAt(workspace, segments.slice(0, -1));
    const done = treat(folder, segments, before);
    if (done === 'harmless') return undefined;
    return done === 'nothing' ? touched : { ...touched, done };
  } catch (error) {
    return { ...touched, done: `it could not be looked at: ${(error as Error).message}` };
  }
}

/** What it did; `harmless` when nothing has to be said, `nothing` when nothing can be done. */
type Treatment = (folder: Folder, segments: readonly string[], before?: string) => string;

const treatments: Readonly<Record<string, Treatment | undefined>> = {
  'git.hooks'(folder, segments) {
    const name = segments.at(-1) as string;
    const stat = folder.stat(name);
    if (!stat?.isFile()) {
      folder.remove(name);
      return stat ? 'the link was removed' : 'harmless';
    }
    // Git itself runs only what may be run; other programs that call themselves at a commit do not care.
    const isOfGit = segments.at(-2) === 'hooks';
    if (isOfGit && ((stat.mode & 0o111) === 0 || name.endsWith('.sample'))) return 'harmless';
    if ((stat.mode & 0o111) === 0) return 'nothing';
    const fd = folder.open(name, constants.O_RDONLY);
    fchmodSync(fd, fstatSync(fd).mode & 0o666);
    closeSync(fd);
    return 'it can no longer be run';
  },
  'git.config'(folder, segments, before) {
    const name = segments.at(-1) as string;
    const content = folder.stat(name)?.isFile() ? folder.read(name, mostConfigBytes)?.toString('utf8') : undefined;
    const isOfWorktree = name === 'commondir' && segments.at(-3) === 'worktrees' && content?.trim() === '../..';
    if (isOfWorktree) return 'harmless';
    if (content === undefined || name === 'commondir') {
      folder.remove(name);
      return 'it was removed';
    }
    const isInside = (path: string) => path.startsWith('../') && staysInside(segments.slice(0, -1), path);
    const { text, removed } = harmlessConfig(content, { before, isInside });
    if (removed.length === 0) return 'harmless';
    folder.write(name, text, { mode: 0o644 });
    return `taken out: ${[...new Set(removed)].join(', ').slice(0, 300)}`;
  },
};

/** Whether a relative path leads from a folder of the workspace to another one of it. */
function staysInside(from: readonly string[], path: string): boolean {
  let depth = from.length;
  return path.split('/').every((name) => (depth += name === '..' ? -1 : 1) > 0);
}

function folderAt(workspace: string, segments: readonly string[]): Folder {
  let folder = Folder.open(workspace);
  for (const name of segments) {
    const parent = folder;
    try {
      folder = parent.folder(name);
    } finally {
      parent[Symbol.dispose]();
    }
  }
  return folder;
}
