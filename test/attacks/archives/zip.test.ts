import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSallyport, type Sallyport } from '../../../src/sallyport.ts';
import { tempWorkspace, type TempWorkspace } from '../../../src/testing/index.ts';
import { buildZip, extraField, type BuiltArchive, type BuiltEntry } from '../../fixtures/zip-builder.ts';

// One gate for all: every case has folders of its own.
let workspace: TempWorkspace;
let core: Sallyport;
let number = 0;
beforeAll(() => {
  workspace = tempWorkspace();
  core = createSallyport({ root: workspace.path, env: workspace.env });
  mkdirSync(join(workspace.path, '../canary'));
  writeFileSync(join(workspace.path, '../canary/evil.txt'), 'untouched');
});
afterAll(async () => {
  await core[Symbol.asyncDispose]();
  workspace[Symbol.dispose]();
});

async function extract(
  entries: readonly BuiltEntry[],
  options: { archive?: BuiltArchive; flags?: string; prepare?: (dest: string) => void } = {},
) {
  const name = `case${number++}`;
  workspace.write(`${name}.zip`, buildZip(entries, options.archive));
  const dest = join(workspace.path, name);
  if (options.prepare) {
    mkdirSync(dest);
    options.prepare(dest);
  }
  const reply = await core.exec(`zip extract --in ${name}.zip --dest ${name} --confirm ${options.flags ?? ''}`);
  const listed = await core.exec(`zip list --in ${name}.zip`);
  return {
    ...reply,
    code: reply.error_code,
    listCode: listed.error_code,
    files: tree(dest),
    skipped: reply.result['skipped'] as Record<string, number>,
  };
}

/** Names below a folder; a link or special file fails the test. */
function tree(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => {
      const stat = lstatSync(join(folder, name));
      if (!stat.isDirectory() && !stat.isFile()) throw new Error(`${name} is neither a file nor a folder`);
      if ((stat.mode & 0o7022) !== 0) throw new Error(`${name} has the mode ${stat.mode.toString(8)}`);
      return stat.isFile();
    })
    .sort();
}

const good: BuiltEntry = { name: 'good.txt', data: 'fine' };

