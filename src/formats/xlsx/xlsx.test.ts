import { expect, test } from 'vitest';
import { drawingPart } from '../../../test/fixtures/documents/pptx.ts';
import { xmlHead, zipped } from '../../../test/fixtures/documents/package.ts';
import { inputOf, outline, readAll, written } from '../../../test/fixtures/documents/read.ts';
import { c, row, sheetPart, text, xlsx, type XlsxParts } from '../../../test/fixtures/documents/xlsx.ts';
import type { Block } from '../document/model.ts';
import { parsePages } from '../document/pages.ts';
import { readXlsx } from './index.ts';

const read = (parts: XlsxParts, options = {}) => readAll(readXlsx, xlsx(parts), options);
const one = (rows: string, more: Omit<XlsxParts, 'sheets'> = {}, after = '') =>
  read({ sheets: [{ name: 'S', rows, after }], ...more });
const cells = (blocks: readonly Block[]) =>
  blocks.flatMap((block) => (block.kind === 'table' ? [...block.rows].flat() : []));

test('values are shown as their types and number formats have it, and kept behind the text', () => {
  const { blocks, warnings } = one(
    row(1, c('A1', 0, { type: 's' }), c('B1', 'from a formula', { type: 'str' }), text('C1', 'inline')) +
      row(2, c('A2', 1234.5, { style: 1 }), c('B2', 45366, { style: 2 }), c('C2', 0.256, { style: 3 })) +
      row(3, c('A3', 1, { type: 'b' }), c('B3', '#DIV/0!', { type: 'e' }), c('C3', '2024-03-15', { type: 'd' })) +
      row(4, c('A4', '0.30000000000000004'), c('B4', 3), c('C4', 1.5, { style: 4 })),
    { strings: ['shared'], formats: ['#,##0.00', 'd-mmm-yy', 9, 46] },
  );
  expect(outline(blocks)).toEqual([
    '-- sheet 1 S',
    [
      ['shared', 'from a formula', 'inline'],
      ['1,234.50', '15-Mar-24', '26%'],
      ['TRUE', '#DIV/0!', '2024-03-15'],
      ['0.3', '3', '36:00:00'],
    ],
  ]);
  const values = new Map(cells(blocks).map(({ ref, value }) => [ref, value]));
  expect(values.get('A1')).toBeUndefined();
  expect(values.get('A2')).toBe(1234.5);
  expect(values.get('B2')).toBe('2024-03-15');
  expect(values.get('C2')).toBe(0.256);
  expect(values.get('A3')).toBe(true);
  expect(warnings).toEqual([]);
});

test('a number that is too large for one is shown as it is stored, and the largest as Excel does', () => {
  const { blocks } = one(row(1, c('A1', '1E400'), c('B1', '1.7976931348623157E308')));
  expect(outline(blocks)[1]).toEqual([['1E400', '1.79769313486232E+308']]);
  expect(cells(blocks).map(({ value }) => value)).toEqual([undefined, Number.MAX_VALUE]);
});

test('strings are whole without how they are read aloud, and escapes are the characters they stand for', () => {
  const { blocks } = one(row(1, c('A1', 0, { type: 's' }), c('B1', 1, { type: 's' }), c('C1', 2, { type: 's' })), {
    strings: [
      '<r><rPr><b/></rPr><t xml:space="preserve">東京 </t></r><r><t>tower</t></r><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/>',
      'two_x000A_lines_x005F_x',
      '&lt;tag&gt; &amp;',
    ],
  });
  expect(cells(blocks).map(({ spans }) => spans[0]?.text)).toEqual(['東京 tower', 'two\nlines_x', '&lt;tag&gt; &amp;']);
});

test('a formula shows its stored result, an empty text as nothing, and itself when there is none', () => {
  const { blocks, warnings } = one(
    row(
      1,
      '<c r="A1"><f>1+1</f><v>2</v></c>',
      '<c r="B1" t="str"><f>""</f><v></v></c>',
      '<c r="C1"><f>SUM(A1:B1)</f><v></v></c>',
      '<c r="D1"><f>NOW()</f></c>',
    ),
  );
  expect(outline(blocks)[1]).toEqual([['2', '', '=SUM(A1:B1)', '=NOW()']]);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain('from C1 on');
});

