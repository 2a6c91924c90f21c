import type { Root } from '../files/index.ts';
import type { Args, Flags } from '../protocol/flags.ts';
import type { Progress } from '../protocol/progress.ts';
import type { JobQueue } from '../protocol/queue.ts';
import type { Artifact } from '../protocol/run-record.ts';
import type { Jobs } from './jobs.ts';

/** What a command may touch; the gate hands it no more than that. */
export type Capability = 'read' | 'write' | 'network' | 'high-risk' | 'queue';

export interface Limits {
  /** Bytes read from files and stdin together. */
  readonly inputBytes: number;
  /** Bytes written to files, stdout and stderr together. */
  readonly outputBytes: number;
  readonly timeMs: number;
  /** Heap of the worker, for commands that run in one. */
  readonly memoryBytes: number;
}

export interface CommandContext {
  /** The workspace, already narrowed to the declared capabilities and limits. */
  readonly root: Root;
  readonly stdin: string;
  readonly signal: AbortSignal;
  print(text: string): void;
  warn(text: string): void;
  progress(report: Progress): void;
  /** Does long work in a thread of its own, under the same limits. */
  offload<J extends keyof Jobs>(job: J, input: Parameters<Jobs[J]>[0]): Promise<CommandResult>;
  /** Names a file that the run leaves for its user. */
  artifact(artifact: Artifact): void;
  /** The jobs of the workspace, for commands that declare `queue`. */
  queue(): JobQueue;
}

/** The flags that `confirm` adds. */
export interface Confirmation {
  readonly confirm?: boolean;
  readonly overwrite?: boolean;
}

export type CommandResult = Readonly<Record<string, unknown>>;

/** One thing that a command does: the whole of a simple command, or one of its subcommands. */
export interface Action<F extends Flags = Flags> {
  readonly summary: string;
  readonly flags: F;
  readonly capabilities: readonly Capability[];
  readonly limits: Limits;
  /** The flags whose values go into the run record. */
  readonly audit: readonly (keyof F & string)[];
  /** Says what stdin is for; a command without this refuses stdin. */
  readonly stdin?: string;
  /** `always`: refused without --confirm. `overwrite`: only --overwrite needs it. The flags are added by defineCommand. */
  readonly confirm?: 'always' | 'overwrite';
  /** Whole lines; every one is executed by a test. */
  readonly examples: readonly string[];
  run(args: Args<F> & Confirmation, context: CommandContext): CommandResult | Promise<CommandResult>;
}

export interface Command {
  readonly name: string;
  readonly summary: string;
  readonly actions: ReadonlyMap<string | null, Action>;
}

/** Types the flags of one action: `action({flags: {in: {kind: 'path', …}}, run(args) { args.in }})`. */
export function action<const F extends Flags>(definition: Action<F>): Action {
  const flags = { ...definition.flags, ...(definition.confirm ? confirmFlags(definition.confirm) : {}) };
  return Object.freeze({ ...definition, flags } as unknown as Action);
}

/** One command. Its parser, help, JSON Schema, docs, skill text and fuzz lines derive from this object. */
export function defineCommand(
  definition: { name: string; summary: string } & (
    | { action: Action }
    | { subcommands: Readonly<Record<string, Action>> }
  ),
): Command {
  const { name, summary } = definition;
  const actions =
    'action' in definition ? [[null, definition.action] as const] : Object.entries(definition.subcommands);
  return Object.freeze({ name, summary, actions: new Map<string | null, Action>(actions) });
}

function confirmFlags(confirm: 'always' | 'overwrite'): Flags {
  const what =
    confirm === 'always'
      ? 'Says that the changes are wanted; refused without it.'
      : 'Needed together with --overwrite.';
  return {
    confirm: { kind: 'switch', summary: what },
    overwrite: { kind: 'switch', summary: 'Replaces files that exist; only together with --confirm.' },
  };
}
