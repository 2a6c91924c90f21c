import type { z } from 'zod';
import type { LiveRun, Outcome } from '../gate/index.ts';
import type { BashInput } from '../protocol/bash.ts';
import type { Envelope } from '../protocol/envelope.ts';
import { SallyportError } from '../protocol/errors.ts';
import { defineTool, type ToolContext } from './define.ts';
import { boxOf, contextOf, failed, paramsIn, partial, succeeded, type About, type EnvelopeCode } from './envelope.ts';
import { placeOf, type Misplaced } from './place.ts';
import { wrongWith } from './wrong-input.ts';

const maxOutputBytes = 64 * 1024;
const truncatedLine = '[Truncated: Output exceeded limit. Narrow command or redirect to file.]';
const outsideRoot = 'Access denied. Path must be within project root.';

export const bash = defineTool({
  name: 'Bash',
  stopsLoops: true,
  nature: { changes: 'anything', repeatable: false, reachesOut: true },
  description:
    'Execute a shell command within the project sandbox. Chaining (&&, ||, ;), pipes and redirects are allowed; the working directory, cd, ' +
    'writes and deletes stay inside the project. Interactive programs do not work. Use LS, Read, Grep and Glob for listing, reading and searching.',
  async schemas() {
    const { bashInputSchema: input, bashOutputSchema: output } = await import('../protocol/bash.ts');
    return { input, output };
  },
  async call(input: unknown, context: ToolContext): Promise<Envelope> {
    const { input: schema } = await bash.schemas();
    const parsed = schema.safeParse(input);
    if (!parsed.success)
      return refused(input, context, { code: 'INVALID_PARAM', message: problemIn(input, parsed.error, schema) });
    const params = parsed.data;
    const place = placeOf(params.directory, context);
    if ('why' in place) return refused(input, context, misplaced(place, params.directory), params.command);
    const lane = await context.lanes.shell({ merged: false, maxOutputBytes });
    const passing = { command: params.command, cwd: place.cwd, timeoutMs: params.timeout_ms };
    const yieldMs = params.background === true ? 0 : params.yield_ms;
    if (yieldMs === undefined) return answer(await context.pass(passing, lane), params, place.cwd, input);
    const run = context.start(passing, lane);
    await run.wait(yieldMs);
    return run.outcome ? answer(run.outcome, params, place.cwd, input) : stillRunning(run, params, place.cwd, input);
  },
});

interface Problem {
  readonly code: EnvelopeCode;
  readonly message: string;
}

/** Even what never becomes a command is recorded. */
async function refused(
  input: unknown,
  context: ToolContext,
  { code, message }: Problem,
  command = '',
): Promise<Envelope> {
  const fields = { reason: message.replace(/\.$/, ''), usage: 'sallyport tools' };
  const outcome = await context.refuse(input, new SallyportError('InvalidArgs', fields), command.slice(0, 65_536));
  const about = { cwd: '.', input, outcome };
  return outcome.error?.code === 'Repeated'
    ? broken(outcome.error, about)
    : failed(code, message, nextFor(code), about);
}

/** Of two of them the seed has the words. */
function problemIn(input: unknown, error: z.ZodError, schema: z.ZodType): string {
  const { command } = paramsIn(input);
  const [name] = error.issues[0]?.path ?? [];
  if (command === undefined || (typeof command === 'string' && command.trim() === ''))
    return "Missing required parameter 'command'.";
  if (name === 'timeout_ms') return 'timeout_ms must be an integer between 1 and 600000.';
  return `${wrongWith(input, error, schema)}.`;
}

function misplaced({ why }: Misplaced, directory: string): Problem {
  if (why === 'missing') return { code: 'NOT_FOUND', message: `Directory '${directory}' does not exist.` };
  if (why === 'no folder') return { code: 'INVALID_PARAM', message: `'${directory}' is not a directory.` };
  return { code: 'ACCESS_DENIED', message: outsideRoot };
}

function answer(outcome: Outcome, asked: BashInput, cwd: string, input: unknown): Envelope {
  const { error, bytes } = outcome;
  // A person may have changed it before it ran.
  const params = { ...asked, command: outcome.approval?.command ?? asked.command };
  const about: About = {
    cwd,
    input,
    outcome,
    context: { directory_resolved: cwd, ...boxOf(outcome) },
    stats: { stdout_bytes: bytes.stdout, stderr_bytes: bytes.stderr },
  };
  const hasOutput = bytes.stdout + bytes.stderr > 0;
  if (outcome.approval?.answer === 'skip') {
    const data = { ...dataOf(outcome, params, cwd), exit_code: null };
    return partial(data, `Command skipped by the user: ${params.command}`, about);
  }
  if (error?.code === 'Denied') return denied(outcome, about);
  if (error?.code === 'Timeout' && !hasOutput)
    return failed('TIMEOUT', 'Command timed out with no output.', nextFor('TIMEOUT'), about);
  if (error && error.code !== 'Timeout') return broken(error, about);
  const data = dataOf(outcome, params, cwd);
  const text = textOf(outcome, params);
  return error || outcome.exitCode !== 0 ? partial(data, text, about) : succeeded(data, text, about);
}

