import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSallyport, type Answer, type Question, type SallyportOptions } from '../../src/index.ts';
import { tempWorkspace, type TempWorkspace } from '../../src/testing/index.ts';

type Said = Partial<Answer> | ((question: Question) => Partial<Answer>);

/** A Sallyport and a person who gives these answers in turn. */
function open(workspace: TempWorkspace, said: readonly Said[], options: Partial<SallyportOptions> = {}) {
  const asked: Question[] = [];
  const left = [...said];
  const sallyport = createSallyport({
    root: workspace.path,
    env: workspace.env,
    approver(question) {
      asked.push(question);
      const next = left.shift();
      if (!next) throw new Error('asked once too often');
      return Promise.resolve({ answer: 'allow', who: 'ann', how: 'test', ...(typeof next === 'function' ? next(question) : next) });
    },
    ...options,
  });
  return { sallyport, asked };
} // prettier-ignore

function workspaceWith(...paths: string[]): TempWorkspace & { has(path: string): boolean } {
  const workspace = tempWorkspace();
  for (const path of paths) workspace.write(path, 'x');
  return { ...workspace, has: (path) => existsSync(join(workspace.path, path)) };
}

test('what a person allows runs; they see the parts, the verdict and what would be lost', async () => {
  using workspace = workspaceWith('build/a', 'build/b', 'out.txt');
  const { sallyport, asked } = open(workspace, [{}]);
  await using _ = sallyport;
  await sallyport.shell.run('rm -rf build && echo hi > out.txt');
  expect(workspace.has('build')).toBe(false);
  expect(asked).toMatchObject([
    {
      command: 'rm -rf build && echo hi > out.txt',
      cwd: '.',
      canEdit: true,
      verdict: { level: 'critical' },
      parts: [
        { decision: 'ask', level: 'critical' },
        { decision: 'allow', level: 'low' },
      ],
      preview: {
        deletes: { files: 2, folders: 1, bytes: 2, isMore: false, examples: ['build/a', 'build/b'] },
        overwrites: { files: 1, examples: ['out.txt'] },
      },
    },
  ]);
  const [record] = await sallyport.runs.list();
  expect(record?.approval).toMatchObject({ answer: 'allow', who: 'ann', how: 'test', scope: 'once' });
});

test('a note goes to the agent', async () => {
  using workspace = workspaceWith('build/a');
  const { sallyport } = open(workspace, [{ answer: 'deny', note: 'use make clean' }, { answer: 'deny', note: 'use make clean' }]);
  await using _ = sallyport;
  const reply = await sallyport.call('Bash', { command: 'rm -rf build' });
  expect(reply).toMatchObject({ status: 'error', error: { code: 'INVALID_PARAM', message: expect.stringContaining('use make clean') } });
  await expect(sallyport.shell.run('rm -rf build')).rejects.toThrow('ann said: use make clean');
  expect(workspace.has('build/a')).toBe(true);
}); // prettier-ignore

test('skipped is neither done nor an error', async () => {
  using workspace = workspaceWith('build/a');
  const { sallyport } = open(workspace, [{ answer: 'skip' }]);
  await using _ = sallyport;
  expect(await sallyport.call('Bash', { command: 'rm -rf build' })).toMatchObject({
    status: 'partial',
    data: { exit_code: null },
    text: 'Command skipped by the user: rm -rf build',
  });
  expect(workspace.has('build/a')).toBe(true);
  expect((await sallyport.runs.list())[0]).toMatchObject({ approval: { answer: 'skip' }, error_message: 'Refused: ann skipped it.' });
}); // prettier-ignore

test('an edited command is asked about again with what it would do, then runs instead, and the record has both', async () => {
  using workspace = workspaceWith('build/a', 'dist/a', 'dist/b');
  const { sallyport, asked } = open(workspace, [{ command: 'rm -rf dist' }, {}]);
  await using _ = sallyport;
  const reply = await sallyport.call('Bash', { command: 'rm -rf build' });
  expect(reply).toMatchObject({ status: 'success', data: { command: 'rm -rf dist', exit_code: 0 } });
  expect([workspace.has('build'), workspace.has('dist')]).toEqual([true, false]);
  expect(asked).toMatchObject([
    { command: 'rm -rf build', preview: { deletes: { files: 1, examples: ['build/a'] } } },
    {
      command: 'rm -rf dist',
      original: 'rm -rf build',
      verdict: { decision: 'ask', level: 'critical' },
      preview: { deletes: { files: 2, examples: ['dist/a', 'dist/b'] } },
    },
  ]);
  expect(asked[0]).not.toHaveProperty('original');
  expect((await sallyport.runs.list())[0]).toMatchObject({
    command: 'rm -rf build',
    parsed: { commands: [{ text: 'rm -rf dist' }] },
    approval: { answer: 'allow', command: 'rm -rf dist' },
  });
});

