import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSallyport, type Sallyport } from '../../../src/sallyport.ts';
import { tempWorkspace, type TempWorkspace } from '../../../src/testing/index.ts';
import { encodeBzip2 } from '../../../src/formats/bzip2/index.ts';
import { buildTar, pax, type BuiltTarEntry } from '../../fixtures/tar-builder.ts';

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

async function extract(bytes: Buffer, flags = '') {
  const name = `case${number++}`;
  workspace.write(`${name}.tar`, bytes);
  const reply = await core.exec(`tar extract --in ${name}.tar --dest ${name} --confirm ${flags}`);
  const dest = join(workspace.path, name);
  const names = existsSync(dest) ? readdirSync(dest, { recursive: true, encoding: 'utf8' }).sort() : [];
  for (const each of names) {
    const stat = lstatSync(join(dest, each));
    expect({ each, ordinary: stat.isFile() || stat.isDirectory(), bits: stat.mode & 0o7022 }).toEqual({
      each,
      ordinary: true,
      bits: 0,
    });
  }
  expect(readFileSync(join(workspace.path, '../canary/evil.txt'), 'utf8')).toBe('untouched');
  const files = names.filter((each) => lstatSync(join(dest, each)).isFile());
  return {
    ...reply,
    dest,
    code: reply.error_code,
    files,
    skipped: (reply.result['skipped'] ?? {}) as Record<string, number>,
  };
}

const good: BuiltTarEntry = { name: 'good.txt', data: 'fine' };
const base256 = (value: bigint) => {
  const field = Buffer.alloc(12);
  field.writeBigInt64BE(value, 4);
  if (value < 0n) field.fill(0xff, 0, 4);
  else field[0] = 0x80;
  return field;
};

test.each<[string, BuiltTarEntry[], string]>([
  ['climbs out', [{ name: '../canary/evil.txt', data: 'x' }], 'unsafe_path'],
  ['climbs by its prefix', [{ name: 'evil.txt', prefix: '../canary', data: 'x' }], 'unsafe_path'],
  [
    'climbs by a GNU long name',
    [
      { name: '././@LongLink', flag: 'L', data: '../canary/evil.txt\0' },
      { name: 'a', data: 'x' },
    ],
    'unsafe_path',
  ],
  ['climbs by a PAX path', [pax({ path: '../canary/evil.txt' }), { name: 'a', data: 'x' }], 'unsafe_path'],
  [
    'climbs by a global PAX path',
    [pax({ path: '../canary/evil.txt' }, 'g'), { name: 'a', data: 'x' }, pax({ path: 'good.txt' })],
    'unsafe_path',
  ],
  ['has a NUL in a PAX path', [pax({ path: 'a\0b' }), { name: 'a', data: 'x' }], 'unsafe_path'],
  ['is absolute', [{ name: '/tmp/evil.txt', data: 'x' }], 'unsafe_path'],
  ['has a drive', [{ name: 'c:/evil.txt', data: 'x' }], 'unsafe_path'],
  ['has backslashes', [{ name: '..\\canary\\evil.txt', data: 'x' }], 'unsafe_path'],
  ['is a git hook', [{ name: '.git/hooks/post-checkout', data: 'x', mode: 0o755 }], 'unsafe_path'],
  ['is our own state in other letters', [{ name: 'x/.VSCODE/settings.json', data: 'x' }], 'unsafe_path'],
  ['is a symbolic link', [{ name: 'link', flag: '2', link: '../canary' }], 'unsafe_link'],
  ['is a hard link', [{ name: 'link', flag: '1', link: '../canary/evil.txt' }], 'unsafe_link'],
  ['is a hard link with a size', [{ name: 'link', flag: '1', link: 'x', size: 4096 }], 'unsafe_link'],
  ['is a FIFO', [{ name: 'fifo', flag: '6' }], 'unsafe_type'],
  ['is a device', [{ name: 'null', flag: '3' }], 'unsafe_type'],
  ['is a GNU sparse file', [{ name: 'sparse', flag: 'S', data: 'x' }], 'unsafe_type'],
  [
    'is a PAX sparse file',
    [pax({ 'GNU.sparse.major': '1', 'GNU.sparse.realsize': '17592186044416' }), { name: 'sparse', data: '1\n0\n' }],
    'unsafe_type',
  ],
  ['is of an unknown type', [{ name: 'what', flag: 'Z', data: 'x' }], 'unsafe_type'],
])('an entry that %s is skipped and counted, the rest is unpacked', async (name, entries, reason) => {
  const rest = name.includes('global') ? [{ ...good, name: 'x' }] : [good];
  const { code, files, skipped } = await extract(buildTar([...entries, ...rest]));
  expect({ code, files, count: skipped[reason] }).toEqual({ code: undefined, files: ['good.txt'], count: 1 });
});

