import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { userStatePath } from '../platform/places.ts';
import { systemClock } from '../platform/clock.ts';
import { createSallyport, type Sallyport } from '../sallyport.ts';
import { manualClock, scriptedApprover, tempWorkspace, type TempWorkspace } from '../testing/index.ts';
import { openUndo } from './index.ts';

let workspace: TempWorkspace;
let sallyport: Sallyport;
const at = (path: string) => join(workspace.path, path);
const read = (path: string) => readFileSync(at(path), 'utf8');
const open = () =>
  createSallyport({ root: workspace.path, env: workspace.env, approver: scriptedApprover(() => 'allow').approver });
const storePath = () => join(userStatePath(workspace.env, workspace.path), 'undo');

beforeEach(() => {
  workspace = tempWorkspace();
  sallyport = open();
});

afterEach(async () => {
  await sallyport[Symbol.asyncDispose]();
  workspace[Symbol.dispose]();
});

/** Runs a line and gives its run id. */
async function run(command: string): Promise<string> {
  const { exitCode, stderr, runId } = await sallyport.shell.run(command);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return runId;
}

describe('what a command destroys comes back', () => {
  test('a folder with files, empty folders, modes, times and links', async () => {
    workspace.write('d/a.txt', 'one');
    workspace.write('d/deep/b.bin', Buffer.from([0, 255, 10, 13]));
    mkdirSync(at('d/empty'));
    chmodSync(at('d/empty'), 0o750);
    chmodSync(at('d/a.txt'), 0o640);
    utimesSync(at('d/a.txt'), 1_500_000_000, 1_500_000_000);
    symlinkSync('a.txt', at('d/link'));
    symlinkSync('/nowhere', at('d/broken'));
    const id = await run('rm -r d');
    expect(existsSync(at('d'))).toBe(false);

    const { steps, undo_run_id } = await sallyport.runs.undo(id);
    expect(steps.every(({ action }) => action === 'restore')).toBe(true);
    expect(undo_run_id).not.toBe(id);
    expect(read('d/a.txt')).toBe('one');
    expect([...readFileSync(at('d/deep/b.bin'))]).toEqual([0, 255, 10, 13]);
    expect(statSync(at('d/a.txt')).mode & 0o777).toBe(0o640);
    expect(statSync(at('d/a.txt')).mtimeMs).toBe(1_500_000_000_000);
    expect(statSync(at('d/empty')).mode & 0o777).toBe(0o750);
    expect(readlinkSync(at('d/link'))).toBe('a.txt');
    expect(readlinkSync(at('d/broken'))).toBe('/nowhere');
  });

  test.each<[string, string, Record<string, string>]>([
    ['a redirect', 'echo new > f', { f: 'old' }],
    ['an append', 'echo more >> f', { f: 'old' }],
    ['sed -i', "sed -i 's/old/new/' f", { f: 'old' }],
    ['cp over a file', 'cp other f', { f: 'old', other: 'other' }],
    ['cp into a folder', 'cp f sub', { f: 'old', 'sub/f': 'inner' }],
    ['cp of a tree over a tree', 'cp -r src out', { 'src/x': 'new', 'out/src/x': 'old' }],
    ['mv over a file', 'mv other f', { f: 'old', other: 'other' }],
    ['mv into a folder', 'mv f sub/', { f: 'old', 'sub/f': 'inner' }],
    ['a pattern', 'rm *.log', { 'a.log': 'a', 'b.log': 'b', keep: 'k' }],
    ['a pattern in a folder', 'rm s*/[ab].txt', { 's1/a.txt': '1', 's2/b.txt': '2', 's2/c.txt': '3' }],
    ['a cd before it', 'cd sub && rm f', { 'sub/f': 'inner' }],
    ['truncate', 'truncate -s 0 f', { f: 'old' }],
    ['find -delete', 'find d -name "*.tmp" -delete', { 'd/a.tmp': 'a', 'd/e/b.tmp': 'b', 'd/c': 'c' }],
    ['several commands', 'rm f; echo x | tee g > /dev/null', { f: 'old', g: 'old too' }],
    ['code in a shell', `bash -c 'rm f'`, { f: 'old' }],
  ])('%s', async (_, command, files) => {
    for (const [path, content] of Object.entries(files)) workspace.write(path, content);
    if (command.includes('sub')) mkdirSync(at('sub'), { recursive: true });
    const id = await run(command);
    await sallyport.runs.undo(id);
    expect(Object.fromEntries(Object.keys(files).map((path) => [path, read(path)]))).toEqual(files);
  });

  test('tar over files', async () => {
    workspace.write('f', 'packed');
    execFileSync('tar', ['cf', 'a.tar', 'f'], { cwd: workspace.path });
    workspace.write('f', 'old');
    const id = await run('tar xf a.tar');
    expect(read('f')).toBe('packed');
    await sallyport.runs.undo(id);
    expect(read('f')).toBe('old');
  });

  test.each([
    ['git checkout -q -- f', false],
    ['git restore .', false],
    ['git reset -q --hard', false],
    ['cd sub && git checkout -q -f', false],
    ['git stash -q -u && git stash drop -q', true],
    ['git clean -qfd', true],
  ])('work that is in no commit: %s', async (command, losesNew) => {
    workspace.write('f', 'committed');
    workspace.write('sub/g', 'committed');
    const git = (...args: string[]) => execFileSync('git', ['-C', workspace.path, ...args], { stdio: 'pipe' });
    git('init', '-q');
    git('add', '.');
    git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'x');
    workspace.write('f', 'not committed');
    workspace.write('sub/new', 'untracked');
    const id = await run(command);
    if (!command.includes('clean')) expect(read('f')).toBe('committed');
    expect(existsSync(at('sub/new'))).toBe(!losesNew);
    await sallyport.runs.undo(id);
    expect([read('f'), read('sub/new')]).toEqual(['not committed', 'untracked']);
  });

  test('a file behind a link that is written through', async () => {
    workspace.write('real/f', 'old');
    symlinkSync('real/f', at('link'));
    const id = await run('echo new > link');
    await sallyport.runs.undo(id);
    expect(read('real/f')).toBe('old');
    expect(lstatSync(at('link')).isSymbolicLink()).toBe(true);
  });

  test('a link that a file took the place of', async () => {
    workspace.write('f', 'old');
    symlinkSync('f', at('link'));
    const id = await run("sed -i 's/old/new/' link");
    expect(lstatSync(at('link')).isSymbolicLink()).toBe(false);
    await sallyport.runs.undo(id);
    expect(readlinkSync(at('link'))).toBe('f');
    expect(read('f')).toBe('old');
  });

  test('through the Bash tool, and an undo can itself be undone', async () => {
    workspace.write('f', 'old');
    const reply = (await sallyport.call('Bash', { command: 'echo new > f' })) as { context: { run_id: string } };
    const { undo_run_id } = await sallyport.runs.undo(reply.context.run_id);
    expect(read('f')).toBe('old');
    await sallyport.runs.undo(undo_run_id as string);
    expect(read('f')).toBe('new\n');
  });
});

