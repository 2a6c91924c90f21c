// What the box changes for somebody who calls the tools.
import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import type { Envelope } from '../../src/protocol/envelope.ts';
import { createSallyport } from '../../src/sallyport.ts';
import { openSandbox } from '../../src/sandbox.ts';
import { scriptedApprover, tempWorkspace, type TempWorkspace } from '../../src/testing/index.ts';
import { hasBubblewrap } from '../fixtures/bubblewrap.ts';
import { runProcess } from '../fixtures/run-process.ts';

function open(workspace: TempWorkspace, sandbox?: 'auto' | 'off' | 'required') {
  const { approver } = scriptedApprover(() => 'allow');
  return createSallyport({ root: workspace.path, env: workspace.env, approver, ...(sandbox ? { sandbox } : {}) });
}

const git = (workspace: TempWorkspace, ...args: string[]) =>
  execFileSync('git', ['-C', workspace.path, ...args], { encoding: 'utf8' });

describe.runIf(hasBubblewrap)('in a box', () => {
  test('a command says where it ran', async () => {
    using workspace = tempWorkspace();
    await using sallyport = open(workspace);
    const { status, context } = (await sallyport.call('Bash', { command: 'echo hello' })) as Envelope;
    expect({ status, box: context['box'] }).toEqual({ status: 'success', box: 'bubblewrap' });
    expect((await sallyport.runs.list())[0]).toMatchObject({ backend: 'box' });
  });

  test('a protected path that a person allowed can be changed, another one by the same command cannot', async () => {
    using workspace = tempWorkspace();
    workspace.write('.vscode/settings.json', '{}');
    workspace.write('.github/workflows/ci.yml', 'jobs:');
    workspace.write('sneaky.py', 'open(".github/workflows/ci.yml", "w").write("evil")');
    await using sallyport = open(workspace);
    await sallyport.shell.run('echo 1 >.vscode/settings.json; python3 sneaky.py; true');
    expect(readFileSync(join(workspace.path, '.vscode/settings.json'), 'utf8')).toBe('1\n');
    expect(readFileSync(join(workspace.path, '.github/workflows/ci.yml'), 'utf8')).toBe('jobs:');
  });

  test('git notes remotes and branches in its config, and nothing that runs programs', async () => {
    using workspace = tempWorkspace();
    git(workspace, 'init', '-q', '-b', 'main');
    await using sallyport = open(workspace);
    await sallyport.shell.run('git remote add origin https://example.com/x.git');
    await sallyport.shell.run('git -c user.name=a -c user.email=b commit -q --allow-empty -m first');
    expect(git(workspace, 'remote', '-v')).toContain('https://example.com/x.git');
    expect(git(workspace, 'log', '--format=%s')).toBe('first\n');
    const { stdout } = await sallyport.shell.run('git config core.fsmonitor ./evil; git config core.fsmonitor');
    expect(stdout).toBe('./evil\n');
    expect(readFileSync(join(workspace.path, '.git/config'), 'utf8')).not.toContain('evil');
  });

  test('git that would change a locked path says why it could not, and can when the path is named', async () => {
    using workspace = tempWorkspace();
    const workflow = '.github/workflows/ci.yml';
    const save = (content: string) => {
      workspace.write(workflow, content);
      git(workspace, 'add', '-A');
      git(workspace, '-c', 'user.name=a', '-c', 'user.email=b', 'commit', '-qm', content);
    };
    git(workspace, 'init', '-q', '-b', 'main');
    save('one');
    git(workspace, 'switch', '-qc', 'other');
    save('two');
    git(workspace, 'switch', '-q', 'main');
    await using sallyport = open(workspace);
    const { text } = (await sallyport.call('Bash', { command: 'git switch other' })) as Envelope;
    expect(text).toContain(`these stayed as they were: ${workflow}.`);
    expect(text).toContain(`"git checkout <commit> -- ${workflow}"`);
    expect(readFileSync(join(workspace.path, workflow), 'utf8')).toBe('one');
    await sallyport.shell.run(`git checkout HEAD -- ${workflow}`);
    expect(readFileSync(join(workspace.path, workflow), 'utf8')).toBe('two');
    expect(git(workspace, 'status', '--short', '--untracked-files=no')).toBe('');
  });

  test('a folder with a repository in it can be removed', async () => {
    using workspace = tempWorkspace();
    workspace.write('old/.git/HEAD', 'ref: refs/heads/main');
    workspace.write('old/.git/config', '');
    await using sallyport = open(workspace);
    await sallyport.shell.run('ls');
    expect(await sallyport.shell.run('rm -rf old')).toMatchObject({ exitCode: 0, stderr: '' });
    expect(existsSync(join(workspace.path, 'old'))).toBe(false);
  });

  test('a new hook is told and can no longer be run', async () => {
    using workspace = tempWorkspace();
    const lines = [
      'import os, shutil',
      'os.system("git init -q sub")',
      'shutil.copy("/bin/true", "sub/.git/hooks/pre-commit")',
    ];
    workspace.write('sneaky.py', lines.join('\n'));
    await using sallyport = open(workspace);
    const { text } = (await sallyport.call('Bash', { command: 'python3 sneaky.py' })) as Envelope;
    expect(text).toContain('protected path sub/.git/hooks/pre-commit (git.hooks): it can no longer be run.');
    expect(statSync(join(workspace.path, 'sub/.git/hooks/pre-commit')).mode & 0o111).toBe(0);
  });

  test('doctor says what holds', async () => {
    using workspace = tempWorkspace();
    await using sallyport = open(workspace);
    const check = (await sallyport.doctor()).find(({ name }) => name === 'sandbox');
    expect(check?.detail).toMatch(/^bubblewrap: read-only system, no network/);
  });
});

test('a sandbox that is switched off, or cannot be had, is said to be none', async () => {
  using workspace = tempWorkspace();
  await using sallyport = open(workspace, 'off');
  const { context } = (await sallyport.call('Bash', { command: 'pwd' })) as Envelope;
  expect(context['box']).toBe(null);
  const check = (await sallyport.doctor()).find(({ name }) => name === 'sandbox');
  expect(check).toMatchObject({ status: 'warn', detail: expect.stringMatching(/^none: it is switched off/) as string });
});

test('without bubblewrap nothing runs where a sandbox is required, and everything where it is not', async () => {
  using workspace = tempWorkspace();
  workspace.write('bin/nothing', '');
  chmodSync(join(workspace.path, 'bin/nothing'), 0o755);
  const path = process.env['PATH'];
  process.env['PATH'] = join(workspace.path, 'bin');
  try {
    const required = await openSandbox('required', { root: workspace.path });
    expect(required.status).toMatchObject({ kind: 'none', lacks: ['bubblewrap (bwrap) is not installed'] });
    await expect(runProcess(required.backend, 'true')).rejects.toMatchObject({ code: 'NoSandbox' });
    const auto = await openSandbox('auto', { root: workspace.path });
    await using backend = auto.backend;
    expect(auto.status.fix).toMatch(/^install bubblewrap/);
    expect(backend.name).toBe('process');
  } finally {
    process.env['PATH'] = path;
  }
});
