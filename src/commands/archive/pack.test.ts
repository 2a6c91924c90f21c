import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { seededRandom } from '../../../test/fixtures/random.ts';
import { hasTool } from '../../../test/fixtures/trees.ts';
import { openRoot } from '../../files/index.ts';
import { canEncodeZstd } from '../../formats/zstd/index.ts';
import type { Progress } from '../../protocol/progress.ts';
import { createSallyport } from '../../sallyport.ts';
import { tempWorkspace, type TempWorkspace } from '../../testing/index.ts';
import type { JobContext } from '../job.ts';
import { createTar } from '../tar/create.ts';
import { createZip } from '../zip/create.ts';

const open = (workspace: TempWorkspace) => createSallyport({ root: workspace.path, env: workspace.env });
const endings = ['zip', 'tar', 'tar.gz', 'tar.bz2', 'tar.xz', ...(canEncodeZstd() ? ['tar.zst'] : [])];
if (!canEncodeZstd()) console.log('this Node has no zstd: making tar.zst is not tested');
const command = (ending: string) => (ending === 'zip' ? 'zip' : 'tar');

/** Text and noise, which deflate takes differently. */
function fillTree(workspace: TempWorkspace, files: number, largeBytes: number): void {
  const random = seededRandom(11);
  const words = Array.from({ length: 500 }, () => random.below(1e9).toString(36));
  for (let i = 0; i < files; i++) {
    const text = Array.from({ length: random.below(900) }, () => random.pick(words)).join(' ');
    workspace.write(`tree/d${i % 7}/f${i}.txt`, text);
  }
  // Longer than what any of the formats looks back for, so it may come again.
  const part = Buffer.alloc(1 << 20);
  for (let at = 0; at < part.length;) at += part.write(`${random.pick(words)} `, at) || part.length;
  for (let at = 0; at < part.length; at += 97) part[at] = random.below(256);
  workspace.write('tree/large.bin', Buffer.alloc(largeBytes, part));
}

/** A job in this thread, without helpers. */
function alone(workspace: TempWorkspace): JobContext & Disposable {
  const root = openRoot(workspace.path);
  return { root, checkStopped() {}, progress() {}, [Symbol.dispose]: () => root[Symbol.dispose]() };
}

test.each(endings)('%s: the bytes are the same with threads and without', async (ending) => {
  using workspace = tempWorkspace();
  await using core = open(workspace);
  fillTree(workspace, 100, ending === 'tar.xz' ? 2 << 20 : 5 << 20);
  expect(
    await core.exec(`${command(ending)} create --src tree --out threads.${ending} --level 2 --confirm`),
  ).toMatchObject({
    exit_code: 0,
  });
  using context = alone(workspace);
  const input = { src: 'tree', out: `alone.${ending}`, overwrite: false, level: 2, mtimeMs: null };
  if (ending === 'zip') createZip(input, context);
  else createTar({ ...input, format: ending as 'tar' }, context);
  const read = (name: string) => readFileSync(join(workspace.path, `${name}.${ending}`));
  expect(read('threads').equals(read('alone'))).toBe(true);
});

test.each([
  [
    'zip',
    [
      ['unzip', '-tqq'],
      ['python3', '-m', 'zipfile', '-t'],
    ],
  ],
  ['tar', [['python3', '-m', 'tarfile', '-t']]],
  ['tar.gz', [['gzip', '-t']]],
  ['tar.bz2', [['bzip2', '-t']]],
  ['tar.xz', [['xz', '-t']]],
  ['tar.zst', [['zstd', '-tq']]],
])('a large %s passes the test of other tools, at every level', async (ending, tests) => {
  const tools = tests.filter(([tool = '']) => hasTool(tool, tool === 'unzip' ? '-v' : '--version'));
  if (!endings.includes(ending) || tools.length === 0) return;
  using workspace = tempWorkspace();
  await using core = open(workspace);
  const isSlow = ['tar.xz', 'tar.bz2', 'tar.zst'].includes(ending);
  fillTree(workspace, 50, isSlow ? 1 << 20 : 5 << 20);
  for (const level of isSlow ? [0, 9] : [0, 1, 5, 9]) {
    const line = `${command(ending)} create --src tree --out l${level}.${ending} --level ${level} --confirm`;
    expect(await core.exec(line)).toMatchObject({ result: { files_added: 51, files_changed: 0 } });
    for (const [tool = '', ...flags] of tools)
      execFileSync(tool, [...flags, join(workspace.path, `l${level}.${ending}`)], { stdio: 'pipe' });
  }
});

