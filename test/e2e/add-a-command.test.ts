import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const copy = mkdtempSync(join(tmpdir(), 'sallyport-copy-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

// What one would look at after adding a command, from the copy's own sources.
const look = `
import { argsSchema, builtinCommands, helpFor } from '../src/commands/index.ts';
import { createSallyport } from '../src/sallyport.ts';
import { tempWorkspace } from '../src/testing/index.ts';
import { randomLine } from '../test/fixtures/random-line.ts';
import { seededRandom } from '../test/fixtures/random.ts';
import { commandsPage } from './docs-pages.ts';

const workspace = tempWorkspace();
const core = createSallyport({ root: workspace.path, env: workspace.env });
const random = seededRandom(1);
const lines = Array.from({ length: 200 }, () => randomLine([...builtinCommands.values()], random));
const action = builtinCommands.get('shout')?.actions.get(null);
console.log(JSON.stringify({
  help: (await core.exec('shout --help')).stdout,
  listed: (await core.exec('help')).stdout.includes('shout'),
  output: (await core.exec('shout --text "good morning" --times 2')).stdout,
  wrong: (await core.exec('shout --text x --times 11')).error_message,
  schema: argsSchema(action!),
  docs: commandsPage().includes('## \`shout\`'),
  fuzzed: lines.some((line) => line.startsWith('shout --text')),
  completed: (await core.commands()).some(({ name }) => name === 'shout'),
}));
await core[Symbol.asyncDispose]();
workspace[Symbol.dispose]();
`;

test('a command is added by one folder and one line, as ARCHITECTURE.md says', () => {
  for (const name of ['src', 'scripts', 'skills', 'package.json', 'tsconfig.json'])
    cpSync(name, join(copy, name), { recursive: true });
  cpSync('test/fixtures', join(copy, 'test/fixtures'), { recursive: true });
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));

  const code = /```ts\n([\s\S]*?)```/.exec(readFileSync('ARCHITECTURE.md', 'utf8'))?.[1] as string;
  mkdirSync(join(copy, 'src/commands/shout'));
  writeFileSync(join(copy, 'src/commands/shout/index.ts'), code);
  const index = join(copy, 'src/commands/index.ts');
  writeFileSync(
    index,
    readFileSync(index, 'utf8')
      .replace("import { hello } from './hello/index.ts';\n", "$&import { shout } from './shout/index.ts';\n")
      .replace('const all = [', '$&shout, '),
  );
  writeFileSync(join(copy, 'scripts/look.ts'), look);

  const printed = execFileSync(process.execPath, ['scripts/run.mjs', 'scripts/look.ts'], {
    cwd: copy,
    encoding: 'utf8',
  });
  expect(JSON.parse(printed)).toEqual({
    help: [
      'usage: shout --text <text> [--times <1-10>]',
      '',
      'Prints a text in capitals.',
      '',
      'flags:',
      '  --text <text>   What to shout.',
      '  --times <1-10>  How often. Default 1.',
      '',
      'examples:',
      '  shout --text hello',
      '  shout --text "good morning" --times 2',
      '',
    ].join('\n'),
    listed: true,
    output: 'GOOD MORNING\nGOOD MORNING\n',
    wrong: '--times takes a whole number from 1 to 10, not "11".',
    schema: {
      type: 'object',
      properties: {
        text: { type: 'string', maxLength: 1000, description: 'What to shout.' },
        times: { type: 'integer', minimum: 1, maximum: 10, default: 1, description: 'How often.' },
      },
      required: ['text'],
      additionalProperties: false,
    },
    docs: true,
    fuzzed: true,
    completed: true,
  });
});
