import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { packTar } from '../../../test/fixtures/compress.ts';
import { seededRandom } from '../../../test/fixtures/random.ts';
import { buildTar, pax } from '../../../test/fixtures/tar-builder.ts';
import { hasTool, randomTree, snapshot } from '../../../test/fixtures/trees.ts';
import { buildZip } from '../../../test/fixtures/zip-builder.ts';
import { openRoot } from '../../files/index.ts';
import type { Progress } from '../../protocol/progress.ts';
import { createSallyport } from '../../sallyport.ts';
import { tempWorkspace, type TempWorkspace } from '../../testing/index.ts';
import { extractTar } from './extract.ts';
import { listTar } from './list.ts';

const open = (workspace: TempWorkspace) => createSallyport({ root: workspace.path, env: workspace.env });

test.each([
  ['tar', 1],
  ['tar.gz', 2],
  ['tar.bz2', 3],
  ['tar.xz', 4],
])('a random tree comes back the same as %s, through us and through GNU tar', async (format, seed) => {
  using workspace = tempWorkspace();
  await using core = open(workspace);
  const at = (name: string) => join(workspace.path, name);
  randomTree(at('tree'), seededRandom(seed));
  const long = 'a-name-of-fifty-characters-that-is-quite-long-indeed';
  workspace.write(`tree/${long}/${long}/${long}/${long}/${long}/x.txt`, 'deep');
  workspace.write(`tree/${'n'.repeat(180)}.txt`, 'long');
  const before = snapshot(at('tree'));

  expect(await core.exec(`tar create --src tree --out ours.${format} --confirm`)).toMatchObject({
    exit_code: 0,
    result: { format, files_added: 14, compression_level: format === 'tar' ? null : 6 },
  });
  expect(await core.exec(`tar extract --in ours.${format} --dest again --confirm`)).toMatchObject({
    exit_code: 0,
    result: { format, files_written: 14 },
  });
  expect(snapshot(at('again'))).toEqual(before);
  if (!hasTool('tar')) return;
  mkdirSync(at('theirs'));
  execFileSync('tar', ['xf', at(`ours.${format}`), '-C', at('theirs')]);
  expect(snapshot(at('theirs'))).toEqual(before);
  for (const style of ['gnu', 'pax']) {
    execFileSync('tar', [
      { tar: '-cf', 'tar.gz': '-czf', 'tar.bz2': '-cjf', 'tar.xz': '-cJf' }[format] as string,
      at(`${style}.x`),
      `--format=${style}`,
      '-C',
      at('tree'),
      '.',
    ]);
    expect((await core.exec(`tar extract --in ${style}.x --dest from-${style} --confirm`)).stderr).toBe('');
    expect(snapshot(at(`from-${style}`))).toEqual(before);
  }
});

test('what a list or an extraction passes over is seen to get on', async () => {
  using workspace = tempWorkspace();
  const size = 12 << 20;
  const entries = [
    { name: 'zeros', data: Buffer.alloc(size) },
    { name: 'last', data: 'x' },
  ];
  workspace.write('a.tar.gz', gzipSync(buildTar(entries)));
  using root = openRoot(workspace.path);
  const seen: Progress[] = [];
  const context = { root, checkStopped() {}, progress: (report: Progress) => void seen.push(report) };
  const limits = { maxBytes: 2 * size, maxEntries: 9, maxFiles: 9, maxEntryBytes: size };
  const input = { ...limits, in: 'a.tar.gz', format: 'auto', encoding: 'auto', overwrite: false } as const;
  await listTar({ ...input, max: 9, out: null }, context);
  const choice = { dest: 'out', member: 'last', atomic: false, stripComponents: 0 };
  await extractTar({ ...input, ...choice }, context);
  for (const wanted of ['listing', 'extracting']) {
    const reports = seen.filter(({ label }) => label === wanted);
    expect(reports.length).toBeGreaterThanOrEqual(12);
    expect(reports.at(-1)?.done).toBeGreaterThanOrEqual(size);
  }
});

