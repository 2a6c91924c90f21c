import { expect, test } from 'vitest';
import { odf } from '../../../test/fixtures/documents/odf.ts';
import { c, row, text, xlsx } from '../../../test/fixtures/documents/xlsx.ts';
import { openRoot } from '../../files/index.ts';
import { tempWorkspace } from '../../testing/index.ts';
import { tableToCsv, type Converted } from './to-csv.ts';

async function csvOf(
  name: string,
  document: Buffer,
  chosen: string | null = null,
): Promise<Converted & { lines: string[] }> {
  using workspace = tempWorkspace();
  workspace.write(name, document);
  using root = openRoot(workspace.path);
  const result = await tableToCsv(
    {
      in: name,
      out: 'x.csv',
      outDir: null,
      sheet: chosen,
      table: null,
      format: 'auto',
      list: false,
      bom: false,
      guardFormulas: false,
      overwrite: false,
    },
    { root, checkStopped() {}, progress() {} },
  );
  return { ...(result as unknown as Converted), lines: root.read('x.csv').toString().split('\r\n').slice(0, -1) };
}

const sheet = (rows: string, after = '') => csvOf('s.xlsx', xlsx({ sheets: [{ name: 'S', rows, after }] }));
const commas = (count: number) => ','.repeat(count);

test('a cell far to the right is a field of its row', async () => {
  const { lines, tables } = await sheet(
    row(1, text('A1', 'id'), text('B1', 'val'), text('BZ1', 'note')) +
      row(2, c('A2', 1), c('B2', 10)) +
      row(3, c('A3', 2), c('B3', 20), text('BZ3', 'x')) +
      row(4, c('A4', 3), c('B4', 30)) +
      row(5, c('A5', 4), c('B5', 40), text('BZ5', 'y')),
  );
  // BZ is the 78th column.
  expect(lines).toEqual([
    `id,val${commas(76)}note`,
    `1,10${commas(76)}`,
    `2,20${commas(76)}x`,
    `3,30${commas(76)}`,
    `4,40${commas(76)}y`,
  ]);
  expect(tables[0]).toMatchObject({ rows: 5, columns: 78 });
});

test('rows between far cells are records without texts', async () => {
  const { lines } = await sheet(
    row(1, text('A1', 'a'), text('C1', 'c')) +
      row(60, text('Z60', 'z')) +
      row(61, text('A61', 'b'), text('AZ61', 'az')) +
      row(500, text('A500', 'end')),
  );
  expect(lines).toHaveLength(500);
  const said = lines.flatMap((line, index) => (line === commas(51) ? [] : [[index + 1, line]]));
  expect(said).toEqual([
    [1, `a,,c${commas(49)}`],
    [60, `${commas(25)}z${commas(26)}`],
    [61, `b${commas(51)}az`],
    [500, `end${commas(51)}`],
  ]);
});

test('columns are left out on the left only when the last row has nothing there either', async () => {
  const rows = Array.from({ length: 1000 }, (_, index) => row(index + 3, c(`C${index + 3}`, index))).join('');
  expect((await sheet(rows)).lines.slice(0, 2)).toEqual(['0', '1']);
  const { lines, status } = await sheet(rows + row(2000, text('B2000', 'late')));
  expect(lines).toHaveLength(1998);
  expect([lines[0], lines[999], lines[1000], lines.at(-1), status]).toEqual([',0', ',999', ',', 'late,', 'ok']);
});

test('what a merged cell covers is empty, and what comes behind it is in its column', async () => {
  const { lines } = await sheet(
    row(1, text('A1', 'a'), text('C1', 'tall'), text('D1', 'd')) + row(4, text('C4', 'below'), text('D4', 'e')),
    '<mergeCells><mergeCell ref="A1:B1"/><mergeCell ref="C1:C3"/></mergeCells>',
  );
  expect(lines).toEqual(['a,,tall,d', ',,,', ',,,', ',,below,e']);
});

