import { base256, buildTar, pax, type BuiltTarEntry } from '../../fixtures/tar-builder.ts';
import { corrupt, tooLarge, type Answer, type Attack, type Row } from './attack.ts';
import { good } from './entries.ts';

const record = (data: string | Buffer): BuiltTarEntry => ({ name: 'PaxHeader', flag: 'x', data });
const broken: readonly [Row, string, string, BuiltTarEntry[], Answer][] = [
  [27, 'pax-2-mib', 'a PAX header of 2 MiB', [record(Buffer.alloc(2 << 20, 'x')), good], tooLarge],
  [
    27,
    'long-name-2-mib',
    'a long name of 2 MiB',
    [{ name: 'L', flag: 'L', data: Buffer.alloc(2 << 20, 'x') }, good],
    tooLarge,
  ],
  [27, 'pax-300-mib', 'a PAX header that says 300 MiB', [{ ...record('x'), size: 300 << 20 }, good], tooLarge],
  [27, 'pax-overrun', 'a PAX record that runs over', [record('99 path=a\n'), good], corrupt],
  [27, 'pax-short', 'a PAX record that is shorter than it says', [record('8 path=a\n'), good], corrupt],
  [27, 'pax-zero', 'a PAX record of no length', [record('0 path=a\n'), good], corrupt],
  [27, 'pax-negative', 'a PAX record of negative length', [record('-9 path=a\n'), good], corrupt],
  [27, 'pax-no-equals', 'a PAX record without a value', [record('7 path\n'), good], corrupt],
  [27, 'pax-no-number', 'a PAX record that begins with no number', [record('path=a\n'), good], corrupt],
  [27, 'pax-size', 'a PAX size that is none', [pax({ size: '4e0' }), good], corrupt],
  [
    27,
    'pax-alone',
    'a PAX header that belongs to nothing',
    [good, pax({ path: 'x' })],
    { ...corrupt, files: { 'good.txt': 'fine' } },
  ],
  [28, 'size-negative', 'a negative size', [{ name: 'a', size: base256(-1n) }, good], corrupt],
  [28, 'size-2-62', 'a size of 2^62', [{ name: 'a', size: base256(1n << 62n) }, good], corrupt],
  [28, 'size-16-tib', 'a size of 16 TiB', [{ name: 'a', size: base256(1n << 44n) }, good], tooLarge],
  [
    28,
    'size-no-octal',
    'a size that is no octal number',
    [{ name: 'a', size: Buffer.from('99999999999\0') }, good],
    corrupt,
  ],
  [28, 'size-minus', 'a size with a minus', [{ name: 'a', size: Buffer.from('-0000000001\0') }, good], corrupt],
  [28, 'pax-size-hex', 'a PAX size in hexadecimal', [pax({ size: '0x10' }), good], corrupt],
  [28, 'pax-size-negative', 'a negative PAX size', [pax({ size: '-4' }), good], corrupt],
  [28, 'pax-size-huge', 'a PAX size of 2^64', [pax({ size: '18446744073709551616' }), good], corrupt],
  [28, 'pax-size-empty', 'an empty PAX size', [pax({ size: '' }), good], corrupt],
  [
    6,
    'two-long-names',
    'a GNU long name and another name in PAX',
    [{ name: '././@LongLink', flag: 'L', data: 'other\0' }, pax({ path: 'good.txt' }), { name: 'x', data: 'fine' }],
    corrupt,
  ],
  [29, 'header-checksum', 'a wrong header checksum', [{ ...good, checksum: 1 }], corrupt],
];

/** What is in the way of TARmageddon: a reader that takes the 0 of the header would find this archive within the file. */
const inner = buildTar([{ name: 'smuggled', data: 'x' }]);

export const tarAttacks: readonly Attack[] = [
  ...broken.map(([row, id, what, entries, extract]): Attack => ({
    id,
    row,
    what,
    tar: () => buildTar(entries),
    extract,
  })),
  {
    id: 'pax-size-wins',
    row: 28,
    what: 'a size of 0 in the header and another in PAX, and an archive between them',
    tar: () => buildTar([pax({ size: String(inner.length) }), { name: 'file', data: inner, size: 0 }, good]),
    extract: { files: { file: inner.length, 'good.txt': 'fine' } },
    list: ['file', 'good.txt'],
  },
  {
    id: 'pax-on-pax',
    row: 27,
    what: 'a PAX header with the size of another PAX header',
    tar: () => buildTar([pax({ size: '0' }), pax({ path: 'good.txt' }), { name: 'x', data: 'fine' }]),
    extract: { files: { 'good.txt': 'fine' } },
    list: ['good.txt'],
  },
  {
    id: 'cut-body',
    row: 29,
    what: 'a cut-off body',
    tar: () => buildTar([good, { name: 'a', data: 'x'.repeat(2000) }]).subarray(0, 2500),
    extract: { ...corrupt, files: { 'good.txt': 'fine' } },
  },
  {
    id: 'cut-padding',
    row: 29,
    what: 'a cut-off padding',
    tar: () => buildTar([good]).subarray(0, 700),
    extract: { ...corrupt, files: { 'good.txt': 'fine' } },
  },
  {
    id: 'cut-header',
    row: 29,
    what: 'a cut-off header',
    tar: () => buildTar([good]).subarray(0, 300),
    extract: corrupt,
  },
  {
    id: 'behind-empty-block',
    row: 29,
    what: 'an entry behind an empty block',
    tar: () => Buffer.concat([buildTar([good], { end: Buffer.alloc(512) }), buildTar([{ name: 'hidden', data: 'x' }])]),
    extract: { ...corrupt, files: { 'good.txt': 'fine' } },
  },
  {
    id: 'no-tar',
    row: 29,
    what: 'nothing that is a tar',
    tar: () => Buffer.from('just some text, longer than nothing'),
    extract: corrupt,
  },
];