function denied({ verdict, approval, runId }: Outcome, about: About): Envelope {
  if (approval?.how === 'panic')
    return failed(
      'INVALID_PARAM',
      `Command blocked by safety rules. ${approval.who} has stopped everything.`,
      'Wait until a person lifts the stop; nothing runs before.',
      about,
    );
  const reasons = verdict?.reasons.join('; ') ?? '';
  if (verdict?.level === 'outside')
    return failed('ACCESS_DENIED', `${outsideRoot} ${sentence(reasons)}`, nextFor('ACCESS_DENIED'), about);
  const note = approval?.note ?? '';
  const said =
    approval?.who === 'nobody' && note !== ''
      ? note
      : `${approval?.who} answered ${approval?.answer}${note && ` (${note})`}`;
  const asked = approval ? ` Approval ${runId}: ${said}.` : '';
  const message = `Command blocked by safety rules. ${sentence(reasons || 'The policy does not let this run unasked')}${asked}`;
  return failed(
    'INVALID_PARAM',
    message,
    approval ? 'Ask the user, or do it another way.' : 'Do it another way.',
    about,
  );
}

/** What failed before or beside the command itself. */
function broken({ code, message, hint }: NonNullable<Outcome['error']>, about: About): Envelope {
  if (/\bEACCES\b/.test(message))
    return failed('PERMISSION_DENIED', 'Permission denied executing command.', message, about);
  if (code === 'Repeated')
    return failed('EXECUTION_ERROR', message, 'Any other call in between lets it run again.', about);
  if (code === 'InternalError') return failed('INTERNAL_ERROR', message, nextFor('INTERNAL_ERROR'), about);
  const next = code === 'Cancelled' ? hint : nextFor('EXECUTION_ERROR');
  return failed('EXECUTION_ERROR', `Command failed: ${message}`, next, about);
}

function stillRunning(run: LiveRun, params: BashInput, cwd: string, input: unknown): Envelope {
  const { known } = run;
  const { text: output, truncated } = run.soFar(maxOutputBytes);
  const command = known.approval?.command ?? params.command;
  const data = { stdout: output, stderr: '', exit_code: null, signal: null, truncated, command, directory: cwd };
  const headline = `${known.backend === undefined ? 'Command waits to be allowed' : 'Command still running'}: ${command}`;
  const goesOn = `It goes on in the background; read it with terminal_read, wait with terminal_wait, end it with terminal_kill (run_id ${run.runId}).`;
  const cut = truncated ? [`${truncatedLine} The whole output is kept when it ends.`] : [];
  const text = [headline, goesOn, ...cut, ...(output === '' ? [] : ['', '--- OUTPUT SO FAR ---', output])].join('\n');
  const context = { directory_resolved: cwd, ...boxOf(known), background_run_id: run.runId };
  return {
    status: 'partial',
    data,
    text,
    stats: { time_ms: Math.max(0, Date.now() - run.startedAt) },
    context: { cwd, params_input: paramsIn(input), ...contextOf(known), ...context },
  };
}

function dataOf({ stdout, stderr, exitCode, signal, truncated }: Outcome, { command }: BashInput, directory: string) {
  return { stdout, stderr, exit_code: exitCode, signal, truncated, command, directory };
}

/** The format of the seed: a headline, how it ended, warnings, and both streams. */
function textOf(
  { stdout, stderr, exitCode, signal, truncated, error, durationMs, bytes, artifacts, notes = [] }: Outcome,
  params: BashInput,
): string {
  const how = exitCode === 0 && !error ? 'succeeded' : 'failed';
  const lines = [`Command ${how}: ${params.command}`, `(Exit code ${exitCode}. Took ${Math.round(durationMs)}ms)`];
  if (error?.code === 'Timeout') lines.push(`[Timed out after ${params.timeout_ms}ms; the command was killed.]`);
  else if (signal) lines.push(`[Ended by ${signal}.]`);
  lines.push(...notes.map((note) => `[${note}]`));
  if (truncated)
    lines.push(
      `${truncatedLine}${artifacts.length > 0 ? ` Whole output: ${artifacts.map(({ path }) => path).join(', ')}` : ''}`,
    );
  if (stdout !== '') lines.push('', `--- STDOUT (${bytes.stdout} bytes) ---`, stdout.trimEnd());
  if (stderr !== '') lines.push('', `--- STDERR (${bytes.stderr} bytes) ---`, stderr.trimEnd());
  return lines.join('\n');
}

function nextFor(code: EnvelopeCode): string {
  const hints: Partial<Record<EnvelopeCode, string>> = {
    INVALID_PARAM: 'Correct the parameter and call again.',
    NOT_FOUND: 'Use LS to see which directories exist.',
    ACCESS_DENIED: 'Use a path inside the project root.',
    TIMEOUT: 'Raise timeout_ms, make the work smaller, or start it with background: true.',
    INTERNAL_ERROR: 'This is a fault of the tool, not of the command; "sallyport doctor" looks for its cause.',
    EXECUTION_ERROR: 'Check that the program exists and can be run here.',
  };
  return hints[code] ?? '';
}

function sentence(text: string): string {
  return text === '' || /[.!?]$/.test(text) ? text : `${text}.`;
}
