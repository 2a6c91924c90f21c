import { crc32 } from 'node:zlib';
import { buildZip, extraField, type BuiltArchive, type BuiltEntry } from '../../fixtures/zip-builder.ts';
import type { Attack } from './attack.ts';
import { good } from './entries.ts';

const fine = { 'good.txt': 'fine' };
const pair: BuiltEntry[] = [good, { name: 'b', data: 'second' }];
const both = { 'good.txt': 'fine', b: 'second' };

const zips: readonly [string, string, BuiltEntry[], BuiltArchive, Record<string, string>][] = [
  ['program-before', 'a program before it', pair, { prefix: Buffer.from('#!/bin/sh\nexit\n'.repeat(99)) }, both],
  ['junk-behind', 'some bytes behind its end', pair, { suffix: Buffer.from('\n\n') }, both],
  ['comment', 'a comment', pair, { comment: 'made by hand' }, both],
  [
    'deflated-nothing',
    'a deflated file of which nothing is stored',
    [{ name: 'b', rawData: Buffer.alloc(0) }, good],
    {},
    { b: '', ...fine },
  ],
  ['entry-comment', 'a comment of an entry', [{ ...good, comment: 'fine' }], {}, fine],
  ['no-entries', 'no entries', [], {}, {}],
  ['descriptor', 'sizes behind the data', pair.map((each) => ({ ...each, descriptor: true })), {}, both],
  [
    'descriptor-bare',
    'sizes behind the data without a signature',
    pair.map((each) => ({ ...each, descriptor: 'bare' })),
    {},
    both,
  ],
  [
    'descriptor-wide',
    'sizes in 64 bits behind the data',
    pair.map((each) => ({ ...each, descriptor: 'wide' })),
    {},
    both,
  ],
  [
    'descriptor-stored',
    'sizes behind stored data',
    pair.map((each) => ({ ...each, method: 0, descriptor: true })),
    {},
    both,
  ],
  ['wide-end', 'a 64-bit end record', pair, { zip64: true, wide: {} }, both],
  ['wide-entry', 'a small file with 64-bit sizes', [wideSizes(good)], {}, fine],
  [
    'wide-end-before',
    'a program before it and a 64-bit end record',
    pair,
    { zip64: true, prefix: Buffer.alloc(999, 'x') },
    both,
  ],
  [
    'short-ntfs',
    'an NTFS field that is too short',
    [{ ...good, extra: extraField(0x000a, Buffer.alloc(6)) }],
    {},
    fine,
  ],
  ['short-time', 'a time field that is too short', [{ ...good, extra: extraField(0x5455, Buffer.alloc(1)) }], {}, fine],
  [
    'extra-padding',
    'zeros behind its extra fields',
    [{ ...good, extra: Buffer.concat([extraField(0x5455, Buffer.from([1, 0, 0, 0, 0])), Buffer.alloc(3)]) }],
    {},
    fine,
  ],
  [
    'local-extra',
    'fields in a local header alone',
    [{ ...good, localExtra: extraField(0xcafe, Buffer.alloc(4)) }],
    {},
    fine,
  ],
  [
    'cp437',
    'a name in code page 437',
    [{ name: Buffer.from([0x81, 0x2e, 0x74]), flags: 0, data: 'ue' }],
    {},
    { 'ü.t': 'ue' },
  ],
  ['utf8-without-flag', 'a name in UTF-8 that does not say so', [{ name: 'ü', flags: 0, data: 'ue' }], {}, { ü: 'ue' }],
  [
    'unicode-path',
    'a name in the Unicode path field',
    [{ name: '?.t', data: 'x', extra: unicodePath('?.t', '日本.t') }],
    {},
    { '日本.t': 'x' },
  ],
  ['wide-all', 'sizes and place in 64 bits', [{ ...wideSizes(good, 0n), offset: 0xffffffff }], {}, fine],
  [
    'wide-offset',
    'only its place in 64 bits',
    [{ ...good, offset: 0xffffffff, extra: extraField(1, Buffer.alloc(8)) }],
    {},
    fine,
  ],
  ['signing-block', 'something between entries and list', pair, { hidden: Buffer.alloc(999, 'sign') }, both],
  ['folder-twice', 'a folder twice', [{ name: 'd/' }, { name: 'd/' }, good], {}, fine],
  ['archive-before', 'another archive before it', pair, { prefix: buildZip([{ name: 'x', data: 'x' }]) }, both],
  [
    'descriptor-lies',
    'a wrong checksum behind the data and a right one in the list',
    [{ ...good, descriptor: true, descriptorCrc: 7 }],
    {},
    fine,
  ],
  ['dos', 'entries of DOS', [{ ...good, host: 0, mode: 0 }], {}, fine],
  ['folder-data', 'a folder with an empty deflate stream', [{ name: 'd/' }, good], {}, fine],
  [
    'backslash-names',
    'backslashes between folders, as some on Windows write',
    [{ name: 'd\\e\\f', data: 'x', host: 0 }],
    {},
    { 'd/e/f': 'x' },
  ],
];

