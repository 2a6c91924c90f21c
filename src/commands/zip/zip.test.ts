import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { seededRandom } from '../../../test/fixtures/random.ts';
import { buildTar, pax } from '../../../test/fixtures/tar-builder.ts';
import { hasTool, randomTree, snapshot } from '../../../test/fixtures/trees.ts';
import { buildZip } from '../../../test/fixtures/zip-builder.ts';
import { createSallyport } from '../../sallyport.ts';
import { tempWorkspace, type TempWorkspace } from '../../testing/index.ts';

const open = (workspace: TempWorkspace) => createSallyport({ root: workspace.path, env: workspace.env });

test.each([1, 2, 3])(
  'a random tree comes back the same, through us and through unzip and zip (seed %i)',
  async (seed) => {
    using workspace = tempWorkspace();
    await using core = open(workspace);
    const at = (name: string) => join(workspace.path, name);
    randomTree(at('tree'), seededRandom(seed));
    const before = snapshot(at('tree'));

    expect(await core.exec(`zip create --src tree --out ours.zip --confirm --level ${seed * 3}`)).toMatchObject({
      exit_code: 0,
      result: { files_added: 12, compression_level: seed * 3 },
    });
    expect(await core.exec('zip extract --in ours.zip --dest again --confirm')).toMatchObject({
      exit_code: 0,
      result: { files_written: 12 },
    });
    expect(snapshot(at('again'))).toEqual(before);
    if (hasTool('unzip', '-v')) {
      execFileSync('unzip', ['-q', at('ours.zip'), '-d', at('theirs')], { env: { ...process.env, LC_ALL: 'C.UTF-8' } });
      expect(snapshot(at('theirs'))).toEqual(before);
    }
    if (hasTool('zip', '-v')) {
      execFileSync('zip', ['-qr', at('made.zip'), '.'], { cwd: at('tree') });
      await core.exec('zip extract --in made.zip --dest fromzip --confirm');
      expect(snapshot(at('fromzip'))).toEqual(before);
    }
  },
);

test('the same tree makes the same bytes', async () => {
  using workspace = tempWorkspace();
  await using core = open(workspace);
  randomTree(join(workspace.path, 'tree'), seededRandom(9));
  for (const name of ['one', 'two']) await core.exec(`zip create --src tree --out ${name}.zip --confirm`);
  expect(readFileSync(join(workspace.path, 'one.zip')).equals(readFileSync(join(workspace.path, 'two.zip')))).toBe(
    true,
  );
});

test('one of a kind is counted as one', async () => {
  using workspace = tempWorkspace();
  await using core = open(workspace);
  workspace.write('a', 'x');
  const said = async (line: string) => (await core.exec(line)).stdout;
  expect(await said('zip create --src a --out a.zip --confirm')).toMatch(/^1 file packed into a\.zip, \d+ bytes\n$/);
  expect(await said('zip list --in a.zip')).toMatch(/\n1 entry, 1 byte unpacked\n$/);
  expect(await said('zip extract --in a.zip --dest out --confirm')).toBe('1 file, 1 byte written to out\n');
});

test('a file larger than one piece is packed and unpacked in parts', async () => {
  using workspace = tempWorkspace();
  await using core = open(workspace);
  const data = Buffer.alloc(20 << 20, 'some text that repeats, but not only that ');
  for (let i = 0; i < data.length; i += 4096) data.writeUInt32LE(i, i);
  workspace.write('big.bin', data);
  expect(await core.exec('zip create --src big.bin --out big.zip --confirm')).toMatchObject({ exit_code: 0 });
  expect(await core.exec('zip extract --in big.zip --dest out --confirm')).toMatchObject({ exit_code: 0 });
  expect(readFileSync(join(workspace.path, 'out/big.bin')).equals(data)).toBe(true);
  if (hasTool('unzip', '-v')) execFileSync('unzip', ['-tq', join(workspace.path, 'big.zip')]);
});

test('too many files are refused as soon as they are known, whatever comes behind them', async () => {
  using workspace = tempWorkspace();
  await using core = open(workspace);
  workspace.write('a.zip', buildZip([{ name: 'a' }, { name: 'b' }, { name: 'c', flags: 1 }]));
  const extract = 'zip extract --in a.zip --dest out --confirm';
  expect(await core.exec(`${extract} --max-files 1`)).toMatchObject({
    error_code: 'ArchiveTooLarge',
    error_message: expect.stringContaining('more files than --max-files (1)'),
    result: { files_written: 0 },
  });
  expect(await core.exec(`${extract} --max-files 2`)).toMatchObject({ error_code: 'Encrypted' });
});