test('an edited command that the policy would let run is shown all the same before it runs', async () => {
  using workspace = workspaceWith('build/a');
  const { sallyport, asked } = open(workspace, [{ command: 'echo no > b' }, { answer: 'deny', note: 'a slip' }]);
  await using _ = sallyport;
  const refused = { message: expect.stringContaining('a slip') as string };
  await expect(sallyport.shell.run('rm -rf build')).rejects.toMatchObject(refused);
  expect(asked[1]).toMatchObject({ command: 'echo no > b', verdict: { decision: 'allow', level: 'low' } });
  expect([workspace.has('build/a'), workspace.has('b')]).toEqual([true, false]);
});

test('who changes a command to the same text again has said yes to it, and who never stops changing it has not', async () => {
  using workspace = workspaceWith('build/a');
  const same = Array.from({ length: 2 }, () => ({ command: 'echo same' }));
  const { sallyport, asked } = open(workspace, same);
  expect(await sallyport.shell.run('rm -rf build')).toMatchObject({ stdout: 'same\n' });
  expect(asked).toHaveLength(2);
  await sallyport[Symbol.asyncDispose]();
  const endless = Array.from({ length: 30 }, (_, at) => ({ command: `echo ${at}` }));
  await using other = open(workspace, endless).sallyport;
  await expect(other.shell.run('rm -rf build')).rejects.toThrow('changed too often');
});

test('an edited command that is worse is asked about again', async () => {
  using workspace = workspaceWith('build/a');
  const worse = open(workspace, [{ command: 'rm -rf build' }, { answer: 'deny' }], { preset: 'guarded' });
  await using _ = worse.sallyport;
  await expect(worse.sallyport.shell.run('chmod 700 build')).rejects.toThrow('Blocked');
  expect(worse.asked.map(({ command, verdict }) => [command, verdict.level])).toEqual([
    ['chmod 700 build', 'medium'],
    ['rm -rf build', 'critical'],
  ]);
  expect(workspace.has('build/a')).toBe(true);
  expect((await worse.sallyport.runs.list())[0]?.approval).toMatchObject({ answer: 'deny', command: 'rm -rf build' });
});

test('an edit opens nothing that no answer can open', async () => {
  using workspace = workspaceWith('build/a');
  const { sallyport, asked } = open(workspace, [{ command: 'rm -rf /' }, { command: 'rm -rf ../x' }]);
  await using _ = sallyport;
  await expect(sallyport.shell.run('rm -rf build')).rejects.toThrow('Blocked');
  await expect(sallyport.shell.run('rm -rf build')).rejects.toThrow('Blocked');
  expect(asked).toHaveLength(2);
  expect((await sallyport.runs.list())[0]).toMatchObject({ verdict: { level: 'outside' }, error_code: 'Denied' });
});

test('a line with a secret cannot be edited or remembered, and the question does not show it', async () => {
  using workspace = workspaceWith('build/a');
  const token = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
  const { sallyport, asked } = open(workspace, [{ scope: 'workspace' }]);
  await using _ = sallyport;
  await sallyport.shell.run(`TOKEN=${token} rm -rf build`);
  expect(asked[0]).toMatchObject({ canEdit: false, offers: [] });
  expect(asked[0]?.command).not.toContain(token);
  expect(await sallyport.grants.list()).toEqual([]);
});

test.each(['session', 'workspace', 'user'] as const)('%s: the same is not asked again, something else is', async (scope) => {
  using workspace = workspaceWith('build/a', 'dist/a');
  const { sallyport, asked } = open(workspace, [{ scope }, { answer: 'deny' }]);
  await using _ = sallyport;
  await sallyport.shell.run('rm -rf build');
  workspace.write('build/b', 'x');
  await sallyport.shell.run('rm -rf build');
  expect(workspace.has('build')).toBe(false);
  await expect(sallyport.shell.run('rm -rf build dist')).rejects.toThrow('Blocked');
  expect(asked).toHaveLength(2);
  const [, second, first] = await sallyport.runs.list();
  const [grant] = await sallyport.grants.list();
  expect(first?.approval).toMatchObject({ how: 'test', scope, grants: [grant?.id] });
  expect(second?.approval).toMatchObject({ answer: 'allow', who: 'ann', how: 'grant', scope, grants: [grant?.id] });
  expect((await sallyport.grants.revoke(grant?.id.slice(0, 6) ?? '')).id).toBe(grant?.id);
  expect(await sallyport.grants.list()).toEqual([]);
}); // prettier-ignore

