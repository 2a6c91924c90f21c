import { expect, test } from 'vitest';
import { odf, odfPart, type OdfParts } from '../../../test/fixtures/documents/odf.ts';
import { outline, readAll, written } from '../../../test/fixtures/documents/read.ts';
import { parsePages } from '../document/pages.ts';
import { readOds } from './index.ts';

const read = (parts: OdfParts, options = {}) => readAll(readOds, odf('spreadsheet', parts), options);
const table = (name: string, rows: string, attributes = '') =>
  `<table:table table:name="${name}"${attributes}><table:table-column/>${rows}</table:table>`;
const row = (cells: string, attributes = '') => `<table:table-row${attributes}>${cells}</table:table-row>`;
const cell = (text: string, attributes = '') =>
  `<table:table-cell${attributes}>${text === '' ? '' : `<text:p>${text}</text:p>`}</table:table-cell>`;
const typed = (type: string, value: string, text: string) =>
  cell(
    text,
    ` office:value-type="${type}" office:${type === 'date' || type === 'boolean' ? `${type}-` : ''}value="${value}"`,
  );
const repeated = (what: 'rows' | 'columns', count: number) => ` table:number-${what}-repeated="${count}"`;

test('cells are shown as they were, with their values behind them', () => {
  const { blocks, counts } = read({
    body: table(
      'Data',
      row(cell('name') + typed('float', '1234.5', '1,234.50') + typed('percentage', '0.25', '25%')) +
        row(typed('date', '2024-03-15', '15.03.24') + typed('boolean', 'true', 'TRUE') + typed('float', '0.5', '')) +
        row(cell('two<text:line-break/>lines</text:p><text:p>more')),
    ),
  });
  expect(outline(blocks)).toEqual([
    '-- sheet 1 Data',
    [['name', '1,234.50', '25%'], ['15.03.24', 'TRUE', '0.5'], ['two\nlines\nmore']],
  ]);
  const [, data] = blocks;
  const values = data?.kind === 'table' ? [...data.rows].flat().map(({ ref, value }) => [ref, value]) : [];
  expect(values.slice(0, 5)).toEqual([
    ['A1', undefined],
    ['B1', 1234.5],
    ['C1', 0.25],
    ['A2', '2024-03-15'],
    ['B2', true],
  ]);
  expect(counts).toEqual({ sheets: 1 });
});

test('texts in shapes and the words of pictures stand behind the cells, once', () => {
  const box = (text: string) => `<draw:custom-shape><text:p>${text}</text:p></draw:custom-shape>`;
  const image = '<draw:frame><draw:image xlink:href="x.png"/><svg:desc>A barn</svg:desc></draw:frame>';
  const chart = '<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame>';
  const shapes = `<table:shapes><draw:frame><draw:text-box><text:p>On the page</text:p></draw:text-box></draw:frame>${image}${chart}</table:shapes>`;
  const anchored = `<table:table-cell${repeated('columns', 2)}><text:p>a</text:p>${box('At a cell')}</table:table-cell>`;
  const empty = `<table:table-cell><draw:g>${box('In a group')}</draw:g></table:table-cell>`;
  const { blocks } = read({
    body: table('S', shapes + row(anchored, repeated('rows', 2)) + row(empty)),
    more: { 'Object 1/content.xml': odfPart('office:document-content', table('local', row(cell('1')))) },
  });
  expect(outline(blocks)).toEqual([
    '-- sheet 1 S',
    [
      ['a', 'a'],
      ['a', 'a'],
    ],
    'p On the page',
    'picture A barn',
    'p At a cell',
    'p In a group',
  ]);
});

test('empty cells and rows that are only counted are not made; those with content are', () => {
  const { blocks } = read({
    body: table(
      'S',
      row(
        cell('a') +
          cell('', repeated('columns', 2)) +
          cell('x', repeated('columns', 2)) +
          cell('', repeated('columns', 16379)),
      ) +
        row(cell('', repeated('columns', 16384)), repeated('rows', 2)) +
        row(cell('b'), repeated('rows', 2)) +
        row(cell('', repeated('columns', 16384)), repeated('rows', 1048571)),
    ),
  });
  expect(outline(blocks)[1]).toEqual([['a', ' (2x1)', 'x', 'x'], [], [], ['b'], ['b']]);
});

test('merged cells, links, hidden sheets, groups of rows, and only the sheets that are wanted', () => {
  const body =
    table(
      'Shown',
      `<table:table-header-rows>${row(cell('wide', ' table:number-columns-spanned="2"') + '<table:covered-table-cell/>' + cell('c'))}</table:table-header-rows><table:table-row-group>${row(cell('<text:a xlink:href="https://a.example/">site</text:a>') + cell('b') + cell('c'))}</table:table-row-group>`,
    ) + table('Hidden', row(cell('secret')), ' table:style-name="ta2"');
  const automatic =
    '<style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>';
  const { blocks } = read({ body, automatic });
  expect(written(blocks)).toBe(
    '## Shown\n\n| wide |  | c |\n| --- | --- | --- |\n| [site](https://a.example/) | b | c |\n\n## Hidden (hidden)\n\n| secret |\n| --- |\n',
  );
  expect(outline(read({ body, automatic }, { pages: parsePages('2', '') }).blocks)[0]).toBe('-- sheet 2 Hidden hidden');
});

test('comments come when they are asked for', () => {
  const body = table(
    'S',
    row(
      `<table:table-cell><office:annotation><dc:creator>Ann</dc:creator><text:p>Why?</text:p></office:annotation><text:p>a</text:p></table:table-cell>`,
    ),
  );
  expect(outline(read({ body }).blocks)).toEqual(['-- sheet 1 S', [['a']]]);
  expect(outline(read({ body }, { comments: true }).blocks)[2]).toBe('Comment by Ann: Why?');
});

test.each([
  ['x', 10, 200],
  ['x'.repeat(400), 5, 15],
])(
  'a row that is to be there a million times over is given as often as is sensible, with a warning',
  (said, least, most) => {
    const body = table('S', row(cell(said, repeated('columns', 16384)), repeated('rows', 1048576)));
    let rows = 0;
    const warnings: string[] = [];
    const report = { warn: (text: string) => void warnings.push(text), count() {}, checkStopped() {} };
    const bytes = odf('spreadsheet', { body });
    const input = {
      name: 'x',
      bytes: bytes.length,
      read: (at: number, length: number) => bytes.subarray(at, at + length),
    };
    for (const block of readOds(input, report, {})) if (block.kind === 'table') for (const _ of block.rows) rows++;
    expect(rows).toBeGreaterThan(least);
    expect(rows).toBeLessThan(most);
    expect(warnings.join()).toMatch(/repeats cells/);
  },
);

test('an encrypted one is told apart, and what a damaged one still has is kept', () => {
  const more = {
    'META-INF/manifest.xml': odfPart(
      'manifest:manifest',
      '<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>',
    ),
  };
  expect(() => read({ body: '', more })).toThrow(/encrypted/);
  const cut = odfPart(
    'office:document-content',
    `<office:body><office:spreadsheet>${table('S', row(cell('kept')) + row(cell('lost')))}`,
  );
  const damaged = cut.slice(0, cut.indexOf('lost'));
  const { blocks, warnings } = read({ body: '', more: { 'content.xml': damaged } });
  expect(outline(blocks)).toEqual(['-- sheet 1 S', [['kept']]]);
  expect(warnings.join()).toMatch(/could not be read/);
  expect(() => read({ body: '<text:p>x</text:p>' })).toThrow(/no sheets/);
});
