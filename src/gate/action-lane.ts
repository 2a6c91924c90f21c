import type { CommandContext, CommandResult, Limits } from '../commands/index.ts';
import { judge, type Rule } from '../policy/index.ts';
import { outputLimits } from '../protocol/limits.ts';
import type { PlannedCommand } from '../protocol/plan.ts';
import type { Lane, LanePlan } from './lane.ts';
import { actionLosses } from './losses.ts';

/** Work that is done in this process and whose effects are known beforehand. */
export interface InProcessAction {
  readonly planned: PlannedCommand;
  readonly label: string;
  readonly capabilities: readonly string[];
  readonly confirm: 'always' | 'overwrite' | undefined;
  readonly limits: Limits;
  readonly audited: readonly string[];
  readonly takesStdin: boolean;
  run(context: CommandContext): CommandResult | Promise<CommandResult>;
}

export interface ActionRules {
  readonly rules: readonly Rule[];
  /** Segments of the state folder below the workspace. */
  readonly state: readonly string[];
}

export function planAction(line: string, action: InProcessAction, { rules, state }: ActionRules): LanePlan {
  const { planned, capabilities, confirm, ...rest } = action;
  return {
    ...rest,
    planned,
    capabilities,
    // Work in a thread has files to take back.
    graceMs: action.limits.memoryBytes > 0 ? 10_000 : 2_000,
    bounds: outputLimits,
    tellsErrors: true,
    backend: 'in-process',
    losses: actionLosses(planned, confirm),
    judge: (secretsIn) => judge({ line, planned, capabilities, confirm, secretsIn, state }, rules),
  };
}

/** The lane of tools that act on files themselves. */
export function actionLane(rules: ActionRules): (action: InProcessAction) => Lane {
  return (action) => (request) => planAction(request.command, action, rules);
}
