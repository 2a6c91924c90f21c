import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openGrantDesk, type GrantDesk } from '../../../test/fixtures/grants.ts';
import { namesOf } from '../../policy/effects/define.ts';
import { interpreters } from '../../policy/effects/programs/interpreters.ts';
import { shells } from '../../policy/effects/programs/shells.ts';
import { wrappers } from '../../policy/effects/programs/wrappers.ts';
import { manualClock } from '../../testing/index.ts';

let desk: GrantDesk;

beforeEach(() => {
  desk = openGrantDesk();
  for (const name of 'git npm make rm chmod prettier kubectl psql deployer docker tail cat'.split(' '))
    desk.program(`bin2/${name}`);
  desk.workspace.write('package.json', '{"scripts":{"build":"tsc","postbuild":"echo","lint":"eslint ."}}');
  desk.workspace.write('Makefile', 'all:\n\techo all\n');
  desk.workspace.write('deploy.sh', '#!/bin/sh\nif true; then git push origin "$1"; fi\n');
  chmodSync(join(desk.workspace.path, 'deploy.sh'), 0o755);
  desk.workspace.write('sub/package.json', '{"scripts":{"build":"tsc"}}');
  desk.workspace.write('src/a.ts', 'a');
  desk.workspace.write('src/b.ts', 'b');
  desk.workspace.write('drop.sql', 'drop table x;');
  desk.workspace.write('other.sql', 'select 1;');
});
afterEach(() => desk[Symbol.dispose]());

const push = 'git push origin main';

describe('a grant of the very command', () => {
  test.each<[given: string, asked: string, covers: boolean]>([
    // the same, written otherwise
    [push, push, true],
    [push, '  git   push  origin "main"', true],
    [push, `g'i't push origin ma\\in`, true],
    [push, '# publish\ngit push origin main # now', true],
    [push, `(${push})`, true],
    [push, `${push} &`, true],
    [push, `${push} 2>&1 | tail -3`, true],
    [push, `echo start && ${push} || echo failed`, true],
    [push, `${push}; cat src/a.ts`, true],
    ['npm run build && git push', 'git push && npm run build', true],
    ['npm run build && git push', 'git push', true],
    ['FOO=1 git push', 'FOO=1 git push', true],
    ['rm -rf build', 'rm -rf build', true],
    ['rm -rf build/*.o', 'rm -rf build/*.o', true],
    ['psql < drop.sql', 'psql < drop.sql', true],
    ['kubectl apply -f - <<< a', 'kubectl apply -f - <<< a', true],
    ['./deploy.sh prod', './deploy.sh prod', true],
    ['./deploy.sh prod', 'git status; ./deploy.sh prod', true],
    ['git commit -m "a b"', "git commit -m 'a b'", true],
    // more than was granted
    [push, 'git push origin dev', false],
    [push, 'git push', false],
    [push, `${push} extra`, false],
    [push, 'git push --force origin main', false],
    [push, 'git push -u origin main', false],
    [push, `${push} > log.txt`, false],
    [push, `${push} >> src/a.ts`, false],
    [push, `${push}; rm -rf build`, false],
    [push, `${push} && rm -rf build`, false],
    [push, `${push} | rm -rf build`, false],
    [push, `${push}\nrm -rf build`, false],
    [push, `${push} & rm -rf build`, false],
    ['rm -rf build', 'rm -rf build src', false],
    ['rm -rf build', 'rm -rf build/..', false],
    ['rm -rf build', 'rm -rf "build "', false],
    ['rm -rf build/*.o', 'rm -rf build/*', false],
    ['git commit -m "a b"', 'git commit -m a b', false],
    // another environment
    [push, `FOO=1 ${push}`, false],
    [push, `FOO=1; ${push}`, false],
    [push, `export FOO=1; ${push}`, false],
    [push, `GIT_SSH_COMMAND=./evil ${push}`, false],
    [push, `PATH=/tmp ${push}`, false],
    [push, `set -a; ${push}`, false],
    [push, `read HOME < src/a.ts; ${push}`, false],
    [push, `alias git=rm; ${push}`, false],
    [push, `for http_proxy in evil; do ${push}; done`, false],
    ['FOO=1 git push', 'FOO=2 git push', false],
    ['FOO=1 git push', 'git push', false],
    ['FOO=1 git push', 'FOO=1 BAR=2 git push', false],
    // another folder
    [push, `cd src && ${push}`, false],
    [push, `pushd src; ${push}`, false],
    // something else under the same name
    [push, `git() { rm -rf src; }; ${push}`, false],
    [push, `hash -p ./deploy.sh git; ${push}`, false],
    // code in between
    [push, `${push} $(cat src/a.ts)`, false],
    [push, `echo $(rm -rf src) && ${push}`, false],
    [push, `if true; then ${push}; fi`, false],
    [push, `eval "${push}"`, false],
    [push, `env ${push}`, false],
    [push, `sh -c "${push}"`, false],
    [push, `echo origin | xargs ${push}`, false],
    [push, `command ${push}`, false],
    // other input
    ['psql < drop.sql', 'psql < other.sql', false],
    ['kubectl apply -f - <<< a', 'kubectl apply -f - <<< b', false],
    ['kubectl apply -f - <<< a', 'kubectl apply -f -', false],
    [push, `cat drop.sql | ${push}`, false],
    ['./deploy.sh prod', './deploy.sh test', false],
    ['./deploy.sh prod', './deploy.sh prod; git push', false],
    // what it is bound to is changed by the line itself
    ['./deploy.sh', 'echo evil > deploy.sh; ./deploy.sh', false],
    ['./deploy.sh', './deploy.sh > deploy.sh', false],
    ['npm run build', 'echo {} > package.json && npm run build', false],
  ])('%s: %s → %s', async (given, asked, covers) => {
    desk.workspace.write('build/x.o', '');
    await desk.grant(given);
    expect(await desk.covers(asked)).toBe(covers);
  });
});

