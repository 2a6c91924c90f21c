// What covers a file in a box is lost when somebody outside replaces that file; git and `passwd` do.
import { readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hasBubblewrap } from '../../../test/fixtures/bubblewrap.ts';
import { runProcess } from '../../../test/fixtures/run-process.ts';
import { tempWorkspace, type TempWorkspace } from '../../testing/index.ts';
import { createBoxBackend } from './index.ts';

const config = '[core]\n\tbare = false\n';
const armed = `printf '[core]\\n\\tfsmonitor = evil\\n' >>.git/config`;

function repository(): TempWorkspace {
  const workspace = tempWorkspace();
  workspace.write('.git/HEAD', 'ref: refs/heads/main\n');
  workspace.write('.git/objects/x', '');
  workspace.write('.git/config', config);
  return workspace;
}

/** As programs do that want to be sure to leave a whole file. */
function replace(workspace: TempWorkspace, path: string, content: string): void {
  workspace.write(`${path}.new`, content);
  renameSync(join(workspace.path, `${path}.new`), join(workspace.path, path));
}

describe.runIf(hasBubblewrap)('when a file is replaced outside', () => {
  test('what is closed stays closed to the next command', async () => {
    using workspace = tempWorkspace();
    workspace.write('secret', 'first');
    const { path: root } = workspace;
    await using backend = createBoxBackend({ root, closed: [join(root, 'secret')] });
    const read = async () => (await runProcess(backend, 'cat secret; true', { cwd: root })).stdout.toString();
    const before = await read();
    replace(workspace, 'secret', 'second');
    expect([before, await read()]).toEqual(['', '']);
  });

  test('what is locked stays locked to the next command', async () => {
    using workspace = repository();
    const { path: cwd } = workspace;
    await using backend = createBoxBackend({ root: cwd });
    expect((await runProcess(backend, armed, { cwd })).exitCode).toBe(1);
    replace(workspace, '.git/config', `${config}[user]\n\tname = me\n`);
    expect((await runProcess(backend, armed, { cwd })).exitCode).toBe(1);
    expect(readFileSync(join(cwd, '.git/config'), 'utf8')).not.toContain('evil');
  });

  test('what the command that runs makes of it is found at its end', async () => {
    using workspace = repository();
    const { path: cwd } = workspace;
    await using backend = createBoxBackend({ root: cwd });
    const script = `touch ready; until [ -e go ]; do sleep 0.02; done; ${armed}`;
    const running = runProcess(backend, script, { cwd });
    await appears(workspace, 'ready');
    replace(workspace, '.git/config', config);
    workspace.write('go', '');
    expect((await running).touched).toEqual([
      { path: '.git/config', rule: 'git.config', done: 'taken out: core.fsmonitor' },
    ]);
    expect(readFileSync(join(cwd, '.git/config'), 'utf8')).toBe(`${config}[core]\n`);
  });
});

test.runIf(hasBubblewrap)('what a command makes is found, also when another one begins before it ends', async () => {
  using workspace = repository();
  const { path: cwd } = workspace;
  await using backend = createBoxBackend({ root: cwd });
  const hook = 'sub/.git/hooks/pre-commit';
  const script = `mkdir -p sub/.git/hooks; cp /bin/true ${hook}; touch ready; until [ -e go ]; do sleep 0.02; done`;
  const running = runProcess(backend, script, { cwd });
  await appears(workspace, 'ready');
  const other = await runProcess(backend, 'true', { cwd });
  workspace.write('go', '');
  const touched = [...(other.touched ?? []), ...((await running).touched ?? [])];
  expect(touched).toEqual([{ path: hook, rule: 'git.hooks', done: 'it can no longer be run' }]);
  expect(statSync(join(cwd, hook)).mode & 0o111).toBe(0);
});

async function appears({ path }: TempWorkspace, name: string): Promise<void> {
  while (!statSync(join(path, name), { throwIfNoEntry: false })) await new Promise((done) => setTimeout(done, 10));
}
