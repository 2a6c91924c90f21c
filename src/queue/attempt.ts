import { join } from 'node:path';
import { pass, type GateParts, type Lane } from '../gate/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Broker } from '../protocol/approver.ts';
import { SallyportError } from '../protocol/errors.ts';
import { timeouts } from '../protocol/limits.ts';
import type { Progress } from '../protocol/progress.ts';
import { briefRemarks, type Attempt, type Leased } from './conclude.ts';
import { journalName } from './job-name.ts';
import type { JobStore } from './store.ts';

export interface AttemptParts {
  readonly store: JobStore;
  readonly gate: GateParts;
  readonly lane: Lane;
  readonly signal: AbortSignal;
  readonly onProgress: (report: Progress) => void;
}

/** One passage of a job through the gate, as a run of its own. */
export async function attempt(
  { id, lease }: Leased,
  line: string,
  { store, gate, lane, ...options }: AttemptParts,
): Promise<Attempt> {
  const { exitCode, error, result } = await pass(
    { tool: 'terminal_exec', front: 'queue', session: id, cwd: '.', command: line, timeoutMs: timeouts.maxMs },
    jobLane(lane),
    { ...gate, broker: unattended(gate.broker, gate.clock) },
    { ...options, runId: lease.runId, journal: join(store.folder.path, journalName(lease.runId)) },
  );
  // What a panic stop refused was not judged.
  if (error && (error.code === 'Cancelled' || gate.broker.stoppedBy !== undefined)) return { event: 'interrupted' };
  return {
    event: 'ended',
    exit_code: exitCode ?? 1,
    ...briefRemarks(result),
    ...(error ? { error_code: error.code, error_message: error.message.slice(0, 1000).toWellFormed() } : {}),
  };
}

/** The lane of queued lines: like any other, but without the queue itself. */
export function jobLane(lane: Lane): Lane {
  return (request) => {
    const plan = lane(request);
    if (!plan.capabilities.includes('queue')) return plan;
    throw new SallyportError('Denied', {
      reason: 'a queued line cannot use the commands of the queue',
      next: 'Add each job by itself; --after puts them in order.',
    });
  };
}

export const nobodyNote = 'a queued job has nobody to ask';

/** Whoever is at the terminal of a worker did not add the job and is not asked about it; a panic stop holds for jobs too. */
function unattended(broker: Broker, clock: Clock): Broker {
  return {
    ask: async () => ({
      answer: 'deny',
      who: 'nobody',
      how: 'none',
      when: new Date(clock.now()).toISOString(),
      note: nobodyNote,
    }),
    granted: async () => undefined,
    attach: (channel) => broker.attach(channel),
    allowAll: (minutes, by) => broker.allowAll(minutes, by),
    askAgain: () => broker.askAgain(),
    panic: (who) => broker.panic(who),
    resume: () => broker.resume(),
    get stoppedBy() {
      return broker.stoppedBy;
    },
    whileRunning: (stop) => broker.whileRunning(stop),
  };
}
