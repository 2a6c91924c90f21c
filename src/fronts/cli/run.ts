import { SallyportError } from '../../protocol/errors.ts';
import { SecurityError } from '../../protocol/shell-executor.ts';
import { defineCliCommand } from './define.ts';

const usage = 'sallyport run --help';

export const run = defineCliCommand({
  name: 'run',
  summary: 'Run a shell command through the gate',
  args: {
    command: { type: 'positional', required: true, description: 'The command, in quotes' },
    cwd: { type: 'string', description: 'Where to run it; default: the workspace', valueHint: 'folder' },
    timeout: { type: 'string', description: 'Seconds until it is stopped; default 600', valueHint: 's' },
  },
  async run(args, { core, screen, signal }) {
    const timeout = args.timeout === undefined ? 600 : Number(args.timeout);
    if (!(timeout > 0 && timeout <= 600))
      throw new SallyportError('InvalidArgs', { reason: '--timeout takes seconds, from 0.001 to 600', usage });
    try {
      const result = await core().shell.run(args.command, {
        timeout,
        signal,
        ...(args.cwd === undefined ? {} : { cwd: args.cwd }),
        // What a program prints is shown as it is: the person asked for it.
        ...(args.json
          ? {}
          : { onOutput: (text, stream) => (stream === 'stdout' ? screen.out(text) : screen.err(text)) }),
      });
      if (args.json) screen.out(`${screen.json(result)}\n`);
      if (result.timedOut) screen.err(`${screen.paint('red', 'stopped:')} it took longer than ${timeout} s\n`);
      return result.timedOut ? 124 : (result.exitCode ?? 1);
    } catch (error) {
      if (!(error instanceof SecurityError)) throw error;
      if (args.json)
        screen.out(`${screen.json({ error: { name: error.name, message: error.message, run_id: error.runId } })}\n`);
      else
        screen.err(
          `${screen.paint('red', 'refused:')} ${screen.safe(error.message)}\n${screen.paint('dim', 'hint:')}  sallyport explain ${error.runId} says why\n`,
        );
      return 3;
    }
  },
});
