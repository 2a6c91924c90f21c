import { isTimeOrderedId } from '../platform/ids.ts';
import { jobStates, type JobState } from '../protocol/queue.ts';

/** The name of a job's file tells its state, so that one rename is one transition, which only one process can make. */
export interface JobName {
  readonly id: string;
  readonly state: JobState;
  /** How often it was begun. */
  readonly attempts: number;
  /** Of a job that runs: its run, and the process that it runs in. */
  readonly lease?: { readonly runId: string; readonly owner: string };
}

export function formatName({ id, state, attempts, lease }: JobName): string {
  return [id, state, attempts, ...(lease ? [lease.runId, lease.owner] : [])].join('.');
}

/** Undefined for what is no job: drafts, journals, the lock. */
export function parseName(name: string): JobName | undefined {
  const [id = '', state, attempts = '', runId, owner, ...rest] = name.split('.');
  if (!isTimeOrderedId(id) || !isState(state) || !/^\d{1,6}$/.test(attempts) || rest.length > 0) return undefined;
  const plain = { id, state, attempts: Number(attempts) };
  if (state !== 'running') return runId === undefined ? plain : undefined;
  return runId !== undefined && isTimeOrderedId(runId) && owner ? { ...plain, lease: { runId, owner } } : undefined;
}

/** Asks whoever runs the job to stop it. */
export function stopName(id: string): string {
  return `${id}.stop`;
}

/** Says what a run is about to write. */
export function journalName(runId: string): string {
  return `${runId}.journal`;
}

function isState(text: string | undefined): text is JobState {
  return (jobStates as readonly (string | undefined)[]).includes(text);
}