test('files are executable whether or not their mode says that they are files', async () => {
  using workspace = tempWorkspace();
  await using core = open(workspace);
  const modes = { typed: 0o100755, bare: 0o755, plain: 0o644, none: 0 };
  workspace.write('a.zip', buildZip(Object.entries(modes).map(([name, mode]) => ({ name, mode }))));
  await core.exec('zip extract --in a.zip --dest out --confirm');
  const executable = Object.keys(modes).filter((name) => statSync(join(workspace.path, 'out', name)).mode & 0o100);
  expect(executable).toEqual(['typed', 'bare']);
});

test('attributes of Windows at the place of a mode make no file executable', async () => {
  using workspace = tempWorkspace();
  await using core = open(workspace);
  // Pinned, not pinned, recalled when its content is wanted: the upper half of 0x80000, 0x100000 and 0x400000.
  const attributes = { pinned: 0x08, unpinned: 0x10, recalled: 0x48 };
  const entries = Object.entries(attributes).map(([name, mode]) => ({ name, mode, host: 0 }));
  workspace.write('a.zip', buildZip([...entries, { name: 'run', mode: 0o755, host: 0 }]));
  expect(await core.exec('zip extract --in a.zip --dest out --confirm')).toMatchObject({ exit_code: 0 });
  const all = readdirSync(join(workspace.path, 'out'));
  expect(all.filter((name) => statSync(join(workspace.path, 'out', name)).mode & 0o111)).toEqual(['run']);
});

test('list shows what is there, and --out writes all of it', async () => {
  using workspace = tempWorkspace();
  await using core = open(workspace);
  workspace.write('a.zip', buildZip(Array.from({ length: 300 }, (_, i) => ({ name: `f${i}`, data: 'x'.repeat(i) }))));
  const { result, stdout, artifacts } = await core.exec('zip list --in a.zip --out list.jsonl');
  expect(result).toMatchObject({
    ok: true,
    command: 'zip list',
    in: 'a.zip',
    count_total: 300,
    count_emitted: 200,
    truncated: true,
  });
  expect((result['entries'] as object[])[2]).toMatchObject({ name: 'f2', uncompressed_bytes: 2, is_dir: false });
  expect(stdout).toMatch(/300 entries, 44850 bytes unpacked; the first 200 are shown, --out writes all\n$/);
  expect(artifacts).toMatchObject([{ path: 'list.jsonl', mime: 'application/x-ndjson' }]);
  expect(readFileSync(join(workspace.path, 'list.jsonl'), 'utf8').trimEnd().split('\n')).toHaveLength(300);
});

test.each(['zip', 'tar'])('%s list shows no more names than a reply can be made of', async (command) => {
  using workspace = tempWorkspace();
  await using core = open(workspace);
  const names = Array.from({ length: 5000 }, (_, index) => `${index}`.padStart(1000, 'n'));
  const archive =
    command === 'zip'
      ? buildZip(names.map((name) => ({ name })))
      : buildTar(names.flatMap((path) => [pax({ path }), { name: 'x' }]));
  workspace.write('a', archive);

  const { stdout } = await core.exec(`${command} list --in a --max 5000`);
  expect(stdout).toMatch(/5000 entries, 0 bytes unpacked; the first 4195 are shown, --out writes all\n$/);
  await core.exec(`${command} list --in a --max 5000 --out all.jsonl`);
  expect(readFileSync(join(workspace.path, 'all.jsonl'), 'utf8').split('\n')).toHaveLength(5001);
});

test('include, exclude and member choose entries', async () => {
  using workspace = tempWorkspace();
  await using core = open(workspace);
  workspace.write(
    'a.zip',
    buildZip(['a.md', 'b.txt', 'docs/c.md', 'docs/deep/d.md', 'docs/e.png'].map((name) => ({ name, data: 'x' }))),
  );
  const names = async (flags: string) =>
    ((await core.exec(`zip list --in a.zip ${flags}`)).result['entries'] as { name: string }[]).map(({ name }) => name);
  const all = ['a.md', 'docs/c.md', 'docs/deep/d.md'];
  expect(await names('--include *.md')).toEqual(all);
  expect(await names('--include **.md')).toEqual(all);
  expect(await names('--include **/*.md')).toEqual(all);
  expect(await names('--include ./*.md')).toEqual(['a.md']);
  expect(await names('--include docs/**/d.md,docs/**/c.md')).toEqual(['docs/c.md', 'docs/deep/d.md']);
  expect(await names('--include */*.md')).toEqual(['docs/c.md']);
  expect(await names('--include deep')).toEqual(['docs/deep/d.md']);
  expect(await names('--include doc')).toEqual([]);
  expect(await names('--include docs --exclude docs/deep,*.png')).toEqual(['docs/c.md']);
  expect(await names('--exclude deep,?.md')).toEqual(['b.txt', 'docs/e.png']);
  expect(await names('--member docs/c.md')).toEqual(['docs/c.md']);
});

