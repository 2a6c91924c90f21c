import type { Outcome } from '../gate/index.ts';
import { SallyportError } from '../protocol/errors.ts';
import { defineTool, type ToolContext } from './define.ts';
import { placeOf } from './place.ts';
import { whyNot } from './shell.ts';
import { wrongWith } from './wrong-input.ts';

const maxOutputBytes = 64 * 1024;

export const runShell = defineTool({
  name: 'run_shell',
  stopsLoops: true,
  nature: { changes: 'anything', repeatable: false, reachesOut: true },
  description:
    'Run a shell command on this machine, inside the project. Gives back one text: stdout and stderr in the order written, then the exit ' +
    'code when it is not 0. Dangerous commands are refused (the text begins with "Blocked"). Interactive programs do not work.',
  async schemas() {
    const { runShellInputSchema: input, runShellOutputSchema: output } = await import('../protocol/run-shell.ts');
    return { input, output };
  },
  async call(input: unknown, context: ToolContext): Promise<string> {
    const { input: schema } = await runShell.schemas();
    const parsed = schema.safeParse(input);
    if (!parsed.success) return refuse(input, '', wrongWith(input, parsed.error, schema), context);
    const { command, cwd = '.', timeout } = parsed.data;
    const place = placeOf(cwd, context);
    if ('why' in place) return refuse(input, command, whyNot(place, cwd), context);
    const passing = { command, cwd: place.cwd, timeoutMs: Math.max(1, Math.round(timeout * 1000)) };
    const lane = await context.lanes.shell({ merged: true, maxOutputBytes });
    return textOf(await context.pass(passing, lane), command, timeout);
  },
});

/** Even what never becomes a command is recorded. */
async function refuse(input: unknown, command: string, reason: string, context: ToolContext): Promise<string> {
  const fields = { reason, usage: 'sallyport tools' };
  const { error } = await context.refuse(input, new SallyportError('InvalidArgs', fields), command);
  return `Blocked: ${error?.code === 'Repeated' ? error.message : `${reason}. Correct it and call again.`}`;
}

function textOf(outcome: Outcome, command: string, timeout: number): string {
  const { error, verdict, approval, stdout, exitCode, signal, artifacts, notes = [] } = outcome;
  const note = approval?.note === undefined ? '' : ` (${approval.note})`;
  if (approval?.answer === 'skip') return `Command skipped by the user: ${approval.command ?? command}${note}`;
  if (error?.code === 'Repeated') return `Blocked: ${error.message}`;
  if (error?.code === 'Denied') {
    const why = verdict?.reasons.join('; ') || error.message.replace(/^Refused: /, '');
    const said = approval && approval.note === undefined ? ` (${approval.who} answered ${approval.answer})` : note;
    return `Blocked: ${why}${why.includes(approval?.note ?? said) ? '' : said}`;
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
