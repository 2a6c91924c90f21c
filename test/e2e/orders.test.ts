import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createSallyport } from '../../src/index.ts';
import { tempWorkspace, type TempWorkspace } from '../../src/testing/index.ts';
import { cleanEnv, cli, cliPath, hasScript, series } from './cli.ts';
import { typed } from './typing.ts';

const patience = { timeout: 30_000, interval: 50 };
const has = (place: TempWorkspace, path: string) => existsSync(join(place.path, path));

test('a panic from another shell ends what runs, in whatever process, and nothing begins until it is lifted', async () => {
  using place = tempWorkspace();
  await using sallyport = createSallyport({ root: place.path, env: place.env });
  const inSdk = expect(sallyport.shell.run('touch sdk; sleep 300; touch late')).rejects.toThrow('Cancelled');
  const inCli = cli(place, ['run', 'touch cli; sleep 300; touch late']);
  await expect.poll(() => has(place, 'sdk') && has(place, 'cli'), patience).toBe(true);
  expect(await cli(place, ['panic'])).toMatchObject({ code: 0, stdout: expect.stringContaining('stopped:') });
  await inSdk;
  expect(await inCli).toMatchObject({ stdout: '', stderr: expect.stringContaining('Cancelled') });
  expect(has(place, 'late')).toBe(false);
  expect(await cli(place, ['run', 'echo hi'])).toMatchObject({ code: 3, stderr: expect.stringContaining('has stopped everything') });
  expect(await sallyport.exec('hello')).toMatchObject({ exit_code: 3, error_code: 'Denied' });
  const { stdout } = await cli(place, ['doctor', '--json']);
  expect(JSON.parse(stdout)).toContainEqual(expect.objectContaining({ name: 'approvals', status: 'warn', detail: expect.stringContaining('has stopped everything') }));
  expect(await sallyport.resume()).toBe(true);
  expect((await cli(place, ['run', 'echo hi'])).stdout).toBe('hi\n');
  const stops = (await sallyport.runs.list()).filter(({ approval }) => approval?.how === 'panic');
  expect(stops.map(({ command }) => command).sort()).toEqual(['echo hi', 'hello']);
}); // prettier-ignore

test('what opens needs a person at a terminal; what closes does not', async () => {
  using place = tempWorkspace();
  const needsPerson = { code: 3, stderr: expect.stringContaining('needs a person at a terminal') as string };
  expect(await cli(place, ['allow-all', '--minutes', '5'], { stdin: 'y\ny\n' })).toMatchObject(needsPerson);
  await cli(place, ['panic']);
  expect(await cli(place, ['resume'], { stdin: 'y\ny\n' })).toMatchObject(needsPerson);
  expect((await cli(place, ['allow-all', '--minutes', '5'])).stderr).toContain('has stopped everything');
  expect((await cli(place, ['allow-all', '--off'])).code).toBe(0);
  expect((await cli(place, ['exec', 'hello'])).code).toBe(3);
});

test('where nothing is stopped nobody is asked to lift it', async () => {
  using place = tempWorkspace();
  const [text, json] = await series(place, [['resume'], ['resume', '--json']]);
  expect(text).toEqual({ code: 0, stdout: 'Nothing was stopped here.\n', stderr: '' });
  expect([json?.code, JSON.parse(json?.stdout ?? '')]).toEqual([0, { lifted: false, workspace: place.path }]);
});

test('an order that is not clear is none', async () => {
  using place = tempWorkspace();
  const wrong = [[], ['--minutes', '0'], ['--minutes', '481'], ['--minutes', '5', '--off'], ['--yes']];
  const ended = await series(
    place,
    wrong.map((args) => ['allow-all', ...args]),
  );
  expect(ended.map(({ code }) => code)).toEqual(wrong.map(() => 2));
});

test.each([
  'sallyport panic',
  'sallyport resume',
  'sallyport allow-all --minutes 5',
  'npx sallyport allow-all --minutes=480',
  'env -u SALLYPORT sallyport resume',
  "bash -c 'sallyport allow-all --off'",
])('in a run the policy blocks it: %s', async (command) => {
  using place = tempWorkspace();
  await using sallyport = createSallyport({ root: place.path, env: place.env });
  await sallyport.approvals.allowAll(5);
  expect(await sallyport.call('Bash', { command })).toMatchObject({
    status: 'error',
    error: { message: expect.stringContaining('Command blocked by safety rules.') },
  });
  expect((await sallyport.runs.list())[0]?.verdict?.level).toBe('blocked');
});

