import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hasBubblewrap } from '../fixtures/bubblewrap.ts';
import { tempWorkspace } from '../../src/testing/index.ts';
import { cli, filesBelow, makeFolder, record, series } from './cli.ts';

const folder = new URL('../../skills/', import.meta.url);
const ours = readdirSync(folder).sort();
const textOf = (name: string) => readFileSync(new URL(`${name}/SKILL.md`, folder), 'latin1');
const installed = Object.fromEntries(ours.map((name) => [`.agents/skills/${name}/SKILL.md`, textOf(name)]));
const skill = textOf('hello-world');
const summary = /^description: (.*)$/m.exec(skill)?.[1];

describe('init', () => {
  test('makes the state folder with our skills in it, and changes nothing the second time', async () => {
    using workspace = tempWorkspace();
    const [first, second, third] = await series(workspace, [['init'], ['init'], ['init', '--json']]);
    const ready = `${workspace.path} is ready; try: sallyport exec hello\n`;
    expect(first).toEqual({
      code: 0,
      stdout: `${['.agents/.gitignore', ...Object.keys(installed)].map((path) => `wrote  ${path}\n`).join('')}${ready}`,
      stderr: '',
    });
    expect(second).toEqual({ code: 0, stdout: `nothing to do: ${ready}`, stderr: '' });
    expect(JSON.parse(third?.stdout ?? '')).toEqual({ workspace: workspace.path, written: [] });
    expect(filesBelow(workspace.path)).toEqual({
      '.agents/.gitignore': '*\n',
      ...installed,
    });
  });

  test('puts back a skill of ours that was changed, and leaves the others alone', async () => {
    using workspace = tempWorkspace();
    for (const name of ours) workspace.write(`.agents/skills/${name}/SKILL.md`, Buffer.from(textOf(name), 'latin1'));
    workspace.write('.agents/skills/hello-world/SKILL.md', 'changed');
    workspace.write('.agents/skills/mine/SKILL.md', 'mine');
    workspace.write('.agents/.gitignore', 'my own\n');
    expect((await cli(workspace, ['init'])).stdout).toMatch(
      /^wrote {2}\.agents\/skills\/hello-world\/SKILL\.md\n.* is ready/,
    );
    expect(filesBelow(workspace.path)).toEqual({
      '.agents/.gitignore': 'my own\n',
      ...installed,
      '.agents/skills/mine/SKILL.md': 'mine',
    });
  });

  test.each([['.agents'], ['.agents/skills'], ['.agents/skills/hello-world']])(
    'refuses %s that is a link, and writes nothing through it',
    async (name) => {
      using workspace = tempWorkspace();
      const elsewhere = makeFolder(`${workspace.path}-elsewhere`);
      makeFolder(join(workspace.path, name, '..'));
      symlinkSync(elsewhere, join(workspace.path, name));
      const { code, stdout, stderr } = await cli(workspace, ['init']);
      expect([code, stdout, stderr.split('\n')[0]]).toEqual([
        3,
        '',
        `error: The path "${workspace.path}/${name}" is refused: a symbolic link on the way.`,
      ]);
      expect(filesBelow(elsewhere)).toEqual({});
    },
  );
});

describe('skills', () => {
  const broken = '---\nname: other\ncolour: red\n---\n';

  test('are listed with where they come from: ours, ours installed, or anybody else', async () => {
    using workspace = tempWorkspace();
    workspace.write('.agents/skills/hello-world/SKILL.md', Buffer.from(skill, 'latin1'));
    workspace.write('.agents/skills/theirs/SKILL.md', skill.replace('name: hello-world', 'name: theirs'));
    const [listed, json, shown, missing] = await series(workspace, [
      ['skills', 'list'],
      ['skills', 'list', '--json'],
      ['skills', 'show', 'hello-world'],
      ['skills', 'show', 'nope'],
    ]);
    const row = (name: string, from: string) => `${name.padEnd(11)}  ${from.padEnd(9)}  ${summary}\n`;
    expect(listed?.stdout).toMatch(/^SKILL {8}FROM {7}WHAT IT IS FOR\n/);
    expect(listed?.stdout).toContain(row('hello-world', 'built-in'));
    expect(listed?.stdout.endsWith(`${row('hello-world', 'installed')}${row('theirs', 'untrusted')}`)).toBe(true);
    expect(JSON.parse(json?.stdout ?? '')).toMatchObject([
      ...ours.map((name) => ({ name, origin: 'built-in', problems: [] })),
      { name: 'hello-world', origin: 'installed', problems: [] },
      { name: 'theirs', origin: 'untrusted', path: `${workspace.path}/.agents/skills/theirs/SKILL.md`, problems: [] },
    ]);
    expect(shown).toEqual({ code: 0, stdout: Buffer.from(skill, 'latin1').toString(), stderr: '' });
    expect(missing).toMatchObject({ code: 1, stdout: '' });
  });

  test('are validated by the rules for Agent Skills, with exit code 1 for any that is not valid', async () => {
    using workspace = tempWorkspace();
    const [valid] = await series(workspace, [['skills', 'validate']]);
    const fine = ours.map((name) => ` ok   ${name}\n`).join('');
    expect(valid).toEqual({ code: 0, stdout: fine, stderr: '' });
    workspace.write('.agents/skills/broken/SKILL.md', broken);
    const [all, one, json] = await series(workspace, [
      ['skills', 'validate'],
      ['skills', 'validate', 'hello-world'],
      ['skills', 'validate', 'broken', '--json'],
    ]);
    const path = `${workspace.path}/.agents/skills/broken/SKILL.md`;
    const problems = [
      'name is not that of its folder, "broken"',
      'description has to be 1 to 1024 characters',
      '"colour" is no field of the frontmatter',
      'it has no instructions',
    ];
    expect(all).toEqual({ code: 1, stdout: `${fine}FAIL  ${path}: ${problems.join('; ')}\n`, stderr: '' });
    expect(one).toEqual({ code: 0, stdout: ' ok   hello-world\n', stderr: '' });
    expect([json?.code, JSON.parse(json?.stdout ?? '')]).toEqual([1, [{ name: 'broken', path, problems }]]);
  });

  test.each(['.agents/skills/leak/SKILL.md', '.agents/skills/leak', '.agents/skills', '.agents'])(
    'are not read through %s when that is a link out of the workspace',
    async (name) => {
      using workspace = tempWorkspace();
      const elsewhere = `${workspace.path}-elsewhere`;
      const below = '.agents/skills/leak/SKILL.md'.slice(name.length);
      workspace.write(`../workspace-elsewhere${below}`, 'SECRET');
      makeFolder(join(workspace.path, name, '..'));
      symlinkSync(elsewhere, join(workspace.path, name));
      const { code, stdout } = await cli(workspace, ['skills', 'show', 'leak']);
      expect([code === 0, stdout]).toEqual([false, '']);
    },
  );
});

