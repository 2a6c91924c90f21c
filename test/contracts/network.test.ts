// What commands reach from their boxes, for somebody who calls the tools.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { userConfigPath } from '../../src/platform/places.ts';
import { createSallyport, type Sallyport } from '../../src/sallyport.ts';
import { tempWorkspace, type TempWorkspace } from '../../src/testing/index.ts';
import { hasBubblewrap } from '../fixtures/bubblewrap.ts';
import { startEcho } from '../fixtures/proxy.ts';

function open(workspace: TempWorkspace, config: unknown, env: Record<string, string> = {}) {
  const file = userConfigPath(workspace.env);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(config));
  return createSallyport({ root: workspace.path, env: { ...workspace.env, ...env } });
}

const run = async (sallyport: Sallyport, command: string) => (await sallyport.call('run_shell', { command })) as string;

describe.runIf(hasBubblewrap)('in a box', () => {
  test('a command reaches the hosts of network.allow; every connection is in its record, what was refused in its text', async () => {
    using workspace = tempWorkspace();
    await using server = await startEcho();
    const rule = `localhost:${server.port}`;
    await using sallyport = open(workspace, { network: { allow: [rule] } });
    const text = await run(
      sallyport,
      `curl -sS http://localhost:${server.port}/a; echo; curl -sSo /dev/null http://localhost:1/b`,
    );
    expect(text).toContain(`GET /a localhost:${server.port} \n`);
    expect(text).toContain('[localhost:1 was refused: no rule allows this host and port.]');
    expect(text).toContain('network.allow');
    const [listed] = await sallyport.runs.list();
    const { result } = await sallyport.runs.read(listed?.run_id ?? '');
    expect(result).toMatchObject({
      may_reach: [rule],
      connections: [
        { host: 'localhost', port: server.port, address: '127.0.0.1', decision: 'allowed', rule },
        { host: 'localhost', port: 1, address: null, decision: 'refused', rule: null },
      ],
    });
  });

  test.each<[client: string, env: Record<string, string>]>([
    ['node get.js', {}],
    ['curl -s --retry 60 --retry-delay 1 --retry-connrefused localhost:3000', { BASH_ALLOW_NETWORK: 'true' }],
  ])('a server is reached at the localhost of its box by what runs in the same command: %s', async (client, env) => {
    using workspace = tempWorkspace();
    workspace.write('serve.js', "require('http').createServer((_, out) => out.end('served')).listen(3000)");
    workspace.write(
      'get.js',
      "const get = () => require('http').get('http://localhost:3000', (from) => from.pipe(process.stdout)).on('error', () => setTimeout(get, 50)); get();",
    );
    await using sallyport = open(workspace, {}, env);
    expect(await run(sallyport, `node serve.js & ${client}`)).toBe('served');
  });

  test('all public hosts are not this machine', async () => {
    using workspace = tempWorkspace();
    await using server = await startEcho();
    await using sallyport = open(workspace, {}, { BASH_ALLOW_NETWORK: 'true' });
    const text = await run(sallyport, `curl -sS --noproxy '' -x "$http_proxy" http://127.0.0.1:${server.port}/`);
    expect(text).toContain('it is this machine (loopback)');
    expect(text).not.toContain('GET /');
  });

  test('what contacts something and may reach nothing is told what it asked for', async () => {
    using workspace = tempWorkspace();
    await using sallyport = open(workspace, {});
    expect(await run(sallyport, 'git clone -q https://example.com/a.git')).toContain(
      '[example.com:443 was refused: no rule allows this host and port.]',
    );
  });
});

describe.runIf(hasBubblewrap)('a secret', () => {
  test('is in the environment of its program alone, and in no output and no record', async () => {
    using workspace = tempWorkspace();
    workspace.write('../token', 'from-a-file-91c2\n');
    const settings = [
      { name: 'DEPLOY_CODE', from: 'env', program: 'printenv DEPLOY_CODE' },
      { name: 'OTHER_CODE', from: join(workspace.path, '../token'), program: 'printenv OTHER_CODE' },
    ];
    await using sallyport = open(workspace, { secrets: { allow: settings } }, { DEPLOY_CODE: 'sesame-open-4711' });
    for (const name of ['DEPLOY_CODE', 'OTHER_CODE']) {
      expect(await run(sallyport, `printenv ${name}`)).toBe('[redacted:literal]\n');
    }
    const others = [
      'printenv OTHER_CODE DEPLOY_CODE; true',
      'env | grep _CODE',
      'printenv DEPLOY_CODE; printenv DEPLOY_CODE',
      'printenv DEPLOY_CODE >copy',
      'echo $DEPLOY_CODE',
    ];
    for (const line of others) expect(await run(sallyport, line)).not.toContain('redacted');
    const records = await Promise.all((await sallyport.runs.list()).map(({ run_id }) => sallyport.runs.read(run_id)));
    expect(JSON.stringify(records)).not.toMatch(/sesame-open|from-a-file/);
    expect(records.filter(({ result }) => result?.['secrets'] !== undefined)).toHaveLength(2);
  });
});

test('a host is not allowed by a workspace', async () => {
  using workspace = tempWorkspace();
  workspace.write('sallyport.yaml', 'network:\n  allow: [example.com]\n');
  await using sallyport = open(workspace, {});
  const row = (await sallyport.config()).find(({ key }) => key === 'network.allow');
  expect(row).toMatchObject({ value: [], ignored: [expect.stringContaining('send out what it likes')] });
  expect(await run(sallyport, 'curl https://example.com')).toMatch(/^Blocked: curl is a network tool/);
});