test.each(endings)('%s: with --mtime, trees that differ in nothing but times make the same bytes', async (ending) => {
  using workspace = tempWorkspace();
  await using core = open(workspace);
  for (const [tree, time] of [
    ['one', 1_500_000_000],
    ['two', 1_600_000_000],
  ] as const) {
    for (const name of ['a.txt', 'b/c.txt']) {
      workspace.write(`${tree}/${name}`, `content of ${name}`);
      utimesSync(join(workspace.path, tree, name), time, time);
    }
  }
  const read = (name: string) => readFileSync(join(workspace.path, `${name}.${ending}`));
  for (const [tree, mtime] of [
    ['one', '2026-01-31T12:00:00Z'],
    ['two', '1769860800'],
  ] as const)
    await core.exec(`${command(ending)} create --src ${tree} --out ${tree}.${ending} --mtime ${mtime} --confirm`);
  expect(read('one').equals(read('two'))).toBe(true);
  const listed = await core.exec(`${command(ending)} list --in one.${ending}`);
  expect(listed.result['entries']).toMatchObject([1, 2, 3].map(() => ({ modified_time_ms: 1_769_860_800_000 })));
});

test.each(['2026-02-31', 'yesterday', '2026-13-01', '2026-01-31T12:00:00', '-1', '99999999999', '1e9'])(
  '--mtime %s is refused',
  async (mtime) => {
    using workspace = tempWorkspace();
    await using core = open(workspace);
    workspace.write('tree/a', 'a');
    const reply = await core.exec(`zip create --src tree --out a.zip --mtime=${mtime} --confirm`);
    expect(reply).toMatchObject({ error_code: 'InvalidArgs' });
    expect(readdirSync(workspace.path)).not.toContain('a.zip');
  },
);

test.each(endings)('%s: one odd entry is left out and counted, and costs nothing else', async (ending) => {
  using workspace = tempWorkspace();
  await using core = open(workspace);
  const at = (name: string) => join(workspace.path, 'tree', name);
  const atBytes = (...name: number[]) => Buffer.concat([Buffer.from(at('/')), Buffer.from(name)]);
  workspace.write('tree/good.txt', 'good');
  workspace.write('tree/z/good.txt', 'good');
  workspace.write('tree/\uFFFD.txt', 'a name that only looks broken');
  for (const name of ['a:b', 'back\\slash', 'new\nline', 'nul.txt', 'dot.', 'bidi\u202E.txt'])
    writeFileSync(at(name), 'odd');
  writeFileSync(atBytes(0x66, 0xff, 0xfe), 'not UTF-8');
  mkdirSync(atBytes(0xe9));
  writeFileSync(Buffer.concat([atBytes(0xe9), Buffer.from('/in')]), 'in a folder of such a name');
  symlinkSync('/etc/passwd', at('link'));
  symlinkSync('/etc', at('linked-folder'));
  workspace.write('tree/.env', 'SECRET=1');
  workspace.write('tree/.ssh/id_rsa', 'key');
  if (spawnSync('mkfifo', [at('pipe')]).status !== 0) console.log('mkfifo is missing: no pipe is packed');
  const out = `tree/new/folder/self.${ending}`;
  const { result } = await core.exec(`${command(ending)} create --src tree --out ${out} --confirm`);
  expect(result).toMatchObject({
    ok: true,
    files_added: 3,
    skipped: { links: 2, special: 1, protected: 2, unreadable: 0, unsafe_path: 8 },
  });
  expect(result['skipped_samples']).toContainEqual({ name: 'new\\nline', reason: 'unsafe_path' });
  expect(result['skipped_samples']).toContainEqual({ name: '.ssh', reason: 'protected' });
  const listed = (await core.exec(`${command(ending)} list --in ${out}`)).result['entries'] as { name: string }[];
  expect(listed.map(({ name }) => name)).toEqual(['good.txt', 'z/', 'z/good.txt', '\uFFFD.txt']);
});

