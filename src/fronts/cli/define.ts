import { defineCommand, type ArgsDef, type CommandDef, type ParsedArgs } from 'citty';
import { nearest } from '../../parse/index.ts';
import type { Approver } from '../../protocol/approver.ts';
import type { Core } from '../../protocol/core.ts';
import { SallyportError } from '../../protocol/errors.ts';
import { isInsideRun } from '../../platform/inside-run.ts';
import { openScreen, type Screen } from './screen.ts';

const globals = {
  root: { type: 'string', description: 'The workspace; default: the current folder', valueHint: 'folder' },
  json: { type: 'boolean', description: 'Print JSON' },
} as const satisfies ArgsDef;

export interface CliContext {
  readonly screen: Screen;
  /** Opened on first use, disposed of after the command. */
  core(): Core;
  readonly signal: AbortSignal;
}

/** One subcommand of the CLI. `run` gives the exit code, 0 when it gives none. */
export function defineCliCommand<const A extends ArgsDef>(definition: {
  name: string;
  summary: string;
  args: A;
  run(args: ParsedArgs<A & typeof globals>, context: CliContext): Promise<number | void>;
}): CommandDef {
  const args = { ...definition.args, ...globals };
  return defineCommand({
    meta: { name: `sallyport ${definition.name}`, description: definition.summary },
    args,
    async run({ rawArgs, args: parsed }) {
      refuseUnknown(rawArgs, args, definition.name);
      const screen = openScreen(process.stdout, process.stderr, process.env);
      const cancel = cancelOnSignals();
      let core: Core | undefined;
      const approver = approverOf(process);
      const { openCore } = await import('../../core/index.ts'); // not for help
      const open = () =>
        (core ??= openCore({
          front: 'cli',
          ...(approver ? { approver } : {}),
          ...(parsed['root'] === undefined ? {} : { root: parsed['root'] }),
        }));
      try {
        process.exitCode = (await definition.run(parsed as never, { screen, core: open, signal: cancel })) ?? 0;
      } finally {
        await core?.[Symbol.asyncDispose]();
      }
    },
  }) as unknown as CommandDef;
}

/** The person at the terminal, if one can be there: a run has a terminal only to fool us, and then nobody is asked. */
function approverOf({ stdout, stderr, env }: NodeJS.Process): Approver | undefined {
  if (!stdout.isTTY && !stderr.isTTY) return undefined;
  let opening: Promise<Approver> | undefined;
  return async (question, options) => {
    if (isInsideRun(env)) return undefined;
    const ask = await (opening ??= import('./approve.ts').then((module) => module.openTerminalApprover(env)));
    return ask(question, options);
  };
}

/** The first Ctrl-C cancels the run, which is then recorded; the second one leaves at once. A hangup may come in many ways. */
function cancelOnSignals(): AbortSignal {
  const cancel = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (cancel.signal.aborted && name !== 'SIGHUP') process.exit(130);
      cancel.abort();
    });
  }
  return cancel.signal;
}

/** citty takes any flag; a mistyped one must not be passed over in silence. */
function refuseUnknown(rawArgs: readonly string[], args: ArgsDef, name: string): void {
  const usage = `sallyport ${name} --help`;
  const positionals = Object.values(args).filter(({ type }) => type === 'positional').length;
  let words = 0;
  for (let at = 0; at < rawArgs.length; at++) {
    const word = rawArgs[at] as string;
    if (word === '--') {
      words += rawArgs.length - at - 1;
      break;
    }
    if (!word.startsWith('-') || word === '-') {
      words++;
      continue;
    }
    const flag = word.replace(/^--?/, '').split('=')[0] as string;
    const known = word.startsWith('--') && Object.hasOwn(args, flag) ? args[flag] : undefined;
    if (!known || known.type === 'positional') {
      const meant = nearest(
        flag,
        Object.keys(args).filter((key) => args[key]?.type !== 'positional'),
      );
      throw new SallyportError('InvalidArgs', {
        reason: `There is no flag ${word.split('=')[0]}${meant ? `; the nearest is --${meant}` : ''}`,
        usage,
      });
    }
    if (known.type === 'boolean') continue;
    const value = word.includes('=') ? word.slice(word.indexOf('=') + 1) : rawArgs[++at];
    if (value === undefined || value === '')
      throw new SallyportError('InvalidArgs', { reason: `--${flag} needs a value`, usage });
  }
  if (words <= positionals) return;
  const reason = positionals === 1 ? 'Too many words; put a line that has spaces into quotes' : 'Too many words';
  throw new SallyportError('InvalidArgs', { reason, usage });
}

/** A flag that takes a whole number. */
export function integerFlag(name: string, value: string | undefined, usage: string): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,15}$/.test(value)) return Number(value);
  throw new SallyportError('InvalidArgs', {
    reason: `--${name} takes a whole number, not "${value.slice(0, 40)}"`,
    usage,
  });
}
