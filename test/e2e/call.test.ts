import { chmodSync, chownSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempWorkspace } from '../../src/testing/index.ts';
import { cli, filesBelow, helloOutput, makeFolder, series, wireOf } from './cli.ts';

const usageOf = (words: string) => `hint: Run "${words}" for the flags and their values.\n`;

describe('call', () => {
  test.each([
    ['as an argument', ['{"command":"hello"}'], ''],
    ['from stdin', ['-'], ' {\n"command": "hello" }\n'],
    ['as an argument, with --json', ['{"command":"hello"}', '--json'], 'not read'],
  ])('takes the input %s, and prints the wire output on one line', async (_, args, stdin) => {
    using workspace = tempWorkspace();
    const ended = await cli(workspace, ['call', 'terminal_exec', ...args], { stdin });
    expect([ended.code, ended.stderr, ended.stdout.indexOf('\n')]).toEqual([0, '', ended.stdout.length - 1]);
    expect(wireOf(ended)).toEqual({
      run_id: expect.stringMatching(/^[0-9a-z]{26}$/),
      exit_code: 0,
      stdout: helloOutput,
      stderr: '',
      result: { ok: true, command: 'hello', signature: 'lemonhall' },
      artifacts: [],
    });
  });

  test('refuses what is no call of a tool, and makes no run of it', async () => {
    using workspace = tempWorkspace();
    const refusals: [string[], RegExp, string][] = [
      [['terminal_exec', '{'], /^error: The input is not JSON: .*\n/, 'sallyport tools --json'],
      [['terminal_exec', ''], /^error: The input is not JSON: .*\n/, 'sallyport tools --json'],
      [['terminal_exe', '{}'], /^error: There is no tool "terminal_exe"; the nearest is terminal_exec\.\n/, 'sallyport tools'], // prettier-ignore
      [['__proto__', '{}'], /^error: There is no tool "__proto__"; there are terminal_exec, .*\.\n/, 'sallyport tools'], // prettier-ignore
    ];
    const ended = await series(
      workspace,
      refusals.map(([args]) => ['call', ...args]),
    );
    for (const [at, [, message, usage]] of refusals.entries()) {
      expect(ended[at]).toMatchObject({ code: 2, stdout: '' });
      expect(ended[at]?.stderr).toMatch(message);
      expect(ended[at]?.stderr.split('\n').slice(1).join('\n')).toBe(usageOf(usage));
    }
    expect(filesBelow(workspace.path)).toEqual({});
  });

  const wrong: [unknown, string, string][] = [
    [null, '', 'The input must be an object with command, stdin, timeout_ms, not nothing.'],
    [[], '', 'The input must be an object with command, stdin, timeout_ms, not a list.'],
    ['hello', '', 'The input must be an object with command, stdin, timeout_ms, not a text.'],
    [1, '', 'The input must be an object with command, stdin, timeout_ms, not a number.'],
    [{}, '', "Missing required parameter 'command'."],
    [{ command: 1 }, '', 'command must be a text, not a number.'],
    [{ command: ['hello'] }, '', 'command must be a text, not a list.'],
    [{ command: 'hello', cwd: '/' }, 'hello', "There is no parameter 'cwd'; there are command, stdin, timeout_ms."],
    [{ command: 'hello', stdin: 5 }, 'hello', 'stdin must be a text, not a number.'],
    [{ command: 'hello', stdin: 'x' }, 'hello', '"hello" takes no stdin.'],
    [{ command: 'hello', timeout_ms: 0 }, 'hello', 'timeout_ms must be at least 1, not 0.'],
    [{ command: 'hello', timeout_ms: -1 }, 'hello', 'timeout_ms must be at least 1, not -1.'],
    [{ command: 'hello', timeout_ms: 1.5 }, 'hello', 'timeout_ms must be a whole number, not 1.5.'],
    [{ command: 'hello', timeout_ms: 'x' }, 'hello', 'timeout_ms must be a number, not a text.'],
    [{ command: 'hello', timeout_ms: null }, 'hello', 'timeout_ms must be a number, not nothing.'],
  ];

  test('answers an input of the wrong shape with InvalidArgs in the wire shape, and records it', async () => {
    using workspace = tempWorkspace();
    const ended = await series(
      workspace,
      wrong.map(([input]) => ['call', 'terminal_exec', JSON.stringify(input)]),
    );
    const replies = ended.map((each) => wireOf(each));
    expect(replies.map(({ error_message, result }, at) => [wrong[at]?.[0], result, error_message])).toEqual(
      wrong.map(([input, command, message]) => [input, { ok: false, command }, message]),
    );
    for (const [at, { exit_code, stdout, error_code }] of replies.entries())
      expect([ended[at]?.code, exit_code, stdout, error_code]).toEqual([2, 2, '', 'InvalidArgs']);

    const [runs, verified] = await series(workspace, [
      ['runs', '--json'],
      ['audit', 'verify'],
    ]);
    const recorded = JSON.parse(runs?.stdout ?? '') as { run_id: string; command: string; error_message: string }[];
    expect(Object.fromEntries(recorded.map((each) => [each.run_id, [each.command, each.error_message]]))).toEqual(
      Object.fromEntries(replies.map(({ run_id, error_message }, at) => [run_id, [wrong[at]?.[1], error_message]])),
    );
    expect(verified).toEqual({
      code: 0,
      stdout: `intact  ${wrong.length} runs, ${2 * wrong.length} lines\n`,
      stderr: '',
    });
  });

  test('takes any time limit from 1 ms, and clips it', async () => {
    using workspace = tempWorkspace();
    const [long, longest] = await series(workspace, [
      ['call', 'terminal_exec', '{"command":"hello","timeout_ms":600001}'],
      ['call', 'terminal_exec', '{"command":"hello","timeout_ms":9007199254740991}'],
    ]);
    expect([long?.code, longest?.code]).toEqual([0, 0]);
  });

  test.concurrent.each([
    ['a command of 5 MB', { command: 'x'.repeat(5_000_000) }],
    ['a command of 1 MB of control characters', { command: '\0'.repeat(1_000_000) }],
    ['a name of 1 MB', { command: 'hello', ['x'.repeat(1_000_000)]: 1 }],
    ['100,000 names', { command: 'hello', ...Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [at, 1])) }],
  ])('answers and records %s, after which the history still lists and verifies', async (_, input) => {
    using workspace = tempWorkspace();
    const ended = await cli(workspace, ['call', 'terminal_exec', '-'], { stdin: JSON.stringify(input) });
    const reply = wireOf(ended);
    expect([ended.code, reply.exit_code, reply.result.ok]).toEqual([2, 2, false]);
    const [runs, verified] = await series(workspace, [
      ['runs', '--json'],
      ['audit', 'verify'],
    ]);
    expect(JSON.parse(runs?.stdout ?? '')).toMatchObject([{ run_id: reply.run_id, error_code: reply.error_code }]);
    expect(verified).toEqual({ code: 0, stdout: 'intact  1 runs, 2 lines\n', stderr: '' });
  });
});

