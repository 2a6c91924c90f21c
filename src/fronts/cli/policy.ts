import { SallyportError } from '../../protocol/errors.ts';
import type { Policy } from '../../protocol/policy.ts';
import { defineCliCommand, type CliContext } from './define.ts';
import { inputLines, readInput } from './input.ts';
import { batchAnswer, picture } from './policy-check.ts';
import { importRules } from './policy-import.ts';
import { backtest, testFile } from './policy-test.ts';
import type { Screen } from './screen.ts';

const usage = 'sallyport policy --help';

export const policy = defineCliCommand({
  name: 'policy',
  summary: 'check: what would happen to a shell command, and why; rules, test, backtest, import',
  args: {
    action: {
      type: 'positional',
      required: true,
      description:
        'check <command>, rules, test <file> (JSON lines with expect), backtest (recorded runs), import <settings file of Claude Code or VS Code>',
    },
    command: { type: 'positional', required: false, description: 'The command in quotes, or the file' },
    cwd: { type: 'string', description: 'check: where it would run; default: the workspace', valueHint: 'folder' },
    shell: { type: 'string', description: 'check: bash or powershell', valueHint: 'name' },
    preset: { type: 'string', description: 'blocklist, guarded (default) or allowlist', valueHint: 'name' },
    sandboxed: { type: 'boolean', description: 'Judge as if it ran in a box' },
    tool: { type: 'string', description: 'Judge as if this tool asked', valueHint: 'name' },
    batch: { type: 'boolean', description: 'check: one JSON object {id?, command, cwd?, shell?} per line of stdin' },
  },
  async run(args, context) {
    const { screen } = context;
    const { openPolicy } = await import('../../core/index.ts');
    const judge = await openPolicy({ root: args.root ?? '.' });
    for (const text of judge.ignored) screen.err(`${screen.paint('yellow', 'note:')}  ${screen.safe(text)}\n`);
    const options = {
      ...(args.preset === undefined ? {} : { preset: args.preset }),
      ...(args.tool === undefined ? {} : { tool: args.tool }),
      ...(args.cwd === undefined ? {} : { cwd: args.cwd }),
      ...(args.shell === undefined ? {} : { shell: args.shell as 'bash' }),
      sandboxed: args.sandboxed === true,
    };
    const asJson = args.json === true || !screen.tty;
    if (args.action === 'rules') return showRules(judge, args.json === true, screen);
    if (args.action === 'backtest')
      return backtest(judge, options, await context.core().runs.list({ limit: 10_000 }), screen, asJson);
    if (args.action === 'test')
      return testFile(judge, options, await fileNamed('test', args.command, context), screen, asJson);
    if (args.action === 'import')
      return importRules(judge, await fileNamed('import', args.command, context), screen, asJson);
    if (args.action !== 'check')
      throw new SallyportError('InvalidArgs', {
        reason: `"policy ${args.action}" is not known; there are check, rules, test, backtest and import`,
        usage,
      });
    if (args.batch) {
      if (args.command !== undefined)
        throw new SallyportError('InvalidArgs', { reason: '--batch reads its commands from stdin', usage });
      judge.check('true', options); // a wrong option is one error, not one for each line
      // Each answer before the next line is there: whoever asks may wait for it.
      for await (const line of inputLines(context.signal))
        if (line.trim() !== '') screen.out(`${batchAnswer(judge, line, options)}\n`);
      return;
    }
    if (args.command === undefined)
      throw new SallyportError('InvalidArgs', { reason: 'Which command? Put it into quotes', usage });
    const check = judge.check(args.command, options);
    screen.out(asJson ? `${screen.json(check)}\n` : picture(check, screen));
    return check.decision === 'allow' ? 0 : 3;
  },
});

async function fileNamed(action: string, file: string | undefined, { signal }: CliContext): Promise<string> {
  if (file === undefined)
    throw new SallyportError('InvalidArgs', { reason: `Which file? "policy ${action}" reads one`, usage });
  return (await readInput(file, signal)) ?? '';
}

function showRules(judge: Policy, json: boolean, screen: Screen): void {
  const rules = judge.rules();
  if (json) return screen.out(`${screen.json(rules)}\n`);
  screen.out(
    screen.table(
      ['RULE', 'LEVEL', 'WHAT'],
      rules.map(({ id, level, summary }) => [id, level, summary]),
      ['cyan', 'bold'],
    ),
  );
}
