import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { buildZip, extraField, type BuiltArchive, type BuiltEntry } from '../../../test/fixtures/zip-builder.ts';
import type { RandomAccess } from '../../protocol/bytes.ts';
import { corrupt } from '../corrupt.ts';
import { readDirectory } from './directory.ts';
import type { NameEncoding } from './names.ts';

function inMemory(bytes: Buffer): RandomAccess {
  return {
    name: 'a.zip',
    size: bytes.length,
    readAt(position, into) {
      if (position < 0 || position + into.length > bytes.length)
        throw corrupt('a.zip', 'it ends in the middle of its data');
      into.set(bytes.subarray(position, position + into.length));
    },
  };
}

const read = (entries: readonly BuiltEntry[], archive?: BuiltArchive, encoding: NameEncoding = 'auto') => [
  ...readDirectory(inMemory(buildZip(entries, archive)), encoding),
];
const two: BuiltEntry[] = [
  { name: 'a.txt', data: 'aaaa' },
  { name: 'dir/' },
  { name: 'dir/b.txt', data: 'bb', method: 0 },
];
const wide64 = (...values: bigint[]) => {
  const field = Buffer.alloc(values.length * 8);
  values.forEach((value, i) => field.writeBigUInt64LE(value, i * 8));
  return extraField(1, field);
};

test.each<[string, BuiltArchive]>([
  ['plain', {}],
  ['with a program before it', { prefix: Buffer.from('#!/bin/sh\n'.repeat(100)) }],
  ['with a comment', { comment: 'made by hand' }],
  ['with something behind it', { suffix: Buffer.from('junk') }],
  ['with 64-bit records', { zip64: true }],
  ['with 64-bit records and a program before it', { zip64: true, prefix: Buffer.alloc(1000) }],
])('an archive %s is read', (_, archive) => {
  expect(read(two, archive).map(({ name, isFolder, bytes, method }) => [name, isFolder, bytes, method])).toEqual([
    ['a.txt', false, 4, 8],
    ['dir/', true, 0, 8],
    ['dir/b.txt', false, 2, 0],
  ]);
});

test('an empty archive has no entries', () => {
  expect(read([])).toEqual([]);
});

test.each<[string, Buffer, number, NameEncoding, string | undefined]>([
  ['UTF-8 that says so', Buffer.from('文件'), 0x800, 'auto', '文件'],
  ['UTF-8 that does not say so', Buffer.from('文件'), 0, 'auto', '文件'],
  ['CP437', Buffer.from([0x81, 0x84, 0x9b, 0xe1]), 0, 'auto', 'üä¢ß'],
  ['GBK on request', Buffer.from([0xce, 0xc4, 0xbc, 0xfe]), 0, 'gbk', '文件'],
  ['CP932 on request', Buffer.from([0x93, 0xfa, 0x96, 0x7b]), 0, 'cp932', '日本'],
  ['broken UTF-8 that claims to be some', Buffer.from([0xff, 0x61]), 0x800, 'auto', undefined],
  ['overlong UTF-8', Buffer.from([0xc0, 0xae, 0xc0, 0xae]), 0x800, 'auto', undefined],
  ['broken UTF-8 on request', Buffer.from([0xff, 0x61]), 0, 'utf-8', undefined],
])('a name in %s', (_, name, flags, encoding, expected) => {
  expect(read([{ name, flags }], {}, encoding)[0]?.name).toBe(expected);
});

test.each<[string, Buffer, NameEncoding, boolean]>([
  ['a backslash', Buffer.from('d\\'), 'auto', true],
  ['a backslash, in CP932', Buffer.from('d\\'), 'cp932', true],
  ['a character whose second byte is that of a backslash', Buffer.from([0x83, 0x5c]), 'cp932', false], // ソ
  ['such a character of GBK', Buffer.from([0x81, 0x5c]), 'gbk', false], // 乗
])('a name that ends with %s', (_, name, encoding, isFolder) => {
  expect(read([{ name, flags: 0, data: 'x' }], {}, encoding)[0]?.isFolder).toBe(isFolder);
});

test('the Unicode path field counts only with the checksum of the plain name', () => {
  const field = (name: string, plain: string) => {
    const content = Buffer.alloc(5);
    content[0] = 1;
    content.writeUInt32LE(crc32(plain), 1);
    return extraField(0x7075, Buffer.concat([content, Buffer.from(name)]));
  };
  expect(read([{ name: 'x', extra: field('ü', 'x') }])[0]?.name).toBe('ü');
  expect(read([{ name: 'x', extra: field('../evil', 'y') }])[0]?.name).toBe('x');
});

test('times come from the extended timestamp, else from the DOS fields', () => {
  const time = Buffer.alloc(5);
  time[0] = 1;
  time.writeInt32LE(1_700_000_000, 1);
  expect(read([{ name: 'x', extra: extraField(0x5455, time) }])[0]?.mtimeMs).toBe(1_700_000_000_000);
  expect(new Date(read([{ name: 'x' }])[0]?.mtimeMs ?? 0).getFullYear()).toBe(2024);
});

