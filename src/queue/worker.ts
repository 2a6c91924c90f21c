import type { GateParts, Lane } from '../gate/index.ts';
import { timeOrderedId } from '../platform/ids.ts';
import type { JobState, WorkEvent, Worked, WorkOptions } from '../protocol/queue.ts';
import { attempt } from './attempt.ts';
import { conclude, type Leased } from './conclude.ts';
import { readJob, type JobSpec } from './job-file.ts';
import { stopName, type JobName } from './job-name.ts';
import type { JobStore } from './store.ts';
import { takeOver } from './takeover.ts';

const pollMs = 400;
/** A list of jobs is used for so long before it is made anew. */
const freshMs = 1_000;
const keptJobs = 2_000;
/** A worker may run for months. */
const pruneMs = 600_000;

export interface WorkerParts {
  readonly owner: string;
  readonly gate: GateParts;
  readonly lane: Lane;
  /** Ends the runs too. */
  readonly ending: AbortSignal;
  readonly store: () => JobStore | undefined;
}

/** Works the queue until told to stop, or with `once` until there is nothing to do. */
export async function work(parts: WorkerParts, options: WorkOptions): Promise<Worked> {
  const { concurrency = 1, once = false, signal, onEvent = () => {}, onProgress = () => {} } = options;
  const { gate, lane, ending } = parts;
  const running = new Map<string, Running>();
  const specs: Specs = new Map();
  const worked = { done: 0, failed: 0, cancelled: 0 };
  const isStopping = () => signal?.aborted === true || ending.aborted;
  const mayTake = () => !isStopping() && !failure && gate.broker.stoppedBy === undefined;
  let failure: { readonly error: unknown } | undefined;
  let list: List | undefined;
  let prunedAt = -Infinity;
  /** Since the list was made; another job may have waited for just that. */
  let hasEnded = false;

  function tell(event: WorkEvent | undefined): void {
    if (!event) return;
    if (event.event in worked) worked[event.event as keyof typeof worked]++;
    onEvent(event);
  }

  function start(store: JobStore, job: Leased, spec: JobSpec): void {
    const stop = new AbortController();
    const run = attempt(job, spec.line, {
      gate,
      lane,
      store,
      signal: AbortSignal.any([stop.signal, ending]),
      onProgress: (report) => onProgress(job.id, report),
    });
    tell({ at: now(gate), event: 'started', job: job.id, line: spec.line, run_id: job.lease.runId });
    const done = run
      .then((ended) => tell(conclude(store, job, ended, gate.clock)))
      .catch((error: unknown) => {
        failure ??= { error };
        try {
          store.move(job, { id: job.id, state: 'waiting', attempts: job.attempts });
        } catch {
          // The first error is the one to be seen; the next worker takes the job over.
        }
      })
      .finally(() => {
        running.delete(job.id);
        hasEnded = true;
      });
    running.set(job.id, { done, stop });
  }

  async function look(store: JobStore): Promise<List> {
    hasEnded = false;
    const found = listOf(store, gate, specs);
    const events = await takeOver(store, parts.owner, found.names, gate);
    for (const event of events) tell(event);
    return events.length > 0 ? listOf(store, gate, specs) : found;
  }

  /** As many jobs as there is room for. */
  async function begin(store: JobStore): Promise<void> {
    if (gate.clock.monotonic() - prunedAt > pruneMs) {
      prunedAt = gate.clock.monotonic();
      await store.prune(keptJobs);
    }
    if (!list || gate.clock.monotonic() - list.madeAt > freshMs) list = await look(store);
    while (running.size < concurrency && mayTake()) {
      const next = take(store, list, parts, specs);
      if (next) start(store, next.job, next.spec);
      else if (hasEnded) list = await look(store);
      else break;
    }
  }

  for (;;) {
    const store = parts.store();
    if (store && mayTake() && running.size < concurrency)
      // What runs is finished before the failure is told.
      await begin(store).catch((error: unknown) => void (failure ??= { error }));
    for (const [id, { stop }] of running) if (store?.folder.stat(stopName(id))) stop.abort();
    if (running.size === 0) {
      if (failure) throw failure.error;
      if (once || isStopping()) return { ...worked, waiting: store?.names().filter(isWaiting).length ?? 0 };
    }
    await change(running, signal);
  }
}

interface Running {
  readonly done: Promise<void>;
  readonly stop: AbortController;
}

/** What was found at one look: how each job stands, and those that may be begun, first those begun the fewest times. */
interface List {
  readonly madeAt: number;
  readonly names: readonly JobName[];
  readonly states: ReadonlyMap<string, JobState>;
  readonly waiting: JobName[];
}

/** Specs never change; those of jobs that wait for others are not read again and again. */
type Specs = Map<string, JobSpec>;

function listOf(store: JobStore, gate: GateParts, specs: Specs): List {
  const names = store.names();
  const waiting = names.filter(isWaiting).sort((a, b) => a.attempts - b.attempts);
  const states = new Map(names.map(({ id, state }) => [id, state]));
  for (const id of specs.keys()) if (states.get(id) !== 'waiting') specs.delete(id);
  return { madeAt: gate.clock.monotonic(), names, states, waiting };
}

function take(
  store: JobStore,
  { states, waiting }: List,
  { owner, gate }: WorkerParts,
  specs: Specs,
): { job: Leased; spec: JobSpec } | undefined {
  for (let name = waiting.shift(); name; name = waiting.shift()) {
    const spec = specs.get(name.id) ?? readJob(store.folder, name)?.spec;
    if (!spec) continue;
    specs.set(name.id, spec);
    // One that is forgotten was done.
    if (spec.after !== null && (states.get(spec.after) ?? 'done') !== 'done') continue;
    const lease = { runId: timeOrderedId(gate.clock.now()), owner };
    const job: Leased = { id: name.id, state: 'running', attempts: name.attempts + 1, lease };
    if (store.move(name, job)) return { job, spec };
  }
  return undefined;
}

/** Until a job ends, it is time to look again, or the worker is told to stop. */
async function change(running: ReadonlyMap<string, Running>, signal: AbortSignal | undefined): Promise<void> {
  const wake = new AbortController();
  const timer = new Promise<void>((resolve) => {
    const timeout = setTimeout(resolve, pollMs);
    wake.signal.addEventListener('abort', () => (clearTimeout(timeout), resolve()));
  });
  const onAbort = () => wake.abort();
  if (!signal?.aborted) signal?.addEventListener('abort', onAbort);
  await Promise.race([timer, ...[...running.values()].map(({ done }) => done)]);
  signal?.removeEventListener('abort', onAbort);
  wake.abort();
}

function isWaiting({ state }: JobName): boolean {
  return state === 'waiting';
}

function now({ clock }: GateParts): string {
  return new Date(clock.now()).toISOString();
}
