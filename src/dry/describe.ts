import type { Folder } from '../files/index.ts';
import type { FileChange, SeenEntry } from '../protocol/dry.ts';
import { isSallyportError } from '../protocol/errors.ts';
import { unifiedDiff } from './line-diff.ts';
import { kindOf, modeOf, within, type Difference, type Side, type Trees } from './tree.ts';

/** A longer text is not shown, and no more than so much of all of them. */
const mostTextBytes = 256 * 1024;
const mostDiffChars = 200_000;

/** Puts differences into words; `protectedBy` says why a path is protected. */
export function openDescription(
  trees: Omit<Trees, 'whole'>,
  protectedBy: (difference: Difference) => string | undefined,
) {
  let room = mostDiffChars;
  return (difference: Difference): FileChange => {
    const { path, what, before, after } = difference;
    const diff = textDiff(difference, trees);
    const fits = diff !== undefined && diff.length <= room;
    if (fits) room -= diff.length;
    const reason = protectedBy(difference);
    const note = noteOf(difference);
    return {
      path,
      what,
      before: seen(before),
      after: seen(after),
      ...(fits ? { diff } : {}),
      ...(reason === undefined ? {} : { protected: reason }),
      ...(note === undefined ? {} : { note }),
    };
  };
}

function seen(side: Side | undefined): SeenEntry | null {
  if (!side) return null;
  const { stats, target } = side;
  const kind = kindOf(stats) ?? 'file';
  return {
    kind,
    mode: modeOf(stats),
    bytes: kind === 'file' ? stats.size : 0,
    ...(target === undefined ? {} : { target }),
  };
}

function noteOf({ what, before, sameAs }: Difference): string | undefined {
  if (sameAs !== undefined) return `the same file as ${sameAs}`;
  if (before?.stats.isFile() && before.stats.nlink > 1 && what !== 'deleted')
    return 'it has other names (hard links), under which nothing changes';
  return undefined;
}

function textDiff({ path, what, before, after, sameAs }: Difference, { workspace, written }: Omit<Trees, 'whole'>) {
  if (what === 'mode' || what === 'touched' || sameAs !== undefined) return undefined;
  const old = before ? textAt(workspace, path, before) : '';
  const now = after ? textAt(written, path, after) : '';
  return old === undefined || now === undefined ? undefined : unifiedDiff(old, now);
}

/** Undefined when it is no text, or too long. */
function textAt(root: Folder, path: string, { stats }: Side): string | undefined {
  if (!stats.isFile() || stats.size > mostTextBytes) return undefined;
  try {
    const bytes = within(root, path, (folder, name) => folder.read(name, mostTextBytes));
    if (!bytes || bytes.includes(0)) return undefined;
    const text = bytes.toString('utf8');
    return Buffer.byteLength(text) === bytes.length && !text.includes('\uFFFD') ? text : undefined;
  } catch (error) {
    if (isSallyportError(error)) return undefined; // one that cannot be read is shown by its size
    throw error;
  }
}
