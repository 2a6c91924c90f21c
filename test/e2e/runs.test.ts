import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tempWorkspace } from '../../src/testing/index.ts';
import type { TerminalExecOutput } from '../../src/index.ts';
import { cli, filesBelow, helloOutput, record, series, wireOf } from './cli.ts';

const none = 'no runs recorded here yet; try: sallyport exec hello\n';

describe('a recorded history', () => {
  const workspace = tempWorkspace();
  afterAll(() => workspace[Symbol.dispose]());
  // One a minute, from midnight on.
  const lines = ['hello', 'helo', 'hello; rm -rf ~', 'hello 世界', 'help'];
  let replies: TerminalExecOutput[];
  let ids: string[];
  beforeAll(async () => {
    replies = await record(workspace, lines, Date.UTC(2026, 0, 1));
    ids = replies.map(({ run_id }) => run_id);
  });

  test('is listed newest first, in columns that align', async () => {
    const row = (at: number, exit: string, command: string) =>
      `2026-01-01 00:0${at}:00  ${ids[at]}  terminal_exec  ${exit.padEnd(16)}  0.0 ms  ${command}\n`;
    expect(await cli(workspace, ['runs'])).toEqual({
      code: 0,
      stdout: [
        `WHEN                 RUN                         TOOL           EXIT              TIME    COMMAND\n`,
        row(4, '0', 'help'),
        row(3, '2 InvalidArgs', 'hello 世界'),
        row(2, '2 InvalidCommand', 'hello; rm -rf ~'),
        row(1, '2 UnknownCommand', 'helo'),
        row(0, '0', 'hello'),
      ].join(''),
      stderr: '',
    });
  });

  const filters: [string[], number[]][] = [
    [[], [4, 3, 2, 1, 0]],
    [
      ['--since', '2026-01-01T00:03:00Z'],
      [4, 3],
    ],
    [['--since', '2026-01-01T00:03:00.001Z'], [4]],
    [
      ['--until', '2026-01-01T00:01:00Z'],
      [1, 0],
    ],
    [
      ['--since', '2026-01-01T00:01:00Z', '--until', '2026-01-01T00:02:00Z'],
      [2, 1],
    ],
    [['--since', '1s'], []],
    [
      ['--until', '1s'],
      [4, 3, 2, 1, 0],
    ],
    [
      ['--tool', 'terminal_exec'],
      [4, 3, 2, 1, 0],
    ],
    [['--tool', 'Bash'], []],
    [
      ['--exit', 'failed'],
      [3, 2, 1],
    ],
    [
      ['--exit', '0'],
      [4, 0],
    ],
    [['--exit', '2', '--limit', '1'], [3]],
    [['--text', 'HELO'], [1]],
    [['--text', 'lemonhall'], [0]],
    [['--text', '世界'], [3]],
    [['--text', 'unknowncommand'], [1]],
    [['--text=rm -rf', '--exit', '0'], []],
    [
      ['--limit', '2'],
      [4, 3],
    ],
    [['--limit', '0'], []],
  ];
  test('is narrowed by each filter and by all together', async () => {
    const ended = await series(
      workspace,
      filters.map(([args]) => ['runs', '--json', ...args]),
    );
    const found = ended.map(({ stdout }) => (JSON.parse(stdout) as { run_id: string }[]).map(({ run_id }) => run_id));
    expect(found.map((list, at) => [filters[at]?.[0], list])).toEqual(
      filters.map(([args, wanted]) => [args, wanted.map((at) => ids[at])]),
    );
  });

  test('of which a filter leaves nothing is not said to be empty', async () => {
    const { code, stdout } = await cli(workspace, ['runs', '--text', 'nowhere']);
    expect(code).toBe(0);
    expect(stdout).not.toBe(none);
  });

  test('is explained run by run, by id, start of an id, and in capitals', async () => {
    const text = `      run  ${ids[2]}
  command  hello; rm -rf ~
  came in  2026-01-01T00:02:00.000Z by cli as terminal_exec, session session
   folder  .
parsed as  not understood
  effects  none on files
  verdict  not reached
   ran in  did not run
    ended  exit code 2 (InvalidCommand: Not a command line that can be run: it contains ";" outside quotes (column 6).) after 0 ms
   output  N bytes, about N tokens returned
     cost  N ms CPU, peak memory N MiB
   record  intact: it is what was written when the run ended
`;
    const ended = await series(
      workspace,
      [ids[2], ids[2]?.slice(0, 14), ids[2]?.toUpperCase()].map((id) => ['explain', String(id)]),
    );
    for (const { code, stdout, stderr } of ended) {
      const measured = stdout.replace(/[\d.]+(?= (?:bytes|tokens|ms CPU|MiB))/g, 'N');
      expect({ code, stdout: measured, stderr }).toEqual({ code: 0, stdout: text, stderr: '' });
    }
  });

  test('explains a run that was allowed, also as JSON', async () => {
    const [text, json] = await series(workspace, [
      ['explain', String(ids[0])],
      ['explain', String(ids[0]), '--json'],
    ]);
    expect(text?.stdout).toContain('parsed as  hello\n');
    expect(text?.stdout).toContain(
      '  verdict  allow, level low\n   ran in  in-process\n    ended  exit code 0 after 0 ms\n',
    );
    expect(JSON.parse(json?.stdout ?? '')).toMatchObject({ run_id: ids[0], command: 'hello', vouched: 'intact' });
  });

  test('does not guess which run was meant', async () => {
    const ended = await series(
      workspace,
      ['explain', 'replay'].flatMap((command) => [
        [command, String(ids[0]?.slice(0, 4))],
        [command, 'zzzz'],
      ]),
    );
    const ambiguous = `error: "${ids[0]?.slice(0, 4)}" is the start of 5 run ids; give more of it.\n`;
    const missing = 'error: There is no run "zzzz".\n';
    expect(ended.map(({ code, stdout, stderr }) => [code, stdout, `${stderr.split('\n')[0]}\n`])).toEqual([
      [2, '', ambiguous],
      [1, '', missing],
      [2, '', ambiguous],
      [1, '', missing],
    ]);
  });

  test('is replayed without anything being executed', async () => {
    const before = filesBelow(`${workspace.path}/..`);
    const [allowed, refused, json] = await series(workspace, [
      ['replay', String(ids[0])],
      ['replay', String(ids[1])],
      ['replay', String(ids[1]), '--json'],
    ]);
    expect(allowed).toEqual({
      code: 0,
      stdout: `$ hello\n${helloOutput}`,
      stderr: `replay of ${ids[0]}, 2026-01-01T00:00:00.000Z\nexit code 0 after 0 ms; nothing was executed\n`,
    });
    expect(refused).toEqual({
      code: 0,
      stdout: '$ helo\n',
      stderr: `replay of ${ids[1]}, 2026-01-01T00:01:00.000Z\n${replies[1]?.stderr}exit code 2 after 0 ms; nothing was executed\n`,
    });
    expect(JSON.parse(json?.stdout ?? '')).toMatchObject({ run_id: ids[1], command: 'helo', exit_code: 2 });
    expect(filesBelow(`${workspace.path}/..`)).toEqual(before);
  });
});