describe('what was done since is not destroyed', () => {
  test('a file that changed is refused, and its old content can be had', async () => {
    workspace.write('a', 'old a');
    workspace.write('b', 'old b');
    const id = await run('echo new | tee a > b');
    workspace.write('a', 'precious');
    const { steps } = await sallyport.runs.undo(id);
    expect(steps).toMatchObject([
      { path: 'a', action: 'refuse', reason: 'it was changed since the run' },
      { path: 'b', action: 'restore' },
    ]);
    expect([read('a'), read('b')]).toEqual(['precious', 'old b']);
    expect(Buffer.from(await sallyport.runs.kept(id, 'a')).toString()).toBe('old a');
  });

  test('a dry run changes nothing and is no run', async () => {
    workspace.write('f', 'old');
    const id = await run('rm f');
    const before = await sallyport.runs.list();
    expect(await sallyport.runs.undo(id, { dryRun: true })).toMatchObject({
      steps: [{ path: 'f', kind: 'file', action: 'restore', bytes: 3 }],
      undo_run_id: null,
    });
    expect(existsSync(at('f'))).toBe(false);
    expect(await sallyport.runs.list()).toEqual(before);
  });

  test('a file, a folder or a link that came into the way is left alone', async () => {
    for (const path of ['x/f', 'y/f', 'z/f', 'outside/keep']) workspace.write(path, 'old');
    const id = await run('rm -r x y z');
    workspace.write('x', 'a file now');
    workspace.write('y/f/g', 'a folder now');
    symlinkSync('outside', at('z'));
    const { steps } = await sallyport.runs.undo(id);
    const refused = steps.filter(({ action }) => action === 'refuse').map(({ path }) => path);
    expect(refused).toEqual(expect.arrayContaining(['x', 'x/f', 'y/f', 'z', 'z/f']));
    expect(read('x')).toBe('a file now');
    expect(read('y/f/g')).toBe('a folder now');
    expect(readdirSync(at('outside'))).toEqual(['keep']);
  });

  test('what came back by other means is left as it is', async () => {
    workspace.write('f', 'old');
    const id = await run('rm f');
    workspace.write('f', 'old');
    expect((await sallyport.runs.undo(id)).steps).toMatchObject([{ path: 'f', action: 'same' }]);
  });

  test('runs at the same time keep what each of them found', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `f${index}`);
    for (const name of names) workspace.write(name, `old ${name}`);
    const ids = await Promise.all(names.map((name) => run(`rm ${name}`)));
    await Promise.all(ids.map((id) => sallyport.runs.undo(id)));
    expect(names.map(read)).toEqual(names.map((name) => `old ${name}`));
  });
});

