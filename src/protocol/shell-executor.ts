import type { DryOutcome } from './dry.ts';
import { SallyportError, type ErrorCode } from './errors.ts';
import type { Artifact } from './run-record.ts';
import type { Verdict } from './verdict.ts';

export interface ShellRunOptions {
  /** Relative to the workspace, or absolute inside it. */
  readonly cwd?: string;
  /** Seconds; default 60. */
  readonly timeout?: number;
  readonly signal?: AbortSignal;
  /** Run it on a view of the workspace, then take over what it changed there, drop it, or ask. */
  readonly dry?: 'ask' | 'apply' | 'drop';
  /** Output as it comes, secrets redacted. */
  readonly onOutput?: (text: string, stream: 'stdout' | 'stderr') => void;
}

/** How a shell command ended. */
export interface ShellRunResult {
  /** Of more than 16 MiB, its beginning and its end. */
  readonly stdout: string;
  /** Likewise. */
  readonly stderr: string;
  /** Something of stdout or stderr is left out. */
  readonly truncated: boolean;
  /** Files that hold the whole of a stream, secrets redacted: of each that is longer than its record. */
  readonly artifacts: readonly Artifact[];
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly durationMs: number;
  readonly timedOut: boolean;
  readonly runId: string;
  /** Of a dry run: what it would have changed, and what became of that. */
  readonly dry?: DryOutcome;
}

/** The one way to run shell commands; refusals are thrown as SecurityError. */
export interface ShellRunner {
  run(command: string, options?: ShellRunOptions): Promise<ShellRunResult>;
  /** What stands before the text of a command on this system: `/bin/bash -c`. */
  detectShell(): readonly string[];
}

/** A command that the policy, or a person, does not let run. */
export class SecurityError extends SallyportError {
  override readonly name = 'SecurityError';
  readonly runId: string;
  readonly verdict: Verdict | undefined;

  constructor(
    message: string,
    runId: string,
    verdict: Verdict | undefined,
    code: ErrorCode = 'Denied',
    hint = `sallyport explain ${runId} says why`,
  ) {
    super(code, { says: message, next: hint });
    this.runId = runId;
    this.verdict = verdict;
  }
}