test('list shows mode, owner and link target, and --out writes all', async () => {
  using workspace = tempWorkspace();
  await using core = open(workspace);
  workspace.write(
    'a.tar',
    buildTar([
      { name: 'run', data: 'x', mode: 0o755 },
      { name: 'l', flag: '2', link: 'target\x1b[2J' },
      { name: 'd/', flag: '5' },
    ]),
  );
  const { result } = await core.exec('tar list --in a.tar --out list.jsonl --max 2');
  expect(result).toMatchObject({
    ok: true,
    command: 'tar list',
    format: 'tar',
    count_total: 3,
    count_emitted: 2,
    truncated: true,
    entries: [
      { name: 'run', uncompressed_bytes: 1, is_dir: false, mode: 0o755, uid: 0, gid: 0, link_name: null },
      { name: 'l', type: 'link', link_name: 'target\\x1b[2J' },
    ],
  });
  expect(readFileSync(join(workspace.path, 'list.jsonl'), 'utf8').trimEnd().split('\n')).toHaveLength(3);
});

test('times and the executable bit are kept, nothing else', async () => {
  using workspace = tempWorkspace();
  await using core = open(workspace);
  workspace.write(
    'a.tar',
    buildTar([
      { name: 'run', data: 'x', mode: 0o4777, mtime: 1_234_567_890 },
      { name: 'no', data: 'x', mode: 0 },
      { name: 'old/', flag: '5', mtime: 1_000_000_000 },
      { name: 'old/new', data: 'x' },
      { name: 'there/', flag: '5', mtime: 1_000_000_000 },
    ]),
  );
  workspace.write('out/there/mine', 'x');
  await core.exec('tar extract --in a.tar --dest out --confirm');
  const stat = (name: string) => statSync(join(workspace.path, 'out', name));
  expect([stat('run').mode & 0o7777, stat('run').mtimeMs, stat('no').mode & 0o7777]).toEqual([
    0o755, 1_234_567_890_000, 0o644,
  ]);
  expect(stat('old').mtimeMs).toBe(1_000_000_000_000);
  expect(stat('there').mtimeMs).not.toBe(1_000_000_000_000);
});

test.each([
  ['-1', -1_000],
  ['-1.5', -1_500],
  ['-99999999999', -(2 ** 31) * 1000],
  ['1.' + '5'.repeat(40), 1_556],
  ['yesterday', 1_700_000_000_000],
  ['1e9', 1_700_000_000_000],
])('a PAX time of %s gives %i ms', async (mtime, expected) => {
  using workspace = tempWorkspace();
  await using core = open(workspace);
  workspace.write('a.tar', buildTar([pax({ mtime }), { name: 'old', data: 'x' }]));
  await core.exec('tar extract --in a.tar --dest out --confirm');
  expect(statSync(join(workspace.path, 'out/old')).mtimeMs).toBe(expected);
});

test('a name that is no UTF-8 is left out unless --encoding says what it is', async () => {
  using workspace = tempWorkspace();
  await using core = open(workspace);
  const gbk = Buffer.from([0xd6, 0xd0, 0xce, 0xc4]); // 中文
  workspace.write('a.tar', buildTar([{ name: gbk, data: 'x' }]));
  expect((await core.exec('tar extract --in a.tar --dest auto --confirm')).result).toMatchObject({
    files_written: 0,
    skipped: { unsafe_path: 1 },
  });
  await core.exec('tar extract --in a.tar --dest gbk --encoding gbk --confirm');
  expect(readFileSync(join(workspace.path, 'gbk/中文'), 'utf8')).toBe('x');
});

test('--encoding is for names in headers: those in PAX records are UTF-8, unless they say that they are not', async () => {
  using workspace = tempWorkspace();
  await using core = open(workspace);
  const gbk = Buffer.from([0xd6, 0xd0, 0xce, 0xc4]); // 中文
  workspace.write(
    'a.tar',
    buildTar([
      pax({ path: '名字' }),
      { name: 'short', data: 'x' },
      { ...pax({}), data: Buffer.concat([Buffer.from('21 hdrcharset=BINARY\n13 path='), gbk, Buffer.from('\n')]) },
      { name: 'short', data: 'y' },
    ]),
  );
  expect((await core.exec('tar list --in a.tar --encoding gbk')).result['entries']).toMatchObject([
    { name: '名字' },
    { name: '中文' },
  ]);
});

