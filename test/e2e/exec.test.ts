import { describe, expect, test } from 'vitest';
import { tempWorkspace } from '../../src/testing/index.ts';
import { bash, cli, filesBelow, helloOutput, series, wireOf } from './cli.ts';

const lineHint =
  'hint: Send one line of the form: cmd [subcmd] --flag value. Pipes, redirects, chaining and substitution do not exist here; quote text that contains such characters.\n';
const flagsHint = 'hint: Run "hello --help" for the flags and their values.\n';
const listHint = 'hint: Run "help" for the list of commands.\n';

describe('exec', () => {
  test('prints what the command prints, and nothing else', async () => {
    using workspace = tempWorkspace();
    expect(await cli(workspace, ['exec', 'hello'])).toEqual({ code: 0, stdout: helloOutput, stderr: '' });
  });

  test('--json prints the wire output', async () => {
    using workspace = tempWorkspace();
    const ended = await cli(workspace, ['exec', 'hello', '--json']);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(wireOf(ended)).toEqual({
      run_id: expect.stringMatching(/^[0-9a-z]{26}$/),
      exit_code: 0,
      stdout: helloOutput,
      stderr: '',
      result: { ok: true, command: 'hello', signature: 'lemonhall' },
      artifacts: [],
    });
  });

  test('ends with the exit code of a refusal, its reason and what to do on stderr', async () => {
    using workspace = tempWorkspace();
    expect(await cli(workspace, ['exec', 'helo'])).toEqual({
      code: 2,
      stdout: '',
      stderr: `error: There is no command "helo". Did you mean "hello"?\n${listHint}`,
    });
  });

  const unreadable = (line: string, reason: string) =>
    [line, 'InvalidCommand', `Not a command line that can be run: ${reason}.`, lineHint] as const;
  const refusals = [
    unreadable('', 'it is empty'),
    unreadable('hello; rm -rf ~', 'it contains ";" outside quotes (column 6)'),
    unreadable('hello && hello', 'it contains "&&" outside quotes (column 7)'),
    unreadable('hello | cat', 'it contains "|" outside quotes (column 7)'),
    unreadable('hello > file', 'it contains ">" outside quotes (column 7)'),
    unreadable('hello $(id)', 'it contains "$(" outside quotes (column 7)'),
    unreadable('hello `id`', 'it contains a backquote outside quotes (column 7)'),
    unreadable('hello\nhello', 'it contains a line break; send one command at a time'),
    unreadable("hello '\x1b[2J'", 'it contains the control character U+001B'),
    unreadable("hello 'x", 'the quote at column 7 is never closed'),
    ['helo', 'UnknownCommand', 'There is no command "helo". Did you mean "hello"?', listHint],
    ['qqqqqqq', 'UnknownCommand', 'There is no command "qqqqqqq".', listHint],
    ['hello --loud', 'InvalidArgs', 'There is no flag --loud.', flagsHint],
    ['hello world', 'InvalidArgs', 'The word "world" belongs to no flag.', flagsHint],
    ['help hello world', 'InvalidArgs', '"hello" has no subcommands.', flagsHint],
  ] as const;

  test('refuses what it does not understand by name, with exit code 2, and records it', async () => {
    using workspace = tempWorkspace();
    const ended = await series(
      workspace,
      refusals.map(([line]) => ['exec', line, '--json']),
    );
    const records = filesBelow(`${workspace.path}/.agents/artifacts/terminal_exec/runs`);
    const seen = ended.map((each) => {
      const { run_id, exit_code, stdout, stderr, result, error_code, error_message } = wireOf(each);
      const record = JSON.parse(Buffer.from(records[`${run_id}.json`] ?? '', 'latin1').toString()) as object;
      expect(record).toMatchObject({ exit_code, stdout, stderr, result, error_code, error_message });
      expect([each.code, exit_code, stdout, result.ok]).toEqual([2, 2, '', false]);
      return [(record as { command: string }).command, error_code, error_message, stderr];
    });
    expect(seen).toEqual(refusals.map(([line, code, text, hint]) => [line, code, text, `error: ${text}\n${hint}`]));
  });

  test('answers every form of help with exit code 0, usage as text and as data', async () => {
    using workspace = tempWorkspace();
    const ofHello = { ok: true, command: 'hello', usage: 'hello', subcommands: [], flags: [], examples: ['hello'] };
    const summary = 'Prints HELLO in ASCII art and a signature: the smallest proof that the gate works.';
    const ofAll = { ok: true, command: 'help', usage: '<command> [subcommand] [--flag value] [--switch]', flags: [] };
    const forms = ['help', 'hello --help', 'hello help', 'help hello', 'hello --loud --help'];
    const ended = await series(
      workspace,
      forms.map((line) => ['exec', line, '--json']),
    );
    expect(ended.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0]);
    const [general, ...others] = ended.map((each) => wireOf(each).result);
    expect(others).toEqual([ofHello, ofHello, ofHello, ofHello]);
    expect(general).toMatchObject(ofAll);
    expect(general?.['subcommands']).toContainEqual({ name: 'hello', summary });
    expect(new Set(ended.slice(1).map((each) => wireOf(each).stdout))).toEqual(
      new Set(['usage: hello\n\nPrints HELLO in ASCII art and a signature.\n\nexamples:\n  hello\n']),
    );
    expect(ended[0] && wireOf(ended[0]).stdout).toContain(
      `usage: ${ofAll.usage}\n\nCommands\n\nsubcommands:\n  hello  ${summary}\n`,
    );
  });

  test('shows and writes nowhere a secret that was in a line', async () => {
    using workspace = tempWorkspace();
    const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
    expect(await cli(workspace, ['exec', `hello ${secret}`])).toEqual({
      code: 2,
      stdout: '',
      stderr: `error: The word "[redacted:github]" belongs to no flag.\n${flagsHint}`,
    });
    const everything = JSON.stringify(filesBelow(`${workspace.path}/..`));
    expect(everything).toContain('hello [redacted:github]');
    expect(everything).not.toContain(secret);
  });
});

describe('exec --stdin-file', () => {
  const refused = { code: 2, stdout: '', stderr: `error: "hello" takes no stdin.\n${flagsHint}` };

  test.each([
    ['-', 'text', refused],
    ['-', '', { code: 0, stdout: helloOutput, stderr: '' }],
    ['notes.txt', '', refused],
  ])('%s, with %j on our own stdin, is handed to the command', async (file, stdin, ended) => {
    using workspace = tempWorkspace();
    workspace.write('notes.txt', 'notes');
    expect(await cli(workspace, ['exec', 'hello', '--stdin-file', file], { stdin })).toEqual(ended);
  });

  test.each(['missing.txt', 'folder'])('%s is refused by name, and not called a defect of ours', async (file) => {
    using workspace = tempWorkspace();
    workspace.write('folder/file', '');
    const { code, stdout, stderr } = await cli(workspace, ['exec', 'hello', '--stdin-file', file]);
    expect([code, stdout]).toEqual([expect.any(Number), '']);
    expect(code).not.toBe(0);
    expect(stderr).toContain(file);
    expect(stderr).not.toContain('Sallyport failed');
  });
});

test.skipIf(process.platform === 'win32')('a disk that takes no more is named, with what to do', async () => {
  using workspace = tempWorkspace();
  const { code, stderr } = await bash(workspace, `ulimit -f 1; sallyport exec 'help'`);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(
      /^error: Sallyport failed: the system allows no larger file than what was written of ".*" \(EFBIG\)\.\n/,
    ) as string,
  });
});
