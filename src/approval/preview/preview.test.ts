import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openGrantDesk, type GrantDesk } from '../../../test/fixtures/grants.ts';
import { createProcessBackend } from '../../backends/process/index.ts';
import { systemClock } from '../../platform/clock.ts';
import { fits } from '../../files/index.ts';
import { previewLine, trackedIn } from './index.ts';

let desk: GrantDesk;
beforeEach(() => {
  desk = openGrantDesk();
  for (const path of ['build/a.js', 'build/b.js', 'build/deep/c.map', 'build/.hidden', 'src/a.ts', 'out.txt'])
    desk.workspace.write(path, path);
});
afterEach(() => desk[Symbol.dispose]());

const preview = (command: string, tracked?: Parameters<typeof previewLine>[1]['tracked']) =>
  previewLine(desk.judge(command).line, {
    root: desk.workspace.path,
    clock: systemClock,
    ...(tracked ? { tracked } : {}),
  });

test.each<[command: string, deleted: readonly string[], overwritten: readonly string[]]>([
  ['rm -rf build', ['build/.hidden', 'build/a.js', 'build/b.js', 'build/deep/c.map'], []],
  ['rm build/*.js', ['build/a.js', 'build/b.js'], []],
  ['rm build/[!a].js', ['build/b.js'], []],
  ['rm build/?.js', ['build/a.js', 'build/b.js'], []],
  ['rm -r */deep', ['build/deep/c.map'], []],
  ['rm build/*', ['build/a.js', 'build/b.js'], []],
  ['rm -rf build/*', ['build/a.js', 'build/b.js', 'build/deep/c.map'], []],
  ['rm -f missing *.none', [], []],
  ['rm out.txt out.txt', ['out.txt'], []],
  ['cd build && rm a.js', ['build/a.js'], []],
  ['rm -rf .', ['build/.hidden', 'build/a.js', 'build/b.js', 'build/deep/c.map', 'out.txt', 'src/a.ts'], []],
  ['echo a > out.txt', [], ['out.txt']],
  ['echo a >> out.txt', [], []],
  ['echo a > new.txt', [], []],
  ['cp src/a.ts out.txt', [], ['out.txt']],
  ['mv src/a.ts out.txt', [], ['out.txt']],
  ['cat src/a.ts', [], []],
])('%s: what is there and would be lost', async (command, deleted, overwritten) => {
  const { deletes, overwrites } = await preview(command);
  expect([deletes.examples, overwrites.examples]).toEqual([deleted, overwritten]);
  expect([deletes.files, overwrites.files]).toEqual([deleted.length, overwritten.length]);
});

test('sizes and folders are counted', async () => {
  const { deletes } = await preview('rm -rf build');
  expect(deletes).toMatchObject({ files: 4, folders: 2, isMore: false });
  expect(deletes.bytes).toBe('build/a.jsbuild/b.jsbuild/deep/c.mapbuild/.hidden'.length);
});

test('a link is one thing that is removed; what it points to is not looked at', async () => {
  symlinkSync('/usr', join(desk.workspace.path, 'build/usr'));
  symlinkSync('../src', join(desk.workspace.path, 'build/src'));
  expect((await preview('rm -rf build')).deletes).toMatchObject({ files: 6, folders: 2, isMore: false });
});

test('a folder with very many files is counted up to a limit, and said to have more', async () => {
  mkdirSync(join(desk.workspace.path, 'many'));
  for (let at = 0; at < 20_050; at++) writeFileSync(join(desk.workspace.path, `many/${at}`), '');
  const { deletes } = await preview('rm -rf many');
  expect(deletes.isMore).toBe(true);
  expect(deletes.files).toBeLessThanOrEqual(20_000);
});

test('what is known only at run time is said to be so', async () => {
  const { unknown, deletes } = await preview('rm -rf "$DIR"/x out.txt');
  expect(unknown).toEqual(['…/x']);
  expect(deletes.files).toBe(1);
});

test('what it runs, contacts and changes is told in words', async () => {
  expect(await preview('./tool --x; git push origin main; npm test')).toMatchObject({
    runs: expect.arrayContaining(['./tool', 'a script of the package']),
    contacts: ['origin (repository)'],
    changes: ['remote origin'],
  });
});

const git = (...args: string[]) => execFileSync('git', ['-C', desk.workspace.path, ...args], { stdio: 'pipe' });
async function asGitSees<T>(work: (tracked: NonNullable<Parameters<typeof previewLine>[1]['tracked']>) => Promise<T>) {
  await using backend = createProcessBackend();
  const env = { PATH: process.env['PATH'] ?? '', HOME: desk.workspace.path };
  return await work((paths) => trackedIn(desk.workspace.path, paths, { backend, env }));
}

test('files that are not in git are named, ignored ones counted', async () => {
  git('init', '-q');
  desk.workspace.write('.gitignore', '*.js\n');
  git('add', 'build/deep/c.map', '.gitignore');
  const { deletes } = await asGitSees((tracked) => preview('rm -rf build out.txt', tracked));
  expect(deletes.git).toEqual({ untracked: 2, examples: ['build/.hidden', 'out.txt'], ignored: 2 });
});

test('without a repository nothing is said of git', async () => {
  const { deletes } = await asGitSees((tracked) => preview('rm -rf build', tracked));
  expect(deletes.git).toBeUndefined();
});

test('a repository of a stranger can start nothing while it is asked', async () => {
  git('init', '-q');
  git('add', '.');
  const trap = join(desk.workspace.path, '../trap.sh');
  writeFileSync(trap, `#!/bin/sh\ntouch ${join(desk.workspace.path, '../sprung')}\n`, { mode: 0o755 });
  for (const key of ['core.fsmonitor', 'core.sshCommand', 'core.pager', 'core.editor', 'alias.ls-files']) git('config', key, trap);
  git('config', 'filter.x.clean', trap);
  desk.workspace.write('.gitattributes', '* filter=x\n');
  const { deletes } = await asGitSees((tracked) => preview('rm -rf build', tracked));
  expect(deletes.git).toMatchObject({ untracked: 0 });
  expect(execFileSync('ls', [join(desk.workspace.path, '..')], { encoding: 'utf8' })).not.toContain('sprung');
}); // prettier-ignore

test.each<[string, string, boolean]>([
  ['a.js', '*.js', true],
  ['a.jsx', '*.js', false],
  ['abc', 'a*c', true],
  ['abcb', 'a*c', false],
  ['aXbXc', 'a*b*c', true],
  ['.a', '*', false],
  ['.a', '.*', true],
  ['b', '[a-c]', true],
  ['d', '[a-c]', false],
  ['d', '[!a-c]', true],
  [']', '[]]', true],
  ['[a', '[a', true],
  ['', '*', true],
  ['a', '', false],
])('%s fits %s: %s', (name, pattern, expected) => {
  expect(fits(name, pattern)).toBe(expected);
});

test('a pattern made to be slow is not', () => {
  const before = process.cpuUsage();
  expect(fits('a'.repeat(5_000), `${'*a'.repeat(500)}b`)).toBe(false);
  expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
});
