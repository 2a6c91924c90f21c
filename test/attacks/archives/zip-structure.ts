import { crc32, deflateRawSync } from 'node:zlib';
import { buildZip, extraField, type BuiltArchive, type BuiltEntry } from '../../fixtures/zip-builder.ts';
import { corrupt, leavesOut, type Answer, type Attack, type Row } from './attack.ts';
import { good, inBoth, type PlainEntry } from './entries.ts';

/** Of entries that fall on one path the first counts. */
const twice: readonly [string, string, PlainEntry[]][] = [
  ['twice', 'the same name twice', named('a', 'a')],
  ['twice-dot', 'the same name with ./', named('a', './a')],
  ['twice-slashes', 'the same name with two slashes', named('b/c', 'b//c')],
  ['twice-case', 'names that differ in case', named('Read', 'READ')],
  ['twice-folder-case', 'folders that differ in case', named('Dir/a', 'dIR/b')],
  ['twice-normalised', 'names that differ in normalisation', named('é', 'e\u0301')],
  ['twice-folded', 'names that differ in folding', named('straße', 'STRASSE')],
  ['twice-wide', 'names that differ in width', named('abc', 'ａｂｃ')],
  ['file-then-folder', 'a file, and then a folder of its name', named('a', 'a/b')],
  ['folder-then-file', 'a folder, and then a file of its name', named('a/b', 'a')],
];

const wide = (...values: bigint[]) => {
  const field = Buffer.alloc(values.length * 8);
  values.forEach((value, index) => field.writeBigUInt64LE(value, index * 8));
  return extraField(1, field);
};
const max = 0xffffffff;
const text = 'some text '.repeat(50);
const a: BuiltEntry = { name: 'a', data: text };
const hidden = buildZip([{ name: 'hidden', data: 'x' }]).subarray(0, 30 + 6 + deflateRawSync('x').length);