test('replay --again is a new run of the same line, with its exit code', async () => {
  using workspace = tempWorkspace();
  const [first, second] = await record(workspace, ['hello', 'helo']);
  const [hello, helo, runs] = await series(workspace, [
    ['replay', String(first?.run_id), '--again'],
    ['replay', String(second?.run_id), '--again', '--json'],
    ['runs', '--json'],
  ]);
  expect(hello).toEqual({ code: 0, stdout: helloOutput, stderr: '' });
  expect(helo?.code).toBe(2);
  expect(helo && wireOf(helo)).toMatchObject({ error_code: 'UnknownCommand', result: { command: 'helo' } });
  const listed = JSON.parse(runs?.stdout ?? '') as { run_id: string; command: string }[];
  expect(listed.map(({ command }) => command)).toEqual(['helo', 'hello', 'helo', 'hello']);
  expect(new Set(listed.map(({ run_id }) => run_id)).size).toBe(4);
});

test('replay --again runs a shell command again where it ran, and nothing that has no line', async () => {
  using workspace = tempWorkspace();
  workspace.write('sub/a.txt', '');
  await series(workspace, [
    ['run', 'pwd; exit 4', '--cwd', 'sub'],
    ['call', 'Read', '{"path":"sub/a.txt"}'],
  ]);
  const runs = JSON.parse((await cli(workspace, ['runs', '--json'])).stdout) as { run_id: string }[];
  const [read, shell] = await series(
    workspace,
    runs.map(({ run_id }) => ['replay', run_id, '--again']),
  );
  expect(read).toMatchObject({ code: 2, stdout: '' });
  expect(shell).toEqual({ code: 4, stdout: `${workspace.path}/sub\n`, stderr: '' });
});

test('replay --again refuses a line whose secret was not recorded', async () => {
  using workspace = tempWorkspace();
  const [reply] = await record(workspace, [`hello ghp_${'a1B2c3D4e5F6'.repeat(3)}`]);
  expect(await cli(workspace, ['replay', String(reply?.run_id), '--again'])).toEqual({
    code: 2,
    stdout: '',
    stderr:
      'error: The line of this run had a secret, which was not recorded; it cannot be sent again.\n' +
      'hint: Run "sallyport exec --help" for the flags and their values.\n',
  });
});

test('a workspace without a history says so, and looking makes none', async () => {
  using workspace = tempWorkspace();
  const ended = await series(workspace, [
    ['runs'],
    ['runs', '--json'],
    ['audit', 'export'],
    ['audit', 'verify'],
    ['explain', '0'],
  ]);
  expect(ended.map(({ code, stdout }) => [code, stdout])).toEqual([
    [0, none],
    [0, '[]\n'],
    [0, ''],
    [1, ''],
    [1, ''],
  ]);
  expect(ended[3]?.stderr.split('\n')[0]).toBe('error: This workspace has no history yet.');
  expect(filesBelow(`${workspace.path}/..`)).toEqual({});
});
