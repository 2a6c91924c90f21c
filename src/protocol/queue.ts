import type { ErrorCode } from './errors.ts';
import type { Progress } from './progress.ts';
import type { Remarks } from './remarks.ts';

/** Where a job stands. `waiting` also for one whose predecessor is not done. */
export const jobStates = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;
export type JobState = (typeof jobStates)[number];

/** How often a job may be tried again by itself. */
export const maxRetry = 10;

/** Who asked for a job: the run that added it. */
export interface JobAdder {
  readonly run_id: string;
  readonly front: string;
  readonly session: string;
}

export interface NewJob {
  /** One line of the built-in commands. */
  readonly line: string;
  /** A second job of the same key is not added. */
  readonly key?: string;
  /** Id, start of an id, or key of a job that has to be done first. */
  readonly after?: string;
  /** How often it is tried again after it failed. */
  readonly retry?: number;
}

/** One thing that happened to a job. The remarks are those of its result; of the warnings the first few. */
export interface JobEvent extends Partial<Remarks> {
  readonly at: string;
  /** `interrupted`: the worker died or was stopped; that attempt counts for nothing. */
  readonly event: 'ended' | 'interrupted' | 'cancelled' | 'retried';
  readonly run_id: string;
  readonly exit_code?: number;
  readonly error_code?: ErrorCode;
  readonly error_message?: string;
}

export interface Job {
  readonly id: string;
  readonly state: JobState;
  readonly line: string;
  readonly key: string | null;
  readonly after: string | null;
  readonly retry: number;
  /** How often it was begun. */
  readonly attempts: number;
  readonly added_at: string;
  readonly added_by: JobAdder;
  /** The run that it is in, or was in last. */
  readonly run_id: string | null;
  /** Of a job that failed or waits: why. Of one that runs: that it was told to stop, or that its worker is gone. Of one that is done: what its result lacks. */
  readonly why: string | null;
  readonly events: readonly JobEvent[];
}

export interface AddedJob {
  readonly id: string;
  readonly state: JobState;
  /** False when there was one of that key already. */
  readonly isNew: boolean;
  /** Of that one, when it is another. */
  readonly line?: string;
}

export interface JobList {
  /** Oldest first; the newest ones when there are more than asked for. */
  readonly jobs: readonly Job[];
  /** Files of jobs that cannot be read, which nobody runs. */
  readonly damaged: readonly string[];
  readonly counts: Readonly<Record<JobState, number>>;
}

/** What commands can do with the jobs of a workspace. A name is an id, a start that no other id has, or a key. */
export interface JobQueue {
  add(job: NewJob): Promise<AddedJob>;
  list(filter: { readonly state?: JobState; readonly limit: number }): JobList;
  find(name: string): Job;
  /** A job that runs is told to stop; it is cancelled when it has. */
  cancel(name: string): Job;
  /** Puts a job that failed or was cancelled back. */
  retry(name: string): Job;
}

export interface WorkOptions {
  /** How many jobs at once; 1 unless given. */
  readonly concurrency?: number;
  /** Ends when there is nothing to do. */
  readonly once?: boolean;
  /** Takes no more jobs; those that run are finished. */
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: WorkEvent) => void;
  /** How far a job is that takes long. */
  readonly onProgress?: (job: string, report: Progress) => void;
}

export interface WorkEvent extends Partial<Remarks> {
  readonly at: string;
  /** `retrying`: it failed and is tried again. `interrupted`: it goes back, to be begun anew. */
  readonly event: 'started' | 'done' | 'failed' | 'retrying' | 'cancelled' | 'interrupted';
  readonly job: string;
  readonly line: string;
  readonly run_id: string;
  readonly error_code?: ErrorCode;
  readonly error_message?: string;
}

/** How many jobs came to which end, and how many wait. */
export type Worked = Readonly<Record<'done' | 'failed' | 'cancelled' | 'waiting', number>>;

export interface WatchOptions {
  /** Relative to the workspace. */
  readonly folder: string;
  /** A line with {path} {name} {ext} {dir} in its values. */
  readonly template: string;
  readonly retry?: number;
  /** Ends when every file that is there now has been looked at. */
  readonly once?: boolean;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: WatchEvent) => void;
}

export interface WatchEvent {
  readonly at: string;
  /** `known`: there is a job for this content already. */
  readonly event: 'added' | 'known' | 'skipped';
  readonly path: string;
  readonly job?: string;
  /** Why it was skipped, or why the job that is known has not been done. */
  readonly reason?: string;
}

export type Watched = Readonly<Record<WatchEvent['event'], number>>;
