import { posix } from 'node:path';
import type { Outcome } from '../gate/index.ts';
import { SallyportError } from '../protocol/errors.ts';
import { defineTool, type ToolContext } from './define.ts';
import { placeProblem } from './shell.ts';

const maxOutputBytes = 64 * 1024;

export const runShell = defineTool({
  name: 'run_shell',
  description:
    'Run a shell command on this machine, inside the project. Gives back one text: stdout and stderr in the order written, then the exit ' +
    'code when it is not 0. Dangerous commands are refused (the text begins with "Blocked"). Interactive programs do not work.',
  async schemas() {
    const { runShellInputSchema: input, runShellOutputSchema: output } = await import('../protocol/run-shell.ts');
    return { input, output };
  },
  async call(input: unknown, context: ToolContext): Promise<string> {
    const parsed = (await runShell.schemas()).input.safeParse(input);
    const { command, cwd, timeout } = parsed.data ?? { command: '', cwd: undefined, timeout: 60 };
    const problem = parsed.success
      ? placeProblem(context.workspace, cwd ?? '.')
      : `${parsed.error.issues[0]?.path.join('.') || 'input'}: ${parsed.error.issues[0]?.message ?? 'is not valid'}`;
    if (problem !== undefined) return refuse(command, problem, context);
    const passing = {
      command,
      cwd: posix.relative(context.workspace, posix.resolve(context.workspace, cwd ?? '.')) || '.',
      timeoutMs: Math.max(1, Math.round(timeout * 1000)),
    };
    const lane = await context.lanes.shell({ merged: true, maxOutputBytes });
    return textOf(await context.pass(passing, lane), timeout);
  },
});

/** Even what never becomes a command is recorded. */
async function refuse(command: string, reason: string, context: ToolContext): Promise<string> {
  await context.pass({ command }, () => {
    throw new SallyportError('InvalidArgs', { reason: reason.replace(/\.$/, ''), usage: 'sallyport tools' });
  });
  return `Blocked: ${reason}`;
}

function textOf(outcome: Outcome, timeout: number): string {
  const { error, verdict, approval, stdout, exitCode, signal, artifacts, notes = [] } = outcome;
  if (error?.code === 'Denied') {
    const note = approval?.note === undefined ? '' : ` (${approval.note})`;
    return `Blocked: ${verdict?.reasons.join('; ') || error.message}${note}`;
  }
  const lines = stdout === '' || stdout.endsWith('\n') ? stdout : `${stdout}\n`;
  const told = [
    ...notes,
    ...(artifacts.length > 0 ? [`Whole output: ${artifacts.map(({ path }) => path).join(', ')}`] : []),
  ];
  const more = told.map((text) => `[${text}]\n`).join('');
  if (error?.code === 'Timeout') return `${lines}${more}Command timed out after ${timeout}s (killed).`;
  if (error) return `${lines}${more}Error: ${error.message}`;
  if (signal) return `${lines}${more}Exit code: null (${signal})`;
  return exitCode === 0 ? `${more === '' ? stdout : lines}${more}` : `${lines}${more}Exit code: ${exitCode}`;
}
