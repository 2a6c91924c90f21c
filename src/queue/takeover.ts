import { join } from 'node:path';
import { readJournal } from '../files/index.ts';
import type { GateParts } from '../gate/index.ts';
import { isSallyportError } from '../protocol/errors.ts';
import { timeouts } from '../protocol/limits.ts';
import type { WorkEvent } from '../protocol/queue.ts';
import { briefRemarks, conclude, type Attempt, type Leased } from './conclude.ts';
import { formatName, journalName, type JobName } from './job-name.ts';
import { isGone } from './lock.ts';
import type { JobStore } from './store.ts';

/** No run is longer; a worker that cannot be looked up has come to its end after this. */
const longestRunMs = timeouts.maxMs + 300_000;

/** Takes the jobs of dead workers over and gives them their next state: one by one, so that many workers can share them. */
export async function takeOver(
  store: JobStore,
  owner: string,
  names: readonly JobName[],
  gate: GateParts,
): Promise<WorkEvent[]> {
  const leased = names.filter((name): name is Leased => name.lease !== undefined && name.lease.owner !== owner);
  const events: WorkEvent[] = [];
  for (const name of leased) {
    if (!isGone(name.lease.owner, store.folder.stat(formatName(name))?.ctimeMs, longestRunMs)) continue;
    const mine: Leased = { ...name, lease: { runId: name.lease.runId, owner } };
    if (!store.move(name, mine)) continue;
    const event = conclude(store, mine, await attemptOf(store, mine, gate), gate.clock);
    if (event) events.push(event);
  }
  return events;
}

/** What the record of a run says that did not come to its end. */
const unfinished: ReadonlySet<string | null> = new Set(['Interrupted', 'Cancelled']);

/** What became of a run whose worker died: it ended if the chain vouches for its record; else what it left is taken back. */
async function attemptOf(store: JobStore, { lease }: Leased, { audit, root }: GateParts): Promise<Attempt> {
  const { runId } = lease;
  const record = readable(audit, runId);
  if (record && !unfinished.has(record.error_code) && (await audit.vouches(record)) === 'intact')
    return {
      event: 'ended',
      exit_code: record.exit_code ?? 1,
      ...briefRemarks(record.result ?? {}),
      ...(record.error_code === null ? {} : { error_code: record.error_code }),
      ...(record.error_message === null ? {} : { error_message: record.error_message.slice(0, 1000).toWellFormed() }),
    };
  root.takeBack(readJournal(join(store.folder.path, journalName(runId))));
  return { event: 'interrupted' };
}

/** One that is damaged must not stop every worker that comes along: it vouches for nothing. */
function readable(audit: GateParts['audit'], runId: string) {
  try {
    return audit.has(runId) ? audit.read(runId) : undefined;
  } catch (error) {
    if (isSallyportError(error)) return undefined;
    throw error;
  }
}
