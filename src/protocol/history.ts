import type { RunRecord } from './run-record.ts';

export interface RunFilter {
  /** Milliseconds since 1970. */
  readonly since?: number;
  readonly until?: number;
  readonly tool?: string;
  /** An exit code, or `failed` for any but 0. */
  readonly exit?: number | 'failed';
  /** Found in the command, the output or the error, whatever the case. */
  readonly text?: string;
  readonly limit?: number;
}

export type ExportFormat = 'jsonl' | 'csv';

export interface Retention {
  /** Runs older than this many days go. */
  readonly days?: number;
  /** The oldest runs go until records and spilled output are within this many bytes. */
  readonly maxBytes?: number;
}

export interface Pruned {
  readonly runs: number;
  readonly bytes: number;
  readonly kept: number;
}

export interface Verification {
  readonly ok: boolean;
  /** Lines of the chain, runs whose record matches it, and runs that are still going on. */
  readonly lines: number;
  readonly runs: number;
  readonly open: number;
  /** What does not fit; the first broken link of the chain comes before everything else. */
  readonly problems: readonly Problem[];
}

export interface Problem {
  readonly what: 'chain' | 'record' | 'artifact';
  readonly message: string;
  /** Line of the chain file, where the problem is one of the chain. */
  readonly line?: number;
  readonly run_id?: string;
}

/** Whether a record is still what was written when the run ended. */
export type Vouched = 'intact' | 'changed' | 'unknown';

export type { RunRecord };