test.each<[string, BuiltEntry, 'unsafe_path' | 'unsafe_link' | 'unsafe_type']>([
  ['climbs out', { name: '../canary/evil.txt', data: 'x' }, 'unsafe_path'],
  ['climbs out in the middle', { name: 'a/../../canary/evil.txt', data: 'x' }, 'unsafe_path'],
  ['climbs without leaving', { name: 'a/../b.txt', data: 'x' }, 'unsafe_path'],
  ['is ..', { name: '..', data: 'x' }, 'unsafe_path'],
  ['ends with ..', { name: 'a/..', data: 'x' }, 'unsafe_path'],
  ['climbs with backslashes', { name: '..\\canary\\evil.txt', data: 'x' }, 'unsafe_path'],
  ['is absolute', { name: '/tmp/evil.txt', data: 'x' }, 'unsafe_path'],
  ['is absolute twice', { name: '//host/share/x', data: 'x' }, 'unsafe_path'],
  ['is a UNC path', { name: '\\\\host\\share\\x', data: 'x' }, 'unsafe_path'],
  ['has a drive', { name: 'C:/evil.txt', data: 'x' }, 'unsafe_path'],
  ['has a drive and no slash', { name: 'C:evil.txt', data: 'x' }, 'unsafe_path'],
  ['has a drive further in', { name: 'a/c:/evil.txt', data: 'x' }, 'unsafe_path'],
  ['is an alternate stream', { name: 'a.txt:evil', data: 'x' }, 'unsafe_path'],
  ['is a device', { name: 'NUL', data: 'x' }, 'unsafe_path'],
  ['is a device with an extension', { name: 'dir/com1.txt', data: 'x' }, 'unsafe_path'],
  ['ends with a dot', { name: 'a.', data: 'x' }, 'unsafe_path'],
  ['ends with a space', { name: 'a ', data: 'x' }, 'unsafe_path'],
  ['holds a NUL', { name: 'a\0b', data: 'x' }, 'unsafe_path'],
  ['holds an escape sequence', { name: 'a\x1b[2Jb', data: 'x' }, 'unsafe_path'],
  ['holds a line break', { name: 'a\nb', data: 'x' }, 'unsafe_path'],
  ['reads backwards', { name: 'a\u202etxt.exe', data: 'x' }, 'unsafe_path'],
  ['has wide dots', { name: '．．/x', data: 'x' }, 'unsafe_path'],
  [
    'is overlong UTF-8',
    { name: Buffer.from([0xc0, 0xae, 0xc0, 0xae, 0x2f, 0x61]), flags: 0x800, data: 'x' },
    'unsafe_path',
  ],
  ['is too long', { name: 'x'.repeat(300), data: 'x' }, 'unsafe_path'],
  ['is very long', { name: 'x'.repeat(65_000), data: 'x' }, 'unsafe_path'],
  ['is very deep', { name: `${'a/'.repeat(3000)}x`, data: 'x' }, 'unsafe_path'],
  ['is empty', { name: '', data: 'x' }, 'unsafe_path'],
  ['is a git hook', { name: '.git/hooks/pre-commit', data: 'x' }, 'unsafe_path'],
  ['is a git hook in other letters', { name: 'sub/.GIT/HOOKS/pre-commit', data: 'x' }, 'unsafe_path'],
  ['is a git config', { name: '.git/config', data: 'x' }, 'unsafe_path'],
  ['is a short name of .git', { name: 'GIT~1/hooks/pre-commit', data: 'x' }, 'unsafe_path'],
  ['is editor config', { name: '.vscode/tasks.json', data: 'x' }, 'unsafe_path'],
  ['is .envrc', { name: '.envrc', data: 'x' }, 'unsafe_path'],
  ['is a symbolic link', { name: 'link', data: '/etc/passwd', mode: 0o120777 }, 'unsafe_link'],
  ['is a symbolic link of a DOS host', { name: 'link', data: '/etc/passwd', mode: 0o120777, host: 0 }, 'unsafe_link'],
  ['is a FIFO', { name: 'fifo', mode: 0o010644 }, 'unsafe_type'],
  ['is a character device', { name: 'null', mode: 0o020666 }, 'unsafe_type'],
  ['is a block device', { name: 'sda', mode: 0o060660 }, 'unsafe_type'],
  ['is a socket', { name: 'sock', mode: 0o140644 }, 'unsafe_type'],
])('an entry that %s is skipped and counted, the rest is unpacked', async (_, entry, reason) => {
  const { code, exit_code, files, skipped, listCode, stdout } = await extract([entry, good]);
  expect({ code, exit_code, files, count: skipped[reason], listCode }).toEqual({
    code: undefined,
    exit_code: 0,
    files: ['good.txt'],
    count: 1,
    listCode: undefined,
  });
  expect(stdout).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
  expect(readFileSync(join(workspace.path, '../canary/evil.txt'), 'utf8')).toBe('untouched');
});

test.each<[string, BuiltEntry[], string[], number]>([
  [
    'the same name twice',
    [
      { name: 'a', data: '1' },
      { name: 'a', data: '2' },
    ],
    ['a'],
    1,
  ],
  [
    'the same name with ./',
    [
      { name: 'a', data: '1' },
      { name: './a', data: '2' },
    ],
    ['a'],
    1,
  ],
  [
    'the same name with two slashes',
    [
      { name: 'b/c', data: '1' },
      { name: 'b//c', data: '2' },
    ],
    ['b/c'],
    1,
  ],
  [
    'names that differ in case',
    [
      { name: 'Read', data: '1' },
      { name: 'READ', data: '2' },
    ],
    ['Read'],
    1,
  ],
  [
    'folders that differ in case',
    [
      { name: 'Dir/a', data: '1' },
      { name: 'dIR/b', data: '2' },
    ],
    ['Dir/a'],
    1,
  ],
  [
    'names that differ in normalisation',
    [
      { name: 'é', data: '1' },
      { name: 'e\u0301', data: '2' },
    ],
    ['é'],
    1,
  ],
  [
    'names that differ in folding',
    [
      { name: 'straße', data: '1' },
      { name: 'STRASSE', data: '2' },
    ],
    ['straße'],
    1,
  ],
  [
    'a file, then a folder of its name',
    [
      { name: 'a', data: '1' },
      { name: 'a/b', data: '2' },
    ],
    ['a'],
    1,
  ],
  [
    'a folder, then a file of its name',
    [
      { name: 'a/b', data: '1' },
      { name: 'a', data: '2' },
    ],
    ['a/b'],
    1,
  ],
])('of %s the first one counts', async (_, entries, expected, duplicates) => {
  const { exit_code, files, skipped } = await extract(entries);
  expect({ exit_code, files, duplicates: skipped['duplicate'] }).toEqual({ exit_code: 0, files: expected, duplicates });
});