test('merged cells say how far they reach, what they cover has no cells, and links have their targets', () => {
  const { blocks } = read({
    sheets: [
      {
        name: 'S',
        rows:
          row(1, text('A1', 'Title'), text('C1', 'x')) +
          row(2, text('A2', 'left'), text('B2', 'hidden below'), text('C2', 'y')) +
          row(3, text('A3', 'covered'), text('C3', 'link')),
        after:
          '<mergeCells><mergeCell ref="A1:B1"/><mergeCell ref="A2:B3"/></mergeCells><hyperlinks><hyperlink ref="C3" r:id="h"/><hyperlink ref="C2" location="S!A1"/></hyperlinks>',
        relationships: [['h', 'hyperlink', 'https://a.example/', true]],
      },
    ],
  });
  expect(outline(blocks)[1]).toEqual([['Title (2x1)', 'x'], ['left (2x2)', 'y'], ['link']]);
  expect(written(blocks)).toBe(
    '## S\n\n| Title |  | x |\n| --- | --- | --- |\n| left |  | y |\n|  |  | [link](https://a.example/) |\n',
  );
});

test('dates are counted from 1904 where the workbook says so', () => {
  const { blocks } = one(row(1, c('A1', 43904, { style: 1 })), { formats: ['yyyy-mm-dd'], from1904: true });
  expect(outline(blocks)[1]).toEqual([['2024-03-15']]);
  const dated = one(row(1, c('A1', '2024-05-06T00:00:00', { type: 'd' })), { from1904: true });
  expect(outline(dated.blocks)[1]).toEqual([['2024-05-06 00:00:00']]);
});

test('sheets come in the order of the workbook, hidden ones marked, and only those that are wanted', () => {
  const sheets = [
    { name: 'First & best', rows: row(1, text('A1', 'a')) },
    { name: 'Second', rows: row(1, text('A1', 'b')), state: 'hidden' as const },
    { name: 'Third', rows: '', state: 'veryHidden' as const },
  ];
  const all = read({ sheets });
  expect(outline(all.blocks)).toEqual([
    '-- sheet 1 First & best',
    [['a']],
    '-- sheet 2 Second hidden',
    [['b']],
    '-- sheet 3 Third hidden',
  ]);
  expect(all.counts).toEqual({ sheets: 3 });
  expect(outline(read({ sheets }, { pages: parsePages('2', '') }).blocks)).toEqual([
    '-- sheet 2 Second hidden',
    [['b']],
  ]);
});

test('a sheet as large as can be with cells in its corners is a few short tables', () => {
  const { blocks } = one(
    row(1, text('B1', 'near'), text('XFD1', 'far')) +
      row(3, text('B3', 'below')) +
      row(1048576, text('A1048576', 'deep')),
  );
  expect(outline(blocks)).toEqual(['-- sheet 1 S', [['near'], [], ['below']], [['XFD1', 'far']], [['deep']]]);
  expect(written(blocks).length).toBeLessThan(300);
});

test('rows and cells without references follow each other, and those out of order take their places', () => {
  const { blocks } = one(
    '<row><c><v>1</v></c><c><v>2</v></c></row><row><c r="C2"><v>3</v></c><c r="A2"><v>4</v></c></row><row><c><v>5</v></c></row>',
  );
  expect(outline(blocks)[1]).toEqual([['1', '2'], ['4', '', '3'], ['5']]);
  expect(cells(blocks).map(({ ref }) => ref)).toEqual(['A1', 'B1', 'A2', undefined, 'C2', 'A3']);
});

test('a strict file, with prefixes and without a list of content types, is read like any other', () => {
  const namespace = 'http://purl.oclc.org/ooxml/spreadsheetml/main';
  const bytes = zipped({
    'xl/workbook.xml': `${xmlHead}<x:workbook xmlns:x="${namespace}"><x:sheets><x:sheet name="S" sheetId="1"/></x:sheets></x:workbook>`,
    'xl/worksheets/sheet1.xml': `${xmlHead}<x:worksheet xmlns:x="${namespace}"><x:sheetData><x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t>strict</x:t></x:is></x:c><x:c r="B1"><x:v>7</x:v></x:c></x:row></x:sheetData><x:mergeCells><x:mergeCell ref="A1:A2"/></x:mergeCells></x:worksheet>`,
  });
  expect(outline(readAll(readXlsx, bytes).blocks)).toEqual(['-- sheet 1 S', [['strict (1x2)', '7']]]);
});

const chart = drawingPart(
  'c:chartSpace',
  '<c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart><c:ser><c:tx><c:strRef><c:strCache><c:pt idx="0"><c:v>2024</c:v></c:pt></c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache><c:pt idx="0"><c:v>Q1</c:v></c:pt></c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache><c:pt idx="0"><c:v>5</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart>',
);
const drawing = `${xmlHead}<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><xdr:twoCellAnchor><xdr:sp><xdr:txBody><a:p><a:r><a:t>In a box</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:twoCellAnchor></xdr:wsDr>`;
const relationship = (id: string, type: string, target: string) =>
  `${xmlHead}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`;
