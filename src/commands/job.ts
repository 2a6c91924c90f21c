import type { Root } from '../files/index.ts';
import type { Helpers } from '../formats/crew/index.ts';
import type { Progress } from '../protocol/progress.ts';

/** What work in a worker thread gets: the same narrowed view of the workspace, and no event loop to wait on. */
export interface JobContext {
  readonly root: Root;
  /** Throws when the run was stopped; to be called once per entry and per chunk. */
  checkStopped(): void;
  progress(report: Progress): void;
  /** Threads that a crew can have; it works alone without. */
  readonly helpers?: Helpers;
}

/** Synchronous work, too long for the main thread. Input and result are plain data. */
export type Job<Input> = (input: Input, context: JobContext) => Record<string, unknown>;

/** The same, for what has to wait: readers of documents are loaded when they are needed. */
export type AsyncJob<Input> = (input: Input, context: JobContext) => Promise<Record<string, unknown>>;
