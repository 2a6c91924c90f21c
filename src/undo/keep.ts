import { setImmediate } from 'node:timers/promises';
import { copyContent, type Folder } from '../files/index.ts';
import type { Clock } from '../platform/clock.ts';
import { isSallyportError } from '../protocol/errors.ts';
import type { Kept, Loss } from '../protocol/undo.ts';
import { findLosses, type Found, type Search, type Skipped } from './find.ts';
import type { Entry, State } from './manifest.ts';
import { isAsBefore, stampOf, stateOf, within } from './state.ts';
import { writeManifest, type Store } from './store.ts';

export interface KeepLimits {
  readonly files: number;
  readonly bytes: number;
  readonly ms: number;
}

export interface KeepParts {
  readonly store: Store;
  readonly root: Folder;
  readonly closed: Search['closed'];
  readonly clock: Clock;
  readonly limits: KeepLimits;
}

/** What was kept before a run, until the run is over. */
export interface Keeping {
  /** Notes what the run left behind, and lets go of what it did not change. */
  settle(): Promise<Kept>;
}

/** Other work waits no longer than this while files are read. */
const sliceMs = 20;
const mostNamed = 20;
/** To give a program another user's rights is not for us to do. */
const bits = 'its content is kept, but not its setuid, setgid or sticky bit';
/** Clocks of file systems tick: two changes within one tick look like one. */
const tickMs = 2_000;

interface KeptEntry {
  readonly entry: Entry;
  /** Of a file that was left alone for longer than a tick: it has changed if and only if this has. */
  readonly stamp?: string;
}

/** Copies what a run is about to lose into user state, within limits; what does not fit is named. */
export async function keep(
  runId: string,
  losses: readonly Loss[],
  parts: KeepParts,
  signal: AbortSignal,
): Promise<Keeping | undefined> {
  const { limits, clock, store } = parts;
  const end = clock.monotonic() + limits.ms;
  const kept = new Map<string, KeptEntry>();
  const skipped = openSkipped();
  let bytes = 0;
  let folder: Folder | undefined;
  const isLate = () => clock.monotonic() > end;
  const search = { ...parts, goOn: () => !isLate() && !signal.aborted && kept.size < limits.files };

  const pause = openPause();
  try {
    for (const found of findLosses(losses, search)) {
      if ('reason' in found) skipped.add(found);
      else if (!kept.has(found.path)) {
        const taken = take(found, () => (folder ??= store.begin(runId)), limits.bytes - bytes);
        if ('reason' in taken) skipped.add(taken);
        else {
          kept.set(found.path, taken);
          if (found.stats.isFile() && (found.stats.mode & 0o7000) !== 0)
            skipped.add({ path: found.path, reason: bits });
          bytes += taken.entry.kind === 'file' ? taken.entry.bytes : 0;
        }
      }
      await pause();
    }
    if (isLate()) skipped.add({ path: '.', reason: `there was no time for the rest (${limits.ms} ms)` });
    if (kept.size >= limits.files) skipped.add({ path: '.', reason: `only ${limits.files} files are kept of a run` });
    if (kept.size === 0 && skipped.count === 0) return undefined;
    const entries = [...kept.values()].map(({ entry }) => entry);
    if (entries.length > 0) writeManifest((folder ??= store.begin(runId)), { ...about(runId, skipped), entries });
  } catch (error) {
    // A run that can be made undone only in part is better than none that runs.
    skipped.add({
      path: '.',
      reason: `it could not be kept: ${error instanceof Error ? error.message : String(error)}`,
    });
    kept.clear();
    store.remove({ name: runId });
  } finally {
    folder?.[Symbol.dispose]();
  }
  return { settle: () => settle(runId, [...kept.values()], skipped, parts) };
}

function take({ path, folder, name, stats }: Found, into: () => Folder, room: number): KeptEntry | Skipped {
  try {
    if (stats.isDirectory()) return { entry: { kind: 'folder', path, mode: stats.mode & 0o7777 } };
    if (stats.isSymbolicLink()) return { entry: { kind: 'link', path, target: folder.readLink(name) } };
    const content = stats.size > room ? undefined : copyContent(folder, name, into(), room);
    if (!content) return { path, reason: `its ${stats.size} bytes are more than what is left of the room for one run` };
    const { mode, mtimeMs, ctimeMs } = content.stats;
    const { sha256, bytes } = content;
    return {
      entry: { kind: 'file', path, mode: mode & 0o777, mtime_ms: mtimeMs, sha256, bytes },
      ...(Date.now() - ctimeMs > tickMs ? { stamp: stampOf(content.stats) } : {}),
    };
  } catch (error) {
    // One that cannot be read is one that is not kept.
    if (isSallyportError(error) && !isFull(error)) return { path, reason: error.message };
    throw error;
  }
}

function isFull(error: Error): boolean {
  return ['ENOSPC', 'EDQUOT'].includes((error.cause as NodeJS.ErrnoException | undefined)?.code ?? '');
}

async function settle(
  runId: string,
  kept: readonly KeptEntry[],
  skipped: ReturnType<typeof openSkipped>,
  { store, root, clock, limits }: KeepParts,
): Promise<Kept> {
  const pause = openPause();
  const end = clock.monotonic() + limits.ms;
  const changed: Entry[] = [];
  for (const each of kept) {
    const maxBytes = clock.monotonic() > end ? 0 : limits.bytes;
    const after = stateAfter(root, each, maxBytes);
    if (after !== 'same') changed.push({ ...each.entry, after });
    await pause();
  }
  const contents = new Map(changed.flatMap((entry) => (entry.kind === 'file' ? [[entry.sha256, entry.bytes]] : [])));
  const bytes = [...contents.values()].reduce((sum, each) => sum + each, 0);
  if (changed.length === 0) store.remove({ name: runId });
  else {
    const run = store.find(runId);
    using folder = run && store.open(run);
    if (folder) {
      for (const { entry } of kept)
        if (entry.kind === 'file' && !contents.has(entry.sha256)) folder.remove(entry.sha256);
      writeManifest(folder, { ...about(runId, skipped), entries: changed });
      store.end(runId, bytes);
    }
  }
  return { kept: changed.length, bytes, skipped: skipped.named, skipped_count: skipped.count };
}

function stateAfter(root: Folder, { entry, stamp }: KeptEntry, maxBytes: number): State | 'same' {
  try {
    const after = within(root, entry.path, (folder, name) => {
      const stats = folder.stat(name);
      if (stats?.isFile() && stampOf(stats) === stamp) return 'same';
      return stateOf(folder, name, maxBytes);
    });
    if (after === undefined) return { kind: 'absent' };
    return after !== 'same' && isAsBefore(entry, after) ? 'same' : after;
  } catch (error) {
    if (!isSallyportError(error)) throw error;
    return { kind: 'other' }; // the way to it is not what it was
  }
}

function about(run_id: string, { named, count }: ReturnType<typeof openSkipped>) {
  return { version: 1 as const, run_id, skipped: [...named], skipped_count: count };
}

function openSkipped() {
  const named: Skipped[] = [];
  let count = 0;
  return {
    named,
    get count() {
      return count;
    },
    add(skipped: Skipped) {
      count++;
      if (named.length < mostNamed) named.push(skipped);
    },
  };
}

function openPause(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < sliceMs) return;
    await setImmediate();
    since = performance.now();
  };
}