test('what this user may not read is left out', async () => {
  if (process.getuid?.() === 0)
    return console.log('root may read everything: files that are closed are not tested here');
  using workspace = tempWorkspace();
  await using core = open(workspace);
  workspace.write('tree/open', 'x');
  workspace.write('tree/closed', 'x');
  workspace.write('tree/folder/x', 'x');
  chmodSync(join(workspace.path, 'tree/closed'), 0);
  chmodSync(join(workspace.path, 'tree/folder'), 0);
  const { result } = await core.exec('zip create --src tree --out a.zip --confirm');
  chmodSync(join(workspace.path, 'tree/folder'), 0o755);
  expect(result).toMatchObject({ ok: true, files_added: 1, skipped: { unreadable: 2 } });
});

test.each(['zip', 'tar'])(
  '%s: a file that shrinks while it is read is packed as far as it came, and counted',
  (ending) => {
    using workspace = tempWorkspace();
    const size = 3 << 20;
    workspace.write('tree/a.bin', Buffer.alloc(size, 'x'));
    workspace.write('tree/b.txt', 'behind it');
    using context = alone(workspace);
    let checks = 0;
    // The file is open, and its size is known, when the first piece of the archive is written.
    const shrinking = {
      ...context,
      progress: () => void (checks++ === 0 && truncateSync(join(workspace.path, 'tree/a.bin'), 9)),
    };
    const input = { src: 'tree', out: `a.${ending}`, overwrite: false, level: 0, mtimeMs: null };
    const report = ending === 'zip' ? createZip(input, shrinking) : createTar({ ...input, format: 'tar' }, shrinking);
    expect(report).toMatchObject({ files_added: 2, files_changed: 1 });
    expect(report['bytes_read']).toBeLessThan(size);
    const archive = join(workspace.path, `a.${ending}`);
    const extracted = join(workspace.path, 'out');
    mkdirSync(extracted);
    if (ending === 'zip' && hasTool('unzip', '-v')) execFileSync('unzip', ['-q', archive, '-d', extracted]);
    else if (ending === 'tar' && hasTool('tar')) execFileSync('tar', ['xf', archive, '-C', extracted]);
    else return;
    expect(readFileSync(join(extracted, 'b.txt'), 'utf8')).toBe('behind it');
    const came = Number(report['bytes_read']) - 'behind it'.length;
    const packed = readFileSync(join(extracted, 'a.bin'));
    expect(packed.length).toBe(ending === 'zip' ? came : size);
    expect(packed.subarray(0, came).equals(Buffer.alloc(came, 'x'))).toBe(true);
    expect(packed.subarray(came).every((byte) => byte === 0)).toBe(true);
  },
);

test.each(['zip', 'tar'])('%s: what a file gains while it is read is left out, and the file is counted', (ending) => {
  using workspace = tempWorkspace();
  const size = 3 << 20;
  workspace.write('tree/a.bin', Buffer.alloc(size, 'x'));
  using context = alone(workspace);
  const growing = { ...context, progress: () => appendFileSync(join(workspace.path, 'tree/a.bin'), 'more') };
  const input = { src: 'tree', out: `a.${ending}`, overwrite: false, level: 0, mtimeMs: null };
  const report = ending === 'zip' ? createZip(input, growing) : createTar({ ...input, format: 'tar' }, growing);
  expect(report).toMatchObject({ files_added: 1, files_changed: 1, bytes_read: size });
});