test.each([
  ['compress', '1f9d90'],
  ['lz4', '04224d186440a7'],
  ['lzip', '4c5a495001'],
  ['lzma', '5d00008000ffffffffffffffff'],
])('a tar packed with %s is not called damaged, but not supported', async (_, magic) => {
  using workspace = tempWorkspace();
  await using core = open(workspace);
  workspace.write('a.tar', Buffer.concat([Buffer.from(magic, 'hex'), Buffer.alloc(2000, 'packed')]));
  for (const line of ['list', 'extract --dest out --confirm'])
    expect(await core.exec(`tar ${line} --in a.tar`)).toMatchObject({ exit_code: 1, error_code: 'NotSupported' });
});

test('links are left out of what is packed, and counted', async () => {
  using workspace = tempWorkspace();
  await using core = open(workspace);
  workspace.write('tree/a.txt', 'a');
  symlinkSync('/etc/passwd', join(workspace.path, 'tree/link'));
  expect((await core.exec('tar create --src tree --out tree/self.tgz --confirm')).result).toMatchObject({
    ok: true,
    files_added: 1,
    skipped: { links: 1 },
  });
});

test.each([-1, -86_400, -(2 ** 31), 8 ** 11])(
  'a file of second %i comes back with its time, through us and through other programs',
  async (second) => {
    using workspace = tempWorkspace();
    await using core = open(workspace);
    const at = (name: string) => join(workspace.path, name);
    workspace.write('tree/old.txt', 'x');
    utimesSync(at('tree/old.txt'), new Date(second * 1000), new Date(second * 1000));
    const kept = statSync(at('tree/old.txt')).mtimeMs; // a file system may hold less
    await core.exec('tar create --src tree --out a.tar --confirm');
    await core.exec('tar extract --in a.tar --dest ours --confirm');
    expect(statSync(at('ours/old.txt')).mtimeMs).toBe(kept);
    for (const tool of ['tar', 'bsdtar'].filter((name) => hasTool(name))) {
      mkdirSync(at(tool));
      execFileSync(tool, ['-xf', at('a.tar'), '-C', at(tool)], { stdio: 'ignore' }); // they doubt such times aloud
      expect([tool, statSync(join(at(tool), 'old.txt')).mtimeMs]).toEqual([tool, kept]);
    }
  },
);

const damages: Record<string, (packed: Buffer) => Buffer> = {
  'a flipped bit': (packed) => Buffer.from(packed.map((byte, at) => (at === packed.length >> 1 ? byte ^ 16 : byte))),
  'a cut': (packed) => packed.subarray(0, packed.length >> 1),
};

test.each(['tar.gz', 'tar.bz2', 'tar.xz', 'tar.zst'])(
  'of a damaged %s only what a checksum has covered takes its place',
  async (format) => {
    const random = seededRandom(44);
    const noise = () => Buffer.from(Array.from({ length: 10_240 }, () => random.below(256))); // which nothing makes smaller
    const before = [
      { name: 'old/replaced', data: noise() },
      { name: 'new/', flag: '5' },
      { name: 'new/a', data: noise() },
    ];
    const damaged = [
      { name: 'old/mine', data: noise() },
      { name: 'old/other', data: noise() },
      { name: 'new/b', data: noise() },
      { name: 'new/deep/c', data: noise() },
      { name: 'newer/', flag: '5' },
      { name: 'newer/d', data: noise() },
      { name: 'last', data: noise() },
    ];
    const tars = [buildTar(before).subarray(0, -1024), buildTar(damaged)];
    const [sound, rest] = packTar(format, tars) as [Buffer, Buffer];
    for (const [what, damage] of Object.entries(damages)) {
      if (format === 'tar.zst' && what === 'a flipped bit') continue; // this frame has no checksum
      using workspace = tempWorkspace();
      await using core = open(workspace);
      workspace.write('a', Buffer.concat([sound, damage(rest)]));
      workspace.write('out/old/mine', 'mine');
      workspace.write('out/old/replaced', 'mine');
      const reply = await core.exec('tar extract --in a --dest out --overwrite --confirm');
      expect(reply, what).toMatchObject({
        error_code: 'CorruptInput',
        stdout: expect.stringContaining('2 files, 20480 bytes written to out'),
        result: { files_written: 2, dirs_created: 1, bytes_written: 20_480 },
      });
      const found = snapshot(join(workspace.path, 'out'));
      expect(Object.keys(found).toSorted(), what).toEqual(['new/', 'new/a', 'old/', 'old/mine', 'old/replaced']);
      expect(readFileSync(join(workspace.path, 'out/old/mine'), 'utf8')).toBe('mine');
      expect(readFileSync(join(workspace.path, 'out/old/replaced')).equals(before[0]?.data as Buffer)).toBe(true);
      expect(statSync(join(workspace.path, 'out/new')).mtimeMs).toBe(1_700_000_000_000);
    }
  },
);

