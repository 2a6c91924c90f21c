import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempWorkspace, type TempWorkspace } from '../../../testing/index.ts';
import { openGuard } from './guard.ts';

const nobody = () => [{ locked: [], granted: [] }];
const isQuiet = () => true;

function repository(workspace: TempWorkspace, folder: string): void {
  for (const name of ['objects', 'refs', 'hooks']) mkdirSync(join(workspace.path, folder, name), { recursive: true });
  workspace.write(`${folder}/HEAD`, 'ref: refs/heads/main\n');
  workspace.write(`${folder}/config`, '[core]\n\tbare = false\n');
}

const program = (workspace: TempWorkspace, path: string) => {
  workspace.write(path, '#!/bin/sh\n');
  chmodSync(join(workspace.path, path), 0o755);
};

test('what is there is locked, what leads to it cannot be moved, and what is in node_modules is nobody’s', async () => {
  using workspace = tempWorkspace();
  repository(workspace, '.git');
  repository(workspace, 'sub/.git');
  repository(workspace, 'bare');
  for (const file of [
    '.vscode/a',
    '.github/workflows/ci.yml',
    '.agents/x',
    'lib/.husky/pre-commit',
    'node_modules/a/.vscode/b',
  ])
    workspace.write(file, '');
  const { locked, pinned } = await openGuard({ workspace: workspace.path, state: ['.agents'] }).survey(isQuiet);
  const below = (paths: readonly string[]) => paths.map((path) => path.slice(workspace.path.length + 1)).toSorted();
  const ofGit = (folder: string) => [`${folder}/config`, `${folder}/hooks`];
  expect(below(locked)).toEqual(
    [
      '.agents',
      '.github/workflows',
      '.vscode',
      'lib/.husky',
      ...['.git', 'sub/.git', 'bare'].flatMap(ofGit),
    ].toSorted(),
  );
  expect(below(pinned)).toEqual(['.git', '.github', 'bare', 'sub/.git']);
});

test('a link of a protected name is not locked', async () => {
  using workspace = tempWorkspace();
  workspace.write('elsewhere/x', '');
  symlinkSync('elsewhere', join(workspace.path, '.vscode'));
  symlinkSync('elsewhere', join(workspace.path, '.agents'));
  expect((await openGuard({ workspace: workspace.path, state: ['.agents'] }).survey(isQuiet)).locked).toEqual([]);
});

test('a hook that was made can no longer be run, a sample can', async () => {
  using workspace = tempWorkspace();
  const guard = openGuard({ workspace: workspace.path, state: [] });
  await guard.survey(isQuiet);
  repository(workspace, 'sub/.git');
  program(workspace, 'sub/.git/hooks/pre-commit');
  program(workspace, 'sub/.git/hooks/pre-push.sample');
  expect(await guard.look(nobody)).toEqual([
    { path: 'sub/.git/hooks/pre-commit', rule: 'git.hooks', done: 'it can no longer be run' },
  ]);
  const mode = (name: string) => statSync(join(workspace.path, 'sub/.git/hooks', name)).mode & 0o777;
  expect([mode('pre-commit'), mode('pre-push.sample')]).toEqual([0o644, 0o755]);
  expect(await guard.look(nobody)).toEqual([]);
  chmodSync(join(workspace.path, 'sub/.git/hooks/pre-commit'), 0o755);
  expect(await guard.look(nobody)).toHaveLength(1);
});

test('a hook that is a link is removed, not what it leads to', async () => {
  using workspace = tempWorkspace();
  program(workspace, 'program');
  repository(workspace, '.git');
  const guard = openGuard({ workspace: workspace.path, state: [] });
  await guard.survey(isQuiet);
  symlinkSync('../../program', join(workspace.path, '.git/hooks/pre-commit'));
  expect(await guard.look(nobody)).toMatchObject([{ path: '.git/hooks/pre-commit', done: 'the link was removed' }]);
  expect(existsSync(join(workspace.path, '.git/hooks/pre-commit'))).toBe(false);
  expect(statSync(join(workspace.path, 'program')).mode & 0o777).toBe(0o755);
});

test('a config that was made keeps what is harmless; who leads git elsewhere is removed', async () => {
  using workspace = tempWorkspace();
  repository(workspace, '.git');
  const guard = openGuard({ workspace: workspace.path, state: [] });
  await guard.survey(isQuiet);
  repository(workspace, 'sub/.git');
  workspace.write('sub/.git/config', '[core]\n\tbare = false\n\tfsmonitor = evil\n');
  workspace.write('.git/commondir', '../sub/.git\n');
  workspace.write('.git/worktrees/w/HEAD', '');
  workspace.write('.git/worktrees/w/commondir', '../..\n');
  expect(await guard.look(nobody)).toEqual([
    { path: '.git/commondir', rule: 'git.config', done: 'it was removed' },
    { path: 'sub/.git/config', rule: 'git.config', done: 'taken out: core.fsmonitor' },
  ]);
  expect(readFileSync(join(workspace.path, 'sub/.git/config'), 'utf8')).toBe('[core]\n\tbare = false\n');
  expect(existsSync(join(workspace.path, '.git/worktrees/w/commondir'))).toBe(true);
});

test('what can only be told is told once, and what was exempt is not', async () => {
  using workspace = tempWorkspace();
  workspace.write('.vscode/tasks.json', '{}');
  const guard = openGuard({ workspace: workspace.path, state: [] });
  await guard.survey(isQuiet);
  workspace.write('lib/.vscode/tasks.json', '{}');
  workspace.write('.vscode/tasks.json', '{ "evil": 1 }');
  workspace.write('.env', 'A=1');
  expect(await guard.look(() => [{ locked: [join(workspace.path, '.vscode')], granted: [] }])).toEqual([
    { path: 'lib/.vscode/tasks.json', rule: 'editor.config' },
  ]);
  expect(await guard.look(nobody)).toEqual([]);
});

test('a change in the same moment as the last look is seen', async () => {
  using workspace = tempWorkspace();
  const guard = openGuard({ workspace: workspace.path, state: [] });
  for (let round = 0; round < 20; round++) {
    await guard.survey(isQuiet);
    mkdirSync(join(workspace.path, `d${round}`));
    await guard.survey(isQuiet);
    writeFileSync(join(workspace.path, `d${round}`, 'lefthook.yml'), 'x');
    expect(await guard.look(nobody)).toMatchObject([{ path: `d${round}/lefthook.yml` }]);
  }
});

test('what was granted stays as it was made, but for git’s own settings', async () => {
  using workspace = tempWorkspace();
  repository(workspace, '.git');
  const guard = openGuard({ workspace: workspace.path, state: [] });
  await guard.survey(isQuiet);
  program(workspace, '.git/hooks/pre-commit');
  workspace.write('.git/config', '[core]\n\tbare = false\n\tpager = evil\n');
  const granted = ['.git/hooks', '.git/config'].map((name) => join(workspace.path, name));
  expect(await guard.look(() => [{ locked: [], granted }])).toEqual([
    { path: '.git/config', rule: 'git.config', done: 'taken out: core.pager' },
  ]);
});

test('what a running command has made is found also when another one has begun meanwhile', async () => {
  using workspace = tempWorkspace();
  const guard = openGuard({ workspace: workspace.path, state: [] });
  await guard.survey(isQuiet);
  repository(workspace, 'sub/.git');
  program(workspace, 'sub/.git/hooks/pre-commit');
  await guard.survey(() => false);
  expect(await guard.look(nobody)).toMatchObject([{ path: 'sub/.git/hooks/pre-commit' }]);
});