test('a run that gets past the policy is known by its parents and its control group', async () => {
  using place = tempWorkspace();
  await using sallyport = createSallyport({ root: place.path, env: place.env, sandbox: 'off' });
  await sallyport.approvals.allowAll(5);
  const { stdout } = await sallyport.shell.run(
    `env -u SALLYPORT -u MYCODEAGENT "${process.execPath}" "${cliPath}" allow-all --off 2>&1; true`,
  );
  expect(stdout).toContain('this is for people');
  expect(await sallyport.approvals.askAgain()).toBe(true);
});

test('orders are for the user alone, and outside the workspace', async () => {
  using place = tempWorkspace();
  await using sallyport = createSallyport({ root: place.path, env: place.env });
  await sallyport.approvals.allowAll(5);
  const base = String(place.env['XDG_STATE_HOME']);
  const files = readdirSync(base, { recursive: true, encoding: 'utf8' }).filter((path) => path.includes('orders'));
  expect(files.map((path) => statSync(join(base, path)).mode & 0o777)).toEqual([0o700, 0o700, 0o600]);
  for (const command of [`rm -rf ${base}/sallyport/orders`, `touch ${base}/sallyport/orders/x`])
    await expect(sallyport.shell.run(command)).rejects.toThrow('Blocked');
});

test('an order holds for one workspace', async () => {
  using place = tempWorkspace();
  place.write('other/x', '');
  await cli(place, ['panic', '--root', 'other']);
  expect((await cli(place, ['exec', 'hello'])).code).toBe(0);
  expect((await cli(place, ['exec', 'hello', '--root', 'other'])).code).toBe(3);
});

test('a server for agents that runs already obeys', async () => {
  using place = tempWorkspace();
  const server = spawn(process.execPath, [cliPath, 'mcp'], { cwd: place.path, env: cleanEnv(place.env) });
  const send = (message: object) => server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  let said = '';
  server.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const client = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '0' } };
  send({ id: 1, method: 'initialize', params: client });
  send({ method: 'notifications/initialized' });
  send({ id: 2, method: 'tools/call', params: { name: 'Bash', arguments: { command: 'touch on; sleep 300' } } });
  await expect.poll(() => has(place, 'on'), patience).toBe(true);
  await cli(place, ['panic']);
  await expect.poll(() => said, patience).toContain('"id":2');
  server.stdin.end();
  await new Promise((done) => server.once('close', done));
  expect(said).toContain('Cancelled');
});

describe.skipIf(!hasScript)('at a terminal', () => {
  test('allow-all and resume ask, say what they open, and take y alone', async () => {
    using place = tempWorkspace();
    place.write('build/a', '');
    expect(await typed(place, 'sallyport allow-all --minutes 7', [['any other key', 'n']])).toContain('the answer was no');
    expect((await cli(place, ['run', 'rm -rf build'])).code).toBe(3);
    const shown = await typed(place, 'sallyport allow-all --minutes 7', [['any other key', 'y']]);
    expect(shown).toContain('Allow everything for 7 minutes?');
    expect(shown).toContain(place.path);
    expect((await cli(place, ['run', 'rm -rf build'])).code).toBe(0);
    expect((await cli(place, ['run', 'rm -rf /'])).code).toBe(3);
    const [, passed] = JSON.parse((await cli(place, ['runs', '--json'])).stdout) as { run_id: string }[];
    expect((await cli(place, ['explain', String(passed?.run_id)])).stdout).toMatch(/asked +allow by \w+ over cli, everything for a while/);
    await cli(place, ['panic']);
    expect(await typed(place, 'sallyport resume', [['any other key', 'y']])).toContain('lifted:');
    place.write('build/a', '');
    // A panic has ended it, for good.
    expect((await cli(place, ['run', 'rm -rf build'])).code).toBe(3);
  }); // prettier-ignore

  test('"everything for 10 minutes" is an answer at the prompt, and holds for the next process', async () => {
    using place = tempWorkspace();
    place.write('build/a', '');
    place.write('dist/a', '');
    const shown = await typed(place, `sallyport run 'rm -rf build'`, [['help', 'a'], ['minutes?', '\r']]); // prettier-ignore
    expect(shown).toContain('everything for 10 minutes');
    expect((await cli(place, ['run', 'rm -rf dist'])).code).toBe(0);
  });
});
