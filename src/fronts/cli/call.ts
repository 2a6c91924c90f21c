import { SallyportError } from '../../protocol/errors.ts';
import { defineCliCommand, type CliContext } from './define.ts';
import { readInput } from './input.ts';

export const call = defineCliCommand({
  name: 'call',
  summary: 'Call a tool with its JSON input and print its JSON output, as an agent would',
  args: {
    tool: { type: 'positional', required: true, description: 'Name of the tool; see "sallyport tools"' },
    input: { type: 'positional', required: true, description: 'JSON; - reads it from stdin' },
  },
  async run(args, { core, screen, signal }) {
    const text = args.input === '-' ? ((await readInput('-', signal)) ?? '') : args.input;
    if (signal.aborted) throw new SallyportError('Cancelled');
    let input: unknown;
    try {
      input = JSON.parse(text);
    } catch (error) {
      throw new SallyportError('InvalidArgs', {
        reason: `The input is not JSON: ${(error as Error).message}`,
        usage: 'sallyport tools --json',
      });
    }
    const reply = await core().call(args.tool, input, { signal });
    screen.out(`${screen.json(reply, screen.tty ? 2 : 0)}\n`);
    await waitForBackground(reply, { core, screen, signal });
    const code = (reply as { exit_code?: unknown }).exit_code;
    return typeof code === 'number' ? code : 0;
  },
});

/** A command in the background lives as long as the process that started it, which is this one. */
async function waitForBackground(reply: unknown, { core, screen, signal }: CliContext): Promise<void> {
  const { background_run_id: run_id } = (reply as { context?: { background_run_id?: unknown } }).context ?? {};
  if (run_id === undefined) return;
  screen.err(`${screen.paint('dim', 'note:')}  it runs no longer than this call, which waits for it; Ctrl-C ends it\n`);
  for (let running = true; running && !signal.aborted;) {
    const state = (await core().call('terminal_wait', { run_id, timeout_ms: 500 })) as { data: { running?: boolean } };
    running = state.data.running === true;
  }
}