/** Entries or end records that make an archive one to refuse, and what a list says of it. */
const broken: readonly [Row, string, string, BuiltEntry[], BuiltArchive, Attack['list'], Answer?][] = [
  [17, 'local-name', 'a second name for an entry', [{ ...a, localName: 'b' }], {}, 'ok'],
  [17, 'local-method', 'a second method for an entry', [{ ...a, localMethod: 0 }], {}, 'ok'],
  [17, 'local-encrypted', 'an entry that only its header calls encrypted', [{ ...a, localFlags: 1 }], {}, 'ok'],
  [18, 'end-in-comment', 'an end record in its comment', [a], { comment: buildZip([]) }, 'CorruptInput'],
  [18, 'archive-in-comment', 'an archive in its comment', [a], { comment: buildZip([good]) }, 'CorruptInput'],
  [18, 'count-less', 'fewer entries than it has', [a, good], { count: 1 }, 'CorruptInput'],
  [18, 'count-more', 'more entries than it has', [a, good], { count: 3 }, 'CorruptInput'],
  [18, 'list-short', 'a list that is said to be shorter', [a], { directoryBytes: 10 }, 'CorruptInput'],
  [18, 'list-long', 'a list that is said to be longer', [a], { directoryBytes: 5000 }, 'CorruptInput'],
  [18, 'list-behind', 'a list that is said to begin behind the end', [a], { directoryAt: 1 << 30 }, 'CorruptInput'],
  [18, 'several-disks', 'several disks', [a], { disk: 3 }, 'CorruptInput'],
  [18, 'entry-on-other-disk', 'an entry on another disk', [{ ...a, disk: 2 }], {}, 'CorruptInput'],
  [
    18,
    'wide-count',
    'another count in its 64-bit end record',
    [a],
    { zip64: true, wide: { count: 2 } },
    'CorruptInput',
  ],
  [
    18,
    'wide-place',
    'another place in its 64-bit end record',
    [a],
    { zip64: true, wide: { directoryAt: 9 ** 9 } },
    'CorruptInput',
  ],
  [
    18,
    'wide-twice',
    'a second 64-bit end record, to which the locator leads',
    [a],
    { zip64: true, prefix: buildZip([], { zip64: true }), locator: { at: 0 } },
    'CorruptInput',
  ],
  [18, 'wide-elsewhere', 'a locator that leads elsewhere', [a], { zip64: true, locator: { at: 7 } }, 'CorruptInput'],
  [18, 'wide-disks', 'a locator of two disks', [a], { zip64: true, locator: { disks: 2 } }, 'CorruptInput'],
  [19, 'wide-count-2-63', '2^63 entries', [a], { zip64: true, wide: { count: 1n << 63n } }, 'CorruptInput'],
  [
    19,
    'wide-bytes-2-63',
    'a list of 2^63 bytes',
    [a],
    { zip64: true, wide: { directoryBytes: 1n << 63n } },
    'CorruptInput',
  ],
  [19, 'size-2-63', 'an entry of 2^63 bytes', [{ ...a, bytes: max, extra: wide(1n << 63n) }], {}, 'CorruptInput'],
  [19, 'wide-missing', 'a 64-bit size that is not there', [{ ...a, bytes: max }], {}, 'CorruptInput'],
  [
    19,
    'wide-short',
    'a 64-bit size of four bytes',
    [{ ...a, bytes: max, extra: extraField(1, Buffer.alloc(4)) }],
    {},
    'CorruptInput',
  ],
  [
    19,
    'extra-overrun',
    'an extra field that runs over',
    [{ ...a, extra: Buffer.from([0x55, 0x54, 50, 0, 1]) }],
    {},
    'CorruptInput',
  ],
  [19, 'offset-huge', 'an entry that begins behind the file', [{ ...a, offset: 1 << 30 }], {}, 'CorruptInput'],
  [20, 'wrong-checksum', 'a wrong checksum', [{ ...a, crc: 1 }], {}, 'ok'],
  [20, 'longer', 'more data than it says', [{ ...a, bytes: 2 }], {}, 'ok'],
  [20, 'much-longer', 'much more data than it says', [{ ...a, data: Buffer.alloc(3 << 20), bytes: 2 }], {}, 'ok'],
  [20, 'shorter', 'less data than it says', [{ ...a, bytes: 5000 }], {}, 'ok'],
  [
    20,
    'large-longer',
    'a large file that is one byte longer',
    [{ ...a, data: Buffer.alloc(3 << 20), bytes: (3 << 20) - 1 }],
    {},
    'ok',
  ],
  [20, 'stored-shorter', 'a stored file that is shorter than it says', [{ ...a, method: 0, bytes: 5000 }], {}, 'ok'],
  [20, 'stored-longer', 'a stored file that is longer than it says', [{ ...a, method: 0, bytes: 5 }], {}, 'ok'],
  [
    20,
    'packed-longer',
    'packed data that goes on behind its end',
    [{ ...a, rawData: Buffer.concat([deflateRawSync(text), Buffer.from('junk')]) }],
    {},
    'ok',
  ],
  [20, 'no-deflate', 'data that is no deflate data', [{ ...a, rawData: Buffer.from('garbage!') }], {}, 'ok'],
  [20, 'cut-deflate', 'cut-off data', [{ ...a, rawData: deflateRawSync(text).subarray(0, -2) }], {}, 'ok'],
  [21, 'encrypted', 'an encrypted entry', [{ ...a, flags: 1 }], {}, 'ok', { code: 'Encrypted' }],
  [21, 'strong-encrypted', 'a strongly encrypted entry', [{ ...a, flags: 0x41 }], {}, 'ok', { code: 'Encrypted' }],
  [21, 'masked', 'headers that are encrypted', [{ ...a, flags: 0x2001 }], {}, 'ok', { code: 'Encrypted' }],
  [
    21,
    'method-99',
    'the method of encrypted entries',
    [{ ...a, claimedMethod: 99, flags: 1 }],
    {},
    'ok',
    { code: 'Encrypted' },
  ],
  [21, 'method-12', 'an entry packed with bzip2', [{ ...a, claimedMethod: 12 }], {}, 'ok', { code: 'NotSupported' }],
  [21, 'method-9', 'an entry packed with deflate64', [{ ...a, claimedMethod: 9 }], {}, 'ok', { code: 'NotSupported' }],
  [22, 'overlap', 'two entries with the same data', [a, { ...a, name: 'b', offset: 0 }], {}, 'CorruptInput'],
  [22, 'overlap-quoted', 'entries quoted within others', quoted(50), {}, 'CorruptInput'],
  [
    22,
    'overlap-list',
    'an entry that reaches into the list',
    [{ ...a, method: 0, compressedBytes: 600 }],
    {},
    'CorruptInput',
  ],
];

