import { buildTar, pax, type BuiltTarEntry } from '../../fixtures/tar-builder.ts';
import { corrupt, tooLarge, type Answer, type Attack } from './attack.ts';
import { good } from './entries.ts';

const sparse = (map: string, realsize: string, data = 'x') => [
  pax({
    'GNU.sparse.major': '1',
    'GNU.sparse.minor': '0',
    'GNU.sparse.name': 'sparse',
    'GNU.sparse.realsize': realsize,
  }),
  {
    name: 'GNUSparseFile.0/sparse',
    data: Buffer.concat([
      Buffer.alloc(Math.ceil(map.length / 512) * 512, 0).fill(map, 0, map.length),
      Buffer.from(data),
    ]),
  },
  good,
];
/** Offsets and lengths in the header of an old GNU sparse file, and its real size. */
const oldSparse = (map: [number, number][], realSize: number, data: string): BuiltTarEntry => ({
  name: 'sparse',
  flag: 'S',
  magic: 'ustar  \0',
  data,
  edit(header) {
    const octal = (value: number, at: number) => header.write(`${value.toString(8).padStart(11, '0')} `, at, 'latin1');
    map.forEach(([offset, bytes], i) => (octal(offset, 386 + i * 24), octal(bytes, 398 + i * 24)));
    octal(realSize, 483);
  },
});

const hostile: readonly [string, string, BuiltTarEntry[], Answer, Attack['list']?][] = [
  ['sparse-16-tib', 'a sparse file of 16 TiB', sparse('1\n0\n1\n', '17592186044416'), tooLarge],
  ['sparse-map-huge', 'a sparse map of 4 million segments', sparse('4000000\n0\n1\n', '1'), corrupt],
  ['sparse-map-backwards', 'a sparse map that goes backwards', sparse('2\n100\n1\n0\n1\n', '200', 'xy'), corrupt],
  ['sparse-map-overlapping', 'a sparse map whose parts overlap', sparse('2\n0\n2\n1\n2\n', '200', 'wxyz'), corrupt],
  ['sparse-map-outside', 'a sparse map that goes behind the end', sparse('1\n100\n1\n', '5'), corrupt],
  ['sparse-map-negative', 'a sparse map with a negative number', sparse('1\n-1\n1\n', '5'), corrupt],
  ['sparse-map-text', 'a sparse map that is no map', sparse('hello\n', '5'), corrupt],
  ['sparse-data-short', 'less data than its sparse map says', sparse('1\n0\n5000\n', '5000'), corrupt],
  ['sparse-size-negative', 'a sparse file of negative size', sparse('1\n0\n1\n', '-1'), corrupt],
  ['old-sparse-8-gib', 'an old sparse file of 8 GiB', [oldSparse([[0, 1]], 8 ** 11 - 1, 'x'), good], tooLarge, 'ok'],
  ['old-sparse-outside', 'an old sparse map that goes behind the end', [oldSparse([[100, 1]], 5, 'x'), good], corrupt],
  [
    'old-sparse-overlap',
    'an old sparse map whose parts overlap',
    [
      oldSparse(
        [
          [0, 2],
          [1, 2],
        ],
        50,
        'wxyz',
      ),
      good,
    ],
    corrupt,
  ],
];

/** Five bytes at the beginning and five at the end of twenty. */
const spread = `01234${'\0'.repeat(10)}56789`;

const honest: readonly [string, string, BuiltTarEntry[]][] = [
  ['sparse-1-0', 'a sparse file with its map before its data', sparse('2\n0\n5\n15\n5\n', '20', '0123456789')],
  [
    'sparse-0-1',
    'a sparse file with its map in one record',
    [
      pax({
        'GNU.sparse.size': '20',
        'GNU.sparse.numblocks': '2',
        'GNU.sparse.map': '0,5,15,5',
        'GNU.sparse.name': 'sparse',
      }),
      { name: 'x', data: '0123456789' },
      good,
    ],
  ],
  [
    'sparse-old',
    'a sparse file of old GNU tar',
    [
      oldSparse(
        [
          [0, 5],
          [15, 5],
        ],
        20,
        '0123456789',
      ),
      good,
    ],
  ],
];

export const sparseFiles: readonly Attack[] = [
  ...hostile.map(([id, what, entries, extract, list]): Attack => ({
    id,
    row: 26,
    what,
    tar: () => buildTar(entries),
    extract,
    ...(list && { list }),
  })),
  ...honest.map(([id, what, entries]): Attack => ({
    id: `good-${id}`,
    row: 0,
    what,
    tar: () => buildTar(entries),
    extract: { files: { sparse: spread, 'good.txt': 'fine' } },
    list: ['sparse', 'good.txt'],
  })),
];
