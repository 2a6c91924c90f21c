import type { Connection } from './connection.ts';

/** A program to be run: nothing here is judged any more. */
export interface ProcessSpec {
  /** The program and its arguments; a name without a slash is looked up in the PATH of `env`. */
  readonly argv: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  /** The whole environment; the backend adds PWD and SALLYPORT_RUN. */
  readonly env: Readonly<Record<string, string>>;
  /** When absent the program reads from the null device, when empty from a pipe that is at its end. */
  readonly stdin?: string | Uint8Array;
  /** One pipe for both outputs, in the order written; all of it arrives as stdout. */
  readonly merged: boolean;
  readonly timeoutMs: number;
  /** What it may do beyond other programs; where there are boxes it gets one of its own. */
  readonly grant?: ProcessGrant;
}

export interface ProcessGrant {
  /** Absolute protected paths of the workspace that it may change. */
  readonly paths: readonly string[];
  /** Absolute paths of the workspace that it may remove, with whatever is protected in them. */
  readonly removes: readonly string[];
  /** Hosts that it may reach, as rules of an allow-list. */
  readonly network?: readonly string[];
  /** Variables that it gets beside those of its environment. */
  readonly secrets?: Readonly<Record<string, string>>;
}

/** Where the output goes. Nothing more is read from a pipe while the promise for its last chunk is open. */
export interface ProcessIo {
  readonly onStdout: (chunk: Uint8Array) => void | Promise<void>;
  readonly onStderr: (chunk: Uint8Array) => void | Promise<void>;
  /** Cancels the run. */
  readonly signal: AbortSignal;
}

/** How a run ended. */
export interface ProcessEnd {
  /** Null when a signal ended it, or when it could not be ended. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
  readonly cancelled: boolean;
  /** Until the exit of the program. */
  readonly durationMs: number;
  /** Its processes that still live, as far as that can be known. */
  readonly survivors: 'none' | 'unknown' | number;
  /** What found the processes that had to be ended; null when none had to be. */
  readonly killedBy: string | null;
  /** Something that the program left running held a pipe open; what it printed later is not in the output. */
  readonly drainCut: boolean;
  readonly cpuMs?: number;
  /** The limits that were in force, where the backend sets any. */
  readonly limits?: readonly string[];
  /** What of its sandbox did not hold. */
  readonly missing?: readonly string[];
  /** The limit that it ran into. */
  readonly hitLimit?: string;
  /** What else a reader of the result should know. */
  readonly note?: string;
  /** Absolute protected paths of the workspace that it could not change. */
  readonly locked?: readonly string[];
  /** Protected paths that it made or changed, where the backend looks for that. */
  readonly touched?: readonly TouchedPath[];
  /** What it asked the network for, where it was granted some. */
  readonly connections?: readonly Connection[];
}

/** A protected path of the workspace that a program made or changed. */
export interface TouchedPath {
  /** From the workspace. */
  readonly path: string;
  readonly rule: string;
  /** What was done about it; absent when there was nothing to do but to say so. */
  readonly done?: string;
}

/** Where processes run. */
export interface Backend extends AsyncDisposable {
  readonly name: string;
  /** Throws what a callback throws, after everything was ended; and a SallyportError when nothing could be started. */
  run(spec: ProcessSpec, io: ProcessIo): Promise<ProcessEnd>;
}
