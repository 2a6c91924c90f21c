import { crc32, gzipSync } from 'node:zlib';
import { packTar } from '../../fixtures/compress.ts';
import { base256, buildTar, pax, type BuiltTarEntry } from '../../fixtures/tar-builder.ts';
import type { Attack } from './attack.ts';
import { good, inBoth } from './entries.ts';

const fine = { 'good.txt': 'fine' };
const header = (edit: (block: Buffer) => void): BuiltTarEntry[] => [{ ...good, edit }];
const write = (text: string, at: number) => (block: Buffer) => void block.write(text, at, 'latin1');

const tars: readonly [string, string, BuiltTarEntry[], Record<string, string>][] = [
  ['prefix', 'a name in two parts', [{ name: 'b.txt', prefix: 'dir/a', data: 'x' }], { 'dir/a/b.txt': 'x' }],
  [
    'long-name',
    'a GNU long name',
    [{ name: '././@LongLink', flag: 'L', data: `${'d/'.repeat(60)}x\0` }, good],
    { [`${'d/'.repeat(60)}x`]: 'fine' },
  ],
  [
    'long-name-nul',
    'something behind the NUL of a long name',
    [
      { name: '././@LongLink', flag: 'L', data: 'good.txt\0junk' },
      { name: 'x', data: 'fine' },
    ],
    fine,
  ],
  [
    'long-name-twice',
    'two long names, of which the last counts',
    [
      { name: '././@LongLink', flag: 'L', data: 'first\0' },
      { name: '././@LongLink', flag: 'L', data: 'good.txt\0' },
      { name: 'x', data: 'fine' },
    ],
    fine,
  ],
  ['pax-name', 'a name in PAX', [pax({ path: 'ünï/日本.txt' }), { name: 'x', data: 'x' }], { 'ünï/日本.txt': 'x' }],
  [
    'pax-xattr',
    'extended attributes with NULs',
    [pax({ 'SCHILY.xattr.security.selinux': 'unconfined\0' }), good],
    fine,
  ],
  [
    'pax-comment',
    'a comment for all entries, as git writes it',
    [pax({ comment: 'a5b1c2'.repeat(7) }, 'g'), good],
    fine,
  ],
  ['pax-zeros', 'zeros before a PAX size', [pax({ size: '4'.padStart(24, '0') }), { ...good, size: 0 }], fine],
  ['pax-odd-numbers', 'a time and an owner in PAX that are none', [pax({ mtime: 'yesterday', uid: 'me' }), good], fine],
  ['pax-empty', 'a PAX header without records', [{ name: 'p', flag: 'x' }, good], fine],
  [
    'pax-unknown',
    'PAX records that nobody knows',
    [pax({ 'ACME.colour': 'red', 'LIBARCHIVE.creationtime': '1.5' }), good],
    fine,
  ],
  [
    'solaris-pax',
    'an extended header of Solaris',
    [
      { ...pax({ path: 'good.txt' }), flag: 'X' },
      { name: 'x', data: 'fine' },
    ],
    fine,
  ],
  [
    'pax-twice',
    'the same PAX record twice, of which the last counts',
    [
      { name: 'p', flag: 'x', data: '10 path=a\n17 path=good.txt\n' },
      { name: 'x', data: 'fine' },
    ],
    fine,
  ],
  [
    'pax-slash',
    'a PAX header whose own name ends with a slash',
    [
      { ...pax({ path: 'good.txt' }), name: 'p/' },
      { name: 'x', data: 'fine' },
    ],
    fine,
  ],
  [
    'long-name-open',
    'a long name without a NUL, under another name',
    [
      { name: 'what', flag: 'L', data: 'good.txt' },
      { name: 'x', data: 'fine' },
    ],
    fine,
  ],
  [
    'owner-base-256',
    'an owner in base 256',
    header((block) => Buffer.from('80000000ffffffff', 'hex').copy(block, 108)),
    fine,
  ],
  ['size-full', 'a size of twelve digits', header(write('000000000004', 124)), fine],
  ['mode-type', 'the type of the file in its mode', header(write('0100644\0', 100)), fine],
  ['name-full', 'a name that fills its field', [{ name: 'n'.repeat(100), data: 'x' }], { ['n'.repeat(100)]: 'x' }],
  ['name-like-bzip2', 'a name that begins like bzip2 data', [{ name: 'BZh9/a', data: 'x' }], { 'BZh9/a': 'x' }],
  ['size-base-256', 'a size in base 256', [{ ...good, size: base256(4n) }], fine],
  ['time-before-1970', 'a time before 1970', header((block) => base256(-1000n).copy(block, 136)), fine],
  [
    'old-types',
    'old type bytes',
    [
      { ...good, flag: '\0' },
      { name: 'b', flag: '7', data: 'x' },
      { name: 'c/', flag: '0' },
    ],
    { 'good.txt': 'fine', b: 'x' },
  ],
  ['v7', 'headers of V7', [{ ...good, magic: '' }], fine],
  ['gnu', 'headers of GNU', [{ ...good, magic: 'ustar  \0' }], fine],
  ['star', 'headers of star', [{ name: 'b', prefix: 'dir', data: 'x', edit: write('tar\0', 508) }], { 'dir/b': 'x' }],
  ['spaces', 'numbers with spaces', header(write('         4 \0', 124)), fine],
  ['odd-owner', 'an owner below zero, in words', header(write('-1\0', 108)), fine],
  ['odd-time', 'a time that is none', header(write('yesterday \0', 136)), fine],
  ['no-owner', 'no owner', header((block) => block.fill(0, 108, 124)), fine],
  ['folder-size', 'a folder with a size', [{ name: 'd/', flag: '5', size: 4096 }, good], fine],
  ['signed-checksum', 'a checksum of signed bytes', [signed({ name: 'ü', data: 'x' })], { ü: 'x' }],
];

