import { closeSync, constants, fsyncSync, writeSync } from 'node:fs';
import type { Folder } from '../files/index.ts';
import { isSallyportError } from '../protocol/errors.ts';
import type { Job, JobAdder, JobEvent } from '../protocol/queue.ts';
import { formatName, type JobName } from './job-name.ts';

/** The first line of a job's file; it never changes. One line for each event follows. */
export interface JobSpec {
  readonly v: 1;
  readonly id: string;
  readonly line: string;
  readonly key: string | null;
  readonly after: string | null;
  readonly retry: number;
  readonly added_at: string;
  readonly added_by: JobAdder;
}

export interface JobFile {
  readonly spec: JobSpec;
  readonly events: readonly JobEvent[];
}

const maxBytes = 1024 * 1024;

export function writeJob(folder: Folder, spec: JobSpec): void {
  const name = formatName({ id: spec.id, state: 'waiting', attempts: 0 });
  folder.write(name, `${JSON.stringify(spec)}\n`, { mode: 0o600, replace: false });
}

/** Undefined when the job has another name by now, or when its file is damaged: then it is nobody's job. */
export function readJob(folder: Folder, name: JobName): JobFile | undefined {
  const text = folder.read(formatName(name), maxBytes)?.toString('utf8');
  if (text === undefined) return undefined;
  // What follows the last line end is the half line of a process that was killed.
  const [first, ...rest] = text.split('\n').slice(0, -1).map(parseLine);
  const spec = first as JobSpec | undefined;
  if (spec?.v !== 1 || spec.id !== name.id || typeof spec.line !== 'string') return undefined;
  return { spec, events: rest.flatMap((line) => (line === undefined ? [] : [line as JobEvent])) };
}

/** False when the job has another name by now. The file only grows: who is about to lose the job does no harm. */
export function appendEvent(folder: Folder, name: JobName, event: JobEvent): boolean {
  const fd = tryOpen(folder, formatName(name));
  if (fd === undefined) return false;
  try {
    // The line end first: a half line before this one must not take it along.
    writeSync(fd, `\n${JSON.stringify(event)}\n`);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  return true;
}

export function toJob({ state, attempts, lease }: JobName, { spec, events }: JobFile): Omit<Job, 'why'> {
  const { id, line, key, after, retry, added_at, added_by } = spec;
  const last = events.findLast(({ event }) => event === 'ended' || event === 'interrupted');
  const run_id = lease?.runId ?? last?.run_id ?? null;
  return { id, state, line, key, after, retry, attempts, added_at, added_by, run_id, events };
}

function tryOpen(folder: Folder, name: string): number | undefined {
  try {
    return folder.open(name, constants.O_WRONLY | constants.O_APPEND);
  } catch (error) {
    if (isSallyportError(error) && error.code === 'NotFound') return undefined;
    throw error;
  }
}

function parseLine(line: string): unknown {
  try {
    return line === '' ? undefined : JSON.parse(line);
  } catch {
    return undefined;
  }
}