test('times come from NTFS attributes, wherever they stand, and from fields of Unix', () => {
  const attribute = (tag: number, content: Buffer) => extraField(tag, content); // of the same form as a field
  const filetime = Buffer.alloc(24);
  filetime.writeBigUInt64LE(133_444_736_000_000_000n); // 2023-11-14T22:13:20Z
  const ntfs = Buffer.concat([Buffer.alloc(4), attribute(2, Buffer.alloc(5)), attribute(1, filetime)]);
  const unix = Buffer.alloc(12);
  unix.writeInt32LE(1_700_000_000, 4);
  for (const extra of [extraField(0x000a, ntfs), extraField(0x000d, unix), extraField(0x5855, unix)])
    expect(read([{ name: 'x', extra }])[0]?.mtimeMs).toBe(1_700_000_000_000);
  const cut = extraField(0x000a, ntfs.subarray(0, -1));
  expect(new Date(read([{ name: 'x', extra: cut }])[0]?.mtimeMs ?? 0).getFullYear()).toBe(2024);
});

test('sizes of 64 bits are read where the small ones are all ones', () => {
  const [entry] = readDirectory(
    { ...inMemory(buildZip([{ name: 'x', compressedBytes: 0xffffffff, bytes: 0xffffffff, extra: wide64(7n, 1n) }])) },
    'auto',
  );
  expect(entry).toMatchObject({ bytes: 7, compressedBytes: 1 });
});

test.each<[string, readonly BuiltEntry[], BuiltArchive, RegExp]>([
  ['an end record in the comment of another', two, { comment: buildZip([]) }, /more than one end record/],
  ['more entries than it says', two, { count: 2 }, /says that it has 2 entries, but it has 3/],
  ['fewer entries than it says', two, { count: 4 }, /does not fit|says that it has 4/],
  ['a list that is shorter than it says', two, { directoryBytes: 100_000 }, /does not fit/],
  ['a list that begins too late', two, { directoryAt: 100_000 }, /does not fit/],
  ['end records that disagree', two, { zip64: true, wide: { count: 9 } }, /does not fit|disagree|says that it has 9/],
  ['a locator that leads elsewhere', two, { zip64: true, locator: { at: 3 } }, /does not fit/],
  ['a locator that leads behind it', two, { zip64: true, locator: { at: 1 << 30 } }, /does not fit/],
  [
    'a locator that leads to another 64-bit end record',
    two,
    { zip64: true, prefix: buildZip([], { zip64: true }), locator: { at: 0 } },
    /more than one end record/,
  ],
  ['a locator that leads to another disk', two, { zip64: true, locator: { disk: 1 } }, /several disks/],
  ['a locator that knows of two disks', two, { zip64: true, locator: { disks: 2 } }, /several disks/],
  ['a missing 64-bit size', [{ name: 'x', bytes: 0xffffffff }], {}, /64-bit size is missing/],
  ['a size of 2^63', [{ name: 'x', bytes: 0xffffffff, extra: wide64(1n << 63n) }], {}, /beyond all measure/],
  [
    'a size of 2^40 in a small file',
    [{ name: 'x', compressedBytes: 0xffffffff, extra: wide64(1n << 40n) }],
    {},
    /overlap, or lie outside/,
  ],
  ['an extra field that runs over', [{ name: 'x', extra: Buffer.from([1, 0, 99, 0, 1]) }], {}, /runs over its end/],
  [
    'entries at the same place',
    [
      { name: 'x', data: 'xx' },
      { name: 'y', data: 'yy', offset: 0 },
    ],
    {},
    /overlap/,
  ],
  ['an entry behind the list', [{ name: 'x', data: 'xx', offset: 5000 }], {}, /overlap, or lie outside/],
])('%s is refused', (_, entries, archive, reason) => {
  expect(() => read(entries, archive)).toThrow(reason);
});

test('a digital signature may end the list, and nothing else behind it', () => {
  const zip = buildZip(two);
  const signed = (claimedBytes: number) => {
    const record = Buffer.from([0x50, 0x4b, 5, 5, claimedBytes, 0, 1, 2, 3, 4]);
    const made = Buffer.concat([zip.subarray(0, -22), record, zip.subarray(-22)]);
    made.writeUInt32LE(zip.readUInt32LE(zip.length - 10) + record.length, made.length - 10);
    return inMemory(made);
  };
  expect(readDirectory(signed(4), 'auto').length).toBe(3);
  for (const bytes of [0, 3, 5]) expect(() => readDirectory(signed(bytes), 'auto')).toThrow(/holds something else/);
});

test.each(['', 'PK', 'not a zip at all, but long enough to be one'])('%j is no archive', (text) => {
  expect(() => readDirectory(inMemory(Buffer.from(text)), 'auto')).toThrow(/no zip archive/);
});

test('every cut and every flipped bit of an archive is refused or read, never more', () => {
  const whole = buildZip(two, { zip64: true });
  for (let length = 0; length < whole.length; length++) expectHarmless(whole.subarray(0, length));
  for (let bit = 0; bit < whole.length * 8; bit++) {
    const changed = Buffer.from(whole);
    changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7));
    expectHarmless(changed);
  }
});

function expectHarmless(bytes: Buffer): void {
  try {
    for (const { offset, compressedBytes } of readDirectory(inMemory(bytes), 'auto'))
      expect(offset + compressedBytes).toBeLessThanOrEqual(bytes.length);
  } catch (error) {
    expect((error as { code?: string }).code).toMatch(/^(CorruptInput|ArchiveTooLarge)$/);
  }
}