const withChart = {
  'xl/drawings/d1.xml': drawing,
  'xl/drawings/_rels/d1.xml.rels': relationship('c1', 'chart', '../charts/chart1.xml'),
  'xl/charts/chart1.xml': chart,
};

test('boxes and titles of charts follow the cells, whose data the charts have', () => {
  const { blocks } = read({
    sheets: [{ name: 'S', rows: row(1, text('A1', 'a')), relationships: [['d', 'drawing', '../drawings/d1.xml']] }],
    more: withChart,
  });
  expect(outline(blocks)).toEqual(['-- sheet 1 S', [['a']], 'p In a box', 'p Chart: Sales']);
});

test('SmartArt follows the cells as a list', () => {
  const point = (id: string, text: string, type = 'node') =>
    `<dgm:pt modelId="${id}" type="${type}"><dgm:t><a:p><a:r><a:t>${text}</a:t></a:r></a:p></dgm:t></dgm:pt>`;
  const link = (from: string, to: string) =>
    `<dgm:cxn modelId="${from}${to}" srcId="${from}" destId="${to}" srcOrd="0"/>`;
  const diagram = `${xmlHead}<dgm:dataModel xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><dgm:ptLst>${point('0', '', 'doc')}${point('1', 'root')}${point('2', 'leaf')}</dgm:ptLst><dgm:cxnLst>${link('0', '1')}${link('1', '2')}</dgm:cxnLst></dgm:dataModel>`;
  const { blocks } = read({
    sheets: [{ name: 'S', rows: row(1, text('A1', 'a')), relationships: [['d', 'drawing', '../drawings/d1.xml']] }],
    more: {
      'xl/drawings/d1.xml': drawing,
      'xl/drawings/_rels/d1.xml.rels': relationship('g1', 'diagramData', '../diagrams/data1.xml'),
      'xl/diagrams/data1.xml': diagram,
    },
  });
  expect(outline(blocks)).toEqual(['-- sheet 1 S', [['a']], 'p In a box', '0 • root', '1 • leaf']);
});

test('pictures are said by their words', () => {
  const picture = (words: string) =>
    `<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" name="Picture 1"${words}/></xdr:nvPicPr></xdr:pic>`;
  const drawing = `${xmlHead}<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing">${picture(' descr="A map of the site"')}${picture('')}</xdr:wsDr>`;
  const { blocks } = read({
    sheets: [{ name: 'S', rows: row(1, text('A1', 'a')), relationships: [['d', 'drawing', '../drawings/d1.xml']] }],
    more: { 'xl/drawings/d1.xml': drawing },
  });
  expect(written(blocks)).toContain('![A map of the site]()\n');
  expect(blocks).toHaveLength(3);
});

test('a sheet that is a chart gives its data', () => {
  const { blocks } = read({
    sheets: [{ name: 'C', rows: '' }],
    more: {
      ...withChart,
      'xl/_rels/workbook.xml.rels': relationship('s1', 'chartsheet', 'chartsheets/sheet1.xml'),
      'xl/chartsheets/sheet1.xml': `${xmlHead}<chartsheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"/>`,
      'xl/chartsheets/_rels/sheet1.xml.rels': relationship('d', 'drawing', '../drawings/d1.xml'),
    },
  });
  expect(outline(blocks)).toEqual([
    '-- sheet 1 C',
    'p In a box',
    [
      ['', '2024'],
      ['Q1', '5'],
    ],
  ]);
});

test('comments come when they are asked for, with the cell and the person', () => {
  const parts: XlsxParts = {
    sheets: [{ name: 'S', rows: row(1, text('A1', 'a')), relationships: [['k', 'comments', '../comments1.xml']] }],
    more: {
      'xl/comments1.xml': `${xmlHead}<comments xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><authors><author>Ann</author></authors><commentList><comment ref="A1" authorId="0"><text><r><t>Why?</t></r></text></comment></commentList></comments>`,
    },
  };
  expect(outline(read(parts).blocks)).toHaveLength(2);
  expect(outline(read(parts, { comments: true }).blocks)[2]).toBe('Comment on A1 by Ann: Why?');
});

test('what a damaged sheet still has is kept with a warning, and other sheets are whole', () => {
  const cut = sheetPart(row(1, text('A1', 'kept')) + row(2, text('A2', 'lost'))).replace(/<c r="A2".*$/s, '');
  const { blocks, warnings } = read({
    sheets: [
      { name: 'Cut', rows: '' },
      { name: 'Whole', rows: row(1, text('A1', 'fine')) },
    ],
    more: { 'xl/worksheets/sheet1.xml': cut },
  });
  expect(outline(blocks)).toEqual(['-- sheet 1 Cut', [['kept']], '-- sheet 2 Whole', [['fine']]]);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toMatch(/Sheet "Cut" could not be read to its end/);
});

