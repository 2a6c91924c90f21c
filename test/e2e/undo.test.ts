import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempWorkspace, type TempWorkspace } from '../../src/testing/index.ts';
import type { Undone } from '../../src/protocol/undo.ts';
import { bash, cli, cliPath, hasScript, wireOf } from './cli.ts';

async function lastRun(workspace: TempWorkspace): Promise<string> {
  const { stdout } = await cli(workspace, ['runs', '--json', '--limit', '1']);
  return (JSON.parse(stdout) as { run_id: string }[])[0]?.run_id as string;
}

test('undo shows what it would do, wants a yes, does it, and is a run of its own', async () => {
  using workspace = tempWorkspace();
  workspace.write('a.txt', 'old a\n');
  workspace.write('b.txt', 'old b\n');
  const read = (name: string) => readFileSync(join(workspace.path, name), 'utf8');
  expect((await cli(workspace, ['run', 'echo new | tee a.txt > b.txt'])).code).toBe(0);
  const id = await lastRun(workspace);
  workspace.write('b.txt', 'mine\n');

  const shown = await cli(workspace, ['undo', id]);
  expect(shown.code).toBe(3);
  expect(shown.stdout).toMatch(/restore\s+a\.txt\s+6 bytes/);
  expect(shown.stdout).toMatch(/refused\s+b\.txt\s+it was changed since the run; .* --show b\.txt/);
  expect(shown.stderr).toContain('--yes');
  expect(read('a.txt')).toBe('new\n');

  const explained = await cli(workspace, ['explain', id]);
  expect(explained.stdout).toMatch(/undo {2}2 kept \(12 bytes\)/);
  expect((await cli(workspace, ['undo', id, '--show', 'b.txt'])).stdout).toBe('old b\n');

  const done = await cli(workspace, ['undo', id, '--yes', '--json']);
  expect(done.code).toBe(1); // something was refused
  const undone = JSON.parse(done.stdout) as Undone;
  expect(undone.steps.map(({ path, action }) => [path, action])).toEqual([
    ['a.txt', 'restore'],
    ['b.txt', 'refuse'],
  ]);
  expect([read('a.txt'), read('b.txt')]).toEqual(['old a\n', 'mine\n']);
  const runs = JSON.parse((await cli(workspace, ['runs', '--json', '--tool', 'undo'])).stdout) as { run_id: string }[];
  expect(runs.map(({ run_id }) => run_id)).toEqual([undone.undo_run_id]);
  expect((await cli(workspace, ['audit', 'verify'])).code).toBe(0);
});

test('the name of a file that was not kept cannot write a line of its own', async () => {
  using workspace = tempWorkspace();
  const name = 'a\nnot kept: b';
  expect((await bash(workspace, `mkdir d; mkfifo "d/${name}"; echo x >d/f; sallyport run 'rm d/*'`)).code).toBe(0);
  const { stdout } = await cli(workspace, ['undo', await lastRun(workspace)]);
  expect(stdout.split('\n').filter((line) => line.startsWith('not kept'))).toEqual([
    'not kept: d/a\\nnot kept: b: it is neither file, folder nor link',
  ]);
});

test('what an archive replaced comes back', async () => {
  using workspace = tempWorkspace();
  workspace.write('in/a.txt', 'from the archive');
  expect((await cli(workspace, ['exec', 'zip create --src in --out a.zip --confirm'])).code).toBe(0);
  workspace.write('to/a.txt', 'mine');
  workspace.write('to/other.txt', 'other');
  const reply = wireOf(
    await cli(workspace, ['exec', 'zip extract --in a.zip --dest to --confirm --overwrite', '--json']),
  );
  expect(readFileSync(join(workspace.path, 'to/a.txt'), 'utf8')).toBe('from the archive');
  const undone = await cli(workspace, ['undo', reply.run_id, '--yes', '--json']);
  expect((JSON.parse(undone.stdout) as Undone).steps.map(({ path }) => path)).toEqual(['to/a.txt']);
  expect(readFileSync(join(workspace.path, 'to/a.txt'), 'utf8')).toBe('mine');
});

test('an agent cannot undo', async () => {
  using workspace = tempWorkspace();
  workspace.write('a.txt', 'old');
  await cli(workspace, ['run', 'echo new > a.txt']);
  const id = await lastRun(workspace);
  expect((await cli(workspace, ['run', `sallyport undo ${id} --yes`])).code).toBe(3);
  expect((await cli(workspace, ['call', 'undo', `{"run":"${id}"}`])).code).toBe(2);
});

describe.skipIf(!hasScript)('on a terminal', () => {
  test.each([
    ['n', 'new\n'],
    ['y', 'old'],
  ])('a person is asked, and %s leaves %j', async (key, content) => {
    using workspace = tempWorkspace();
    workspace.write('a.txt', 'old');
    await cli(workspace, ['run', 'echo new > a.txt']);
    const id = await lastRun(workspace);
    const keys = `for turn in $(seq 60); do sleep 0.5; printf ${key} || break; done 2>/dev/null`;
    const inside = `"${process.execPath}" "${cliPath}" undo ${id}`;
    const { stdout } = await bash(workspace, `(${keys}) | script -qec '${inside}' /dev/null`);
    expect(stdout).toContain('Bring it back?');
    expect(readFileSync(join(workspace.path, 'a.txt'), 'utf8')).toBe(content);
  });
});
