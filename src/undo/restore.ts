import { createHash } from 'node:crypto';
import type { Folder } from '../files/index.ts';
import { isSallyportError, SallyportError } from '../protocol/errors.ts';
import type { UndoStep } from '../protocol/undo.ts';
import type { Entry, Manifest, State } from './manifest.ts';
import { isAsBefore, isSameState, stateOf, within } from './state.ts';

export interface RestoreParts {
  /** The workspace. */
  readonly root: Folder;
  /** Where the contents are. */
  readonly kept: Folder;
  /** The longest file that can have been kept. */
  readonly maxBytes: number;
}

/** What bringing back the state before a run would do, now. */
export function planSteps({ entries }: Manifest, parts: RestoreParts): { entry: Entry; now: State; step: UndoStep }[] {
  return entries
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map((entry) => {
      const { now, refused } = look(entry, parts);
      return { entry, now, step: stepOf(entry, decide(entry, now, refused)) };
    });
}

/** Folders first, files and links then, and the rights of folders last: one may be closed to writing. */
export function restore(manifest: Manifest, parts: RestoreParts): UndoStep[] {
  const planned = planSteps(manifest, parts);
  const done = new Map<Entry, UndoStep>();
  const attempt = (entry: Entry, work: () => void) => {
    try {
      work();
    } catch (error) {
      if (!isSallyportError(error)) throw error;
      done.set(entry, stepOf(entry, { action: 'refuse', reason: error.message }));
    }
  };
  const wanted = planned.filter(({ step }) => step.action === 'restore').map(({ entry }) => entry);
  const folders = wanted.filter((entry) => entry.kind === 'folder');
  for (const entry of folders) attempt(entry, () => makeWay(parts.root, [...entry.path.split('/'), '']));
  for (const entry of wanted) if (entry.kind !== 'folder') attempt(entry, () => bringBack(entry, parts));
  for (const entry of folders.toReversed())
    attempt(entry, () => within(parts.root, `${entry.path}/.`, (folder) => folder.setMode(entry.mode)));
  return planned.map(({ entry, step }) => done.get(entry) ?? step);
}

function look(entry: Entry, { root, maxBytes }: RestoreParts): { now: State; refused?: string } {
  try {
    return { now: within(root, entry.path, (folder, name) => stateOf(folder, name, maxBytes)) ?? { kind: 'absent' } };
  } catch (error) {
    if (!isSallyportError(error)) throw error;
    return { now: { kind: 'other' }, refused: error.message };
  }
}

type Decision = Pick<UndoStep, 'action' | 'reason'>;

function decide(entry: Entry, now: State, refused: string | undefined): Decision {
  if (refused !== undefined) return { action: 'refuse', reason: refused };
  if (isAsBefore(entry, now)) return { action: 'same' };
  if (now.kind === 'absent') return { action: 'restore' }; // nothing can be lost by it
  if (now.kind === 'folder' || now.kind === 'other')
    return { action: 'refuse', reason: 'something else is in its place' };
  if (!entry.after)
    return { action: 'refuse', reason: 'the run did not come to its end, so nobody knows who changed it' };
  if (!isSameState(entry.after, now)) return { action: 'refuse', reason: 'it was changed since the run' };
  return entry.kind === 'folder'
    ? { action: 'refuse', reason: 'something else is in its place' }
    : { action: 'restore' };
}

function stepOf(entry: Entry, decision: Decision): UndoStep {
  return { path: entry.path, kind: entry.kind, ...decision, bytes: entry.kind === 'file' ? entry.bytes : 0 };
}

function bringBack(entry: Exclude<Entry, { kind: 'folder' }>, { root, kept, maxBytes }: RestoreParts): void {
  makeWay(root, entry.path.split('/'));
  within(root, entry.path, (folder, name) => {
    if (entry.kind === 'link') return folder.makeLink(name, entry.target);
    folder.write(name, contentOf(entry, kept, maxBytes), { exactMode: entry.mode, mtimeMs: entry.mtime_ms });
  });
}

/** The bytes that a file had; throws when the copy is not what was kept. */
export function contentOf(entry: Extract<Entry, { kind: 'file' }>, kept: Folder, maxBytes: number): Buffer {
  const content = kept.read(entry.sha256, maxBytes);
  if (content && createHash('sha256').update(content).digest('hex') === entry.sha256) return content;
  throw new SallyportError('CorruptInput', { path: entry.path, reason: 'the copy of it in user state is damaged' });
}

/** Makes the folders on the way to the last name. */
function makeWay(folder: Folder, [next, ...rest]: readonly string[]): void {
  if (next === undefined || rest.length === 0) return;
  using inner = folder.folder(next, { create: true, mode: 0o755 });
  makeWay(inner, rest);
}
