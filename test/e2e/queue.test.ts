import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { tempWorkspace } from '../../src/testing/index.ts';
import { queueStorm } from '../fixtures/queue-storm.ts';
import { sampleWorkspace } from '../fixtures/samples.ts';
import { cleanEnv, cli, cliPath, hasScript, onTerminal, series } from './cli.ts';
import { typed } from './typing.ts';

test('workers killed at random moments lose no job, and leave one whole output for each', async () => {
  using workspace = tempWorkspace();
  const result = await queueStorm(workspace, { jobs: 12, kills: 4, seed: 4 });
  expect(result).toMatchObject({ states: { done: 12 }, wrong: [], chainHolds: true });
});

test('a folder is watched, the queue is worked and looked at, as lines of JSON where nobody looks', async () => {
  using workspace = sampleWorkspace();
  workspace.write('incoming/two words.txt', 'x');
  const line = 'zip create --src {path} --out "outbox/{name}.zip" --confirm';
  const watched = await cli(workspace, ['watch', 'incoming', '--do', line, '--once']);
  const worked = await cli(workspace, ['work', '--once', '--concurrency', '2']);
  const [listed, shown, gone] = await series(workspace, [
    ['queue'],
    ['queue', 'show', '0', '--json'],
    ['queue', 'show'],
  ]);
  const lines = (text: string) =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines(watched.stdout)).toMatchObject([
    { event: 'added', path: 'incoming/two words.txt' },
    { event: 'ended', added: 1, known: 0, skipped: 0 },
  ]);
  expect(lines(worked.stdout)).toMatchObject([{ event: 'started' }, { event: 'done' }, { event: 'ended', done: 1 }]);
  expect(listed).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/done {7}zip create --src "incoming\/two words.txt"/),
  });
  expect(JSON.parse(shown?.stdout ?? '')).toMatchObject({ result: { state: 'done', attempts: 1 } });
  expect(gone).toMatchObject({ code: 2, stderr: expect.stringContaining('takes one job') });
});

test('a worker exits with 1 when a job failed, and with 2 when its flags make no sense', async () => {
  using workspace = tempWorkspace();
  const ended = await series(workspace, [
    ['exec', 'queue add --line "zip list --in nope.zip"'],
    ['work', '--once'],
    ['work', '--once'],
    ['work', '--concurrency', '0'],
    ['watch', 'nope', '--do', 'zip list --in {path}', '--once'],
  ]);
  expect(ended.map(({ code }) => code)).toEqual([0, 1, 0, 2, 1]);
});

test('SIGINT finishes the job that runs and takes no other', async () => {
  using workspace = tempWorkspace();
  workspace.write('big/data', Buffer.alloc(6_000_000, 'abcdefghijklmnopqrstuvwxyz'));
  await series(workspace, [
    ['exec', 'queue add --line "tar create --src big --out big.tar.xz --confirm" --key first'],
    ['exec', 'queue add --line hello --key second'],
  ]);
  const worker = spawn(process.execPath, [cliPath, 'work'], { cwd: workspace.path, env: cleanEnv(workspace.env) });
  const ended = once(worker, 'exit');
  const events: string[] = [];
  for await (const line of createInterface(worker.stdout)) {
    events.push((JSON.parse(line) as { event: string }).event);
    if (events.length === 1) worker.kill('SIGINT');
  }
  expect(await ended).toEqual([0, null]);
  expect(events).toEqual(['started', 'done', 'ended']);
  const { stdout } = await cli(workspace, ['exec', 'queue show --job second', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ result: { state: 'waiting', attempts: 0 } });
});

test.runIf(hasScript)('on a terminal a worker tells in words what it does', async () => {
  using workspace = tempWorkspace();
  await cli(workspace, ['exec', 'queue add --line hello']);
  const seen = await onTerminal(workspace, 'sallyport work --once', { NO_COLOR: '1' });
  expect(seen).toContain('1 running: hello');
  expect(seen).toMatch(/done {8}\w{26} {2}hello\n/);
  expect(seen).toContain('1 done, 0 failed, 0 cancelled');
});

test.skipIf(!hasScript)('on a terminal a watcher says that it watches, what came, and how to run it', async () => {
  using workspace = sampleWorkspace();
  workspace.write('incoming/a.zip', 'x');
  const line = `sallyport watch incoming --do 'zip list --in {path}'`;
  const shown = await typed(workspace, line, [['added', '\x03']], { NO_COLOR: '1' });
  expect(shown.replace(/\w{26}/, 'job').split('\n')).toEqual([
    'watching incoming; Ctrl-C ends that',
    'added    incoming/a.zip  job',
    '^C\r\x1b[2K1 added, 0 known already, 0 skipped; "sallyport work" runs them',
    '',
  ]);
});