test.each([
  ['zip', '--member docs', 'is called "docs"'],
  ['tar', '--member docs', 'is called "docs"'],
  ['zip', '--include *.md', 'matches --include "*.md"'],
  ['tar', '--include *.md', 'matches --include "*.md"'],
])('%s extract %s of an archive without it is an error, not an empty success', async (command, flags, what) => {
  using workspace = tempWorkspace();
  await using core = open(workspace);
  const entries = [{ name: './docs/a.txt', data: 'x' }];
  workspace.write('a', command === 'zip' ? buildZip(entries) : buildTar(entries));
  const extract = `${command} extract --in a --dest out --confirm`;
  expect(await core.exec(`${extract} ${flags}`)).toMatchObject({
    error_code: 'NotFound',
    error_message: `Nothing in "a" ${what}.`,
  });
  expect(existsSync(join(workspace.path, 'out'))).toBe(false);
  expect(await core.exec(`${extract} --member docs/a.txt`)).toMatchObject({ result: { files_written: 1 } });
});

test.each(['zip', 'tar'])('%s extract into a file or a link is refused', async (command) => {
  using workspace = tempWorkspace();
  await using core = open(workspace);
  const entries = [{ name: 'a.txt', data: 'x' }];
  workspace.write('a', command === 'zip' ? buildZip(entries) : buildTar(entries));
  workspace.write('file', 'mine');
  symlinkSync('.', join(workspace.path, 'link'));
  const into = (dest: string) => core.exec(`${command} extract --in a --dest ${dest} --overwrite --confirm`);
  expect(await into('file')).toMatchObject({ error_message: '"file" is a file, not a folder.', exit_code: 2 });
  expect(await into('file/below')).toMatchObject({ error_code: 'InvalidArgs' });
  expect(await into('link')).toMatchObject({ error_code: 'PathOutsideRoot' });
  expect(await into('link/below')).toMatchObject({ error_code: 'PathOutsideRoot' });
  expect(await into('.')).toMatchObject({ result: { files_written: 1 } });
});

test('names in GBK are told to need --encoding, and come out right with it', async () => {
  using workspace = tempWorkspace();
  await using core = open(workspace);
  const entries = [{ name: Buffer.from('b1a8b8e62e747874', 'hex'), data: 'x', flags: 0 }]; // 报告.txt
  workspace.write('a.zip', buildZip(entries));
  workspace.write('a.tar', buildTar(entries));
  for (const line of ['zip list --in a.zip', 'tar list --in a.tar', 'tar extract --in a.tar --dest out --confirm']) {
    expect((await core.exec(line)).stdout, line).toContain('try --encoding gbk (Chinese)');
    expect((await core.exec(`${line} --encoding gbk`)).stdout, line).not.toContain('--encoding');
  }
  expect(existsSync(join(workspace.path, 'out/报告.txt'))).toBe(true);
});

test('links are not followed when packing, and the archive does not pack itself', async () => {
  using workspace = tempWorkspace();
  await using core = open(workspace);
  workspace.write('tree/a.txt', 'a');
  workspace.write('tree/.env', 'SECRET=1');
  symlinkSync('/etc/passwd', join(workspace.path, 'tree/link'));
  const { result } = await core.exec('zip create --src tree --out tree/self.zip --confirm');
  expect(result).toMatchObject({ ok: true, files_added: 1, skipped: { links: 1, protected: 1 } });
});

test.each<[string, string, number]>([
  ['zip extract --in a.zip --dest out', 'ConfirmRequired', 3],
  ['zip create --src folder --out b.zip', 'ConfirmRequired', 3],
  ['zip create --src folder --out a.zip --confirm', 'AlreadyExists', 1],
  ['zip create --src none --out b.zip --confirm', 'NotFound', 1],
  ['zip list --in none.zip', 'NotFound', 1],
  ['zip list --in folder', 'InvalidArgs', 2],
  ['zip extract --in a.zip --dest ../out --confirm', 'PathOutsideRoot', 3],
  ['zip extract --in a.zip --dest .git --confirm', 'ProtectedPath', 3],
  ['zip extract --in a.zip --dest .agents --confirm', 'ProtectedPath', 3],
  ['zip create --src folder --out .git/hooks/x --confirm', 'ProtectedPath', 3],
])('%s is refused as %s', async (line, code, exit) => {
  using workspace = tempWorkspace();
  await using core = open(workspace);
  workspace.write('a.zip', buildZip([{ name: 'a', data: 'a' }]));
  workspace.write('folder/x', 'x');
  expect(await core.exec(line)).toMatchObject({ error_code: code, exit_code: exit, result: { ok: false } });
});