test('garbage behind a tar.gz is damage, but all files before it are kept', async () => {
  using workspace = tempWorkspace();
  await using core = open(workspace);
  workspace.write('a.tar.gz', Buffer.concat([gzipSync(buildTar([{ name: 'a', data: 'whole' }])), Buffer.from('\0x')]));
  expect(await core.exec('tar extract --in a.tar.gz --dest out --confirm')).toMatchObject({
    error_code: 'CorruptInput',
    result: { files_written: 1 },
  });
  expect(readFileSync(join(workspace.path, 'out', 'a'), 'utf8')).toBe('whole');
});

test('of a plain tar all files before the damage are kept', async () => {
  using workspace = tempWorkspace();
  await using core = open(workspace);
  const files = [1, 2, 3].map((each) => ({ name: `new/${each}`, data: `${each}` }));
  workspace.write('a.tar', buildTar([...files, { name: 'last', checksum: 1 }]));
  expect(await core.exec('tar extract --in a.tar --dest out --confirm')).toMatchObject({
    error_code: 'CorruptInput',
    result: { files_written: 3, dirs_created: 2, bytes_written: 3 },
  });
  expect(Object.keys(snapshot(join(workspace.path, 'out')))).toEqual(['new/', 'new/1', 'new/2', 'new/3']);
});

test('what no checksum has covered when a limit stops a tar.gz is kept where it is new, and replaces nothing', async () => {
  using workspace = tempWorkspace();
  await using core = open(workspace);
  const files = ['mine', 'old/mine', 'a', 'new/b', 'c'].map((name) => ({ name, data: 'theirs' }));
  workspace.write('a.tar.gz', gzipSync(buildTar(files)));
  workspace.write('out/mine', 'mine');
  workspace.write('out/old/mine', 'mine');
  const line = 'tar extract --in a.tar.gz --dest out --overwrite --confirm';
  const read = (name: string) => readFileSync(join(workspace.path, 'out', name), 'utf8');
  expect(await core.exec(`${line} --max-files 4`)).toMatchObject({
    error_code: 'ArchiveTooLarge',
    result: { files_written: 2, dirs_created: 1, bytes_written: 12 },
  });
  expect(['mine', 'old/mine', 'a', 'new/b'].map(read)).toEqual(['mine', 'mine', 'theirs', 'theirs']);
  expect(existsSync(join(workspace.path, 'out/c'))).toBe(false);
  await core.exec(line);
  expect(['mine', 'old/mine', 'a', 'new/b', 'c'].map(read)).toEqual(files.map(() => 'theirs'));
});

test.each<[string, Buffer, object]>([
  [
    'zeros and something else',
    Buffer.concat([Buffer.alloc(32_768), Buffer.from('CD001')]),
    { error_code: 'CorruptInput' },
  ],
  ['a zip', buildZip([{ name: 'a', data: 'x' }]), { error_message: 'This is a zip archive, not a tar.' }],
  ['a 7z', Buffer.from('377abcaf271c0004', 'hex'), { error_code: 'NotSupported' }],
])('%s is no tar', async (_, bytes, answer) => {
  using workspace = tempWorkspace();
  await using core = open(workspace);
  workspace.write('a', bytes);
  expect(await core.exec('tar extract --in a --dest out --confirm')).toMatchObject(answer);
  expect(await core.exec('tar list --in a')).toMatchObject(answer);
});
