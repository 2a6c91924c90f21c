import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Outcome } from '../gate/index.ts';
import { createSallyport, type Sallyport } from '../sallyport.ts';
import { manualClock, tempWorkspace } from '../testing/index.ts';
import { openLoopGuard } from './loop-guard.ts';

const stopped = /^(?:Blocked: )?This command failed the same way 3 times in a row: /;

/** What an agent reads of a call, whatever its shape. */
async function said(sallyport: Sallyport, tool: string, input: unknown): Promise<string> {
  const output = await sallyport.call(tool, input);
  if (typeof output === 'string') return output;
  const { text, error_message } = output as { text?: string; error_message?: string };
  return text ?? error_message ?? '';
}

async function times(count: number, work: () => Promise<string>): Promise<string[]> {
  const all = [];
  for (let at = 0; at < count; at++) all.push(await work());
  return all;
}

const isStopped = (text: string) => stopped.test(text);

describe('a call that has failed the same way three times is not made again', () => {
  test('Bash: EXECUTION_ERROR, nothing runs, and the refusal is recorded', async () => {
    using workspace = tempWorkspace();
    await using sallyport = createSallyport({ root: workspace.path, env: workspace.env });
    const input = { command: 'echo ran >> log; echo no such target >&2; exit 2' };
    for (const status of ['partial', 'partial', 'partial'])
      expect(await sallyport.call('Bash', input)).toMatchObject({ status, data: { exit_code: 2 } });
    const reason =
      'This command failed the same way 3 times in a row: exit code 2, "no such target". ' +
      'Change the command, or look at the error; nothing was run.';
    const stop = { status: 'error', data: {}, error: { code: 'EXECUTION_ERROR', message: reason } };
    expect(await sallyport.call('Bash', input)).toMatchObject(stop);
    // Neither space around it, another name of the folder nor another time makes it another command.
    const same = { command: ` ${input.command} `, directory: './', timeout_ms: 5_000 };
    expect(await sallyport.call('Bash', same)).toMatchObject(stop);
    expect(readFileSync(join(workspace.path, 'log'), 'utf8')).toBe('ran\nran\nran\n');
    const [record] = await sallyport.runs.list();
    expect(record).toMatchObject({ tool: 'Bash', error_code: 'Repeated', error_message: reason, exit_code: 3 });
  });

  test.each<[tool: string, input: unknown, first: RegExp]>([
    ['run_shell', { command: 'echo no; exit 1' }, /^no\nExit code: 1$/],
    ['run_shell', { command: 'kill -9 $$' }, /^Exit code: null \(SIGKILL\)$/],
    ['run_shell', { command: 'rm -rf /' }, /^Blocked/],
    ['run_shell', { command: 'rm -rf build' }, /^Blocked/],
    ['run_shell', { command: 'true', cwd: 'none' }, /^Blocked/],
    ['run_shell', {}, /^Blocked/],
    ['Bash', { command: 'exit 1' }, /^Command failed: exit 1\n/],
    ['Bash', { command: 'sudo id' }, /^Command blocked by safety rules\./],
    ['Bash', { command: 'true', directory: 'none' }, /^Directory 'none' does not exist\./],
    ['Bash', {}, /^Missing required parameter 'command'\./],
    ['Bash', { command: 'exit 1', yield_ms: 60_000 }, /^Command failed: exit 1\n/],
    ['terminal_exec', { command: 'helo' }, /^There is no command "helo"/],
    ['terminal_exec', { command: 7 }, /^command must be a text, not a number\./],
  ])('%s %j', async (tool, input, first) => {
    using workspace = tempWorkspace();
    workspace.write('build/a', '');
    await using sallyport = createSallyport({ root: workspace.path, env: workspace.env });
    const texts = await times(5, () => said(sallyport, tool, input));
    expect(texts.slice(0, 3).map((text) => first.test(text))).toEqual([true, true, true]);
    expect(texts.slice(3).map(isStopped)).toEqual([true, true]);
  });
});

