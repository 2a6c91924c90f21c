import { gzipSync } from 'node:zlib';
import { buildTar, pax } from '../../fixtures/tar-builder.ts';
import { buildZip } from '../../fixtures/zip-builder.ts';
import { zstdStored } from '../../fixtures/compress.ts';
import { tooLarge, type Attack } from './attack.ts';
import { good, inBoth } from './entries.ts';
import { xzWithDictionary } from './damage.ts';

const mebibyte = Buffer.alloc(1 << 20);
const big = { name: 'big', data: Buffer.alloc(3 << 20) };
const inner = buildZip([{ name: '../x', data: 'x' }]);
const many = (count: number, name: (i: number) => string, type: 'file' | 'folder' = 'file') =>
  Array.from({ length: count }, (_, i) => ({ name: name(i), type }));

export const bombs: readonly Attack[] = [
  {
    id: 'too-many-bytes',
    row: 23,
    what: 'more bytes than allowed',
    ...inBoth([good, big]),
    flags: { 'max-bytes': 1_000_000 },
    extract: { ...tooLarge, files: { 'good.txt': 'fine' } },
    list: ['good.txt', 'big'],
  },
  {
    id: 'too-many-skipped-bytes',
    row: 23,
    what: 'more bytes than allowed in entries that are left out',
    tar: () => buildTar([{ ...big, name: '../big' }, good]),
    flags: { 'max-bytes': 1_000_000 },
    extract: tooLarge,
    list: 'ok',
  },
  {
    id: 'large-entry',
    row: 23,
    what: 'an entry above the limit for one',
    ...inBoth([good, big]),
    flags: { 'max-entry-bytes': 1000 },
    extract: { files: { 'good.txt': 'fine' }, skipped: { too_large: 1 } },
  },
  {
    id: 'zeros-behind-end',
    row: 23,
    what: '80 MiB of zeros behind its end',
    tar: () => [buildTar([good]), ...Array.from({ length: 80 }, () => mebibyte)],
    extract: { ...tooLarge, files: { 'good.txt': 'fine' } },
  },
  {
    id: 'bomb-100-mib',
    row: 23,
    what: '100 MiB of zeros in a file, and a limit of 1 MB',
    tar: () => [
      buildTar([{ name: 'zeros', size: 100 << 20 }], { end: Buffer.alloc(0) }),
      ...Array.from({ length: 100 }, () => mebibyte),
      Buffer.alloc(1024),
    ],
    flags: { 'max-bytes': 1_000_000 },
    extract: tooLarge,
    list: ['zeros'],
  },
  {
    id: 'size-of-terabytes',
    row: 23,
    what: 'a size of terabytes',
    zip: () =>
      buildZip([{ name: 'a', data: 'x', bytes: 0xffffffff, extra: Buffer.from('010008000000000000040000', 'hex') }]),
    extract: tooLarge,
    list: ['a'],
  },
  {
    id: 'nested-zip',
    row: 23,
    what: 'a zip within: it is a file like any other',
    ...inBoth([{ name: 'in.zip', data: inner }]),
    extract: { files: { 'in.zip': inner.length } },
  },
  {
    id: 'gzip-twice',
    row: 23,
    what: 'gzip within gzip: it is unpacked once, and is no tar then',
    packed: { 'tar.gz': () => gzipSync(gzipSync(buildTar([good]))) },
    extract: { code: 'CorruptInput' },
  },
  {
    id: 'too-many-files',
    row: 24,
    what: 'more files than allowed',
    ...inBoth([good, { name: 'b' }, { name: 'c' }]),
    flags: { 'max-files': 2 },
    extract: { ...tooLarge, files: { 'good.txt': 'fine', b: '' } },
    list: 'ok',
  },
  {
    id: 'default-file-limit',
    row: 24,
    what: '2,001 files',
    zip: () => buildZip(many(2001, (i) => `f${i}`)),
    extract: tooLarge,
    list: 'ok',
  },
  {
    id: 'folder-flood',
    row: 24,
    what: 'nothing but folders, and more than allowed',
    ...inBoth(many(50, (i) => `d${i}`, 'folder')),
    flags: { 'max-files': 10 },
    extract: tooLarge,
    list: 'ok',
  },
  {
    id: 'deep-folder-flood',
    row: 24,
    what: 'few files in more folders than allowed',
    ...inBoth(many(20, (i) => `${`d${i}/`.repeat(10)}f`)),
    flags: { 'max-files': 30 },
    extract: {
      ...tooLarge,
      files: { [`${'d0/'.repeat(10)}f`]: '', [`${'d1/'.repeat(10)}f`]: '', [`${'d2/'.repeat(10)}f`]: '' },
    },
    list: 'ok',
  },
  {
    id: 'skipped-flood',
    row: 24,
    what: '10,100 entries that are left out, where 10 files are allowed',
    tar: () => buildTar(many(10_200, () => '../x')),
    flags: { 'max-files': 10 },
    extract: tooLarge,
    list: 'ok',
  },
  {
    id: 'name-flood',
    row: 24,
    what: '70 MB of names',
    zip: () => buildZip(many(1150, (i) => `${i}${'n'.repeat(61_000)}`).map((entry) => ({ ...entry, localName: 'x' }))),
    extract: tooLarge,
  },
  {
    id: 'header-flood',
    row: 24,
    what: '18 MB of extended headers, none above 1 MiB',
    tar: () => buildTar(Array.from({ length: 20 }, () => [pax({ comment: 'c'.repeat(900_000) }), good]).flat()),
    extract: { ...tooLarge, files: { 'good.txt': 'fine' } },
  },
  {
    id: 'dictionary',
    row: 25,
    what: 'a compressor that asks for 4 GiB of memory',
    packed: {
      'tar.xz': () => xzWithDictionary(buildTar([good]), 40),
      'tar.zst': () => zstdStored(buildTar([good]), 22 << 3),
    },
    extract: tooLarge,
  },
];
