import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempWorkspace } from '../../src/testing/index.ts';
import { cli, filesBelow, helloOutput, makeFolder, record, series } from './cli.ts';

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
const hello = { code: 0, stdout: helloOutput, stderr: '' };

describe('the first run', () => {
  test('makes the state folder, closed to others, with a .gitignore of *', async () => {
    using workspace = tempWorkspace();
    const { path } = workspace;
    expect(await cli(workspace, ['exec', 'hello'])).toEqual(hello);
    expect(readdirSync(path)).toEqual(['.agents']);
    expect(readdirSync(join(path, '.agents')).sort()).toEqual(['.gitignore', 'artifacts', 'audit']);
    expect(filesBelow(path)['.agents/.gitignore']).toBe('*\n');
    const folders = ['', 'artifacts', 'artifacts/terminal_exec', 'artifacts/terminal_exec/runs', 'audit'];
    expect(folders.map((name) => modeOf(join(path, '.agents', name)))).toEqual(folders.map(() => '700'));
    const files = Object.keys(filesBelow(join(path, '.agents')));
    expect(files.map((name) => modeOf(join(path, '.agents', name)))).toEqual(files.map(() => '600'));
  });

  test('makes user state outside the workspace, closed to others', async () => {
    using workspace = tempWorkspace();
    const base = join(workspace.path, '../state/sallyport');
    makeFolder(base);
    chmodSync(base, 0o755);
    await cli(workspace, ['exec', 'hello']);
    const [name] = readdirSync(base);
    expect(readdirSync(base)).toEqual([expect.stringMatching(/^[0-9a-f]{24}$/)]);
    expect(['', 'key', 'head', 'live'].map((each) => modeOf(join(base, String(name), each)))).toEqual(['700', '600', '600', '700']); // prettier-ignore
  });
});

describe('a state folder', () => {
  test.concurrent.each(['.agents', '.agents/audit', '.agents/artifacts', '.agents/artifacts/terminal_exec/runs'])(
    'is refused when %s is a link, and nothing is written through it',
    async (name) => {
      using workspace = tempWorkspace();
      const elsewhere = makeFolder(`${workspace.path}-elsewhere`);
      makeFolder(join(workspace.path, name, '..'));
      symlinkSync(elsewhere, join(workspace.path, name));
      const { code, stdout, stderr } = await cli(workspace, ['exec', 'hello']);
      expect([code, stdout, stderr.split('\n')[0]]).toEqual([
        3,
        '',
        `error: The path "${workspace.path}/${name}" is refused: a symbolic link on the way.`,
      ]);
      expect(readdirSync(elsewhere)).toEqual([]);
      expect(lstatSync(join(workspace.path, name)).isSymbolicLink()).toBe(true);
    },
  );

  test('is refused when it is a file', async () => {
    using workspace = tempWorkspace();
    workspace.write('.agents', 'a file');
    const { code, stderr } = await cli(workspace, ['exec', 'hello']);
    expect(code).not.toBe(0);
    expect(stderr.split('\n')[0]).toBe(`error: "${workspace.path}/.agents" is a file, not a folder.`);
    expect(filesBelow(workspace.path)).toEqual({ '.agents': 'a file' });
  });

  test('is the workspace itself where that is called .agents', async () => {
    using workspace = tempWorkspace({ name: '.agents' });
    const [ran, made, verified, runs] = await series(workspace, [
      ['exec', 'hello'],
      ['init'],
      ['audit', 'verify'],
      ['runs', '--json'],
    ]);
    expect(ran).toEqual(hello);
    expect(made?.stdout).toContain('wrote  skills/hello-world/SKILL.md\n');
    expect(verified?.stdout).toBe('intact  1 runs, 2 lines\n');
    const [{ run_id }] = JSON.parse(runs?.stdout ?? '') as [{ run_id: string }];
    expect(Object.keys(filesBelow(workspace.path)).filter((name) => !/^skills\/(?!hello)/.test(name))).toEqual([
      'artifacts/.gitignore',
      `artifacts/terminal_exec/runs/${run_id}.json`,
      'audit/.gitignore',
      'audit/chain.jsonl',
      'skills/hello-world/SKILL.md',
    ]);
  });
});

