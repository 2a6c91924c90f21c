import type { z } from 'zod';
import type { Followed, LiveRun, Outcome } from '../gate/index.ts';
import type { Envelope } from '../protocol/envelope.ts';
import { defineTool, type Tool, type ToolContext } from './define.ts';
import { boxOf, contextOf, paramsIn } from './envelope.ts';
import { wrongWith } from './wrong-input.ts';

// The three tools for commands that go on in the background. They look at runs that passed the gate, and start none.

interface LiveInput {
  readonly run_id: string;
  readonly since?: number;
  readonly timeout_ms?: number;
}

export const terminalRead = liveTool(
  'terminal_read',
  'Reads the new output of a command that runs in the background, and says whether it still runs.',
  async () => (await import('../protocol/live-run.ts')).readInputSchema,
  async () => {},
);

export const terminalWait = liveTool(
  'terminal_wait',
  'Waits until a command in the background ends, or until timeout_ms; then gives its new output.',
  async () => (await import('../protocol/live-run.ts')).waitInputSchema,
  (run, { timeout_ms = 60_000 }) => run.wait(timeout_ms),
);

export const terminalKill = liveTool(
  'terminal_kill',
  'Ends a command that runs in the background, with everything that it started.',
  async () => (await import('../protocol/live-run.ts')).killInputSchema,
  async (run) => {
    run.kill();
    await run.done;
  },
  'anything',
  () => true,
);

function liveTool(
  name: string,
  description: string,
  inputSchema: () => Promise<z.ZodType>,
  act: (run: LiveRun, input: LiveInput) => Promise<void>,
  changes: Tool['nature']['changes'] = 'nothing',
  /** Of a run that has ended: as in Bash, another exit code than 0 is no success. */
  isSuccess: (outcome: Outcome) => boolean = ({ exitCode, error }) => exitCode === 0 && !error,
): Tool {
  return defineTool({
    name,
    description,
    nature: { changes, repeatable: true, reachesOut: false },
    async schemas() {
      return { input: await inputSchema(), output: (await import('../protocol/live-run.ts')).liveRunOutputSchema };
    },
    async call(input: unknown, context: ToolContext): Promise<Envelope> {
      const startedAt = performance.now();
      const schema = await inputSchema();
      const parsed = schema.safeParse(input);
      const about = (run?: LiveRun) => ({
        stats: { time_ms: Math.round(performance.now() - startedAt) },
        context: {
          cwd: run?.request.cwd ?? '.',
          params_input: paramsIn(input),
          ...(run ? { ...contextOf(run.known), ...boxOf(run.known) } : {}),
        },
      });
      const fail = (code: 'INVALID_PARAM' | 'NOT_FOUND', message: string, next: string): Envelope => ({
        status: 'error',
        data: {},
        text: `${message}\n${next}`,
        ...about(),
        error: { code, message },
      });
      if (!parsed.success)
        return fail(
          'INVALID_PARAM',
          `${wrongWith(input, parsed.error, schema)}.`,
          'Correct it and call again; Bash gives the run_id of a command that goes on.',
        );
      const asked = parsed.data as LiveInput;
      const run = context.live.find(asked.run_id);
      if (!run)
        return fail(
          'NOT_FOUND',
          `There is no command with run_id ${asked.run_id.slice(0, 80)} in the background.`,
          'Ended runs are in "sallyport runs"; Bash gives the id of new ones.',
        );
      await act(run, asked);
      return { ...stateOf(run, run.read(asked.since), isSuccess), ...about(run) };
    },
  });
}

function stateOf(
  run: LiveRun,
  { text: output, next, missed }: Followed,
  isSuccess: (outcome: Outcome) => boolean,
): Pick<Envelope, 'status' | 'data' | 'text'> & { status: 'success' | 'partial' } {
  const { outcome, known } = run;
  const command = known.approval?.command ?? run.request.command;
  // What was refused has never run.
  const exitCode = outcome && outcome.error?.code !== 'Denied' ? outcome.exitCode : null;
  const data = {
    run_id: run.runId,
    running: !outcome,
    output,
    next,
    missed,
    exit_code: exitCode,
    signal: outcome?.signal ?? null,
    command,
  };
  const headline = outcome
    ? `Command ended: ${command}\n(Exit code ${exitCode}${outcome.signal ? `, ${outcome.signal}` : ''}${outcome.error ? `, ${outcome.error.code}` : ''}. Took ${Math.round(outcome.durationMs)}ms)${outcome.error ? `\n${outcome.error.message}` : ''}`
    : `${known.backend === undefined ? 'Command waits to be allowed' : 'Command still running'}: ${command}`;
  const text = output === '' ? headline : `${headline}\n\n${output}`;
  return { status: outcome && missed === 0 && isSuccess(outcome) ? 'success' : 'partial', data, text };
}
