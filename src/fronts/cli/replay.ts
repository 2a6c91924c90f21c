import { SallyportError } from '../../protocol/errors.ts';
import { defineCliCommand } from './define.ts';
import { printOutput } from './exec.ts';
import { runAndPrint } from './run.ts';

export const replay = defineCliCommand({
  name: 'replay',
  summary: 'Show a recorded run as it was; nothing is executed unless --again is given',
  args: {
    run: { type: 'positional', required: true, description: 'Run id, or the start of one' },
    again: { type: 'boolean', description: 'Submit the same line as a new run, through the gate' },
  },
  async run(args, { core, screen, signal }) {
    const record = await core().runs.read(args.run);
    if ((await core().runs.vouches(record)) !== 'intact') {
      screen.err(
        `${screen.paint('red', 'warning:')} this record is not what was written when the run ended; do not trust it\n`,
      );
    }
    if (args.again) {
      if (record.command.includes('[redacted:'))
        throw new SallyportError('InvalidArgs', {
          reason: 'The line of this run had a secret, which was not recorded; it cannot be sent again',
          usage: 'sallyport exec --help',
        });
      if (record.tool === 'run_shell' || record.tool === 'Bash')
        return runAndPrint(
          record.command,
          { cwd: record.cwd, timeout: 600, signal },
          { core, screen, asJson: args.json === true },
        );
      if (record.tool !== 'terminal_exec')
        throw new SallyportError('InvalidArgs', {
          reason: `This was a call of ${record.tool}, of which no line was recorded; it cannot be sent again`,
          usage: 'sallyport call --help',
        });
      const reply = await core().exec(record.command, { signal });
      if (args.json) screen.out(`${screen.json(reply)}\n`);
      else printOutput(screen, reply);
      return reply.exit_code;
    }
    if (args.json) return screen.out(`${screen.json(record)}\n`);
    screen.err(`${screen.paint('dim', `replay of ${record.run_id}, ${record.timestamp}`)}\n`);
    screen.out(`${screen.paint('cyan', '$')} ${screen.paint('bold', screen.safe(record.command))}\n`);
    printOutput(screen, record);
    screen.err(
      screen.paint('dim', `exit code ${record.exit_code} after ${record.duration_ms} ms; nothing was executed\n`),
    );
  },
});
