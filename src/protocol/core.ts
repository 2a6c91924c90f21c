import type { Channel } from './approver.ts';
import type { Grant } from './grant.ts';
import type { ExportFormat, Pruned, Retention, RunFilter, RunRecord, Verification, Vouched } from './history.ts';
import type { PolicyCheck, PolicyOptions, PolicyRuleInfo } from './policy.ts';
import type { Progress } from './progress.ts';
import type { WatchOptions, Watched, Worked, WorkOptions } from './queue.ts';
import type { ShellRunner } from './shell-executor.ts';
import type { TerminalExecOutput } from './terminal-exec.ts';
import type { Undone, UndoOptions } from './undo.ts';

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (report: Progress) => void;
  /** Output as it comes, secrets redacted. */
  readonly onOutput?: (text: string, stream: 'stdout' | 'stderr') => void;
}

export interface ExecOptions extends CallOptions {
  readonly stdin?: string;
  readonly timeoutMs?: number;
}

/** The most that a tool can do, for clients that treat tools differently; each call is judged all the same. */
export interface ToolNature {
  /** `new` makes what was not there, and replaces nothing. */
  readonly changes: 'nothing' | 'new' | 'anything';
  /** The same call again changes nothing more. */
  readonly repeatable: boolean;
  /** Further than the workspace. */
  readonly reachesOut: boolean;
}

export interface ToolInfo {
  readonly name: string;
  readonly description: string;
  readonly nature: ToolNature;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema: Readonly<Record<string, unknown>>;
}

/** A command and its subcommands, for completion and tables. */
export interface CommandInfo {
  readonly name: string;
  readonly sub: string | null;
  readonly summary: string;
  readonly usage: string;
  readonly flags: readonly {
    readonly name: string;
    readonly summary: string;
    readonly path: boolean;
    readonly choices: readonly string[];
  }[];
}

export interface ConfigEntry {
  readonly key: string;
  readonly value: unknown;
  /** The layer that decided: built-in, user, workspace or admin. */
  readonly origin: string;
  readonly file: string | null;
  /** Why a value of some layer was not taken. */
  readonly ignored: readonly string[];
}

export interface Skill {
  readonly name: string;
  readonly description: string;
  /** `installed` is letter for letter one of ours; `untrusted` came from elsewhere. */
  readonly origin: 'built-in' | 'installed' | 'untrusted';
  readonly path: string;
  readonly text: string;
  readonly problems: readonly string[];
}

export interface Check {
  readonly name: string;
  readonly status: 'ok' | 'warn' | 'fail';
  readonly detail: string;
  readonly fix?: string;
}

/**
 * Everything that fronts reach. It may live in the same process or, later, in a long-lived one behind a socket;
 * that is why all of it is asynchronous and made of plain data.
 */
export interface Core extends AsyncDisposable {
  readonly workspace: string;
  tools(): Promise<readonly ToolInfo[]>;
  commands(): Promise<readonly CommandInfo[]>;
  /** Calls a tool with its wire input and gives its wire output. */
  call(tool: string, input: unknown, options?: CallOptions): Promise<unknown>;
  /** `terminal_exec` for callers in TypeScript. */
  exec(line: string, options?: ExecOptions): Promise<TerminalExecOutput>;
  readonly shell: ShellRunner;
  /** What would happen to a shell command; nothing is run. */
  readonly policy: {
    check(command: string, options?: PolicyOptions): Promise<PolicyCheck>;
    rules(): Promise<readonly PolicyRuleInfo[]>;
  };
  readonly runs: {
    list(filter?: RunFilter): Promise<readonly RunRecord[]>;
    /** By id, or by a start of one that no other run has. */
    read(id: string): Promise<RunRecord>;
    vouches(record: RunRecord): Promise<Vouched>;
    /** Brings back what a run deleted or overwrote, but for what was changed since; itself a run. */
    undo(id: string, options?: UndoOptions): Promise<Undone>;
    /** What a file held before the run, if it was kept. */
    kept(id: string, path: string): Promise<Uint8Array>;
  };
  /** For people, never for agents: no tool reaches it. */
  readonly approvals: {
    /** Questions are asked over this channel too, until the returned function is called. */
    attach(channel: Channel): () => void;
    /** Everything that would be asked is allowed for a while, in the whole workspace; gives the time it ends, ISO. */
    allowAll(minutes: number): Promise<string>;
    /** Ends that; false when there was nothing to end. */
    askAgain(): Promise<boolean>;
  };
  /** Answers that were given for longer than once. */
  readonly grants: {
    list(): Promise<readonly Grant[]>;
    /** By id, or by a start of one that no other grant has. */
    read(id: string): Promise<Grant>;
    revoke(id: string): Promise<Grant>;
  };
  /** Jobs are added and looked at with the command `queue`. */
  readonly queue: {
    work(options?: WorkOptions): Promise<Worked>;
    /** Adds a job for each file that comes into a folder. */
    watch(options: WatchOptions): Promise<Watched>;
  };
  /** Ends every run of the workspace, in whatever process, and lets none begin until `resume`. */
  panic(): Promise<void>;
  /** Who has stopped everything, if anybody has. */
  stoppedBy(): Promise<string | undefined>;
  /** False when nothing was stopped. */
  resume(): Promise<boolean>;
  readonly audit: {
    verify(): Promise<Verification>;
    export(format: ExportFormat, filter?: RunFilter): AsyncIterable<string>;
    /** Without a retention, the configured one. */
    prune(retention?: Retention): Promise<Pruned>;
  };
  config(): Promise<readonly ConfigEntry[]>;
  doctor(): Promise<readonly Check[]>;
  skills(): Promise<readonly Skill[]>;
  /** Makes the state folder and puts our skills into it; gives what was written, relative to the workspace. */
  init(): Promise<readonly string[]>;
}
