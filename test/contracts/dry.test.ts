import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Approver, Question } from '../../src/protocol/approver.ts';
import { createSallyport } from '../../src/sallyport.ts';
import { tempWorkspace, type TempWorkspace } from '../../src/testing/index.ts';
import { hasBubblewrap } from '../fixtures/bubblewrap.ts';

/** A person who has everything tried first, and then says this. */
function tries(then: 'allow' | 'deny', meanwhile: (question: Question) => void = () => {}) {
  const asked: Question[] = [];
  const approver: Approver = (question) => {
    asked.push(question);
    const by = { who: 'script', how: 'testing' };
    if (!question.trial) return Promise.resolve({ ...by, answer: 'allow', dry: true });
    meanwhile(question);
    return Promise.resolve({ ...by, answer: then, ...(then === 'deny' ? { note: 'not like that' } : {}) });
  };
  return { approver, asked };
}

function open(workspace: TempWorkspace, approver?: Approver) {
  return createSallyport({ root: workspace.path, env: workspace.env, ...(approver ? { approver } : {}) });
}

function project(): TempWorkspace {
  const workspace = tempWorkspace();
  workspace.write('src/a.txt', 'one\ntwo\n');
  workspace.write('src/b.txt', 'b\n');
  return workspace;
}

const read = (workspace: TempWorkspace, path: string) => readFileSync(join(workspace.path, path), 'utf8');
const names = (workspace: TempWorkspace, path = '.') => readdirSync(join(workspace.path, path)).toSorted();

describe.runIf(hasBubblewrap)('a dry run', () => {
  test('shows what would change; dropped, it changes nothing and is no failure', async () => {
    using workspace = project();
    await using sallyport = open(workspace);
    const command = 'echo three >> src/a.txt; rm src/b.txt; mkdir new; echo x > new/x; chmod 600 new/x; echo out';
    const result = await sallyport.shell.run(command, { dry: 'drop' });
    expect(result).toMatchObject({ stdout: 'out\n', exitCode: 0, dry: { decision: 'dropped', left_out: [] } });
    expect(result.dry?.counts).toEqual({ added: 2, changed: 1, deleted: 1, mode: 0, touched: 0 });
    expect(result.dry?.changes.map(({ what, path, diff }) => [what, path, diff])).toEqual([
      ['added', 'new', undefined],
      ['added', 'new/x', '@@ -0,0 +1 @@\n+x\n'],
      ['changed', 'src/a.txt', '@@ -1,2 +1,3 @@\n one\n two\n+three\n'],
      ['deleted', 'src/b.txt', '@@ -1 +0,0 @@\n-b\n'],
    ]);
    expect([names(workspace), names(workspace, 'src')]).toEqual([
      ['.agents', 'src'],
      ['a.txt', 'b.txt'],
    ]);
    const record = await sallyport.runs.read(result.runId);
    expect(record).toMatchObject({ backend: 'box', approval: null, result: { dry: { decision: 'dropped' } } });
  });

  test('is applied as a whole, recorded, and can be undone', async () => {
    using workspace = project();
    await using sallyport = open(workspace);
    const { dry, runId } = await sallyport.shell.run('rm -rf src; echo x > x', { dry: 'apply' });
    expect(dry?.decision).toBe('applied');
    expect(names(workspace)).toEqual(['.agents', 'x']);
    const record = await sallyport.runs.read(runId);
    const paths = ['deleted src', 'deleted src/a.txt', 'deleted src/b.txt', 'added x'];
    expect(record.result?.['dry']).toMatchObject({ decision: 'applied', paths });
    expect(record).toMatchObject({ approval: { answer: 'allow', dry: true }, undo: { kept: 3 } });
    await sallyport.runs.undo(runId);
    expect(read(workspace, 'src/a.txt')).toBe('one\ntwo\n');
  });

  test('what somebody else changed since is not overwritten, and then nothing is applied', async () => {
    using workspace = project();
    const { approver } = tries('allow', () => workspace.write('src/a.txt', 'mine\n'));
    await using sallyport = open(workspace, approver);
    const run = sallyport.shell.run('echo x >> src/a.txt; rm src/b.txt; echo new > new', { dry: 'ask' });
    await expect(run).rejects.toThrow(
      '"src/a.txt" was changed in the workspace since the dry run began, and nothing was applied',
    );
    expect([names(workspace), names(workspace, 'src')]).toEqual([
      ['.agents', 'src'],
      ['a.txt', 'b.txt'],
    ]);
    expect(read(workspace, 'src/a.txt')).toBe('mine\n');
    const [last] = await sallyport.runs.list();
    const record = await sallyport.runs.read(last?.run_id ?? '');
    expect(record.result?.['dry']).toMatchObject({
      decision: 'failed',
      conflict: expect.stringContaining('"src/a.txt" was changed') as string,
      paths: ['added new', 'changed src/a.txt', 'deleted src/b.txt'],
    });
  });

  test.each([
    ['is made where one is to be made', 'echo x > new', (at: string) => writeFileSync(join(at, 'new'), 'mine')],
    [
      'is put into a folder that is to be deleted',
      'rm -rf src',
      (at: string) => writeFileSync(join(at, 'src/c'), 'mine'),
    ],
    [
      'is changed in a file that is to be deleted',
      'rm src/b.txt',
      (at: string) => writeFileSync(join(at, 'src/b.txt'), 'longer'),
    ],
  ])('what %s meanwhile stays', async (_, command, meanwhile) => {
    using workspace = project();
    const { approver } = tries('allow', () => meanwhile(workspace.path));
    await using sallyport = open(workspace, approver);
    await expect(sallyport.shell.run(command, { dry: 'ask' })).rejects.toThrow('nothing was applied');
    expect(existsSync(join(workspace.path, 'src/a.txt'))).toBe(true);
    expect(existsSync(join(workspace.path, 'src/b.txt'))).toBe(true);
  });

  test('the folder of a new file that is gone meanwhile is not made again', async () => {
    using workspace = project();
    const { approver } = tries('allow', () => rmSync(join(workspace.path, 'src'), { recursive: true }));
    await using sallyport = open(workspace, approver);
    await expect(sallyport.shell.run('echo x > src/new; echo x > x', { dry: 'ask' })).rejects.toThrow(
      'nothing was applied',
    );
    expect(names(workspace)).toEqual(['.agents']);
  });

  test('what is protected is shown first, whatever else was made to hide it', async () => {
    using workspace = project();
    await using sallyport = open(workspace);
    const { dry } = await sallyport.shell.run(
      'for i in $(seq 1200); do : > $i; done; mkdir .husky; echo x > .husky/post-merge',
      { dry: 'drop' },
    );
    expect(dry?.changes.slice(0, 2).map(({ path }) => path)).toEqual(['.husky', '.husky/post-merge']);
    expect([dry?.counts.added, dry?.changes.length]).toEqual([1202, 1000]);
  });

  test('protected paths need a person, who is shown them; our own need nobody to be closed', async () => {
    using workspace = project();
    const { approver, asked } = tries('allow');
    await using sallyport = open(workspace, approver);
    const command = 'mkdir .vscode; echo {} > .vscode/tasks.json; echo x > x';
    await expect(sallyport.shell.run(command, { dry: 'apply' })).rejects.toThrow(
      '".vscode" is protected (editor.config)',
    );
    expect(names(workspace)).toEqual(['.agents', 'src']);
    expect((await sallyport.shell.run(command, { dry: 'ask' })).dry?.decision).toBe('applied');
    expect(asked.at(-1)?.trial?.protected.map(({ path, rule }) => [path, rule])).toContainEqual([
      '.vscode/tasks.json',
      'editor.config',
    ]);
    expect(names(workspace)).toEqual(['.agents', '.vscode', 'src', 'x']);
    workspace.write('own.py', 'open(".agents/x", "w")\n');
    const { exitCode, dry } = await sallyport.shell.run('python3 own.py', { dry: 'apply' });
    expect([exitCode, dry?.decision]).toEqual([1, 'nothing']);
  });

  test('what is blocked stays blocked, and there is no network', async () => {
    using workspace = project();
    await using sallyport = open(workspace);
    await expect(sallyport.shell.run('sudo rm x', { dry: 'drop' })).rejects.toThrow('Blocked');
    const { stdout } = await sallyport.shell.run('cat /proc/net/dev | tail -n +3 | cut -d: -f1 | tr -d " "', {
      dry: 'drop',
    });
    expect(stdout.trim()).toBe('lo');
  });
});

