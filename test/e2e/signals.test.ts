import { spawn } from 'node:child_process';
import { userInfo } from 'node:os';
import { expect, test, vi } from 'vitest';
import { tempWorkspace, type TempWorkspace } from '../../src/testing/index.ts';
import { bash, cleanEnv, cli, cliPath, filesBelow, hasScript, type Ended } from './cli.ts';

// No command of today runs long enough to be met by a signal; waiting for stdin is what can last.
const patienceMs = 10_000;

test.concurrent.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s ends exec that waits for its stdin, and the run is recorded as cancelled',
  async (signal) => {
    using workspace = tempWorkspace();
    const { code, stdout, stderr } = await interrupted(workspace, ['exec', 'hello', '--stdin-file', '-'], signal);
    expect([code, stdout, stderr.split('\n')[0]]).toEqual([130, '', 'error: Cancelled before it finished.']);
    const runs = await cli(workspace, ['runs', '--json']);
    expect(JSON.parse(runs.stdout)).toMatchObject([{ command: 'hello', exit_code: 130, error_code: 'Cancelled' }]);
    expect((await cli(workspace, ['audit', 'verify'])).code).toBe(0);
  },
);

test('SIGINT ends call that waits for its input; that is no run, and not called bad JSON', async () => {
  using workspace = tempWorkspace();
  const { code, stdout, stderr } = await interrupted(workspace, ['call', 'terminal_exec', '-'], 'SIGINT');
  expect([code, stdout, stderr.split('\n')[0]]).toEqual([130, '', 'error: Cancelled before it finished.']);
  expect(filesBelow(workspace.path)).toEqual({});
});

const left = 'hint: What the command had done until then stays done; look at it before you run it again.';

test.each([
  [
    'SIGINT',
    'Cancelled before it finished.',
    '{ "$@" & pid=$!; while [ ! -e begun ]; do sleep 0.05; done; kill -INT $pid; wait $pid; }',
  ],
  [
    'a panic stop',
    `Cancelled before it finished: ${userInfo().username} stopped everything (panic).`,
    '{ "$@" & pid=$!; while [ ! -e begun ]; do sleep 0.05; done; sallyport panic >/dev/null; wait $pid; }',
  ],
])('%s ends run, which says why, and does not promise that nothing is left', async (_, why, line) => {
  using workspace = tempWorkspace();
  const { code, stderr } = await bash(
    workspace,
    `go() ${line}\nset -m; go "${process.execPath}" "${cliPath}" run 'touch begun; sleep 60'`,
  );
  expect([code, ...stderr.split('\n').slice(0, 2)]).toEqual([130, `error: ${why}`, left]);
  const [record] = JSON.parse((await cli(workspace, ['runs', '--json'])).stdout) as Record<string, unknown>[];
  expect(record).toMatchObject({ error_code: 'Cancelled', error_message: why });
});

test.each<[first: string, seen: RegExp]>([
  ['audit verify', /^intact /],
  ['doctor', /ok {3}history +1 runs, chain intact; closed as Interrupted, because their process is gone: \w{26}\n/],
])('a run whose process was killed is closed as interrupted by %s, and breaks no chain', async (first, seen) => {
  using workspace = tempWorkspace();
  const kill = '"$@" & pid=$!; while [ ! -e begun ]; do sleep 0.05; done; kill -KILL $pid; wait $pid';
  await bash(workspace, `go() { ${kill}; }; go "${process.execPath}" "${cliPath}" run 'touch begun; sleep 60'`);
  expect((await cli(workspace, first.split(' '))).stdout).toMatch(seen);
  expect((await cli(workspace, ['audit', 'verify'])).stdout).toMatch(/^intact /);
  const runs = await cli(workspace, ['runs', '--json']);
  expect(JSON.parse(runs.stdout)).toMatchObject([{ command: 'touch begun; sleep 60', error_code: 'Interrupted' }]);
});

test.runIf(hasScript).each([
  ['at a question', 'rm -rf build', /allow/],
  ['while a command prints', 'while sleep 0.1; do echo going; done', /going/],
])(
  'a terminal that is closed %s ends run by the hangup, without a crash, and it is recorded',
  async (_, command, seen) => {
    using workspace = tempWorkspace();
    workspace.write('build/a', 'x');
    const inside = `trap : HUP; "${process.execPath}" "${cliPath}" run '${command}'; echo $? >ended.new; mv ended.new ended`;
    const terminal = spawn('script', ['-qec', inside, '/dev/null'], { cwd: workspace.path, env: { ...cleanEnv(workspace.env), SHELL: '/bin/sh' } }); // prettier-ignore
    let shown = '';
    terminal.stdout.on('data', (chunk: Buffer) => (shown += chunk.toString()));
    const ended = () => filesBelow(workspace.path)['ended'];
    await vi.waitFor(() => expect(shown).toMatch(seen), { timeout: 30_000, interval: 100 });
    terminal.kill('SIGKILL');
    await vi.waitFor(() => expect(ended()).toBe('129\n'), { timeout: 30_000, interval: 100 });
    const [record] = JSON.parse((await cli(workspace, ['runs', '--json'])).stdout) as Record<string, unknown>[];
    expect(record?.['error_code']).toMatch(/^(?:Denied|Cancelled)$/);
  },
);

test('call waits for what it started in the background', async () => {
  using workspace = tempWorkspace();
  const input = { command: 'sleep 1; echo done > done.txt', background: true };
  const { code, stderr } = await cli(workspace, ['call', 'Bash', JSON.stringify(input)]);
  expect([code, stderr]).toEqual([0, expect.stringContaining('waits for it')]);
  expect(filesBelow(workspace.path)['done.txt']).toBe('done\n');
});

test('run ends as a shell does when a signal ended the command', async () => {
  using workspace = tempWorkspace();
  expect(await cli(workspace, ['run', 'kill -TERM $$'])).toMatchObject({ code: 128 + 15 });
});

/** Sends the signal once the CLI reads its stdin, which never ends. */
function interrupted(workspace: TempWorkspace, args: readonly string[], signal: NodeJS.Signals): Promise<Ended> {
  const child = spawn(process.execPath, [cliPath, ...args], { cwd: workspace.path, env: cleanEnv(workspace.env) });
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => (written[name] += text));
  child.stdin.on('error', () => {});
  // More than any pipe holds: that it is taken means that the CLI is up, with its handlers in place, and reads.
  child.stdin.write(' '.repeat(4 << 20), () => child.kill(signal));
  const giveUp = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  return new Promise((resolve) => {
    child.on('close', (code, name) => {
      clearTimeout(giveUp);
      resolve({ code: name ?? code, ...written });
    });
  });
}