export const zipAttacks: readonly Attack[] = [
  ...twice.map(([id, what, entries]): Attack => ({
    id,
    row: 16,
    what,
    ...inBoth(entries),
    extract: { files: { [String(entries[0]?.name)]: 'first' }, skipped: { duplicate: 1 } },
  })),
  {
    id: 'comment-cut',
    row: 18,
    what: 'a comment that runs over its end, and an archive hidden before it',
    zip() {
      const zip = buildZip([good], { prefix: buildZip([{ name: 'hidden', data: 'x' }]) });
      zip.writeUInt16LE(50, zip.length - 2);
      return zip;
    },
    extract: corrupt,
  },
  ...broken.map(([row, id, what, entries, archive, list, extract]): Attack => ({
    id,
    row,
    what,
    zip: () => buildZip(entries, archive),
    extract: extract ?? corrupt,
    ...(list === undefined ? {} : { list }),
  })),
  {
    id: 'before-the-damage',
    row: 20,
    what: 'a good entry before a damaged one: it stays, and is counted',
    zip: () => buildZip([good, { ...a, crc: 1 }]),
    extract: { code: 'CorruptInput', files: { 'good.txt': 'fine' } },
    list: ['good.txt', 'a'],
  },
  {
    id: 'hidden-entry',
    row: 17,
    what: 'an entry that its list does not have',
    zip: () => buildZip([good], { hidden }),
    extract: { files: { 'good.txt': 'fine' } },
    list: ['good.txt'],
  },
  {
    id: 'nested-encrypted-skip',
    row: 21,
    what: 'an encrypted entry of a name that is left out anyway',
    zip: () => buildZip([{ ...a, name: '../a', flags: 1 }, good]),
    extract: leavesOut('unsafe_path'),
    list: 'ok',
  },
  {
    id: 'no-zip',
    row: 29,
    what: 'nothing that is a zip',
    zip: () => Buffer.from('PK, but nothing that is a zip archive'),
    extract: corrupt,
  },
  {
    id: 'zip-cut',
    row: 29,
    what: 'its end cut off',
    zip: () => buildZip([a, good]).subarray(0, -30),
    extract: corrupt,
  },
  {
    id: 'zip-begin-cut',
    row: 29,
    what: 'its beginning cut off',
    zip: () => buildZip([a, good]).subarray(20),
    extract: corrupt,
  },
];

function named(first: string, second: string): PlainEntry[] {
  return [
    { name: first, data: 'first' },
    { name: second, data: 'second' },
  ];
}

/** Every entry but the last begins with a stored block that holds the header of the next: one kernel, many files (Fifield, 2019). */
function quoted(count: number): BuiltEntry[] {
  const kernel = deflateRawSync(Buffer.alloc(1 << 20));
  return Array.from({ length: count }, (_, i) => ({
    name: `f${String(i).padStart(4, '0')}`,
    rawData: i === count - 1 ? kernel : Buffer.from([0, 35, 0, 0xdc, 0xff]),
    compressedBytes: (count - 1 - i) * 40 + kernel.length,
    bytes: (count - 1 - i) * 35 + (1 << 20),
    crc: crc32(Buffer.alloc(1 << 20)),
  }));
}
