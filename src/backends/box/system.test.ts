import { chmodSync, chownSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempWorkspace, type TempWorkspace } from '../../testing/index.ts';
import { closedToOthers } from './system.ts';

function file(workspace: TempWorkspace, path: string, mode: number): void {
  workspace.write(path, 'x');
  chmodSync(join(workspace.path, path), mode);
}

function folder(workspace: TempWorkspace, path: string, mode: number): void {
  mkdirSync(join(workspace.path, path));
  chmodSync(join(workspace.path, path), mode);
}

const closedIn = ({ path }: TempWorkspace, depth: number) =>
  closedToOthers([path], depth)
    .map((one) => `${one.path.slice(path.length + 1)}${one.isFolder ? '/' : ''}`)
    .toSorted();

test('files and folders that others may not read are found down to a depth', () => {
  using workspace = tempWorkspace();
  chmodSync(workspace.path, 0o755);
  file(workspace, 'open', 0o644);
  file(workspace, 'closed', 0o640);
  file(workspace, 'a/closed', 0o600);
  file(workspace, 'a/b/closed', 0o600);
  folder(workspace, 'a/no', 0o750);
  folder(workspace, 'a/listed', 0o754);
  chmodSync(join(workspace.path, 'a'), 0o755);
  chmodSync(join(workspace.path, 'a/b'), 0o755);
  expect(closedIn(workspace, 0)).toEqual(['closed']);
  expect(closedIn(workspace, 1)).toEqual(['a/closed', 'a/listed/', 'a/no/', 'closed']);
  expect(closedIn(workspace, 2)).toEqual(['a/b/closed', 'a/closed', 'a/listed/', 'a/no/', 'closed']);
});

// 12345 is nobody on any system that these run on.
test.runIf(process.getuid?.() === 0)('what is only for another user is closed to us as it is', () => {
  using workspace = tempWorkspace();
  chmodSync(workspace.path, 0o755);
  const give = (path: string, group: number) => chownSync(join(workspace.path, path), 12_345, group);
  file(workspace, 'alone', 0o600);
  file(workspace, 'shared', 0o640);
  folder(workspace, 'alone.d', 0o700);
  folder(workspace, 'shared.d', 0o710);
  for (const path of ['alone', 'shared', 'alone.d', 'shared.d']) give(path, 0);
  expect(closedIn(workspace, 0)).toEqual(['shared', 'shared.d/']);
});

test('what is put into a folder later, replaced there, or closed soon after is found too', () => {
  using workspace = tempWorkspace();
  chmodSync(workspace.path, 0o755);
  file(workspace, 'first', 0o644);
  expect(closedIn(workspace, 0)).toEqual([]);
  file(workspace, 'second', 0o600);
  expect(closedIn(workspace, 0)).toEqual(['second']);
  file(workspace, 'other', 0o600);
  renameSync(join(workspace.path, 'other'), join(workspace.path, 'first'));
  expect(closedIn(workspace, 0)).toEqual(['first', 'second']);
  file(workspace, 'third', 0o644);
  expect(closedIn(workspace, 0)).toEqual(['first', 'second']);
  chmodSync(join(workspace.path, 'third'), 0o600);
  expect(closedIn(workspace, 0)).toEqual(['first', 'second', 'third']);
});