const big = Buffer.alloc(3 << 20);

test.each<[string, BuiltEntry[], BuiltArchive, string, string]>([
  [
    'overlapping entries',
    [
      { name: 'a', data: 'aaaa' },
      { name: 'b', data: 'aaaa', offset: 0 },
    ],
    {},
    '',
    'CorruptInput',
  ],
  [
    'entries quoted inside others',
    [
      { name: 'a', data: 'a', rawData: Buffer.concat([Buffer.from([0, 40, 0, 0xd7, 0xff]), Buffer.alloc(40)]) },
      { name: 'b', data: 'b', offset: 20 },
    ],
    {},
    '',
    'CorruptInput',
  ],
  ['a wrong checksum', [{ name: 'a', data: 'a', crc: 1 }], {}, '', 'CorruptInput'],
  ['more data than it says', [{ name: 'a', data: 'aaaa', bytes: 2 }], {}, '', 'CorruptInput'],
  ['much more data than it says', [{ name: 'a', data: big, bytes: 2 }], {}, '', 'CorruptInput'],
  ['less data than it says', [{ name: 'a', data: 'aa', bytes: 4 }], {}, '', 'CorruptInput'],
  [
    'a large file that is longer than it says',
    [{ name: 'a', data: big, bytes: big.length - 1 }],
    {},
    '',
    'CorruptInput',
  ],
  ['damaged data', [{ name: 'a', data: 'aaaa', rawData: Buffer.from('garbage!') }], {}, '', 'CorruptInput'],
  [
    'cut-off data',
    [{ name: 'a', data: 'aaaa'.repeat(99), rawData: deflateRawSync('aaaa'.repeat(99)).subarray(0, -2) }],
    {},
    '',
    'CorruptInput',
  ],
  ['a second name for an entry', [{ name: 'a', localName: 'b', data: 'x' }], {}, '', 'CorruptInput'],
  ['a second method for an entry', [{ name: 'a', localMethod: 0, data: 'x' }], {}, '', 'CorruptInput'],
  ['two end records', [good], { comment: buildZip([]) }, '', 'CorruptInput'],
  ['an encrypted entry', [{ name: 'a', flags: 1, data: 'x' }], {}, '', 'Encrypted'],
  ['a method that we do not know', [{ name: 'a', claimedMethod: 12, data: 'x' }], {}, '', 'NotSupported'],
  [
    'too many files',
    [
      { name: 'a', data: 'x' },
      { name: 'b', data: 'x' },
    ],
    {},
    '--max-files 1',
    'ArchiveTooLarge',
  ],
  ['too many bytes, and says so', [{ name: 'a', data: big }], {}, '--max-bytes 1000000', 'ArchiveTooLarge'],
  [
    'a size of terabytes',
    [{ name: 'a', data: 'x', bytes: 0xffffffff, extra: extraField(1, Buffer.from([0, 0, 0, 0, 0, 4, 0, 0])) }],
    {},
    '',
    'ArchiveTooLarge',
  ],
])('an archive with %s is refused and nothing of it is left', async (_, entries, archive, flags, expected) => {
  const { code, files, result } = await extract(entries, { archive, flags });
  expect({ code, files, ok: result.ok }).toEqual({ code: expected, files: [], ok: false });
});

test('what was written before the damage is reported', async () => {
  const { code, files, result } = await extract([good, { name: 'bad', data: 'a', crc: 1 }]);
  expect({ code, files, written: result['files_written'] }).toEqual({
    code: 'CorruptInput',
    files: ['good.txt'],
    written: 1,
  });
});

test('entries above --max-entry-bytes are skipped', async () => {
  const { files, skipped } = await extract([good, { name: 'big', data: big }], { flags: '--max-entry-bytes 1000' });
  expect({ files, large: skipped['too_large'] }).toEqual({ files: ['good.txt'], large: 1 });
});

