import type { z } from 'zod';
import type { InProcessAction, Lane, LiveRun, LiveRuns, Outcome, ShellLaneOptions } from '../gate/index.ts';
import type { ToolNature } from '../protocol/core.ts';
import type { SallyportError } from '../protocol/errors.ts';

/** What a tool sends to the gate; the rest of the request is known by whoever joined the parts. */
export interface Passing {
  readonly command: string;
  readonly stdin?: string;
  readonly timeoutMs?: number;
  /** Relative to the workspace. */
  readonly cwd?: string;
  /** For callers in TypeScript; no tool sends it. */
  readonly dry?: 'ask' | 'apply' | 'drop';
}

export interface ToolContext {
  readonly workspace: string;
  /** Absolute folders besides the workspace in which shell commands may act. */
  readonly allowedPaths: readonly string[];
  readonly lanes: {
    readonly line: Lane;
    /** Real shell commands. */
    shell(options: ShellLaneOptions): Promise<Lane>;
    /** For work on files that the tool does itself. */
    action(action: InProcessAction): Lane;
  };
  /** Runs that last longer than a call. */
  readonly live: LiveRuns;
  pass(passing: Passing, lane: Lane): Promise<Outcome>;
  /** Records an input that never becomes a command. */
  refuse(input: unknown, error: SallyportError, command: string): Promise<Outcome>;
  /** Goes on when the call that started it is over; only `kill` and the end of the whole stop it. */
  start(passing: Passing, lane: Lane): LiveRun;
}

/** What agents call. Schemas are loaded when they are needed, which keeps zod off the way of a quick start. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  /** The same call that fails the same way again and again is stopped. */
  readonly stopsLoops?: boolean;
  readonly nature: ToolNature;
  schemas(): Promise<{ input: z.ZodType; output: z.ZodType }>;
  /** From wire input, valid or not, to wire output. */
  call(input: unknown, context: ToolContext): Promise<unknown>;
}

export function defineTool<const T extends Tool>(tool: T): T {
  return Object.freeze(tool);
}