test('a link, and then a file through it: the file is made in a folder of its own', async () => {
  const { files, dest } = await extract(
    buildTar([
      { name: 'out', flag: '2', link: '../../canary' },
      { name: 'out/evil.txt', data: 'mine' },
    ]),
  );
  expect(files).toEqual(['out/evil.txt']);
  expect(readFileSync(join(dest, 'out/evil.txt'), 'utf8')).toBe('mine');
});

test.each<[string, Buffer, string, string]>([
  ['a wrong header checksum', buildTar([{ ...good, checksum: 1 }]), '', 'CorruptInput'],
  ['a negative size', buildTar([{ name: 'a', size: base256(-1n) }]), '', 'CorruptInput'],
  ['a size of 2^62', buildTar([{ name: 'a', size: base256(1n << 62n) }]), '', 'CorruptInput'],
  ['a size of 16 TiB', buildTar([{ name: 'a', size: base256(1n << 44n) }]), '', 'ArchiveTooLarge'],
  ['a size that is no number', buildTar([{ name: 'a', size: Buffer.from('99999999999\0') }]), '', 'CorruptInput'],
  ['a PAX size that is no number', buildTar([pax({ size: '0x10' }), good]), '', 'CorruptInput'],
  ['a PAX record that runs over', buildTar([{ name: 'p', flag: 'x', data: '99 path=a\n' }, good]), '', 'CorruptInput'],
  [
    'a PAX header of 2 MiB',
    buildTar([{ name: 'p', flag: 'x', data: Buffer.alloc(2 << 20, 'x') }, good]),
    '',
    'ArchiveTooLarge',
  ],
  [
    'a long name of 2 MiB',
    buildTar([{ name: 'p', flag: 'L', data: Buffer.alloc(2 << 20, 'x') }, good]),
    '',
    'ArchiveTooLarge',
  ],
  ['a cut-off body', buildTar([{ name: 'a', data: 'x'.repeat(2000) }]).subarray(0, 1500), '', 'CorruptInput'],
  ['a cut-off header', buildTar([good]).subarray(0, 300), '', 'CorruptInput'],
  ['no end', buildTar([good], { end: Buffer.alloc(0) }), '', 'CorruptInput'],
  [
    'a header after an empty block',
    Buffer.concat([buildTar([good], { end: Buffer.alloc(512) }), buildTar([{ name: 'hidden', data: 'x' }])]),
    '',
    'CorruptInput',
  ],
  ['a PAX header that belongs to nothing', buildTar([good, pax({ path: 'x' })]), '', 'CorruptInput'],
  [
    'a damaged gzip body',
    damaged(gzipSync(buildTar([{ name: 'a', data: Buffer.alloc(5000, 'abc') }]))),
    '',
    'CorruptInput',
  ],
  ['a wrong gzip checksum', flipped(gzipSync(buildTar([good])), -6), '', 'CorruptInput'],
  ['a cut-off gzip', gzipSync(buildTar([good])).subarray(0, -10), '', 'CorruptInput'],
  ['something behind its gzip', Buffer.concat([gzipSync(buildTar([good])), Buffer.from('junk')]), '', 'CorruptInput'],
  ['a damaged bzip2 body', damaged(bzip2([{ name: 'a', data: Buffer.alloc(5000, 'abc') }])), '', 'CorruptInput'],
  ['a cut-off bzip2', bzip2([good]).subarray(0, -5), '', 'CorruptInput'],
  ['something behind its bzip2', Buffer.concat([bzip2([good]), Buffer.from('junk')]), '', 'CorruptInput'],
  ['a bzip2 bomb', bzip2([{ name: 'a', data: Buffer.alloc(20 << 20) }]), '--max-bytes 1000000', 'ArchiveTooLarge'],
  [
    'more bytes than allowed',
    gzipSync(buildTar([{ name: 'a', data: Buffer.alloc(3 << 20) }])),
    '--max-bytes 1000000',
    'ArchiveTooLarge',
  ],
  [
    'more skipped bytes than allowed',
    gzipSync(buildTar([{ name: '../a', data: Buffer.alloc(3 << 20) }])),
    '--max-bytes 1000000',
    'ArchiveTooLarge',
  ],
  ['more files than allowed', buildTar([good, { name: 'b' }, { name: 'c' }]), '--max-files 2', 'ArchiveTooLarge'],
  [
    'a flood of zeros after its end',
    gzipSync(Buffer.concat([buildTar([good]), Buffer.alloc(80 << 20)])),
    '',
    'ArchiveTooLarge',
  ],
  ['nothing that is a tar', Buffer.from('just some text, longer than nothing'), '', 'CorruptInput'],
])('an archive with %s is refused', async (_, bytes, flags, expected) => {
  const { code, result, files } = await extract(bytes, flags);
  expect({ code, ok: result.ok }).toEqual({ code: expected, ok: false });
  expect(files.filter((name) => name !== 'good.txt' && name !== 'b')).toEqual([]);
});