test('existing files stay, and with --overwrite are replaced; links in the destination are never followed', async () => {
  const prepare = (dest: string) => {
    writeFileSync(join(dest, 'good.txt'), 'mine');
    mkdirSync(join(dest, 'folder'));
  };
  const kept = await extract([good, { name: 'folder', data: 'x' }], { prepare });
  expect({ skipped: kept.skipped['existing'], code: kept.code }).toEqual({ skipped: 2, code: undefined });
  expect(readFileSync(join(workspace.path, `case${number - 1}/good.txt`), 'utf8')).toBe('mine');
  await extract([good], { prepare, flags: '--overwrite' });
  expect(readFileSync(join(workspace.path, `case${number - 1}/good.txt`), 'utf8')).toBe('fine');

  for (const flags of ['', '--overwrite']) {
    const name = `case${number}`;
    const linked = (dest: string) => {
      symlinkSync('../../canary/evil.txt', join(dest, 'good.txt'));
      symlinkSync('../../canary', join(dest, 'sub'));
    };
    workspace.write(`${name}.zip`, buildZip([good, { name: 'sub/evil.txt', data: 'x' }]));
    mkdirSync(join(workspace.path, name));
    linked(join(workspace.path, name));
    const reply = await core.exec(`zip extract --in ${name}.zip --dest ${name} --confirm ${flags}`);
    number++;
    expect({ flags, code: reply.error_code, written: reply.result['files_written'] }).toEqual({
      flags,
      code: undefined,
      written: 0,
    });
    expect(readFileSync(join(workspace.path, '../canary/evil.txt'), 'utf8')).toBe('untouched');
    expect(readdirSync(join(workspace.path, '../canary'))).toEqual(['evil.txt']);
  }
});

test('the strip count cannot make a refused name pass', async () => {
  const { files, skipped } = await extract(
    [
      { name: '../evil', data: 'x' },
      { name: 'a/b/c', data: 'x' },
      { name: 'a/.git/hooks/x', data: 'x' },
      { name: 'top', data: 'x' },
    ],
    { flags: '--strip-components 1' },
  );
  expect({ files, unsafe: skipped['unsafe_path'] }).toEqual({ files: ['b/c'], unsafe: 2 });
});

test('setuid, sticky and write bits of strangers are not kept, the executable bit is', async () => {
  await extract([
    { name: 'run', data: 'x', mode: 0o107777 },
    { name: 'dir/', mode: 0o041777 },
    { name: 'dir/x', data: 'x', mode: 0o100000 },
  ]);
  const mode = (path: string) => (lstatSync(join(workspace.path, `case${number - 1}`, path)).mode & 0o7777).toString(8);
  expect([mode('run'), mode('dir'), mode('dir/x')]).toEqual(['755', '755', '644']);
});

test('what is free beside a protected folder is unpacked, and a folder entry in the way of a file is skipped', async () => {
  const entries = [
    { name: '.github/ISSUE_TEMPLATE.md', data: 'x' },
    { name: '.github/workflows/ci.yml', data: 'x' },
    { name: 'taken/' },
    good,
  ];
  const { code, files, skipped } = await extract(entries, {
    prepare: (dest) => writeFileSync(join(dest, 'taken'), 'mine'),
  });
  expect({ code, files, unsafe: skipped['unsafe_path'], existing: skipped['existing'] }).toEqual({
    code: undefined,
    files: ['.github/ISSUE_TEMPLATE.md', 'good.txt', 'taken'],
    unsafe: 1,
    existing: 1,
  });
});

test('folders count too: an archive of nothing but folders is refused', async () => {
  const { code, files } = await extract(
    Array.from({ length: 50 }, (_, i) => ({ name: `d${i}/` })),
    { flags: '--max-files 10' },
  );
  expect({ code, files }).toEqual({ code: 'ArchiveTooLarge', files: [] });
});

test('no pattern can be made to run for ever', async () => {
  workspace.write('redos.zip', buildZip([{ name: 'a'.repeat(3000), data: 'x' }]));
  const { exit_code, result } = await core.exec(`zip list --in redos.zip --include ${'**a'.repeat(12)}b`);
  expect({ exit_code, count: result['count_total'] }).toEqual({ exit_code: 0, count: 0 });
});
