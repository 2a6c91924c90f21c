import { readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { tempWorkspace } from '../../src/testing/index.ts';
import { bash, cli, filesBelow, helloOutput, record, series } from './cli.ts';

const usageOf = (words: string) => `hint: Run "${words}" for the flags and their values.\n`;

test('--version is that of package.json', async () => {
  using workspace = tempWorkspace();
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  expect(await series(workspace, [['--version'], ['-v'], ['--json', '--version']])).toEqual(
    Array.from({ length: 3 }, () => ({ code: 0, stdout: `${version}\n`, stderr: '' })),
  );
});

test('help names every command, and is the answer to no command at all', async () => {
  using workspace = tempWorkspace();
  const [help, ...others] = await series(workspace, [['help'], [], ['--help'], ['-h']]);
  for (const other of others) expect(other).toEqual(help);
  expect(help).toMatchObject({ code: 0, stderr: '' });
  const listed = help?.stdout.split('COMMANDS\n\n')[1]?.matchAll(/^ {2,}([\w-]+) {4}\S/gm) ?? [];
  expect([...listed].map(([, name]) => name)).toEqual(
    'exec run call tools policy runs explain replay grants panic resume allow-all undo queue work watch audit skills init config doctor mcp completion tour'.split(
      ' ',
    ),
  );
});

test('help on a command is the same by either spelling, and runs nothing', async () => {
  using workspace = tempWorkspace();
  const names = ['exec', 'audit', 'runs'];
  const ended = await series(workspace, [
    ...names.map((name) => ['help', name]),
    ...names.map((name) => [name, '--help']),
    ['exec', 'hello', '-h'],
  ]);
  expect(ended.map(({ code, stderr }) => [code, stderr])).toEqual(ended.map(() => [0, '']));
  expect(ended.slice(3, 6)).toEqual(ended.slice(0, 3));
  expect(ended[6]).toEqual(ended[0]);
  expect(ended[0]?.stdout).toContain('USAGE sallyport exec [OPTIONS] <LINE>');
  expect(filesBelow(workspace.path)).toEqual({});
});

describe('a mistake', () => {
  const mistakes: [string[], string, string][] = [
    [['nope'], 'There is no command "sallyport nope".', 'sallyport help'],
    [['exce', 'hello'], 'There is no command "sallyport exce"; the nearest is "exec".', 'sallyport help'],
    [['help', 'tols'], 'There is no command "sallyport tols"; the nearest is "tools".', 'sallyport help'],
    [['doc', 'extract', '--in', 'a.pdf'], 'There is no command "sallyport doc"; "doc" is a command of "sallyport exec".', "sallyport exec 'doc --help'"], // prettier-ignore
    [['help', 'zip'], 'There is no command "sallyport zip"; "zip" is a command of "sallyport exec".', "sallyport exec 'zip --help'"], // prettier-ignore
    [['__proto__'], 'There is no command "sallyport __proto__".', 'sallyport help'],
    [['exec', 'hello', '--jsn'], 'There is no flag --jsn; the nearest is --json.', 'sallyport exec --help'],
    [['exec', '--timeut-ms', '5', 'hello'], 'There is no flag --timeut-ms; the nearest is --timeout-ms.', 'sallyport exec --help'], // prettier-ignore
    [['exec', 'hello', '-j'], 'There is no flag -j.', 'sallyport exec --help'],
    [['exec', '--line', 'hello'], 'There is no flag --line.', 'sallyport exec --help'],
    [['--rot', 'x', 'exec', 'hello'], 'There is no command "sallyport --rot".', 'sallyport help'],
    [['exec', 'hello', 'world'], 'Too many words; put a line that has spaces into quotes.', 'sallyport exec --help'],
    [['exec', '--', 'hello', 'world'], 'Too many words; put a line that has spaces into quotes.', 'sallyport exec --help'], // prettier-ignore
    [['call', 'terminal_exec', '{}', 'x'], 'Too many words.', 'sallyport call --help'],
    [['exec', 'hello', '--timeout-ms'], '--timeout-ms needs a value.', 'sallyport exec --help'],
    [['exec', 'hello', '--timeout-ms', 'abc'], '--timeout-ms takes a whole number, not "abc".', 'sallyport exec --help'], // prettier-ignore
    [['exec', 'hello', '--timeout-ms=-5'], '--timeout-ms takes a whole number, not "-5".', 'sallyport exec --help'],
    [['exec', 'hello', '--timeout-ms=1.5'], '--timeout-ms takes a whole number, not "1.5".', 'sallyport exec --help'],
    [['exec', 'hello', '--root'], '--root needs a value.', 'sallyport exec --help'],
    [['exec', 'hello', '--root='], '--root needs a value.', 'sallyport exec --help'],
    [['runs', 'prun'], '"runs prun" is not known; there is "runs prune".', 'sallyport runs --help'],
    [['runs', '--since', 'soon'], '--since takes 30m, 2h, 7d or an ISO time, not "soon".', 'sallyport runs --help'],
    [['runs', '--limit', '-1'], '--limit takes a whole number, not "-1".', 'sallyport runs --help'],
    [['runs', '--exit', 'bad'], '--exit takes an exit code or "failed", not "bad".', 'sallyport runs --help'],
    [['runs', 'prune', '--days', 'x'], '--days takes a whole number, not "x".', 'sallyport runs --help'],
    [['audit', 'check'], '"audit check" is not known; there are verify and export.', 'sallyport audit --help'],
    [['config', 'set'], '"config set" is not known; there is show.', 'sallyport config --help'],
    [
      ['queue', 'ad'],
      '"queue ad" is not known; there are list, show, cancel and retry, and "sallyport exec" adds jobs.',
      'sallyport queue --help',
    ],
    [['skills', 'add'], '"skills add" is not known; there are list, show and validate.', 'sallyport skills --help'],
    [['completion', 'tcsh'], 'There is no completion for "tcsh"; there are bash, zsh and fish.', 'sallyport completion --help'], // prettier-ignore
  ];

  test('is refused by name with exit code 2, says which help to read, and leaves nothing behind', async () => {
    using workspace = tempWorkspace();
    const ended = await series(
      workspace,
      mistakes.map(([args]) => args),
    );
    const expected = mistakes.map(([, message, usage]) => ({
      code: 2,
      stdout: '',
      stderr: `error: ${message}\n${usageOf(usage)}`,
    }));
    expect(ended.map((each, at) => ({ args: mistakes[at]?.[0], ...each }))).toEqual(
      expected.map((each, at) => ({ args: mistakes[at]?.[0], ...each })),
    );
    expect(filesBelow(`${workspace.path}/..`)).toEqual({});
  });

  test('in a flag before the command is told by the name of the flag', async () => {
    using workspace = tempWorkspace();
    const { code, stderr } = await cli(workspace, ['--rootx', 'y', 'exec', 'hello']);
    expect(code).toBe(2);
    expect(stderr).toContain('--rootx');
  });

  test('that the parser of flags finds reads like the others, and names the same help', async () => {
    using workspace = tempWorkspace();
    const [line, input, format] = await series(workspace, [
      ['exec'],
      ['call', 'terminal_exec'],
      ['audit', 'export', '--format', 'xml'],
    ]);
    expect(line?.stderr).toBe(
      `error: Missing <line>: The command line, in quotes: 'zip list --in a.zip'.\n${usageOf('sallyport exec --help')}`,
    );
    expect(input?.stderr).toBe(
      `error: Missing <input>: JSON; - reads it from stdin.\n${usageOf('sallyport call --help')}`,
    );
    expect(format?.stderr).toBe(`error: --format takes jsonl, csv; not "xml".\n${usageOf('sallyport audit --help')}`);
    expect([line, input, format].map((each) => [each?.code, each?.stdout])).toEqual([
      [2, ''],
      [2, ''],
      [2, ''],
    ]);
  });

  test('is told as JSON when --json is given', async () => {
    using workspace = tempWorkspace();
    const error = (message: string, usage: string) => ({
      error: { code: 'InvalidArgs', message, hint: `Run "${usage}" for the flags and their values.` },
    });
    const ended = await series(workspace, [
      ['nope', '--json'],
      ['--json', 'exec', 'hello', '--jsn'],
    ]);
    expect(ended.map(({ code, stdout, stderr }) => [code, JSON.parse(stdout), stderr])).toEqual([
      [2, error('There is no command "sallyport nope".', 'sallyport help'), ''],
      [2, error('There is no flag --jsn; the nearest is --json.', 'sallyport exec --help'), ''],
    ]);
  });

  test('in the time limit that only the gate can see is refused by the gate, and recorded', async () => {
    using workspace = tempWorkspace();
    const [refused, listed] = await series(workspace, [
      ['exec', 'hello', '--timeout-ms', '0'],
      ['runs', '--json'],
    ]);
    const message = 'timeout_ms takes a whole number from 1.';
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused?.stderr.split('\n')[0]).toBe(`error: ${message}`);
    expect(JSON.parse(listed?.stdout ?? '')).toMatchObject([{ error_code: 'InvalidArgs', error_message: message }]);
  });
});