test('rows out of order take their places, and one that comes far too late is told', async () => {
  const { lines, status } = await sheet(
    [1, 2, 3, 5, 4, 8, 6].map((number) => row(number, c(`A${number}`, number))).join(''),
  );
  expect([lines, status]).toEqual([['1', '2', '3', '4', '5', '6', '', '8'], 'ok']);
  const many = Array.from({ length: 1500 }, (_, index) => row(index + 2, c(`A${index + 2}`, index + 2))).join('');
  const late = await sheet(many + row(1, c('A1', 1)));
  expect([late.lines[0], late.status]).toEqual(['2', 'partial']);
  expect(late.warnings.join()).toMatch(/rows far out of their order/);
});

test('a grid that is wide and mostly empty is made whole, and one without bounds stops with a warning', async () => {
  const wide = Array.from({ length: 100 }, (_, index) =>
    row(index + 1, c(`A${index + 1}`, 1), c(`XFD${index + 1}`, 2)),
  ).join('');
  const { lines, status } = await sheet(wide);
  expect([lines.length, lines.every((line) => line === `1${commas(16_383)}2`), status]).toEqual([100, true, 'ok']);
  const corners = await sheet(row(1, text('A1', 'a')) + row(1_048_576, text('XFD1048576', 'z')));
  expect([corners.lines, corners.status]).toEqual([[`a${commas(16_383)}`], 'partial']);
  expect(corners.warnings.join()).toMatch(/what stands below row 1 was left out/);
});

test('a million empty rows of an ods are a million records', async () => {
  const cell = (said: string) => `<table:table-cell><text:p>${said}</text:p></table:table-cell>`;
  const body = `<table:table table:name="S"><table:table-row>${cell('a')}</table:table-row><table:table-row table:number-rows-repeated="1000000"><table:table-cell/></table:table-row><table:table-row><table:table-cell/>${cell('b')}</table:table-row></table:table>`;
  const { lines, status } = await csvOf('s.ods', odf('spreadsheet', { body }));
  expect([lines.length, lines[0], lines[1], lines.at(-1), status]).toEqual([1_000_002, 'a,', ',', ',b', 'ok']);
});

test('an ods is read again for the columns that only its later rows have', async () => {
  const rows = (count: number, before: string) =>
    `<table:table-row table:number-rows-repeated="${count}">${before}<table:table-cell><text:p>x</text:p></table:table-cell></table:table-row>`;
  const body = `<table:table table:name="First">${rows(1, '')}</table:table><table:table table:name="S">${rows(300, '<table:table-cell/>')}${rows(1, '')}</table:table>`;
  const { lines } = await csvOf('s.ods', odf('spreadsheet', { body }), 'S');
  expect([lines.length, lines[0], lines[299], lines[300]]).toEqual([301, ',x', ',x', 'x,']);
});

test('a sheet whose name is a number is found by its name, others by their numbers', async () => {
  const names = ['a', 'b', '2'];
  const book = xlsx({ sheets: names.map((name) => ({ name, rows: row(1, text('A1', `in ${name}`)) })) });
  const body = names
    .map(
      (name) =>
        `<table:table table:name="${name}"><table:table-row><table:table-cell><text:p>in ${name}</text:p></table:table-cell></table:table-row></table:table>`,
    )
    .join('');
  for (const [name, document] of [
    ['s.xlsx', book],
    ['s.ods', odf('spreadsheet', { body })],
  ] as const) {
    const found = await csvOf(name, document, '2');
    expect([found.lines, found.tables[0]?.number]).toEqual([['in 2'], 3]);
    expect((await csvOf(name, document, '3')).lines).toEqual(['in 2']);
    expect((await csvOf(name, document, '1')).lines).toEqual(['in a']);
    await expect(csvOf(name, document, '4')).rejects.toThrow(/no sheet "4"/);
  }
});
