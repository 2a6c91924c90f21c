import { constants } from 'node:os';
import { SallyportError } from '../../protocol/errors.ts';
import { SecurityError, type ShellRunOptions } from '../../protocol/shell-executor.ts';
import { defineCliCommand, type CliContext } from './define.ts';
import { refuseInsideRun } from './person.ts';
import type { Screen } from './screen.ts';
import { drySummary } from './trial.ts';

const usage = 'sallyport run --help';

export const run = defineCliCommand({
  name: 'run',
  summary: 'Run a shell command through the gate',
  args: {
    command: { type: 'positional', required: true, description: 'The command, in quotes' },
    cwd: { type: 'string', description: 'Where to run it; default: the workspace', valueHint: 'folder' },
    dry: { type: 'boolean', description: 'Run it on a private copy of the workspace, show what it changes, then ask' },
    apply: { type: 'boolean', description: 'With --dry: take over what it changed without asking' },
    drop: { type: 'boolean', description: 'With --dry: only show what it changes' },
    timeout: { type: 'string', description: 'Seconds until it is stopped; default 600', valueHint: 's' },
  },
  async run(args, { core, screen, signal }) {
    const timeout = args.timeout === undefined ? 600 : Number(args.timeout);
    if (!(timeout > 0 && timeout <= 600))
      throw new SallyportError('InvalidArgs', { reason: '--timeout takes seconds, from 0.001 to 600', usage });
    const dry = dryOf({ dry: args.dry, apply: args.apply, drop: args.drop }, screen);
    const options = { timeout, signal, ...(dry ? { dry } : {}), ...(args.cwd === undefined ? {} : { cwd: args.cwd }) };
    return runAndPrint(args.command, options, { core, screen, asJson: args.json === true });
  },
});

/** Runs a shell command, shows what it prints as it comes, and gives the exit code. */
export async function runAndPrint(
  command: string,
  options: ShellRunOptions & { readonly timeout: number },
  { core, screen, asJson }: Pick<CliContext, 'core' | 'screen'> & { readonly asJson: boolean },
): Promise<number> {
  const { timeout, dry } = options;
  try {
    const result = await core().shell.run(command, {
      ...options,
      // What a program prints is shown as it is: the person asked for it.
      ...(asJson ? {} : { onOutput: (text, stream) => (stream === 'stdout' ? screen.out(text) : screen.err(text)) }),
    });
    if (asJson) screen.out(`${screen.json(result)}\n`);
    else if (result.dry) screen.err(drySummary(result.dry, { runId: result.runId, wasShown: dry === 'ask' }, screen));
    if (result.timedOut) screen.err(`${screen.paint('red', 'stopped:')} it took longer than ${timeout} s\n`);
    return result.timedOut ? 124 : (result.exitCode ?? exitCodeOf(result.signal));
  } catch (error) {
    if (!(error instanceof SecurityError)) throw error;
    const { code, name, message, runId } = error;
    const hint = code === 'Denied' ? `sallyport explain ${runId} says why` : error.hint;
    if (asJson) screen.out(`${screen.json({ error: { code, name, message, hint, run_id: runId } })}\n`);
    else
      screen.err(
        `${screen.paint('red', 'refused:')} ${screen.safe(message.replace(/^Blocked: /, ''))}\n${screen.paint('dim', 'hint:')}  ${screen.safe(hint)}\n`,
      );
    return 3;
  }
}

/** As shells say it. */
function exitCodeOf(signal: string | null): number {
  return 128 + (constants.signals[signal as NodeJS.Signals] ?? -127);
}

/** What to do with the changes of a dry run: nobody can be asked off a terminal, and then they are only shown. */
function dryOf(
  { dry, apply, drop }: { dry: boolean | undefined; apply: boolean | undefined; drop: boolean | undefined },
  { tty, errTty }: Screen,
): 'ask' | 'apply' | 'drop' | undefined {
  if ((apply || drop) && !dry)
    throw new SallyportError('InvalidArgs', { reason: '--apply and --drop belong to --dry', usage });
  if (apply && drop) throw new SallyportError('InvalidArgs', { reason: '--apply and --drop are opposites', usage });
  // A command that an agent runs could otherwise decide for the person.
  if (apply) refuseInsideRun(process.env);
  if (!dry) return undefined;
  if (apply) return 'apply';
  return drop || (!tty && !errTty) ? 'drop' : 'ask';
}
