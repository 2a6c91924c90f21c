import { helpFor, type Action, type Command } from '../commands/index.ts';
import { parseLine } from '../parse/index.ts';
import type { Effect } from '../protocol/plan.ts';
import { planAction, type ActionRules, type InProcessAction } from './action-lane.ts';
import type { Lane } from './lane.ts';

const helpLimits = { inputBytes: 0, outputBytes: 1 << 20, timeMs: 5_000, memoryBytes: 0 };

/** The lane of `terminal_exec`: the strict one-line grammar, run by the in-process commands. */
export function lineLane(commands: ReadonlyMap<string, Command>, rules: ActionRules): Lane {
  return ({ command: line }) => ({ ...planAction(line, actionOf(line, commands), rules), repliesResult: true });
}

function actionOf(line: string, commands: ReadonlyMap<string, Command>): InProcessAction {
  const parsed = parseLine(line, commands);
  if (parsed.kind === 'help') return help(commands, parsed.name, parsed.sub);
  const { name, sub, args } = parsed;
  const action = commands.get(name)?.actions.get(sub) as Action;
  return {
    planned: { name, sub, args, effects: effectsOf(action, args) },
    label: [name, ...(sub === null ? [] : [sub])].join(' '),
    capabilities: action.capabilities,
    confirm: action.confirm,
    limits: action.limits,
    audited: action.audit,
    takesStdin: action.stdin !== undefined,
    run: (context) => action.run(args, context),
  };
}

function effectsOf(action: Action, args: Readonly<Record<string, unknown>>): Effect[] {
  return Object.entries(action.flags).flatMap(([name, flag]) => {
    const target = args[name];
    return flag.kind === 'path' && typeof target === 'string' ? [{ kind: flag.access, target }] : [];
  });
}

function help(commands: ReadonlyMap<string, Command>, name: string | null, sub: string | null): InProcessAction {
  return {
    planned: { name: 'help', sub: null, args: {}, effects: [] },
    label: [name, sub].filter(Boolean).join(' ') || 'help',
    capabilities: [],
    confirm: undefined,
    limits: helpLimits,
    audited: [],
    takesStdin: false,
    run({ print }) {
      const { text, ...result } = helpFor(commands, name, sub);
      print(text);
      return result;
    },
  };
}