describe('what is kept', () => {
  test('is in the record', async () => {
    workspace.write('f', '12345');
    const { undo } = await sallyport.runs.read(await run('rm f'));
    expect(undo).toEqual({ kept: 1, bytes: 5, skipped: [], skipped_count: 0 });
    expect((await sallyport.runs.read(await run('echo x > new'))).undo).toBeUndefined();
  });

  test('is for the user alone, outside the workspace, and only what was changed', async () => {
    for (const name of ['a', 'b', 'c']) workspace.write(`d/${name}.txt`, `content of ${name}`);
    const id = await run('find d -name b.txt -delete');
    const [name] = readdirSync(storePath());
    expect(name).toBe(`${id}.${'content of b'.length}`);
    const folder = join(storePath(), name as string);
    expect(readdirSync(folder)).toHaveLength(2);
    for (const path of [storePath(), folder]) expect(statSync(path).mode & 0o777).toBe(0o700);
    for (const file of readdirSync(folder)) expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
  });

  test('is nothing when the command failed, or changed nothing', async () => {
    workspace.write('f', 'old');
    await sallyport.shell.run('false && rm f');
    await run('cp f f2 && echo -n old > f');
    expect(existsSync(storePath()) ? readdirSync(storePath()) : []).toEqual([]);
  });

  test('is nothing of git, and of a link only the link', async () => {
    workspace.write('d/.git/objects/x', 'git');
    workspace.write('d/f', 'old');
    workspace.write('e', 'x');
    symlinkSync('e', at('link'));
    const { undo } = await sallyport.runs.read(await run('rm -r d; rm link'));
    expect(undo).toMatchObject({
      kept: 3, // d, d/f and the link itself
      bytes: 3,
      skipped: [{ path: 'd/.git', reason: 'what git stores is not kept' }],
    });
    expect(read('e')).toBe('x');
  });

  test('is no pipe and no setuid bit, and both are named', async () => {
    workspace.write('d/tool', 'x');
    chmodSync(at('d/tool'), 0o4755);
    execFileSync('mkfifo', [at('d/pipe')]);
    const { undo } = await sallyport.runs.read(await run('rm -r d'));
    expect(undo?.skipped.toSorted((a, b) => a.path.localeCompare(b.path))).toEqual([
      { path: 'd/pipe', reason: 'it is neither file, folder nor link' },
      { path: 'd/tool', reason: 'its content is kept, but not its setuid, setgid or sticky bit' },
    ]);
  });

  test('stays within limits, and what does not fit is named', async () => {
    const undo = openUndo({
      workspace: workspace.path,
      path: storePath(),
      closed: [],
      clock: systemClock,
      uncommitted: async () => undefined,
      maxBytes: 1_000,
      limits: { files: 3, bytes: 10, ms: 5_000 },
    });
    workspace.write('big', 'x'.repeat(11));
    for (const name of ['a', 'b', 'c', 'd']) workspace.write(`small/${name}`, name);
    const loss = (path: string) => ({ kind: 'delete' as const, path, isPattern: false, below: true });
    const id = '0'.repeat(26);
    const keeping = await undo.keep(id, [loss('big'), loss('small')], new AbortController().signal);
    rmSync(at('small'), { recursive: true });
    const kept = await keeping?.settle();
    expect(kept).toMatchObject({ kept: 3, skipped_count: 2 });
    expect(kept?.skipped[0]?.path).toBe('big');
    expect(kept?.skipped[1]?.reason).toBe('only 3 files are kept of a run');
  });

  test('survives a process that dies between keeping and running', async () => {
    workspace.write('changed', 'old');
    workspace.write('gone', 'old');
    await run('true'); // so that there is a history
    const undo = openUndo({
      workspace: workspace.path,
      path: storePath(),
      closed: [],
      clock: systemClock,
      uncommitted: async () => undefined,
      maxBytes: 1_000,
    });
    const id = (await sallyport.runs.list())[0]?.run_id as string;
    const losses = ['changed', 'gone'].map((path) => ({
      kind: 'delete' as const,
      path,
      isPattern: false,
      below: false,
    }));
    await undo.keep(id, losses, new AbortController().signal); // and nobody settles
    workspace.write('changed', 'by whom?');
    rmSync(at('gone'));
    expect((await sallyport.runs.undo(id)).steps).toMatchObject([
      { path: 'changed', action: 'refuse' },
      { path: 'gone', action: 'restore' },
    ]);
    expect([read('changed'), read('gone')]).toEqual(['by whom?', 'old']);
  });

  test('goes with the records', async () => {
    const clock = manualClock(Date.now());
    await using later = createSallyport({ root: workspace.path, env: workspace.env, clock });
    workspace.write('f', 'old');
    await later.shell.run('echo new > f');
    clock.advance(3_600_000);
    await later.audit.prune({ days: 1 });
    expect(readdirSync(storePath())).toHaveLength(1);
    await later.audit.prune({ maxBytes: 1 });
    expect(readdirSync(storePath())).toEqual([]);
  });

  test('goes, the oldest first, when there is too much of it', async () => {
    mkdirSync(join(workspace.env['XDG_CONFIG_HOME'] as string, 'sallyport'), { recursive: true });
    writeFileSync(
      join(workspace.env['XDG_CONFIG_HOME'] as string, 'sallyport', 'config.yaml'),
      'undo:\n  max_bytes: 10\n',
    );
    workspace.write('a', '12345678');
    workspace.write('b', '12345678');
    const first = await run('rm a');
    const second = await run('rm b');
    await expect(sallyport.runs.undo(first)).rejects.toMatchObject({ code: 'NotFound' });
    expect((await sallyport.runs.undo(second)).steps).toMatchObject([{ action: 'restore' }]);
  });

  test('a damaged copy is not brought back', async () => {
    workspace.write('f', 'old');
    const id = await run('rm f');
    const folder = join(storePath(), readdirSync(storePath())[0] as string);
    const copy = readdirSync(folder).find((name) => name !== 'manifest.json') as string;
    writeFileSync(join(folder, copy), 'bad');
    const { steps } = await sallyport.runs.undo(id);
    expect(steps).toMatchObject([{ action: 'refuse', reason: expect.stringContaining('damaged') as string }]);
    expect(existsSync(at('f'))).toBe(false);
  });
});

test('a run that lost nothing cannot be undone, and says so', async () => {
  await expect(sallyport.runs.undo(await run('true'))).rejects.toMatchObject({ code: 'NotFound' });
});