describe('doctor', () => {
  interface Check {
    name: string;
    status: string;
    detail: string;
  }
  const statusOf = (stdout = '') =>
    Object.fromEntries((JSON.parse(stdout) as Check[]).map(({ name, status }) => [name, status]));
  const well = {
    node: 'ok',
    workspace: 'ok',
    'state folder': 'ok',
    'user state': 'ok',
    'own code': 'ok',
    'path jail': process.platform === 'linux' ? 'ok' : 'warn',
    config: 'ok',
    history: 'ok',
    approvals: 'ok',
    // Without control groups, which root has, not every limit is in force.
    sandbox: hasBubblewrap && process.getuid?.() === 0 ? 'ok' : 'warn',
  };

  test('says that all is well, before the first run and after it, and makes nothing', async () => {
    using workspace = tempWorkspace();
    const [text, json] = await series(workspace, [['doctor'], ['doctor', '--json']]);
    expect([text?.code, text?.stderr, json?.code]).toEqual([0, '', 0]);
    expect(text?.stdout.split('\n').map((line) => line.slice(0, 19))).toEqual([
      ...Object.entries(well).map(([name, status]) => `${status === 'ok' ? ' ok ' : status}  ${name.padEnd(13)}`),
      '',
    ]);
    expect(statusOf(json?.stdout)).toEqual(well);
    expect(filesBelow(`${workspace.path}/..`)).toEqual({});
    await record(workspace, ['hello']);
    const after = await cli(workspace, ['doctor', '--json']);
    expect([after.code, statusOf(after.stdout)]).toEqual([0, well]);
  });

  const illnesses: [string, (path: string) => void, Record<string, string>, number][] = [
    ['a state folder that is a link', (path) => {
      rmSync(join(path, '.agents'), { recursive: true });
      symlinkSync('/', join(path, '.agents'));
    }, { 'state folder': 'fail', history: 'fail' }, 1],
    ['a changed history', (path) => {
      rmSync(join(path, '.agents/artifacts'), { recursive: true });
    }, { history: 'fail' }, 1],
    ['a broken config file', (path) => mkdirSync(join(path, 'sallyport.yaml')), { config: 'fail' }, 1],
  ]; // prettier-ignore
  test.each(illnesses)('finds %s', async (_, harm, expected, code) => {
    using workspace = tempWorkspace();
    await record(workspace, ['hello']);
    harm(workspace.path);
    const ended = await cli(workspace, ['doctor', '--json']);
    expect([ended.code, statusOf(ended.stdout)]).toEqual([code, { ...well, ...expected }]);
  });

  test('warns of user state that lies inside the workspace', async () => {
    using workspace = tempWorkspace();
    const env = { XDG_STATE_HOME: join(workspace.path, 'state') };
    const { code, stdout } = await cli(workspace, ['doctor', '--json'], { env });
    expect([code, statusOf(stdout)]).toEqual([0, { ...well, 'user state': 'warn' }]);
  });

  test('warns of its own code inside the workspace, where an agent could change it', async () => {
    using workspace = tempWorkspace();
    const around = ['--root', join(import.meta.dirname, '../..')];
    const { stdout } = await cli(workspace, [...around, 'doctor', '--json']);
    expect(statusOf(stdout)).toMatchObject({ 'own code': 'warn' });
  });

  test.runIf(process.platform === 'linux')(
    'a place where nothing can be made is found, and ends a run with a clear error',
    async () => {
      using workspace = tempWorkspace();
      const options = { env: { XDG_STATE_HOME: '/proc/nowhere' } };
      const [looked, ran] = await series(
        workspace,
        [
          ['doctor', '--json'],
          ['exec', 'hello'],
        ],
        options,
      );
      expect([looked?.code, statusOf(looked?.stdout)]).toEqual([1, { ...well, 'user state': 'fail' }]);
      expect(ran).toMatchObject({ code: 1, stdout: '' });
      expect(ran?.stderr).toMatch(/^error: .*user state cannot be made at \/proc\/nowhere\/.*set XDG_STATE_HOME/);
    },
  );
});