test('a session grant ends with its session, one for the workspace does not', async () => {
  using workspace = workspaceWith('build/a', 'dist/a');
  const first = open(workspace, [{ scope: 'session' }, { scope: 'workspace' }]);
  await first.sallyport.shell.run('rm -rf build');
  await first.sallyport.shell.run('rm -rf dist');
  await first.sallyport[Symbol.asyncDispose]();
  const second = open(workspace, [{ answer: 'deny' }]);
  await using _ = second.sallyport;
  await second.sallyport.shell.run('rm -rf dist');
  await expect(second.sallyport.shell.run('rm -rf build')).rejects.toThrow('Blocked');
  expect(second.asked.map(({ command }) => command)).toEqual(['rm -rf build']);
});

test('where nothing is asked, a grant still opens what only the preset closes', async () => {
  using workspace = workspaceWith('build/a');
  const asking = open(workspace, [{ scope: 'workspace' }]);
  await asking.sallyport.shell.run('rm -rf build');
  await asking.sallyport[Symbol.asyncDispose]();
  workspace.write('build/a', 'x');
  workspace.write('dist/a', 'x');
  const strict = open(workspace, [], { preset: 'allowlist' });
  await using _ = strict.sallyport;
  await strict.sallyport.shell.run('rm -rf build');
  await expect(strict.sallyport.shell.run('rm -rf dist')).rejects.toThrow('Blocked');
  await expect(strict.sallyport.shell.run('rm -rf ../x')).rejects.toThrow('Blocked');
  expect([workspace.has('build'), workspace.has('dist')]).toEqual([false, true]);
});

test('everything is allowed for a while, but not what is blocked or outside', async () => {
  using workspace = workspaceWith('build/a');
  const { sallyport, asked } = open(workspace, []);
  await using _ = sallyport;
  await sallyport.approvals.allowAll(5);
  await sallyport.shell.run('rm -rf build');
  for (const line of ['rm -rf /', 'sudo ls', 'rm -rf ../x', 'vim a'])
    await expect(sallyport.shell.run(line)).rejects.toThrow('Blocked');
  expect(asked).toEqual([]);
});

test('a panic ends what runs and refuses everything until it is lifted', async () => {
  using workspace = workspaceWith('build/a');
  const { sallyport } = open(workspace, []);
  await using _ = sallyport;
  const background = (await sallyport.call('Bash', { command: 'sleep 60', background: true })) as { context: { background_run_id: string } }; // prettier-ignore
  let started = () => {};
  const isRunning = new Promise<void>((resolve) => (started = resolve));
  const running = sallyport.shell.run('echo on; sleep 60; echo late > late.txt', { onOutput: () => started() });
  const ended = expect(running).rejects.toThrow('Cancelled');
  await isRunning;
  await sallyport.panic();
  await ended;
  const { run_id } = await sallyport.runs.read(background.context.background_run_id);
  expect((await sallyport.runs.read(run_id)).error_code).toBe('Cancelled');
  expect(await sallyport.call('Bash', { command: 'echo hi' })).toMatchObject({
    status: 'error',
    error: { code: 'INVALID_PARAM', message: expect.stringContaining('has stopped everything') },
  });
  expect(await sallyport.exec('hello')).toMatchObject({ exit_code: 3, error_code: 'Denied' });
  await sallyport.resume();
  expect(await sallyport.exec('hello')).toMatchObject({ exit_code: 0 });
  expect(workspace.has('late.txt')).toBe(false);
});

test('a panic ends a question that waits, and takes away "everything"', async () => {
  using workspace = workspaceWith('build/a');
  let asked = () => {};
  const isAsked = new Promise<void>((resolve) => (asked = resolve));
  await using sallyport = createSallyport({
    root: workspace.path,
    env: workspace.env,
    approver: () => (asked(), new Promise(() => {})),
  });
  const running = expect(sallyport.shell.run('rm -rf build')).rejects.toThrow('cancelled while asking');
  await isAsked;
  await sallyport.panic();
  await running;
  expect(workspace.has('build/a')).toBe(true);
});

test('a channel can come and go', async () => {
  using workspace = workspaceWith('build/a', 'dist/a');
  await using sallyport = createSallyport({ root: workspace.path, env: workspace.env });
  await expect(sallyport.shell.run('rm -rf build')).rejects.toThrow('nobody is there to ask');
  const close = sallyport.approvals.attach({
    name: 'panel',
    ask: () => Promise.resolve({ answer: 'allow', who: 'ann', how: 'panel' }),
  });
  await sallyport.shell.run('rm -rf build');
  close();
  await expect(sallyport.shell.run('rm -rf dist')).rejects.toThrow('nobody is there to ask');
});