test.each<[string, Buffer, string[]]>([
  ['ustar with a prefix', buildTar([{ name: 'b.txt', prefix: 'dir/a', data: 'x' }]), ['dir/a/b.txt']],
  [
    'GNU long names',
    buildTar([
      { name: '././@LongLink', flag: 'L', data: `${'d/'.repeat(60)}x\0` },
      { name: 'cut', data: 'x' },
    ]),
    [`${'d/'.repeat(60)}x`],
  ],
  ['PAX names', buildTar([pax({ path: 'ünï/日本.txt' }), { name: 'x', data: 'x' }]), ['ünï/日本.txt']],
  ['base-256 sizes', buildTar([{ name: 'a', data: 'xyz', size: base256(3n) }]), ['a']],
  [
    'old type bytes',
    buildTar([
      { name: 'a', flag: '\0', data: 'x' },
      { name: 'b', flag: '7', data: 'x' },
      { name: 'c/', flag: '0' },
    ]),
    ['a', 'b'],
  ],
  ['V7 headers', buildTar([{ name: 'a', magic: '', data: 'x' }]), ['a']],
  [
    'two gzip members',
    Buffer.concat([gzipSync(buildTar([good]).subarray(0, 700)), gzipSync(buildTar([good]).subarray(700))]),
    ['good.txt'],
  ],
  ['padding behind its gzip', Buffer.concat([gzipSync(buildTar([good])), Buffer.alloc(10_240)]), ['good.txt']],
  ['a lone empty block at its end', buildTar([good], { end: Buffer.alloc(512) }), ['good.txt']],
])('an archive with %s is unpacked', async (_, bytes, expected) => {
  const { code, files } = await extract(bytes);
  expect({ code, files }).toEqual({ code: undefined, files: expected });
});

function damaged(bytes: Buffer): Buffer {
  return flipped(bytes, Math.floor(bytes.length / 2));
}

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  const index = at < 0 ? copy.length + at : at;
  copy[index] = (copy[index] as number) ^ 0x10;
  return copy;
}

function bzip2(entries: readonly BuiltTarEntry[]): Buffer {
  return Buffer.from(encodeBzip2(buildTar(entries), 9));
}