describe('a grant of a command with any operands', () => {
  test.each<[given: string, asked: string, covers: boolean]>([
    ['prettier --write src/a.ts', 'prettier --write src/b.ts', true],
    ['prettier --write src/a.ts', 'prettier --write src/a.ts src/b.ts', true],
    ['prettier --write src/a.ts', 'cat src/a.ts && prettier --write src/b.ts', true],
    ['prettier --write src/a.ts', 'prettier --write', false],
    ['prettier --write src/a.ts', 'prettier --write --config evil.js src/b.ts', false],
    ['prettier --write src/a.ts', 'prettier src/b.ts', false],
    ['prettier --write src/a.ts', 'prettier --write .git/hooks/pre-commit', false],
    ['prettier --write src/a.ts', 'prettier --write .env', false],
    ['prettier --write src/a.ts', 'prettier --write "$FILE"', false],
    ['prettier --write src/a.ts', 'prettier --write *', false],
    ['prettier --write src/a.ts', 'prettier --write src/b.ts > src/a.ts', false],
    ['chmod +x src/a.ts', 'chmod +x src/b.ts', true],
    ['chmod +x src/a.ts', 'chmod 777 src/b.ts', false],
    ['chmod +x src/a.ts', 'chmod -R +x src', false],
    ['chmod +x src/a.ts', 'chmod +x .git/hooks/pre-commit', false],
  ])('%s: %s → %s', async (given, asked, covers) => {
    await desk.grant(given, { wide: true });
    expect(await desk.covers(asked)).toBe(covers);
  });

  test.each(['rm src/a.ts', 'rm -rf src', 'git push origin main', 'npm run build', 'make all', 'kubectl delete pod src', 'deployer src/a.ts', 'prettier --write .env'])(
    'is not offered for %s, whose operands decide what is lost or reached',
    async (command) => {
      desk.workspace.write('build', 'a file of the name of a script');
      desk.workspace.write('all', 'a file of the name of a rule');
      const offers = await desk.offers(command);
      expect(offers.map(({ scope }) => scope)).toEqual(['session', 'workspace', 'user']);
    },
  ); // prettier-ignore
});

test.each<[string, string, () => void]>([
  ['the script', './deploy.sh', () => desk.workspace.write('deploy.sh', '#!/bin/sh\nrm -rf src\n')],
  ['the entry of package.json', 'npm run build', () => desk.workspace.write('package.json', '{"scripts":{"build":"rm -rf src","postbuild":"echo"}}')],
  ['what runs after that entry', 'npm run build', () => desk.workspace.write('package.json', '{"scripts":{"build":"tsc","postbuild":"rm -rf src"}}')],
  ['what runs before it, and was not there', 'npm run build', () => desk.workspace.write('package.json', '{"scripts":{"prebuild":"x","build":"tsc","postbuild":"echo"}}')],
 ['the Makefile that a script uses', './makes.sh', () => desk.workspace.write('Makefile', 'all:\n\trm -rf src\n')],
  ['a script that a script calls', './calls.sh', () => desk.workspace.write('deploy.sh', '#!/bin/sh\nrm -rf src\n')],
  ['the Makefile', 'make all', () => desk.workspace.write('Makefile', 'all:\n\trm -rf src\n')],
  ['a Makefile that comes first', 'make all', () => desk.workspace.write('GNUmakefile', 'all:\n\trm -rf src\n')],
  ['the input', 'psql < drop.sql', () => desk.workspace.write('drop.sql', 'drop database y;')],
  ['the program, by one that comes first in the PATH', push, () => desk.program('bin1/git')],
  ['the program, by a link to another', push, () => {
    const bin = join(desk.workspace.path, '../bin2');
    renameSync(join(bin, 'git'), join(bin, 'real-git'));
    symlinkSync(join(bin, 'deployer'), join(bin, 'git'));
  }],
  ['the program, which is gone', push, () => rmSync(join(desk.workspace.path, '../bin2/git'))],
])('a grant ends when %s changes', async (_, command, change) => {
  desk.program('workspace/makes.sh', '#!/bin/sh\nmake all\n');
  desk.program('workspace/calls.sh', '#!/bin/sh\n./deploy.sh\n');
  await desk.grant(command);
  expect(await desk.covers(command)).toBe(true);
  change();
  expect(await desk.covers(command)).toBe(false);
}); // prettier-ignore

