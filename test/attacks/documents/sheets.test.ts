import { expect, test } from 'vitest';
import type { Reader } from '../../../src/formats/document/reader.ts';
import { readCsv } from '../../../src/formats/csv/index.ts';
import { readOds } from '../../../src/formats/odf/index.ts';
import { readXlsx } from '../../../src/formats/xlsx/index.ts';
import { odf } from '../../fixtures/documents/odf.ts';
import { inputOf, outline, readAll, written } from '../../fixtures/documents/read.ts';
import { c, row, sheetPart, text, xlsx } from '../../fixtures/documents/xlsx.ts';
import { seededRandom } from '../../fixtures/random.ts';

function codeOf(read: Reader, bytes: Buffer): string {
  try {
    readAll(read, bytes);
    return 'ok';
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

test.each<readonly [what: string, bytes: () => Buffer, code: string]>([
  [
    'a sheet that gets hundreds of times larger',
    () =>
      xlsx({ sheets: [{ name: 'S', rows: '' }], more: { 'xl/worksheets/sheet1.xml': Buffer.alloc(70 << 20, ' ') } }),
    'ArchiveTooLarge',
  ],
  [
    'entities that grow',
    () =>
      xlsx({
        sheets: [{ name: 'S', rows: '' }],
        more: {
          'xl/worksheets/sheet1.xml': `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>${sheetPart(row(1, text('A1', 'x')))}`,
        },
      }),
    'CorruptInput',
  ],
  [
    'elements as deep as the file is long',
    () => xlsx({ sheets: [{ name: 'S', rows: `<row><c>${'<x>'.repeat(100_000)}` }] }),
    'CorruptInput',
  ],
])('%s: %#', (_, bytes, code) => {
  expect(codeOf(readXlsx, bytes())).toBe(code);
});

test('names that objects inherit are names like others', () => {
  const { blocks } = readAll(
    readXlsx,
    xlsx({
      sheets: ['__proto__', 'constructor', 'toString'].map((name) => ({ name, rows: row(1, text('A1', name)) })),
    }),
  );
  expect(outline(blocks).filter((_, index) => index % 2 === 1)).toEqual([
    [['__proto__']],
    [['constructor']],
    [['toString']],
  ]);
});

test('references to nowhere, to everywhere and to nothing are no cells and no crash', () => {
  const { blocks, warnings } = readAll(
    readXlsx,
    xlsx({
      sheets: [
        {
          name: 'S',
          rows:
            row(
              1,
              text('A1', 'a'),
              c('ZZZZ1', 1),
              c('B1', 99_999, { type: 's' }),
              c('C1', -1, { type: 's' }),
              c('D1', 1, { style: 999 }),
            ) + '<row r="-5"><c r="A0"><v>1</v></c></row><row r="99999999999"><c r=""><v>2</v></c></row>',
          after:
            '<mergeCells><mergeCell ref="A1:XFD1048576"/><mergeCell ref="B2:A1"/><mergeCell ref="A1"/><mergeCell/></mergeCells>',
        },
      ],
    }),
  );
  expect(written(blocks)).toContain('| a |');
  expect(warnings.join()).toMatch(/outside of what a sheet can be/);
  expect(written(blocks).length).toBeLessThan(500);
});

test('a merged cell as wide as a sheet does not make every row as wide', () => {
  const after = '<mergeCells><mergeCell ref="A1:XFD1"/></mergeCells>';
  const rows = row(1, text('A1', 'Title')) + row(2, text('A2', 'a'), text('B2', 'b'));
  expect(written(readAll(readXlsx, xlsx({ sheets: [{ name: 'S', rows, after }] })).blocks)).toBe(
    '## S\n\n| Title |  |\n| --- | --- |\n| a | b |\n',
  );
});

test('number formats of a stranger are shown within bounds', () => {
  const formats = [
    '0'.repeat(100_000),
    `"${'x'.repeat(100_000)}"0`,
    '[h'.repeat(10_000),
    '# ' + '?'.repeat(1000) + '/' + '?'.repeat(1000),
    ';'.repeat(5000),
  ];
  const cells = formats.map((_, index) => c(`A${index + 1}`, 1.5, { style: index + 1 }));
  const rows = cells.map((cell, index) => row(index + 1, cell)).join('');
  expect(written(readAll(readXlsx, xlsx({ sheets: [{ name: 'S', rows }], formats })).blocks).length).toBeLessThan(
    20_000,
  );
});

test('a text longer than any cell can have is cut', () => {
  const long = 'x'.repeat(3_000_000);
  const rows = row(1, text('A1', long), c('B1', 0, { type: 's' }), c('C1', long, { type: 'str' }));
  const { blocks } = readAll(readXlsx, xlsx({ sheets: [{ name: 'S', rows }], strings: [long] }));
  const lengths = (outline(blocks)[1] as string[][])[0]?.map((cell) => cell.length) ?? [];
  expect(lengths).toHaveLength(3);
  for (const length of lengths) expect(length).toBeLessThan(2_000_000);
});

test('damage anywhere is an answer with a code, or what is left, and nothing else', () => {
  const random = seededRandom(20_261);
  const files: readonly (readonly [Reader, Buffer])[] = [
    [
      readXlsx,
      xlsx({ sheets: [{ name: 'S', rows: row(1, text('A1', 'a'), c('B1', 5, { style: 1 })) }], formats: ['0.00'] }),
    ],
    [
      readOds,
      odf('spreadsheet', {
        body: '<table:table table:name="S"><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell></table:table-row></table:table>',
      }),
    ],
    [readCsv, Buffer.from('a,"b\nc",d\r\n1;2,3\n"x')],
  ];
  for (const [read, bytes] of files)
    for (let turn = 0; turn < 150; turn++) {
      const damaged = Buffer.from(bytes);
      for (let change = 0; change < 1 + (turn % 4); change++) damaged[random.below(damaged.length)] = random.below(256);
      const cut = turn % 3 === 0 ? damaged.subarray(0, random.below(damaged.length)) : damaged;
      expect(['ok', 'CorruptInput', 'NotSupported', 'Encrypted', 'ArchiveTooLarge']).toContain(codeOf(read, cut));
    }
});

test('a run that is stopped stops within a row', () => {
  const rows = Array.from({ length: 2000 }, (_, index) => row(index + 1, c(`A${index + 1}`, index))).join('');
  let checks = 0;
  const report = {
    warn() {},
    count() {},
    checkStopped() {
      if (++checks > 20) throw new Error('stopped');
    },
  };
  expect(() => written(readXlsx(inputOf(xlsx({ sheets: [{ name: 'S', rows }] })), report, {}))).toThrow('stopped');
});
