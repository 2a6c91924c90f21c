import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempWorkspace, type TempWorkspace } from '../../src/testing/index.ts';
import { hasBubblewrap } from '../fixtures/bubblewrap.ts';
import { cli, dist, hasScript, run, series } from './cli.ts';
import { typed, type Typing } from './typing.ts';

/** A process that has `count` answers remembered, one after the other, and revokes every `revoke`-th of its own. */
function granter(place: TempWorkspace, name: string, count: number, revoke: number) {
  const script = `
    import { createSallyport } from ${JSON.stringify(join(dist, 'index.js'))};
    const approver = async () => ({ answer: 'allow', who: 'test', how: 'test', scope: 'workspace' });
    const sallyport = createSallyport({ approver });
    for (let at = 0; at < ${count}; at++) {
      const { runId } = await sallyport.shell.run('rm -rf ${name}-' + at);
      const [id] = (await sallyport.runs.read(runId)).approval.grants;
      if (at % ${revoke} === 0) await sallyport.grants.revoke(id);
    }
    await sallyport[Symbol.asyncDispose]();`;
  return run(process.execPath, ['--input-type=module', '-e', script], place);
}

test('processes that grant and revoke at the same time lose nothing and leave nothing behind', async () => {
  using place = tempWorkspace();
  const names = ['a', 'b', 'c', 'd'];
  const ended = await Promise.all(names.map((name) => granter(place, name, 6, 3)));
  expect(ended.map(({ code, stderr }) => ({ code, stderr }))).toEqual(names.map(() => ({ code: 0, stderr: '' })));
  const { stdout } = await cli(place, ['grants', 'list', '--json']);
  const kept = (JSON.parse(stdout) as { command: string }[]).map(({ command }) => command).sort();
  const expected = names.flatMap((name) =>
    Array.from({ length: 6 }, (_, at) => at).flatMap((at) => (at % 3 === 0 ? [] : [`rm -rf ${name}-${at}`])),
  );
  expect(kept).toEqual(expected.sort());
  const [folder = ''] = readdirSync(String(place.env['XDG_STATE_HOME']), { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('/grants'),
  );
  const files = readdirSync(join(String(place.env['XDG_STATE_HOME']), folder));
  expect(files.every((file) => /^[0-9a-f]{16}\.json$/.test(file))).toBe(true);
  expect(files).toHaveLength(expected.length);
  for (const file of files)
    expect(statSync(join(String(place.env['XDG_STATE_HOME']), folder, file)).mode & 0o777).toBe(0o600);
});

test('a process that is killed while it grants leaves no half grant', async () => {
  using place = tempWorkspace();
  const killed = [0, 1, 2].map((round) => {
    const script = `
      import { createSallyport } from ${JSON.stringify(join(dist, 'index.js'))};
      const approver = async () => ({ answer: 'allow', who: 'test', how: 'test', scope: 'workspace' });
      const sallyport = createSallyport({ approver });
      for (let at = 0; ; at++) {
        await sallyport.shell.run('rm -rf r${round}-' + at);
        if (at === ${round + 1}) process.kill(process.pid, 'SIGKILL');
        if (at === ${round}) void sallyport.shell.run('rm -rf late-${round}');
      }`;
    return run(process.execPath, ['--input-type=module', '-e', script], place);
  });
  expect((await Promise.all(killed)).map(({ code }) => code)).toEqual(['SIGKILL', 'SIGKILL', 'SIGKILL']);
  const { code, stdout } = await cli(place, ['grants', 'list', '--json']);
  const commands = (JSON.parse(stdout) as { command: string }[]).map(({ command }) => command);
  expect(code).toBe(0);
  expect(commands.filter((command) => !command.includes('late')).sort()).toEqual(
    ['r0-0', 'r0-1', 'r1-0', 'r1-1', 'r1-2', 'r2-0', 'r2-1', 'r2-2', 'r2-3'].map((name) => `rm -rf ${name}`),
  );
});

test('grants are listed, shown and revoked', async () => {
  using place = tempWorkspace();
  expect((await cli(place, ['grants', 'list'])).stdout).toBe('There are no grants.\n');
  await granter(place, 'x', 2, 100);
  const [grant] = JSON.parse((await cli(place, ['grants', 'list', '--json'])).stdout) as { id: string }[];
  const id = String(grant?.id);
  const ended = await series(place, [
    ['grants', 'show', id],
    ['grants', 'revoke', id],
    ['grants', 'show', id],
    ['grants', 'revoke'],
    ['grants', 'add'],
    ['grants', 'list', '--json'],
  ]);
  expect(ended.map(({ code }) => code)).toEqual([0, 0, 1, 2, 2, 0]);
  expect(ended[0]?.stdout).toContain('"rm -rf x-1" exactly, in the top folder of this workspace');
  expect(ended[1]?.stdout).toContain(`revoked ${id}: "rm -rf x-1"`);
  expect(JSON.parse(ended[5]?.stdout ?? '')).toEqual([]);
});

test('off a terminal nobody is there to ask', async () => {
  using place = tempWorkspace();
  place.write('build/a', '');
  const { code, stderr } = await cli(place, ['run', 'rm -rf build'], { stdin: 'y\n' });
  expect(code).toBe(3);
  expect(stderr).toContain('nobody is there to ask');
});

if (!hasScript) console.warn('script(1) of util-linux is missing: the prompt is not tested on a terminal');

// Almost all of it is waiting for keys.
describe.skipIf(!hasScript).concurrent('at a terminal', () => {
  const help = 'help';

  type Case = [string, readonly Typing[], exit: number, isThere: boolean, said: string];
  const tried: Case[] = [
    [
      't tries it, and a takes over what it changed',
      [
        [help, 't'],
        ['drop', 'a'],
      ],
      0,
      false,
      '✓ applied',
    ],
    [
      't tries it, and d drops that',
      [
        [help, 't'],
        ['drop', 'd'],
      ],
      3,
      true,
      '✗ dropped',
    ],
  ];

  test.each<Case>([
    ['y allows', [[help, 'y']], 0, false, 'allowed once'],
    ['n denies', [[help, 'n']], 3, true, 'denied'],
    ['Ctrl-C denies', [[help, '\x03']], 3, true, 'denied'],
    ['N denies with a note', [[help, 'N'], ['note for the agent', 'use make clean\r']], 3, true, 'use make clean'],
    ['k skips', [[help, 'k']], 3, true, 'skipped'],
    ['s allows for the session, after it has said what', [[help, 's'], ['exactly, in the top', '1']], 0, false, 'for this session'],
    ['w shows what it covers, and another key goes back', [[help, 'w'], ['exactly, in the top', 'x'], ['Nothing was remembered', 'n']], 3, true, 'denied'],
    ['? helps', [[help, '?'], ['No answer in time', 'y']], 0, false, 'a note that the agent reads'],
    ['e edits, and what was made of it is asked about', [[help, 'e'], ['$ ', '2\r'], [help, 'y']], 0, true, '\x1b[1mrm -rf build2\x1b'],
    ['e edits at the cursor', [[help, 'e'], ['$ ', '\x1b[D\x1b[D\x1b[D\x1b[D\x1b[D2\r'], [help, 'n']], 3, true, '\x1b[1mrm -rf 2build\x1b'],
    ['e without a change goes back', [[help, 'e'], ['$ ', '\r'], ['Nothing was changed', 'n']], 3, true, 'nothing has run'],
    ['a allows everything for a while', [[help, 'a'], ['minutes?', '5\r']], 0, false, 'everything for 5 minutes'],
    ['a says what it takes, and goes back', [[help, 'a'], ['minutes?', '9999\r'], ['from 1 to 480', 'n']], 3, true, 'nothing was allowed.\n\x1b[31m✗ denied'],
    ...(hasBubblewrap ? tried : []),
    ['other keys, arrows and pastes are no answer', [[help, 'x'], ['', '\x1b[A'], ['', 'yyy'], ['', 'n']], 3, true, 'denied'],
  ])('%s', async (_, typing, exit, isThere, said) => {
    using place = tempWorkspace();
    place.write('build/a', '');
    const shown = await typed(place, `sallyport run 'rm -rf build'`, typing);
    expect(shown).toContain(said);
    expect(shown).toContain(`exit ${exit}\n`);
    expect(existsSync(join(place.path, 'build/a'))).toBe(isThere);
  }); // prettier-ignore

  test('keys that were typed before the question are no answer', async () => {
    using place = tempWorkspace();
    place.write('build/a', '');
    const shown = await typed(place, `echo ready; sleep 1; sallyport run 'rm -rf build'`, [['ready', 'y'], [help, 'n']]); // prettier-ignore
    expect(shown).toContain('exit 3\n');
    expect(existsSync(join(place.path, 'build/a'))).toBe(true);
  });

  test('of two processes on one terminal the second asks when the first has its answer', async () => {
    using place = tempWorkspace();
    place.write('build/a', '');
    place.write('dist/a', '');
    const line = `sallyport run 'rm -rf build' & sallyport run 'rm -rf dist'; wait`;
    const shown = await typed(place, line, [[help, 'y'], [help, 'n']], { NO_COLOR: '1' }); // prettier-ignore
    const order = [...shown.matchAll(/May this run\?|allowed once|✗ denied/g)].map(([text]) => text);
    expect(order).toEqual(['May this run?', 'allowed once', 'May this run?', '✗ denied']);
    const asked = [...shown.matchAll(/┃ {3}rm -rf (\w+)/g)].map(([, name]) => name);
    expect(asked.map((name) => existsSync(join(place.path, `${name}/a`)))).toEqual([false, true]);
  });

  test('standard input is no answer: the terminal is asked itself', async () => {
    using place = tempWorkspace();
    place.write('build/a', '');
    const shown = await typed(place, `yes | sallyport run 'rm -rf build'`, [[help, 'n']]);
    expect(shown).toContain('exit 3\n');
    expect(existsSync(join(place.path, 'build/a'))).toBe(true);
  });

  test('within a run there is no prompt, whatever terminal it has made for itself', async () => {
    using place = tempWorkspace();
    place.write('build/a', '');
    const shown = await typed(place, `sallyport run 'rm -rf build'`, [], { SALLYPORT: '1' });
    expect(shown).toContain('nobody is there to ask');
    expect(shown).not.toContain('May this run?');
  });

  test('the question shows the exact command, its parts, and what would be lost, in 80 columns', async () => {
    using place = tempWorkspace();
    for (let at = 0; at < 12; at++) place.write(`build/file-${at}.js`, 'x'.repeat(100));
    place.write('keep.txt', 'x');
    const line = `rm -rf build; echo "\u202ehidden" > keep.txt; printf '%s' ${'long'.repeat(30)}`;
    const shown = await typed(place, 'sallyport run "$LINE"', [[help, 'n']], { LINE: line, NO_COLOR: '1' });
    expect(shown).toContain('May this run?');
    expect(shown).toContain('echo "\\u202ehidden"');
    expect(shown).not.toContain('\u202e');
    expect(shown).toContain('12 files, 1 folder, 1.20 kB: build/file-0.js');
    expect(shown).toContain('and 6 more');
    expect(shown).toContain('1 file, 1 B: keep.txt');
    expect(shown).toMatch(/^┃ \? rm -rf build +critical$/m);
    const framed = shown.split('\n').filter((text) => text.startsWith('┃'));
    expect(framed.length).toBeGreaterThan(10);
    expect(framed.filter((text) => text.length > 80)).toEqual([]);
  });

  test('a workspace grant is not asked again, in another process', async () => {
    using place = tempWorkspace();
    place.write('build/a', '');
    await typed(place, `sallyport run 'rm -rf build'`, [[help, 'w'], ['exactly, in the top', '1']]); // prettier-ignore
    place.write('build/b', '');
    const [again, runs] = await series(place, [['run', 'rm -rf build'], ['runs', '--json']]); // prettier-ignore
    expect(again?.code).toBe(0);
    expect(existsSync(join(place.path, 'build'))).toBe(false);
    const [newest] = JSON.parse(runs?.stdout ?? '') as { run_id: string }[];
    expect((await cli(place, ['explain', String(newest?.run_id)])).stdout).toMatch(/asked +allow for the workspace by a grant of \w+/); // prettier-ignore
  });
});