const tar = buildTar([good]);
const parts = [tar.subarray(0, 700), tar.subarray(700)];

/** Tars that are odd but good, most of them after the test data of other projects; python and bsdtar read them like this. */
export const goodTars: readonly Attack[] = [
  ...tars.map(([id, what, entries, files]): Attack => ({
    id: `good-${id}`,
    row: 0,
    what,
    tar: () => buildTar(entries),
    extract: { files },
  })),
  {
    id: 'good-ordinary',
    row: 0,
    what: 'files and folders',
    ...inBoth([
      { name: 'd', type: 'folder' },
      { name: 'd/run', data: '#!/bin/sh\n', mode: 0o755 },
      { name: 'empty' },
      { name: 'sp ace/日本.txt', data: 'x' },
      { name: 'big', data: Buffer.alloc(700_000, 'text ') },
    ]),
    extract: { files: { 'd/run': '#!/bin/sh\n', empty: '', 'sp ace/日本.txt': 'x', big: 700_000 } },
  },
  {
    id: 'good-members',
    row: 0,
    what: 'several members, one after the other',
    tar: () => parts,
    extract: { files: fine },
  },
  {
    id: 'good-one-empty-block',
    row: 0,
    what: 'one empty block at its end',
    tar: () => buildTar([good], { end: Buffer.alloc(512) }),
    extract: { files: fine },
  },
  {
    id: 'good-trailer',
    row: 0,
    what: 'some text behind its end',
    tar: () => Buffer.concat([tar, Buffer.from('Hello, world!')]),
    extract: { files: fine },
  },
  {
    id: 'good-joined',
    row: 0,
    what: 'another archive behind its end, which is not read',
    tar: () => Buffer.concat([tar, buildTar([{ name: 'b', data: 'x' }])]),
    extract: { files: fine },
    list: ['good.txt'],
  },
  {
    id: 'good-no-end',
    row: 0,
    what: 'no empty block behind its last entry',
    tar: () => buildTar([good], { end: Buffer.alloc(0) }),
    extract: { files: fine },
  },
  {
    id: 'good-long-end',
    row: 0,
    what: 'many empty blocks at its end',
    tar: () => buildTar([good], { end: Buffer.alloc(20 * 512) }),
    extract: { files: fine },
  },
  {
    id: 'good-short-end',
    row: 0,
    what: 'one empty block at its end, and no header behind it',
    tar: () => buildTar([good], { end: Buffer.concat([Buffer.alloc(1023), Buffer.from('\n'), Buffer.alloc(700)]) }),
    extract: { files: fine },
  },
  {
    id: 'good-cut-end',
    row: 0,
    what: 'an empty block at its end, and part of another',
    tar: () => buildTar([good], { end: Buffer.alloc(700) }),
    extract: { files: fine },
  },
  {
    id: 'good-empty-tar',
    row: 0,
    what: 'no entries',
    tar: () => buildTar([]),
    extract: { files: {} },
    list: [],
  },
  {
    id: 'good-gzip-fields',
    row: 0,
    what: 'a name, a comment, a field and a checksum in its gzip header',
    packed: { 'tar.gz': gzipWithFields },
    extract: { files: fine },
  },
  {
    id: 'good-padding',
    row: 0,
    what: 'zeros behind the compressed data',
    packed: {
      'tar.gz': () => Buffer.concat([gzipSync(tar), Buffer.alloc(10_240)]),
      'tar.xz': () => Buffer.concat([...packTar('tar.xz', parts), Buffer.alloc(512)]),
    },
    extract: { files: fine },
  },
  {
    id: 'good-skippable-frame',
    row: 0,
    what: 'a frame that is to be skipped',
    packed: {
      'tar.zst': () => Buffer.concat([Buffer.from('502a4d180400000074657874', 'hex'), ...packTar('tar.zst', [tar])]),
    },
    extract: { files: fine },
  },
];

/** Some old writers summed bytes as signed numbers, which differs for names that are not ASCII. */
function signed(entry: BuiltTarEntry): BuiltTarEntry {
  const block = buildTar([entry]).subarray(0, 512);
  block.fill(0x20, 148, 156);
  return { ...entry, checksum: block.reduce((sum, byte) => sum + (byte < 128 ? byte : byte - 256), 0) };
}

/** RFC 1952, 2.3: all four optional fields, the last a checksum of the header. */
function gzipWithFields(): Buffer {
  const packed = gzipSync(tar);
  const head = Buffer.concat([packed.subarray(0, 10), Buffer.from([3, 0]), Buffer.from('abcname.tar\0comment\0')]);
  head[3] = 0x1e;
  const check = Buffer.alloc(2);
  check.writeUInt16LE(crc32(head) & 0xffff);
  return Buffer.concat([head, check, packed.subarray(10)]);
}
