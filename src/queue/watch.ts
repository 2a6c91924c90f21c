import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../platform/clock.ts';
import type { WatchEvent, Watched, WatchOptions } from '../protocol/queue.ts';
import { proveRetry, proveTemplate, watchedFolder } from './prove.ts';
import { scan } from './scan.ts';
import { openSettling } from './settle.ts';
import { take, type TakeParts } from './take.ts';
import { parseTemplate } from './template.ts';

/** A file that stays as it is for so long has been written to its end. */
const settleMs = 600;
const intervalMs = 1_000;
/** How long a queue that takes no job is left alone: it is full, or its disk is. */
const hinderedMs = 5_000;
/** With `once`: how long files that go on growing are waited for. */
const patienceMs = 60_000;

export interface WatchParts extends TakeParts {
  /** From the workspace to the state folder. */
  readonly state: readonly string[];
  readonly clock: Clock;
  readonly ending: AbortSignal;
}

/**
 * Adds a job for every file that comes into a folder and has settled. It looks again and again: whether a file is still
 * being written needs two looks anyway, and events get lost on network drives, in containers and when a watcher's queue
 * runs over. The key of a job is made of line, path and content, so that nothing is done twice.
 */
export async function watch(parts: WatchParts, options: WatchOptions): Promise<Watched> {
  const { root, clock, ending } = parts;
  const { once = false, signal = ending, onEvent = () => {} } = options;
  const stop = AbortSignal.any([signal, ending]);
  const folder = watchedFolder(parts, options.folder);
  const template = parseTemplate(options.template);
  proveRetry(options.retry);
  await proveTemplate(template, folder, parts);

  const counts = { added: 0, known: 0, skipped: 0 };
  const settling = openSettling(settleMs);
  const report = (event: Omit<WatchEvent, 'at'>) => onEvent({ at: new Date(clock.now()).toISOString(), ...event });
  const tell = (event: Omit<WatchEvent, 'at'>) => {
    counts[event.event]++;
    report(event);
  };

  let waitedMs = 0;
  let told: string | undefined;
  while (!stop.aborted) {
    const lookedAt = clock.monotonic();
    const settled = settling.look(scan(root, folder), lookedAt);
    const lookingMs = clock.monotonic() - lookedAt;
    let hindrance: string | undefined;
    for (const seen of settled) {
      if (stop.aborted) break;
      const taken = await take(seen, template, { ...parts, folder, stop, retry: options.retry ?? 0 });
      if (!taken) continue;
      if ('hindrance' in taken) {
        hindrance = taken.hindrance;
        const reason = `${hindrance} It is tried again every ${hinderedMs / 1000} seconds.`;
        if (!once && hindrance !== told) report({ event: 'skipped', path: seen.path, reason });
        break;
      }
      settling.settle(seen);
      tell(taken);
    }
    told = hindrance;
    const open = settling.open();
    if (once && (open.length === 0 || waitedMs > patienceMs)) {
      for (const { path } of open) tell({ event: 'skipped', path, reason: hindrance ?? 'it does not settle' });
      break;
    }
    // A large folder is looked through less often, so that looking never costs more than a twentieth of the time.
    const pace = Math.max(
      hindrance !== undefined ? hinderedMs : open.length > 0 ? settleMs / 2 : intervalMs,
      20 * lookingMs,
    );
    waitedMs += pace;
    await setTimeout(pace, undefined, { signal: stop }).catch(() => {});
  }
  return counts;
}
