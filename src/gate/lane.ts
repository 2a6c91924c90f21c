import type { CommandContext, CommandResult, Limits } from '../commands/index.ts';
import type { Judgement } from '../policy/index.ts';
import type { JudgedLine } from '../protocol/approver.ts';
import type { Trial } from '../protocol/dry.ts';
import type { PlannedCommand } from '../protocol/plan.ts';
import type { Request } from '../protocol/request.ts';
import type { Loss } from '../protocol/undo.ts';

/** How one kind of command gets through the gate: its text becomes a plan that can be judged and then run. */
export type Lane = (request: Request) => LanePlan;

export interface LanePlan {
  readonly planned: PlannedCommand;
  /** What the reply calls the command: `zip list`. */
  readonly label: string;
  readonly capabilities: readonly string[];
  readonly limits: Limits;
  /** How long work that was told to stop may take to clean up before it is left behind. */
  readonly graceMs: number;
  /** Told when it is stopped before its end; absent when nothing half-written is left then. */
  readonly left?: string;
  /** What of its output a reply holds. */
  readonly bounds: { readonly stdoutBytes: number; readonly stderrBytes: number };
  /** The arguments that go into the record. */
  readonly audited: readonly string[];
  readonly takesStdin: boolean;
  /** Errors of ours go to stderr too. Not when stderr belongs to another program. */
  readonly tellsErrors: boolean;
  /** The reply holds the result too; elsewhere it is for the record. */
  readonly repliesResult?: true;
  readonly backend: string;
  /** Of shell commands: what standing answers and previews are made from. */
  readonly line?: JudgedLine;
  /** Of shell commands: by which they are judged. */
  readonly preset?: string;
  /** What it deletes or overwrites in the workspace, as far as that is known; kept for undo before it runs. */
  readonly losses: readonly Loss[];
  /** `secretsIn` gives the kinds of secrets in a text. */
  judge(secretsIn: (text: string) => readonly { kind: string }[]): Judgement;
  run(context: LaneContext): CommandResult | Promise<CommandResult>;
  /** Of what can be run on a view of the workspace. */
  readonly dry?: DryLane;
}

export interface DryLane {
  /** Whether there is a sandbox for it. */
  readonly canTry: boolean;
  open(): Promise<Trial>;
  run(trial: Trial, context: LaneContext): Promise<CommandResult>;
}

/** How a process ended. */
export interface Ending {
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** What a reader of the result should know besides, a sentence each. */
  readonly notes?: readonly string[];
}

export interface LaneContext extends CommandContext {
  /** Output of a process, as it comes. */
  output(stream: 'stdout' | 'stderr', bytes: Uint8Array): void;
  /** A run whose process ended is not a failure of the gate, whatever the exit code. */
  ended(ending: Ending): void;
}
