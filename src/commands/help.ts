import type { Flag } from '../protocol/flags.ts';
import type { Action, Command } from './define.ts';

export interface Help {
  readonly usage: string;
  readonly subcommands: readonly { name: string; summary: string }[];
  readonly flags: readonly {
    name: string;
    value: string | null;
    required: boolean;
    default: string | number | null;
    summary: string;
  }[];
  readonly examples: readonly string[];
  readonly text: string;
}

/** Help on everything, on one command, or on one subcommand, as data and as text. */
export function helpFor(commands: ReadonlyMap<string, Command>, name: string | null, sub: string | null): Help {
  const command = name === null ? undefined : commands.get(name);
  if (!command) {
    const subcommands = [...commands.values()].map(({ name, summary }) => ({ name, summary }));
    const examples = [...commands.values()].flatMap(firstExamples);
    return render('<command> [subcommand] [--flag value] [--switch]', 'Commands', subcommands, undefined, examples);
  }
  const action = command.actions.get(sub);
  if (action) return render(usageOf(command.name, sub, action), action.summary, [], action, action.examples);
  const subcommands = [...command.actions].map(([name, { summary }]) => ({ name: name ?? '', summary }));
  const examples = firstExamples(command);
  return render(`${command.name} <subcommand> [--flag value]`, command.summary, subcommands, undefined, examples);
}

export function usageOf(name: string, sub: string | null, action: Action): string {
  const flags = Object.entries(action.flags).map(([flag, spec]) => {
    const text = spec.kind === 'switch' ? `--${flag}` : `--${flag} <${valueOf(spec)}>`;
    const required = spec.kind === 'switch' ? flag === 'confirm' && action.confirm === 'always' : spec.required;
    return required ? text : `[${text}]`;
  });
  return [name, ...(sub === null ? [] : [sub]), ...flags].join(' ');
}

export function valueOf(flag: Exclude<Flag, { kind: 'switch' }>): string {
  if (flag.kind === 'choice') return flag.choices.join('|');
  if (flag.kind === 'integer')
    return flag.max >= Number.MAX_SAFE_INTEGER ? `integer from ${flag.min}` : `${flag.min}-${flag.max}`;
  return flag.kind;
}

function render(
  usage: string,
  summary: string,
  subcommands: Help['subcommands'],
  action: Action | undefined,
  examples: readonly string[],
): Help {
  const flags = Object.entries(action?.flags ?? {}).map(([name, flag]) => ({
    name: `--${name}`,
    value: flag.kind === 'switch' ? null : valueOf(flag),
    required: flag.kind !== 'switch' && flag.required === true,
    default: flag.kind === 'switch' ? null : (flag.default ?? null),
    summary: flag.summary,
  }));
  const flagRows = flags.map(({ name, value, default: fallback, summary }) => [
    value === null ? name : `${name} <${value}>`,
    fallback === null ? summary : `${summary} Default ${fallback}.`,
  ]);
  const text = [
    `usage: ${usage}`,
    `\n${summary}`,
    ...section(
      'subcommands',
      subcommands.map(({ name, summary }) => [name, summary]),
    ),
    ...section('flags', flagRows),
    ...(action?.stdin ? [`\nstdin: ${action.stdin}`] : []),
    ...section(
      'examples',
      examples.map((example) => [example]),
    ),
  ].join('\n');
  return { usage, subcommands, flags, examples, text: `${text}\n` };
}

/** What is too long for its column stands on a line of its own. */
const widest = 40;

function section(title: string, rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  const width = Math.max(0, ...rows.map(([left = '']) => left.length).filter((length) => length <= widest));
  const lines = rows.flatMap(([left = '', right = '']) =>
    left.length > width && right !== ''
      ? [`  ${left}`, `  ${' '.repeat(width)}  ${right}`]
      : [`  ${left.padEnd(width)}  ${right}`.trimEnd()],
  );
  return [`\n${title}:`, ...lines];
}

/** One of each subcommand: the first that is not of another one, which only has to come before it. */
function firstExamples({ name, actions }: Command): string[] {
  return [...actions].flatMap(([sub, { examples }]) => {
    const start = sub === null ? name : `${name} ${sub}`;
    return examples.find((example) => example === start || example.startsWith(`${start} `)) ?? [];
  });
}
