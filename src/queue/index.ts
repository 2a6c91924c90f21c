import type { GateParts, Lane } from '../gate/index.ts';
import type { Clock } from '../platform/clock.ts';
import { ownerOfThisProcess } from '../platform/owner.ts';
import { SallyportError } from '../protocol/errors.ts';
import type { PlannedCommand } from '../protocol/plan.ts';
import type { JobAdder, JobQueue, WatchOptions, Watched, Worked, WorkOptions } from '../protocol/queue.ts';
import { jobLane, nobodyNote } from './attempt.ts';
import { openDesk } from './desk.ts';
import { openStore, type JobStore } from './store.ts';
import { watch, type WatchParts } from './watch.ts';
import { work } from './worker.ts';

/** The durable jobs of one workspace. */
export interface Queue extends Disposable {
  desk(by: JobAdder): JobQueue;
  work(options: WorkOptions): Promise<Worked>;
  watch(options: WatchOptions, exec: WatchParts['exec']): Promise<Watched>;
}

export interface QueueParts {
  /** The folder in user state; made by the first job that is added. */
  readonly path: string;
  readonly lane: Lane;
  readonly clock: Clock;
  readonly gate: () => Promise<GateParts>;
  readonly ending: AbortSignal;
}

export function openQueue({ path, lane, clock, gate, ending }: QueueParts): Queue {
  const owner = ownerOfThisProcess();
  let opened: JobStore | undefined;
  const store = (options: { create: boolean }) => (opened ??= openStore(path, owner, options));

  /** A job is judged when it runs; what is wrong with it already is told to whoever adds it. */
  async function check(line: string): Promise<PlannedCommand> {
    const { redactor } = await gate();
    const plan = jobLane(lane)({ tool: 'terminal_exec', front: 'queue', session: '', cwd: '.', command: line });
    const { verdict, refusal } = plan.judge((text) => redactor.find(text));
    if (!refusal) return plan.planned;
    if (verdict.decision !== 'ask') throw refusal;
    const reason = `${verdict.reasons.join('; ')}; ${nobodyNote}`;
    throw new SallyportError('Denied', { reason, next: 'Send the line itself, so that a person can be asked.' });
  }

  return {
    desk: (by) => openDesk({ clock, store, check }, by),
    work: async (options) =>
      work({ owner, lane, gate: await gate(), ending, store: () => store({ create: false }) }, options),
    async watch(options, exec) {
      const { root, state, broker } = await gate();
      const isStopped = () => broker.stoppedBy !== undefined;
      return watch({ root, state, clock, ending, check, exec, isStopped }, options);
    },
    [Symbol.dispose]() {
      opened?.[Symbol.dispose]();
      opened = undefined;
    },
  };
}
