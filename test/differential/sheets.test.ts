import { expect, test } from 'vitest';
import { readCsv } from '../../src/formats/csv/index.ts';
import { gridRows } from '../../src/formats/document/grid.ts';
import { readOds } from '../../src/formats/odf/index.ts';
import { readXlsx } from '../../src/formats/xlsx/index.ts';
import { knownSheets, pythonWithOpenpyxl } from '../fixtures/documents/known-sheets.ts';
import { odf } from '../fixtures/documents/odf.ts';
import { escapeXml } from '../fixtures/documents/package.ts';
import { readAll } from '../fixtures/documents/read.ts';
import { row, text, xlsx } from '../fixtures/documents/xlsx.ts';
import { seededRandom } from '../fixtures/random.ts';

if (pythonWithOpenpyxl === undefined) console.log('openpyxl is not installed: nothing is compared with it');

test.each(
  [pythonWithOpenpyxl].flatMap((python) =>
    python === undefined ? [] : [0, 1, 2].map((seed) => [seed, python] as const),
  ),
)('every cell of a workbook of openpyxl is shown as it is known to be (seed %i)', (seed, python) => {
  const { known, found } = knownSheets(python, seed);
  expect(found).toEqual(known);
});

// Our own writers share no code with the readers.
test('the same table is found again in xlsx, ods and csv', () => {
  const random = seededRandom(7);
  const words = ['ships', '数据', 'say "hi"', 'a,b', 'x<y>&z', '12', '=x', ''];
  const grid = Array.from({ length: 60 }, () => [
    'first',
    ...Array.from({ length: 6 }, () => random.pick(words)),
    'last',
  ]);
  const asXlsx = xlsx({
    sheets: [
      {
        name: 'S',
        rows: grid
          .map((cells, y) =>
            row(y + 1, ...cells.map((cell, x) => (cell === '' ? '' : text(`${'ABCDEFGH'[x]}${y + 1}`, cell)))),
          )
          .join(''),
      },
    ],
  });
  const asOds = odf('spreadsheet', {
    body: `<table:table table:name="S">${grid.map((cells) => `<table:table-row>${cells.map((cell) => `<table:table-cell>${cell === '' ? '' : `<text:p>${escapeXml(cell)}</text:p>`}</table:table-cell>`).join('')}</table:table-row>`).join('')}</table:table>`,
  });
  const asCsv = Buffer.from(
    grid.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n'),
  );
  for (const [read, bytes] of [
    [readXlsx, asXlsx],
    [readOds, asOds],
    [readCsv, asCsv],
  ] as const) {
    const tables = readAll(read, bytes).blocks.flatMap((block) => (block.kind === 'table' ? [block] : []));
    expect(tables).toHaveLength(1);
    const shown = [...gridRows(tables[0]?.rows ?? [])].map((cells) => cells.map((cell) => cell?.spans[0]?.text ?? ''));
    expect(shown).toEqual(grid);
  }
});
