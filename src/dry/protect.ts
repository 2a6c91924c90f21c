import { findProtected, type ProtectedRule } from '../files/index.ts';
import type { Difference } from './tree.ts';

/**
 * The rule that protects a path which was changed in a box. There git may work in its own folder, as everywhere in a box: not
 * with its hooks and settings, and not with what makes it look for both elsewhere.
 */
export function protectionOf({ path, before, after }: Difference, state: readonly string[]): ProtectedRule | undefined {
  const segments = path.split('/');
  const isFolder =
    (before ?? after)?.stats.isDirectory() === true && (after === undefined || after.stats.isDirectory());
  const rule = findProtected(segments, 'write', { state, makesFolder: isFolder && before === undefined });
  return rule?.id === 'git.folder' && isOfGitItself(segments, isFolder) ? undefined : rule;
}

function isOfGitItself(segments: readonly string[], isFolder: boolean): boolean {
  const at = segments.findLastIndex((name) => name.toLowerCase() === '.git');
  if (at === segments.length - 1) return isFolder;
  return !['commondir', 'config.worktree'].includes(segments.at(-1) ?? '');
}
