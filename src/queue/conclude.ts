import type { Clock } from '../platform/clock.ts';
import type { JobEvent, WorkEvent } from '../protocol/queue.ts';
import { remarksOf, type Remarks } from '../protocol/remarks.ts';
import { appendEvent, readJob } from './job-file.ts';
import { journalName, stopName, type JobName } from './job-name.ts';
import type { JobStore } from './store.ts';

/** A job that a worker holds. */
export type Leased = JobName & { readonly lease: NonNullable<JobName['lease']> };

export type Attempt = Pick<JobEvent, 'exit_code' | 'error_code' | 'error_message' | keyof Remarks> & {
  readonly event: 'ended' | 'interrupted';
};

const [keptWarnings, keptChars] = [3, 300];

/** Of the remarks of a result what the file of a job has room for. */
export function briefRemarks(result: Readonly<Record<string, unknown>>): Partial<Remarks> {
  const { warnings, ...status } = remarksOf(result);
  if (warnings.length === 0) return status;
  const first = warnings.slice(0, keptWarnings).map((warning) => warning.slice(0, keptChars).toWellFormed());
  return { ...status, warnings: first };
}

/** So many workers in a row that died with it did not die by chance. */
const maxInterruptions = 10;

/**
 * Writes down how an attempt went, then gives the job its next state. A worker that dies between the two leaves a job
 * that is taken over and concluded again, with the same result.
 */
export function conclude(store: JobStore, job: Leased, attempt: Attempt, clock: Clock): WorkEvent | undefined {
  const { folder } = store;
  const { id, attempts, lease } = job;
  const at = new Date(clock.now()).toISOString();
  const file = readJob(folder, job);
  if (!file) return undefined; // another worker took us for dead
  const isSaid = file.events.some(({ run_id, event }) => run_id === lease.runId && event === attempt.event);
  const said: JobEvent = { at, run_id: lease.runId, ...attempt };
  if (!isSaid) appendEvent(folder, job, said);
  const events = isSaid ? file.events : [...file.events, said];
  const outcome = outcomeOf(events, file.spec.retry, folder.stat(stopName(id)) !== undefined);
  const state = outcome === 'retrying' || outcome === 'interrupted' ? 'waiting' : outcome;
  // Before the move: once the job has left, nobody looks for what belonged to its run.
  folder.remove(journalName(lease.runId));
  if (!store.move(job, { id, state, attempts })) return undefined;
  if (state !== 'waiting') folder.remove(stopName(id));
  const { event: _, exit_code: __, ...told } = attempt;
  return { at, event: outcome, job: id, line: file.spec.line, run_id: lease.runId, ...told };
}

function outcomeOf(
  events: readonly JobEvent[],
  retry: number,
  isStopped: boolean,
): 'done' | 'failed' | 'cancelled' | 'retrying' | 'interrupted' {
  const since = events.slice(events.findLastIndex(({ event }) => event === 'retried') + 1);
  const last = since.at(-1);
  if (last?.event === 'ended' && last.exit_code === 0) return 'done';
  if (isStopped) return 'cancelled';
  if (last?.event === 'interrupted') {
    const inRow = since.length - 1 - since.findLastIndex(({ event }) => event !== 'interrupted');
    return inRow >= maxInterruptions ? 'failed' : 'interrupted';
  }
  const failures = since.filter(({ event }) => event === 'ended').length;
  return isWorthRetrying(last) && failures <= retry ? 'retrying' : 'failed';
}

/** What was refused or not understood will be so the next time too. */
function isWorthRetrying(event: JobEvent | undefined): boolean {
  return event?.exit_code !== 2 && event?.exit_code !== 3;
}