describe('tools', () => {
  test('lists the tools, and the commands of terminal_exec', async () => {
    using workspace = tempWorkspace();
    const { code, stdout, stderr } = await cli(workspace, ['tools']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(
      /^TOOL {11}WHAT IT DOES\nterminal_exec {2}Runs one line of the built-in command set .*\nBash +Execute a shell command (?:.*\n)+\nCOMMAND +OF terminal_exec\n/,
    );
    expect(stdout).toMatch(/^hello +Prints HELLO in ASCII art and a signature\.$/m);
  });

  test('--json gives the schemas that a call is held to', async () => {
    using workspace = tempWorkspace();
    const { code, stdout } = await cli(workspace, ['tools', '--json']);
    expect(code).toBe(0);
    const [first, ...others] = JSON.parse(stdout) as { name: string }[];
    expect(others.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Bash', 'run_shell', 'terminal_read', 'Read', 'Grep']),
    );
    expect([first]).toMatchObject([
      {
        name: 'terminal_exec',
        inputSchema: {
          type: 'object',
          properties: { command: { type: 'string' }, stdin: { type: 'string' }, timeout_ms: { minimum: 1 } },
          required: ['command'],
          additionalProperties: false,
        },
        outputSchema: { required: ['run_id', 'exit_code', 'stdout', 'stderr', 'result', 'artifacts'] },
      },
    ]);
  });
});

test('Bash in a folder that this user may not enter is PERMISSION_DENIED', async () => {
  using workspace = tempWorkspace();
  const place = join(workspace.path, '..');
  const closed = makeFolder(join(workspace.path, 'closed'));
  chmodSync(closed, 0);
  const home = makeFolder(join(place, 'nobody'));
  const env = { HOME: home, XDG_STATE_HOME: join(home, 'state'), XDG_CONFIG_HOME: join(home, 'config') };
  const nobody = process.getuid?.() === 0 ? 65_534 : undefined; // nothing is closed to root
  if (nobody !== undefined) {
    chmodSync(place, 0o755);
    for (const path of [workspace.path, closed, home]) chownSync(path, nobody, nobody);
  }
  const input = JSON.stringify({ command: 'true', directory: 'closed' });
  const ended = await cli(workspace, ['call', 'Bash', input], {
    env,
    ...(nobody === undefined ? {} : { uid: nobody }),
  });
  chmodSync(closed, 0o755);
  expect(JSON.parse(ended.stdout)).toMatchObject({
    status: 'error',
    error: { code: 'PERMISSION_DENIED', message: 'Permission denied executing command.' },
  });
});