/** Zips that are odd but good, most of them after the test data of other projects; python and bsdtar read them like this. */
export const goodZips: readonly Attack[] = [
  ...zips.map(([id, what, entries, archive, files]): Attack => ({
    id: `good-${id}`,
    row: 0,
    what,
    zip: () => buildZip(entries, archive),
    extract: { files },
  })),
  {
    id: 'good-unsorted',
    row: 0,
    what: 'a list in another order than its entries',
    zip: unsorted,
    extract: { files: both },
    list: ['b', 'good.txt'],
  },
  {
    id: 'good-local-zeros',
    row: 0,
    what: 'sizes and checksum in its list only',
    zip: () => buildZip([good]).fill(0, 14, 26),
    extract: { files: fine },
  },
  {
    id: 'good-spanned-marker',
    row: 0,
    what: 'the mark of a split archive that was not split',
    zip: () => buildZip([{ ...good, offset: 4 }], { prefix: Buffer.from('PK\x07\x08', 'latin1'), directoryAt: 48 }),
    extract: { files: fine },
  },
  {
    id: 'good-wide-end-unneeded',
    row: 0,
    what: 'a 64-bit end record that says what the other one says',
    zip: wideEndUnneeded,
    extract: { files: fine },
  },
];

function wideSizes(entry: { name: string | Buffer; data?: string | Buffer }, ...more: bigint[]): BuiltEntry {
  const bytes = BigInt(Buffer.byteLength(entry.data ?? ''));
  const wide = (values: bigint[]) => extraField(1, Buffer.from(BigUint64Array.from(values).buffer));
  return {
    ...entry,
    method: 0,
    bytes: 0xffffffff,
    compressedBytes: 0xffffffff,
    extra: wide([bytes, bytes, ...more]),
    localExtra: wide([bytes, bytes]),
  };
}

function unicodePath(of: string, path: string): Buffer {
  const head = Buffer.alloc(5);
  head[0] = 1;
  head.writeUInt32LE(crc32(of), 1);
  return extraField(0x7075, Buffer.concat([head, Buffer.from(path)]));
}

/** The two entries of the list change places. */
function unsorted(): Buffer {
  const zip = buildZip(pair);
  const end = zip.length - 22;
  const list = zip.readUInt32LE(end + 16);
  const second = list + 46 + 'good.txt'.length;
  return Buffer.concat([
    zip.subarray(0, list),
    zip.subarray(second, end),
    zip.subarray(list, second),
    zip.subarray(end),
  ]);
}

function wideEndUnneeded(): Buffer {
  const zip = buildZip([good], { zip64: true });
  zip.writeUInt16LE(1, zip.length - 22 + 8);
  zip.writeUInt16LE(1, zip.length - 22 + 10);
  return zip;
}