test('another script of package.json may change', async () => {
  await desk.grant('npm run build');
  desk.workspace.write('package.json', '{"scripts":{"build":"tsc","postbuild":"echo","lint":"oxlint"},"name":"x"}');
  expect(await desk.covers('npm run build')).toBe(true);
});

test('the folder is that of the command, whichever way it got there', async () => {
  await desk.grant('npm run build', { cwd: 'sub' });
  expect(await desk.covers('npm run build', { cwd: 'sub' })).toBe(true);
  expect(await desk.covers('cd sub && npm run build')).toBe(true);
  expect(await desk.covers('npm run build')).toBe(false);
});

test('where a folder is not there, `cd` stays behind, and so does the grant', async () => {
  await desk.grant(push, { cwd: 'sub' });
  expect(await desk.covers(`cd sub; ${push}`)).toBe(true);
  rmSync(join(desk.workspace.path, 'sub'), { recursive: true });
  expect(await desk.covers(`cd sub; ${push}`)).toBe(false);
});

test.each([
  'python3 -c "print(1)"',
  'python3 deploy.sh',
  'bash deploy.sh',
  'bash -c "git push"',
  'node -e 1',
  'env git push',
  'nice git push',
  'timeout 5 git push',
  'find . -name x -exec git push {} ;',
  'echo a | xargs git push',
  'eval git push',
  'npx rimraf src',
  'git push "$BRANCH"',
  'git push $(cat src/a.ts)',
  'rm -rf *',
  'rm -rf -- ?*',
  'no-such-program --now',
  'cat src/a.ts | psql',
  './outer.sh',
  './wraps.sh',
  'npm --prefix sub run build',
  'make -C sub all',
  'make -f other.mk',
  'while true; do git push; done',
  'X=1; git push',
  'GIT_SSH_COMMAND=./x git push',
  'PATH=/tmp git push',
  '{ git push; } > log',
])('nothing can be remembered for: %s', async (command) => {
  for (const name of ['python3', 'bash', 'node', 'env', 'nice', 'timeout', 'find', 'xargs', 'npx'])
    desk.program(`bin2/${name}`);
  desk.program('workspace/outer.sh', '#!/bin/sh\n. ./deploy.sh\n');
  desk.program('workspace/wraps.sh', '#!/bin/sh\nenv git push\n');
  expect(desk.judge(command).question.verdict.decision).not.toBe('deny');
  expect(await desk.offers(command)).toEqual([]);
});

test.each([...wrappers, ...shells, ...interpreters].flatMap(namesOf).filter((name) => !/[*/]/.test(name) && name !== 'ld.so'))(
  'no grant covers %s, which runs what it is told',
  async (name) => {
    desk.program(`bin2/${name}`);
    for (const command of [`${name} deploy.sh`, `${name} ./deployer now`, `${name} -x`])
      expect(await desk.offers(command)).toEqual([]);
  },
); // prettier-ignore

test('what is offered says what it covers', async () => {
  const [session, workspace, user] = await desk.offers('FOO=1 npm run build', { cwd: 'sub' });
  const bin = join(desk.workspace.path, '../bin2/npm');
  expect(session?.covers).toEqual([
    `"FOO=1 npm run build" exactly, in the folder sub of this workspace, run from ${bin}, while the script "build" in sub/package.json stays as it is`,
  ]);
  expect(workspace?.covers).toEqual(session?.covers);
  expect(user?.covers[0]).toContain('in the folder sub of every workspace');
});

test('a session grant holds in its session only', async () => {
  await desk.grant(push, { scope: 'session', session: 's1' });
  expect(await desk.covers(push, { session: 's1' })).toBe(true);
  expect(await desk.covers(push, { session: 's2' })).toBe(false);
  desk.grants.endSession();
  expect(await desk.covers(push, { session: 's1' })).toBe(false);
});