test('a workbook of which nothing can be read is damaged, not empty', () => {
  const more = { 'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row' };
  expect(() => read({ sheets: [{ name: 'S', rows: '' }], more })).toThrow(/could|damaged|cut off/);
  expect(() => readAll(readXlsx, zipped({ 'x.txt': 'x' }))).toThrow(/no sheets/);
});

test('who has enough stops, and the rest of a sheet is not unpacked', () => {
  const rows = Array.from({ length: 30_000 }, (_, index) => row(index + 1, c(`A${index + 1}`, index))).join('');
  const bytes = xlsx({ sheets: [{ name: 'S', rows }] });
  let [checks, taken] = [0, 0];
  const report = { warn() {}, count() {}, checkStopped: () => void checks++ };
  const blocks = readXlsx(inputOf(bytes), report, {});
  for (const block of blocks) if (block.kind === 'table') for (const _ of block.rows) if (++taken === 10) break;
  expect(taken).toBeGreaterThan(9);
  expect(written(readXlsx(inputOf(bytes), report, {}), 'text', 100)).toHaveLength(100);
  expect(checks).toBeLessThan(40_000);
});

test('text in fonts of symbols is the signs that are seen, of the cell or of a piece of its text', () => {
  const font = (name: string) => `<font><sz val="11"/><name val="${name}"/></font>`;
  const styles = `${xmlHead}<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><fonts>${font('Arial')}${font('Wingdings')}${font('Wingdings 2')}</fonts><cellXfs><xf numFmtId="0" fontId="0"/><xf numFmtId="0" fontId="1"/><xf numFmtId="0" fontId="2"/></cellXfs></styleSheet>`;
  const run = (text: string, name: string) => `<r><rPr><rFont val="${name}"/></rPr><t>${text}</t></r>`;
  const cell = (ref: string, style: number, index: number) => `<c r="${ref}" s="${style}" t="s"><v>${index}</v></c>`;
  const bytes = xlsx({
    sheets: [
      {
        name: 'S',
        rows:
          row(1, cell('A1', 0, 0), cell('B1', 1, 0), cell('C1', 2, 1)) +
          row(2, cell('A2', 0, 2), cell('B2', 1, 2), `<c r="C2" s="2"><v>5</v></c>`),
      },
    ],
    strings: ['ü', 'P', run('ü', 'Wingdings') + run(' done', 'Arial')],
    more: { 'xl/styles.xml': styles },
  });
  expect(outline(readAll(readXlsx, bytes).blocks)[1]).toEqual([
    ['ü', '✓', '✓'],
    ['✓ done', '✓ done', '🖵'],
  ]);
});

test('a sheet that is named but not there is told, and the others are read', () => {
  const [rows, missing] = ['<row r="1"><c r="A1"><v>1</v></c></row>', '<sheet name="Module" sheetId="9" r:id=""/>'];
  const workbook = (sheets: string) => ({
    'xl/workbook.xml': `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${sheets}</sheets></workbook>`,
  });
  for (const [cells, table] of [
    [rows, [[['1']]]],
    ['', []],
  ] as const) {
    const more = workbook(`<sheet name="S" sheetId="1" r:id="s1"/>${missing}`);
    const { blocks, warnings } = read({ sheets: [{ name: 'S', rows: cells }], more });
    expect(outline(blocks)).toEqual(['-- sheet 1 S', ...table, '-- sheet 2 Module']);
    expect(warnings).toEqual(['Sheet "Module" is named, but not in the file.']);
  }
  expect(() => read({ sheets: [], more: workbook(missing) })).toThrow(
    expect.objectContaining({ code: 'CorruptInput' }),
  );
});

test('the line breaks of Windows in a cell are one each, however they are written', () => {
  const rows = ['a_x000d_\nb', 'a_x000D_\r\nb', 'a\r\nb', 'a\nb']
    .map((text, at) => `<row r="${at + 1}"><c r="A${at + 1}" t="inlineStr"><is><t>${text}</t></is></c></row>`)
    .join('');
  const { blocks } = read({ sheets: [{ name: 'S', rows }] });
  const texts = cells(blocks).map(({ spans }) => spans[0]?.text);
  expect(texts).toEqual(['a\nb', 'a\nb', 'a\nb', 'a\nb']);
});
