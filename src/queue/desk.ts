import { join } from 'node:path';
import type { Clock } from '../platform/clock.ts';
import { timeOrderedId } from '../platform/ids.ts';
import { livenessOf } from '../platform/owner.ts';
import { SallyportError } from '../protocol/errors.ts';
import { jobStates, type Job, type JobAdder, type JobQueue, type JobState, type NewJob } from '../protocol/queue.ts';
import { appendEvent, readJob, toJob, type JobFile, type JobSpec } from './job-file.ts';
import { formatName, stopName, type JobName } from './job-name.ts';
import type { JobStore } from './store.ts';

/** More work than anybody looks through. */
const maxWaiting = 10_000;
/** So that the file of a job stays small, whoever retries it. */
const mostEvents = 200;

export interface DeskParts {
  readonly clock: Clock;
  readonly store: (options: { create: boolean }) => JobStore | undefined;
  /** Throws what would be answered if the line ran now. */
  readonly check: (line: string) => Promise<unknown>;
}

/** The queue as commands see it. */
export function openDesk({ clock, check, ...parts }: DeskParts, by: JobAdder): JobQueue {
  const existing = () => parts.store({ create: false });

  async function add({ line, key, after, retry = 0 }: NewJob) {
    if (key === '') throw invalid('A job cannot have the empty text as its key; give it a name, or leave --key out');
    await check(line);
    const store = parts.store({ create: true }) as JobStore;
    const waiting = store.names().filter(({ state }) => state === 'waiting').length;
    if (waiting >= maxWaiting) throw full();
    const spec: JobSpec = {
      v: 1,
      id: timeOrderedId(clock.now()),
      line,
      key: key ?? null,
      after: after === undefined ? null : named(after).name.id,
      retry,
      added_at: new Date(clock.now()).toISOString(),
      added_by: by,
    };
    const known = await store.add(spec);
    if (!known) return { id: spec.id, state: 'waiting' as const, isNew: true };
    const { id, state } = known;
    return {
      id,
      state,
      isNew: false,
      ...(known.line === undefined || known.line === line ? {} : { line: known.line }),
    };
  }

  function named(text: string): Found {
    const store = existing();
    const ids = new Set(store?.names().flatMap(({ id }) => (text !== '' && id.startsWith(text) ? [id] : [])));
    const id = store?.ofKey(text) ?? (ids.size === 1 ? [...ids][0] : undefined);
    if (id === undefined && ids.size > 1)
      throw invalid(`"${text.slice(0, 80)}" is the start of ${ids.size} jobs; give more of it`);
    const found = id === undefined ? undefined : store?.find(id);
    if (!store || !found)
      throw new SallyportError('NotFound', {
        says: `There is no job "${text.slice(0, 80)}".`,
        next: '"queue list" shows the jobs.',
      });
    return { store, ...found };
  }

  /** Between looking and renaming a worker may have taken the job; then it is looked at again. */
  function change(text: string, step: (job: Found) => boolean): Job {
    for (let tries = 0; tries < 100; tries++) {
      const found = named(text);
      if (step(found)) return find(found.name.id);
    }
    throw new SallyportError('InternalError', { reason: 'the job changes faster than it can be changed' });
  }

  function move({ store, name }: Found, state: JobState, event: 'cancelled' | 'retried'): boolean {
    const { id, attempts } = name;
    const said = appendEvent(store.folder, name, { at: new Date(clock.now()).toISOString(), event, run_id: by.run_id });
    return said && store.move(name, { id, state, attempts });
  }

  function find(text: string): Job {
    const { store, name, file } = named(text);
    return { ...toJob(name, file), why: whyOf(name, file, store) };
  }

  return {
    add,
    list({ state, limit }) {
      const store = existing();
      if (!store) return { jobs: [], damaged: [], counts: countStates([]) };
      const all = store.names();
      const wanted = all.filter((name) => state === undefined || name.state === state).slice(-limit);
      const damaged: string[] = [];
      const jobs = wanted.flatMap((name) => {
        const file = readJob(store.folder, name);
        const found = file ? { name, file } : store.look(name.id);
        if (found?.file) return [{ ...toJob(found.name, found.file), why: whyOf(found.name, found.file, store, all) }];
        if (found) damaged.push(join(store.folder.path, formatName(found.name)));
        return [];
      });
      return { jobs, damaged, counts: countStates(all) };
    },
    find,
    cancel: (text) =>
      change(text, (found) => {
        const { state, id } = found.name;
        if (state === 'waiting') return move(found, 'cancelled', 'cancelled');
        if (state !== 'running') throw invalid(`The job ${id} is ${state}; there is nothing to cancel`);
        found.store.folder.write(stopName(id), '', { durable: false });
        if (found.store.find(id)?.name.state === 'running') return true;
        found.store.folder.remove(stopName(id)); // it ended meanwhile
        return false;
      }),
    retry: (text) =>
      change(text, (found) => {
        const { state, id } = found.name;
        if (state !== 'failed' && state !== 'cancelled')
          throw invalid(`The job ${id} is ${state}; only one that failed or was cancelled can be tried again`);
        if (found.file.events.length >= mostEvents) throw invalid(`The job ${id} was tried often enough; add it anew`);
        found.store.folder.remove(stopName(id));
        return move(found, 'waiting', 'retried');
      }),
  };
}

interface Found {
  readonly store: JobStore;
  readonly name: JobName;
  readonly file: JobFile;
}

function whyOf(
  { id, state, lease }: JobName,
  { spec, events }: JobFile,
  { folder, names }: JobStore,
  all: readonly JobName[] = names(),
): string | null {
  const before = all.find((job) => job.id === spec.after);
  if (state === 'waiting' && before && before.state !== 'done') return `after ${before.id}, which is ${before.state}`;
  if (state === 'running') {
    const told = folder.stat(stopName(id)) ? ['it was told to stop'] : [];
    const left = livenessOf(lease?.owner ?? '') === 'dead' ? ['its worker is gone, the next one takes it over'] : [];
    return [...told, ...left].join('; ') || null;
  }
  const last = events.at(-1);
  if (state === 'done') return last?.status === undefined ? null : `its result is ${last.status}`;
  if (state === 'failed' || (state === 'waiting' && last?.event === 'ended'))
    return (
      last?.error_message ?? (last?.event === 'interrupted' ? 'every worker that ran it ended before it did' : null)
    );
  return null;
}

function countStates(names: readonly JobName[]): Record<JobState, number> {
  const counts = Object.fromEntries(jobStates.map((state) => [state, 0])) as Record<JobState, number>;
  for (const { state } of names) counts[state]++;
  return counts;
}

function full(): SallyportError {
  const reason = `${maxWaiting} jobs are waiting already; let them be worked first`;
  const next = '"sallyport work" works them; "queue list" shows them.';
  return new SallyportError('InvalidArgs', { reason, next }, { result: { full: true } });
}

function invalid(reason: string): SallyportError {
  return new SallyportError('InvalidArgs', { reason, next: '"queue list" shows the jobs and how they stand.' });
}