test.each(['zip', 'tar', 'tar.bz2'] as const)(
  '%s: a large file that packs to nearly nothing is seen to get on',
  (format) => {
    using workspace = tempWorkspace();
    const size = 12 << 20;
    workspace.write('tree/zeros.bin', Buffer.alloc(size));
    using context = alone(workspace);
    const seen: number[] = [];
    const watched = { ...context, progress: ({ done }: Progress) => void seen.push(done) };
    const input = { src: 'tree', out: `a.${format}`, overwrite: false, level: 1, mtimeMs: null };
    if (format === 'zip') createZip(input, watched);
    else createTar({ ...input, format }, watched);
    expect(new Set(seen.filter((done) => done > 0)).size).toBeGreaterThanOrEqual(12);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen.at(-1)).toBe(size);
  },
);

test('a helper thread that dies ends the run with an error, and nothing is left of the archive', async () => {
  using workspace = tempWorkspace();
  await using core = open(workspace);
  fillTree(workspace, 1, 24 << 20);
  const threads: Worker[] = [];
  const onWorker = (thread: Worker) => {
    threads.push(thread);
    if (threads.length === 2) void thread.terminate(); // the first is the one that has the job
  };
  process.on('worker', onWorker);
  const reply = await core.exec('tar create --src tree --out a.tar.xz --level 9 --confirm');
  process.off('worker', onWorker);
  expect(threads.length).toBeGreaterThan(1);
  expect(reply).toMatchObject({ error_code: 'InternalError', exit_code: 1 });
  expect(reply.stderr).toContain('a thread that compressed has died');
  expect(readdirSync(workspace.path).filter((name) => name.includes('.tmp') || name.includes('a.'))).toEqual([]);
});

test('more files than 16 bits count make a zip64 archive that others read', () => {
  using workspace = tempWorkspace(existsSync('/dev/shm') ? { in: '/dev/shm' } : {});
  mkdirSync(join(workspace.path, 'tree'));
  for (let i = 0; i < 65_600; i++) writeFileSync(join(workspace.path, 'tree', `f${i}`), '');
  using context = alone(workspace);
  const input = { src: 'tree', out: 'a.zip', overwrite: false, level: 6, mtimeMs: null };
  expect(createZip(input, context)).toMatchObject({ files_added: 65_600 });
  if (!hasTool('python3')) return;
  const count = 'import sys, zipfile; print(len(zipfile.ZipFile(sys.argv[1]).namelist()))';
  expect(execFileSync('python3', ['-c', count, join(workspace.path, 'a.zip')], { encoding: 'utf8' })).toBe('65600\n');
});

test.each(endings)('%s: a run that is cancelled leaves no archive, no temporary file and no thread', async (ending) => {
  using workspace = tempWorkspace();
  await using core = open(workspace);
  fillTree(workspace, 100, 24 << 20);
  const cancel = new AbortController();
  const reports: { done: number; label?: string }[] = [];
  const reply = await core.exec(`${command(ending)} create --src tree --out a.${ending} --confirm`, {
    signal: cancel.signal,
    onProgress(report) {
      reports.push(report);
      cancel.abort();
    },
  });
  expect(reply).toMatchObject({ error_code: 'Cancelled', exit_code: 130 });
  expect(reports[0]?.label).toMatch(/^packing, \d+ files, [\d.]+ MB\/s$/);
  expect(readdirSync(workspace.path).filter((name) => name.includes('.tmp') || name.includes('a.'))).toEqual([]);
  expect(process.getActiveResourcesInfo().filter((name) => name === 'Worker' || name === 'MessagePort')).toEqual([]);
});

test('a tar.zst is made where Node can, and refused with a next step where it cannot', async () => {
  using workspace = tempWorkspace();
  await using core = open(workspace);
  workspace.write('tree/a.txt', 'a');
  const reply = await core.exec('tar create --src tree --out a.tar.zst --confirm');
  if (canEncodeZstd()) return expect(reply).toMatchObject({ exit_code: 0, result: { format: 'tar.zst' } });
  expect(reply).toMatchObject({ error_code: 'NotSupported', exit_code: 1 });
  expect(reply.stderr).toContain('tar.gz');
  expect(readdirSync(workspace.path)).not.toContain('a.tar.zst');
});
