import type { CommandContext, CommandResult, Limits } from '../commands/index.ts';
import type { PlannedCommand } from '../protocol/plan.ts';
import type { Request } from '../protocol/request.ts';

/** How one kind of command gets through the gate: its text becomes a plan that can be judged and then run. */
export type Lane = (request: Request) => LanePlan;

export interface LanePlan {
  readonly planned: PlannedCommand;
  /** What the reply calls the command: `zip list`. */
  readonly label: string;
  readonly capabilities: readonly string[];
  readonly confirm: 'always' | 'overwrite' | undefined;
  readonly limits: Limits;
  /** The arguments that go into the record. */
  readonly audited: readonly string[];
  readonly takesStdin: boolean;
  readonly backend: string;
  run(context: CommandContext): CommandResult | Promise<CommandResult>;
}