describe('a history that came with a repository', () => {
  /** A workspace whose state folder was written on another machine. */
  async function withForged() {
    const workspace = tempWorkspace();
    using theirs = tempWorkspace({ name: 'theirs' });
    const replies = await record(theirs, ['hello', 'help']);
    const files = filesBelow(theirs.path);
    for (const [name, content] of Object.entries(files)) workspace.write(name, Buffer.from(content, 'latin1'));
    const other = JSON.stringify({ run_id: '0'.repeat(26), tool: 'Bash', command: 'rm -rf /', exit_code: 0 });
    workspace.write(`.agents/artifacts/Bash/runs/${'0'.repeat(26)}.json`, other);
    const ids = [...replies.map(({ run_id }) => run_id), '0'.repeat(26)];
    return Object.assign(workspace, { ids, shipped: filesBelow(workspace.path) });
  }

  test('is not taken for one before the first run here', async () => {
    using workspace = await withForged();
    const [first] = workspace.ids;
    const [runs, replayed, exported, verified] = await series(workspace, [
      ['runs', '--json'],
      ['replay', String(first)],
      ['audit', 'export'],
      ['audit', 'verify'],
    ]);
    expect(JSON.parse(runs?.stdout ?? '')).toEqual([]);
    expect([replayed?.code, replayed?.stdout]).toEqual([1, '']);
    expect(exported?.stdout).toBe('');
    expect([verified?.code, verified?.stdout]).toEqual([1, '']);
    expect(filesBelow(workspace.path)).toEqual(workspace.shipped);
  });

  test('is set aside by the first run, whole, and never listed', async () => {
    using workspace = await withForged();
    const [ran, runs, verified, ...explained] = await series(workspace, [
      ['exec', 'hello'],
      ['runs', '--json'],
      ['audit', 'verify'],
      ...workspace.ids.map((id) => ['explain', id]),
    ]);
    expect(ran).toEqual(hello);
    const listed = JSON.parse(runs?.stdout ?? '') as { run_id: string }[];
    expect(listed).toMatchObject([{ command: 'hello', front: 'cli' }]);
    expect(workspace.ids).not.toContain(listed[0]?.run_id);
    expect(verified).toEqual({ code: 0, stdout: 'intact  1 runs, 2 lines\n', stderr: '' });
    expect(explained.map(({ code }) => code)).toEqual([1, 1, 1]);

    const kept = Object.values(filesBelow(workspace.path));
    for (const content of Object.values(workspace.shipped)) expect(kept).toContain(content);
    const names = Object.keys(filesBelow(workspace.path))
      .join('\n')
      .replace(/foreign-[0-9a-f]{16}/g, 'foreign');
    expect(names.split('\n').filter((name) => name.includes('foreign'))).toEqual([
      `.agents/artifacts/Bash/foreign/${'0'.repeat(26)}.json`,
      ...workspace.ids.slice(0, 2).map((id) => `.agents/artifacts/terminal_exec/foreign/${id}.json`),
      '.agents/audit/foreign.jsonl',
    ]);
  });

  test.concurrent.each([
    ['a link', (path: string) => symlinkSync('/etc/passwd', path)],
    ['a folder', (path: string) => mkdirSync(path)],
    ['garbage', (path: string) => writeFileSync(path, 'garbage')],
  ])('is set aside also when its chain is %s', async (_, make) => {
    using workspace = tempWorkspace();
    make(join(makeFolder(join(workspace.path, '.agents/audit')), 'chain.jsonl'));
    const [ran, verified] = await series(workspace, [
      ['exec', 'hello'],
      ['audit', 'verify'],
    ]);
    expect(ran).toEqual(hello);
    expect(verified?.stdout).toBe('intact  1 runs, 2 lines\n');
  });
});

describe.skipIf(process.getuid?.() !== 0)('for somebody who may not write into the workspace', () => {
  const nobody = 65_534;

  test.concurrent.each([['never used'], ['used by its owner']])(
    'one that was %s gives a clear error',
    async (before) => {
      using workspace = tempWorkspace();
      const place = join(workspace.path, '..');
      chmodSync(place, 0o755);
      if (before === 'used by its owner') await record(workspace, ['hello']);
      const home = makeFolder(join(place, 'nobody'));
      chownSync(home, nobody, nobody);
      const env = { HOME: home, XDG_STATE_HOME: join(home, 'state'), XDG_CONFIG_HOME: join(home, 'config') };
      const shipped = filesBelow(workspace.path);

      const ran = await cli(workspace, ['exec', 'hello'], { uid: nobody, env });
      expect([ran.code, ran.stdout, ran.stderr]).toEqual([
        1,
        '',
        `error: Sallyport failed: the system does not let this user use "${workspace.path}/.agents" (EACCES).\n` +
          'hint: Change its permissions, or choose another place.\n',
      ]);
      const doctor = await cli(workspace, ['doctor'], { uid: nobody, env });
      expect([doctor.code, doctor.stdout.split('\n')[1]]).toEqual([
        1,
        `FAIL  workspace     ${workspace.path} cannot be written`,
      ]);
      expect(filesBelow(workspace.path)).toEqual(shipped);
    },
  );

  test('user state of another user is refused', async () => {
    using workspace = tempWorkspace();
    await record(workspace, ['hello']);
    const base = join(workspace.path, '../state/sallyport');
    chownSync(join(base, String(readdirSync(base)[0])), nobody, nobody);
    const { code, stderr } = await cli(workspace, ['exec', 'hello']);
    expect(code).toBe(1);
    expect(stderr).toContain('belongs to another user; set XDG_STATE_HOME to a folder of your own.');
  });
});