describe('--root', () => {
  const hello = { code: 0, stdout: helloOutput, stderr: '' };

  test.concurrent.each([['a'], ['with spaces and ünïcödé 文件夹'], ["quote's $HOME `x` * ?"], ['-dash']])(
    'leads to a workspace called %j from anywhere, before and after the command',
    async (name) => {
      using workspace = tempWorkspace({ name });
      const ended = await series(
        workspace,
        [
          ['--root', workspace.path, 'exec', 'hello'],
          [`--root=${workspace.path}`, 'exec', 'hello'],
          ['exec', '--root', workspace.path, 'hello'],
          ['exec', 'hello', `--root=${workspace.path}`],
          ['--json', '--root', workspace.path, 'runs'],
        ],
        { cwd: '/' },
      );
      expect(ended.slice(0, 4)).toEqual([hello, hello, hello, hello]);
      expect(JSON.parse(ended[4]?.stdout ?? '')).toHaveLength(4);
    },
  );

  test.each([
    ['missing', 'nothing', 1, (path: string) => `error: The workspace "${path}" does not exist.`],
    ['file', 'a file', 2, (path: string) => `error: The workspace "${path}" is not a folder.`],
  ])('to %s, where there is %j, is refused and makes nothing', async (name, _, exit, error) => {
    using workspace = tempWorkspace();
    workspace.write('file', '');
    const before = filesBelow(`${workspace.path}/..`);
    const path = `${workspace.path}/${name}`;
    const { code, stdout, stderr } = await cli(workspace, ['exec', 'hello', '--root', path]);
    expect([code, stdout, stderr.split('\n')[0]]).toEqual([exit, '', error(path)]);
    expect(filesBelow(`${workspace.path}/..`)).toEqual(before);
  });

  test('through a link leads to the same history as the path itself', async () => {
    using workspace = tempWorkspace();
    const link = `${workspace.path}-link`;
    symlinkSync(workspace.path, link);
    await record(workspace, ['hello']);
    const [ran, runs, verified, doctor] = await series(workspace, [
      ['exec', 'helo', '--root', link],
      ['runs', '--json'],
      ['audit', 'verify', '--root', link],
      ['doctor', '--json', '--root', link],
    ]);
    expect(ran?.code).toBe(2);
    expect((JSON.parse(runs?.stdout ?? '') as { command: string }[]).map(({ command }) => command)).toEqual([
      'helo',
      'hello',
    ]);
    expect(verified).toEqual({ code: 0, stdout: 'intact  2 runs, 4 lines\n', stderr: '' });
    const checks = JSON.parse(doctor?.stdout ?? '') as { name: string; detail: string }[];
    expect(checks.find(({ name }) => name === 'workspace')?.detail).toBe(realpathSync(workspace.path));
  });
});

test('a reader that goes away early is no error, and no crash', async () => {
  using workspace = tempWorkspace();
  const long = Array.from({ length: 12 }, () => 'x'.repeat(60_000)); // more than a pipe holds
  await record(workspace, ['hello', ...long]);
  const lines = [
    'sallyport exec hello | head -c1',
    'sallyport runs --json | head -c1',
    'sallyport audit export | head -c1',
    'sallyport audit export --format csv | head -c1',
  ];
  const line = lines.map((each) => `${each}; echo " \${PIPESTATUS[0]}"`).join('; ');
  expect(await bash(workspace, line)).toEqual({ code: 0, stdout: '# 0\n[ 0\n{ 0\nt 0\n', stderr: '' });
});

test('output that cannot be written is not passed over in silence', async () => {
  using workspace = tempWorkspace();
  const { stdout } = await bash(workspace, 'sallyport exec hello >/dev/full; echo $?');
  expect(stdout).toBe('1\n');
});