describe('what is no loop goes on', () => {
  const failing = { command: 'exit 1' };

  test.each<[string, (sallyport: Sallyport) => Promise<unknown>]>([
    ['a look at a folder', (sallyport) => sallyport.call('LS', {})],
    ['a file tool that fails', (sallyport) => sallyport.call('Read', { path: 'none' })],
    ['a look at a background run', (sallyport) => sallyport.call('terminal_read', { run_id: 'none' })],
    ['another command', (sallyport) => sallyport.call('run_shell', { command: 'true' })],
    ['the command in another folder', (sallyport) => sallyport.call('run_shell', { ...failing, cwd: 'sub' })],
    ['the command by another tool', (sallyport) => sallyport.call('Bash', failing)],
    ['a run of other code', (sallyport) => sallyport.shell.run('true')],
    [
      'a channel that opens',
      async (sallyport) => sallyport.approvals.attach({ name: 'a', ask: async () => undefined }),
    ],
    ['a person who lifts a stop', (sallyport) => sallyport.resume()],
  ])('after %s', async (_, other) => {
    using workspace = tempWorkspace();
    workspace.write('sub/a', '');
    await using sallyport = createSallyport({ root: workspace.path, env: workspace.env });
    const again = () => times(4, () => said(sallyport, 'run_shell', failing));
    expect((await again()).map(isStopped)).toEqual([false, false, false, true]);
    await other(sallyport);
    expect((await again()).map(isStopped)).toEqual([false, false, false, true]);
  });

  test('a corrected parameter is another call', async () => {
    using workspace = tempWorkspace();
    await using sallyport = createSallyport({ root: workspace.path, env: workspace.env });
    await times(4, () => said(sallyport, 'Bash', { command: 'echo hi', directory: 'none' }));
    expect(await sallyport.call('Bash', { command: 'echo hi' })).toMatchObject({ status: 'success' });
  });

  test('wrong folders that are refused alike are not the same call', async () => {
    using workspace = tempWorkspace();
    await using sallyport = createSallyport({ root: workspace.path, env: workspace.env });
    for (const directory of ['..', '/', '/etc', '/usr', '../..'])
      expect(await sallyport.call('Bash', { command: 'true', directory })).toMatchObject({ error: { code: 'ACCESS_DENIED' } });
  }); // prettier-ignore

  test('output that differs each time is progress', async () => {
    using workspace = tempWorkspace();
    await using sallyport = createSallyport({ root: workspace.path, env: workspace.env });
    const texts = await times(5, () => said(sallyport, 'run_shell', { command: 'echo x >> log; wc -l < log; exit 1' }));
    expect(texts).toEqual([1, 2, 3, 4, 5].map((lines) => `${lines}\nExit code: 1`));
  });

  test('as long as something runs in the background', async () => {
    using workspace = tempWorkspace();
    await using sallyport = createSallyport({ root: workspace.path, env: workspace.env });
    await sallyport.call('Bash', { command: 'sleep 60', background: true });
    expect((await times(5, () => said(sallyport, 'run_shell', failing))).filter(isStopped)).toEqual([]);
  });

  test('code that runs commands itself is not stopped', async () => {
    using workspace = tempWorkspace();
    await using sallyport = createSallyport({ root: workspace.path, env: workspace.env });
    for (let at = 0; at < 5; at++) expect(await sallyport.shell.run('exit 1')).toMatchObject({ exitCode: 1 });
    for (let at = 0; at < 5; at++) expect(await sallyport.exec('helo')).toMatchObject({ error_code: 'UnknownCommand' });
  });

  test('another session has failures of its own', async () => {
    using workspace = tempWorkspace();
    const open = () => createSallyport({ root: workspace.path, env: workspace.env });
    await using one = open();
    await using other = open();
    await times(3, () => said(one, 'run_shell', failing));
    expect([await said(other, 'run_shell', failing), await said(one, 'run_shell', failing)].map(isStopped)).toEqual([
      false,
      true,
    ]);
  });
});

const outcome: Outcome = {
  runId: 'x',
  exitCode: 1,
  signal: null,
  durationMs: 1,
  stdout: '',
  stderr: '',
  result: { ok: false, command: 'make' },
  artifacts: [],
  truncated: false,
  bytes: { stdout: 0, stderr: 0 },
  cost: { bytes: 0, tokens: 0 },
};

test('time is another try: a longer limit after a timeout, or ten minutes in which somebody may have helped', () => {
  const clock = manualClock();
  const guard = openLoopGuard(clock);
  const fails = (timeoutMs: number, how: Partial<Outcome>) => {
    const { refusal, ended } = guard.begin({ tool: 'Bash', command: 'make', timeoutMs });
    ended({ ...outcome, ...how });
    return refusal?.code;
  };
  const late = {
    error: { code: 'Timeout', message: 'Stopped after 5 ms, the time limit of this run.', hint: '' },
  } as const;
  expect([5, 5, 5, 5, 4, 6].map((ms) => fails(ms, late))).toEqual([
    undefined,
    undefined,
    undefined,
    'Repeated',
    'Repeated',
    undefined,
  ]);
  guard.forget();
  expect([1, 2, 3, 4].map((ms) => fails(ms, {}))).toEqual([undefined, undefined, undefined, 'Repeated']);
  clock.advance(10 * 60_000 + 1);
  expect(fails(1, {})).toBeUndefined();
});

test('a call that its caller cancelled says nothing about the command', () => {
  const guard = openLoopGuard(manualClock());
  for (let at = 0; at < 6; at++) {
    const { refusal, ended } = guard.begin({ tool: 'Bash', command: 'make' });
    expect(refusal).toBeUndefined();
    ended({ ...outcome, error: { code: 'Cancelled', hint: '', message: 'Cancelled before it finished.' } });
  }
});