test('a run that is cancelled leaves nothing half-written, and its worker is gone', async () => {
  using workspace = tempWorkspace();
  await using core = open(workspace);
  workspace.write(
    'a.zip',
    buildZip(
      Array.from({ length: 5000 }, (_, i) => ({ name: `d${i % 50}/f${i}`, data: Buffer.alloc(20_000, String(i)) })),
    ),
  );
  const cancel = new AbortController();
  const reply = await core.exec('zip extract --in a.zip --dest out --confirm --max-files 10000', {
    signal: cancel.signal,
    onProgress: () => cancel.abort(),
  });
  expect(reply).toMatchObject({ error_code: 'Cancelled', exit_code: 130 });
  const files = existsSync(join(workspace.path, 'out'))
    ? readdirSync(join(workspace.path, 'out'), { recursive: true, encoding: 'utf8' })
    : [];
  expect(files.filter((name) => name.includes('.tmp'))).toEqual([]);
  expect(
    files.filter(
      (name) =>
        statSync(join(workspace.path, 'out', name)).isFile() &&
        statSync(join(workspace.path, 'out', name)).size !== 20_000,
    ),
  ).toEqual([]);
});

test.each([
  [1975, Date.UTC(1975, 5, 15, 1, 2, 4)],
  [2050, Date.UTC(2050, 5, 15, 1, 2, 4)],
])('a file of %i comes back with its time, through us and through Info-ZIP', async (_, ms) => {
  using workspace = tempWorkspace();
  await using core = open(workspace);
  const at = (name: string) => join(workspace.path, name);
  workspace.write('tree/a.txt', 'x');
  utimesSync(at('tree/a.txt'), new Date(ms), new Date(ms));
  await core.exec('zip create --src tree --out ours.zip --confirm');
  await core.exec('zip extract --in ours.zip --dest ours --confirm');
  expect(statSync(at('ours/a.txt')).mtimeMs).toBe(ms);
  if (!hasTool('unzip', '-v') || !hasTool('zip', '-v')) return;
  execFileSync('unzip', ['-q', at('ours.zip'), '-d', at('theirs')]);
  expect(statSync(at('theirs/a.txt')).mtimeMs).toBe(ms);
  execFileSync('zip', ['-q', at('made.zip'), 'a.txt'], { cwd: at('tree') });
  await core.exec('zip extract --in made.zip --dest made --confirm');
  expect(statSync(at('made/a.txt')).mtimeMs).toBe(ms);
});

test('a folder comes back with its time, from us and from Info-ZIP, whatever is made in it', async () => {
  using workspace = tempWorkspace();
  await using core = open(workspace);
  const at = (name: string) => join(workspace.path, name);
  workspace.write('tree/sub/deep/a.txt', 'x');
  const ms = Date.UTC(2001, 5, 15, 1, 2, 4);
  for (const name of ['tree/sub/deep', 'tree/sub']) utimesSync(at(name), new Date(ms), new Date(ms));
  const timesIn = (folder: string) => ['sub', 'sub/deep'].map((name) => statSync(at(`${folder}/${name}`)).mtimeMs);
  await core.exec('zip create --src tree --out ours.zip --confirm');
  await core.exec('zip extract --in ours.zip --dest ours --confirm');
  expect(timesIn('ours')).toEqual([ms, ms]);
  if (!hasTool('unzip', '-v') || !hasTool('zip', '-v')) return;
  execFileSync('unzip', ['-q', at('ours.zip'), '-d', at('theirs')]);
  expect(timesIn('theirs')).toEqual([ms, ms]);
  execFileSync('zip', ['-qr', at('made.zip'), 'sub'], { cwd: at('tree') });
  await core.exec('zip extract --in made.zip --dest made --confirm --atomic');
  expect(timesIn('made')).toEqual([ms, ms]);
});

test('before 1970 the time is in the extended field, and the DOS time is its first, as Info-ZIP has it', async () => {
  using workspace = tempWorkspace();
  await using core = open(workspace);
  const ms = Date.UTC(1965, 2, 4, 5, 6, 8);
  workspace.write('tree/a.txt', 'x');
  utimesSync(join(workspace.path, 'tree/a.txt'), new Date(ms), new Date(ms));
  await core.exec('zip create --src tree --out a.zip --confirm');
  const bytes = readFileSync(join(workspace.path, 'a.zip'));
  expect([bytes.readUInt32LE(10), bytes.readInt32LE(bytes.indexOf('UT') + 5)]).toEqual([0x00210000, ms / 1000]);
  await core.exec('zip extract --in a.zip --dest out --confirm');
  expect(statSync(join(workspace.path, 'out/a.txt')).mtimeMs).toBe(ms);
});
