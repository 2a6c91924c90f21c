import type { Outcome } from '../gate/index.ts';
import { SallyportError } from '../protocol/errors.ts';
import type { TerminalExecOutput } from '../protocol/terminal-exec.ts';
import { defineTool, type Passing, type ToolContext } from './define.ts';
import { wrongWith } from './wrong-input.ts';

export const terminalExec = defineTool({
  name: 'terminal_exec',
  stopsLoops: true,
  nature: { changes: 'anything', repeatable: false, reachesOut: false },
  description:
    'Runs one line of the built-in command set (archives, documents, …) inside the workspace. Not a shell: no pipes, redirects, chaining, ' +
    'variables or globs. Start with "help"; "<command> --help" shows the flags. Every run is recorded.',
  async schemas() {
    const { terminalExecInputSchema: input, terminalExecOutputSchema: output } =
      await import('../protocol/terminal-exec.ts');
    return { input, output };
  },
  async call(input: unknown, context: ToolContext): Promise<TerminalExecOutput> {
    const { input: schema } = await terminalExec.schemas();
    const parsed = schema.safeParse(input);
    if (parsed.success) {
      const { command, stdin, timeout_ms } = parsed.data;
      return execLine(
        {
          command,
          ...(stdin === undefined ? {} : { stdin }),
          ...(timeout_ms === undefined ? {} : { timeoutMs: timeout_ms }),
        },
        context,
      );
    }
    const reason = wrongWith(input, parsed.error, schema);
    const error = new SallyportError('InvalidArgs', { reason, next: 'Correct the parameter and call again.' });
    return toWire(await context.refuse(input, error, commandIn(input)));
  },
});

/** The tool for callers whose input is typed already. */
export async function execLine(passing: Passing, context: ToolContext): Promise<TerminalExecOutput> {
  return toWire(await context.pass(passing, context.lanes.line));
}

function toWire({ runId, exitCode, stdout, stderr, result, artifacts, truncated, error }: Outcome): TerminalExecOutput {
  return {
    run_id: runId,
    exit_code: exitCode ?? 1,
    stdout,
    stderr,
    result,
    artifacts: [...artifacts],
    ...(truncated ? { truncated } : {}),
    ...(error ? { error_code: error.code, error_message: error.message } : {}),
  };
}

/** What can be recorded of an input that is not one. */
function commandIn(input: unknown): string {
  const command = typeof input === 'object' && input !== null && 'command' in input ? input.command : undefined;
  return typeof command === 'string' ? command.slice(0, 131_072) : '';
}
