import type { Progress } from '../../protocol/progress.ts';
import { defineCliCommand, integerFlag } from './define.ts';
import { readInput } from './input.ts';
import { printRemarks } from './remarks.ts';
import type { Screen } from './screen.ts';

export const exec = defineCliCommand({
  name: 'exec',
  summary: 'Run one line of the built-in commands through the gate',
  args: {
    line: { type: 'positional', required: true, description: "The command line, in quotes: 'zip list --in a.zip'" },
    'stdin-file': {
      type: 'string',
      description: 'File whose text the command gets as stdin; - is our own stdin',
      valueHint: 'file',
    },
    'timeout-ms': { type: 'string', description: 'Time limit', valueHint: 'ms' },
  },
  async run(args, { core, screen, signal }) {
    const stdin = await readInput(args['stdin-file'], signal);
    const timeoutMs = integerFlag('timeout-ms', args['timeout-ms'], 'sallyport exec --help');
    const reply = await core().exec(args.line, {
      signal,
      onProgress: (report) => screen.live(describeProgress(report)),
      ...(stdin === undefined ? {} : { stdin }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });
    screen.live('');
    if (args.json) {
      screen.out(`${screen.json(reply)}\n`);
      return reply.exit_code;
    }
    printOutput(screen, reply);
    printRemarks(screen, reply);
    for (const { path, description } of reply.artifacts)
      screen.err(`${screen.paint('dim', 'file:')}  ${screen.safe(path)}  ${screen.paint('dim', description)}\n`);
    return reply.exit_code;
  },
});

/** Raw where a program reads it; harmless where a person looks at it. */
export function printOutput(screen: Screen, { stdout, stderr }: { stdout: string; stderr: string }): void {
  screen.out(screen.tty ? screen.safe(stdout) : stdout);
  const shown = screen.errTty ? screen.safe(stderr) : stderr;
  screen.err(shown.replace(/^error:/m, screen.paint('red', 'error:')).replace(/^hint:/m, screen.paint('dim', 'hint:')));
}

/** The share first: a narrow terminal cuts off the end. */
export function describeProgress({ done, total, unit, label }: Progress): string {
  const [amount, name] = unit === 'bytes' ? [(bytes: number) => (bytes / 1e6).toFixed(1), 'MB'] : [String, unit];
  const share = total ? `${Math.floor((100 * done) / total)}%, ` : '';
  return `${label ? `${label}: ` : ''}${share}${amount(done)}${total ? ` of ${amount(total)}` : ''} ${name}`;
}
