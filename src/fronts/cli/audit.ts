import { SallyportError } from '../../protocol/errors.ts';
import { defineCliCommand } from './define.ts';
import { filterFrom, runFilterArgs } from './runs.ts';

export const audit = defineCliCommand({
  name: 'audit',
  summary: 'verify: hold the history against its chain. export: write it as JSONL or CSV',
  args: {
    action: { type: 'positional', required: true, description: 'verify or export' },
    format: { type: 'enum', options: ['jsonl', 'csv'], default: 'jsonl', description: 'export: the format' },
    ...runFilterArgs,
  },
  async run(args, { core, screen }) {
    if (args.action === 'export') {
      for await (const text of core().audit.export(args.format === 'csv' ? 'csv' : 'jsonl', filterFrom(args))) {
        const shown = screen.tty ? screen.safe(text.replaceAll('\r\n', '\n')) : text;
        if (!process.stdout.write(shown)) await new Promise((resolve) => process.stdout.once('drain', resolve));
      }
      return 0;
    }
    if (args.action !== 'verify')
      throw new SallyportError('InvalidArgs', {
        reason: `"audit ${args.action}" is not known; there are verify and export`,
        usage: 'sallyport audit --help',
      });
    const verification = await core().audit.verify();
    const { ok, lines, runs, open, problems } = verification;
    if (args.json) screen.out(`${screen.json(verification)}\n`);
    else if (ok)
      screen.out(
        `${screen.paint('green', 'intact')}  ${runs} runs, ${lines} lines${open > 0 ? `, ${open} going on` : ''}\n`,
      );
    else for (const { message } of problems) screen.out(`${screen.paint('red', 'broken')}  ${screen.safe(message)}\n`);
    return ok ? 0 : 1;
  },
});