test('a session grant of a process that has ended holds no longer', async () => {
  const grant = await desk.grant(push, { scope: 'session' });
  const file = join(desk.workspace.path, '../grants/workspace', `${grant.id}.json`);
  writeFileSync(file, JSON.stringify({ ...grant, owner: grant.owner?.replace(/^\d+/, '4194304') }));
  expect(await desk.covers(push)).toBe(false);
});

test('a workspace grant holds in no other workspace, one of the user does', async () => {
  const userFolder = join(desk.workspace.path, '../grants/user');
  await desk.grant(push, { scope: 'workspace' });
  await desk.grant('git push origin dev', { scope: 'user' });
  mkdirSync(join(desk.workspace.path, '../other'));
  using other = openGrantDesk({
    at: { ...desk.workspace, path: join(desk.workspace.path, '../other') },
    userFolder,
  });
  expect(await other.covers(push)).toBe(false);
  expect(await other.covers('git push origin dev')).toBe(true);
});

test('a grant expires after 30 days, and its file goes', async () => {
  const clock = manualClock();
  using timed = openGrantDesk({ clock, at: desk.workspace });
  await timed.grant(push);
  clock.advance(30 * 24 * 3_600_000 - 1);
  expect(await timed.covers(push)).toBe(true);
  clock.advance(1);
  expect(await timed.covers(push)).toBe(false);
  expect(readdirSync(join(desk.workspace.path, '../grants/workspace'))).toEqual([]);
});

test('a revoked grant covers nothing', async () => {
  const { id } = await desk.grant(push);
  expect(await desk.grants.revoke(id)).toBe(true);
  expect(await desk.grants.revoke(id)).toBe(false);
  expect(await desk.covers(push)).toBe(false);
});

test('grants are readable by their owner only, and one that is damaged covers nothing', async () => {
  const { id } = await desk.grant(push);
  const folder = join(desk.workspace.path, '../grants/workspace');
  const file = join(folder, `${id}.json`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  for (const text of ['', '{', '[]', '{"version":2}', JSON.stringify({ version: 1, id, commands: [] })]) {
    writeFileSync(file, text);
    expect(await desk.covers(push)).toBe(false);
  }
  rmSync(file);
  symlinkSync('/etc/passwd', file);
  expect(await desk.covers(push)).toBe(false);
});

test('a rule that had no part in the answer asks again', async () => {
  const grant = await desk.grant('rm -rf build');
  expect(await desk.covers('rm -rf build')).toBe(true);
  const file = join(desk.workspace.path, '../grants/workspace', `${grant.id}.json`);
  writeFileSync(file, JSON.stringify({ ...grant, commands: grant.commands.map((each) => ({ ...each, rules: [] })) }));
  expect(await desk.covers('rm -rf build')).toBe(false);
});

test('a grant of scope user counts only in the folder of the user', async () => {
  const grant = await desk.grant(push);
  const file = join(desk.workspace.path, '../grants/workspace', `${grant.id}.json`);
  writeFileSync(file, JSON.stringify({ ...grant, scope: 'user' }));
  expect(await desk.covers(push)).toBe(false);
});

test('what a redirect writes is said, and no wider form is offered with one', async () => {
  const covers = (await desk.offers('chmod 700 build >> log.txt 2> err.txt')).filter(({ scope }) => scope === 'workspace');
  expect(covers.map((offer) => offer.covers)).toEqual([
    [expect.stringContaining('"chmod 700 build" exactly, with its output into log.txt and err.txt, in the top folder')],
  ]);
  await desk.grant('chmod 700 build >> log.txt');
  expect(await desk.covers('chmod 700 build >> log.txt')).toBe(true);
  expect(await desk.covers('chmod 700 build >> other.txt')).toBe(false);
  expect(await desk.covers('chmod 700 build')).toBe(false);
}); // prettier-ignore

test('what is too long to be read is not offered', async () => {
  expect(await desk.offers(`rm -rf ${'x'.repeat(200)}`)).not.toEqual([]);
  expect(await desk.offers(`rm -rf ${'x'.repeat(200)} ${'y'.repeat(900)}`)).toEqual([]);
});

test('a grant that is revoked while it is being used covers nothing', async () => {
  const { id } = await desk.grant('rm -rf build');
  const file = join(desk.workspace.path, '../grants/workspace', `${id}.json`);
  const other = openGrantDesk({ at: desk.workspace, whileLooking: () => rmSync(file) });
  expect(await desk.covers('rm -rf build')).toBe(true);
  expect(await other.covers('rm -rf build')).toBe(false);
});