describe.runIf(hasBubblewrap)('who answers "try it first"', () => {
  const ask = { command: 'rm -rf src; echo secret; echo x > x' };

  test('is asked again with what it changed; an agent gets the output only of what was applied', async () => {
    using workspace = project();
    const { approver, asked } = tries('allow');
    await using sallyport = open(workspace, approver);
    const envelope = (await sallyport.call('Bash', ask)) as { status: string; data: { stdout: string } };
    expect(envelope).toMatchObject({ status: 'success', data: { stdout: 'secret\n' } });
    expect(asked.map(({ canTry, trial }) => [canTry, trial?.counts, trial?.output])).toEqual([
      [true, undefined, undefined],
      [undefined, { added: 1, changed: 0, deleted: 3, mode: 0, touched: 0 }, 'secret\n'],
    ]);
    expect(names(workspace)).toEqual(['.agents', 'x']);
  });

  test('and drops it leaves the agent with the reason alone', async () => {
    using workspace = project();
    await using sallyport = open(workspace, tries('deny').approver);
    const envelope = JSON.stringify(await sallyport.call('Bash', ask));
    expect(envelope).toContain('not like that');
    expect(envelope).not.toContain('secret\\n');
    expect([names(workspace), names(workspace, 'src')]).toEqual([
      ['.agents', 'src'],
      ['a.txt', 'b.txt'],
    ]);
    const [record] = await sallyport.runs.list({ limit: 1 });
    expect(record).toMatchObject({ error_code: 'Denied', stdout: '', approval: { answer: 'deny', dry: true } });
  });

  test('is never an agent: no tool has an option for it', async () => {
    using workspace = project();
    await using sallyport = open(workspace);
    for (const dry of ['apply', 'drop', true]) await sallyport.call('Bash', { command: 'echo x > x', dry });
    const records = await sallyport.runs.list();
    expect(records.filter(({ result }) => result?.['dry'] !== undefined)).toEqual([]);
  });

  test('while everything is allowed for a while still sees what it does', async () => {
    using workspace = project();
    const { approver, asked } = tries('deny');
    await using sallyport = open(workspace, approver);
    await sallyport.approvals.allowAll(5);
    const { dry } = await sallyport.shell.run('rm -rf src', { dry: 'ask' });
    expect([dry?.decision, asked.length]).toEqual(['dropped', 1]);
  });
});
