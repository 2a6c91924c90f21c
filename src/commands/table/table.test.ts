import { afterEach, expect, test } from 'vitest';
import { docx, p, tbl, tc, tr } from '../../../test/fixtures/documents/docx.ts';
import { c, row, text, xlsx } from '../../../test/fixtures/documents/xlsx.ts';
import { openRoot } from '../../files/index.ts';
import { tempWorkspace } from '../../testing/index.ts';
import { tableToCsv, type Converted, type ToCsvInput } from './to-csv.ts';

const book = xlsx({
  sheets: [
    {
      name: 'Sales/2024: Q1',
      rows:
        row(1, text('A1', 'name'), text('B1', 'sum')) + row(2, text('A2', 'a "b", c'), c('B2', 1234.5, { style: 1 })),
    },
    { name: 'Notes', rows: row(1, text('A1', '=HYPERLINK("http://x")'), c('B1', -5)), state: 'hidden' },
    { name: 'Empty', rows: '' },
  ],
  formats: ['#,##0.00'],
});
const letter = docx({
  body:
    tbl(tr(tc('one'), tc('two')), tr(tc(tbl(tr(tc('inner'), tc('table'))) + p('around')), tc('x'))) +
    p('between') +
    tbl(tr(tc('last'))),
});

const opened: Disposable[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) each[Symbol.dispose]();
});

async function run(
  input: Partial<ToCsvInput> & { in: string },
  more: Record<string, Buffer> = {},
): Promise<Converted & { files(path: string): string }> {
  const workspace = tempWorkspace();
  opened.push(workspace);
  workspace.write('book.xlsx', book);
  workspace.write('letter.docx', letter);
  workspace.write('plain.csv', 'a;b\n1;2\n');
  workspace.write('there.csv', 'old');
  for (const [name, bytes] of Object.entries(more)) workspace.write(name, bytes);
  const root = openRoot(workspace.path);
  opened.push(root);
  const result = await tableToCsv(
    {
      out: null,
      outDir: null,
      sheet: null,
      table: null,
      format: 'auto',
      list: false,
      bom: false,
      guardFormulas: false,
      overwrite: false,
      ...input,
    },
    { root, checkStopped() {}, progress() {} },
  );
  const files = (path: string) => root.read(path).toString();
  return { ...(result as unknown as Converted), files };
}

test('a list names every sheet with its size and writes nothing', async () => {
  const { tables, text: printed, format, status } = await run({ in: 'book.xlsx', list: true });
  expect(tables).toEqual([
    { number: 1, kind: 'sheet', name: 'Sales/2024: Q1', rows: 2, columns: 2 },
    { number: 2, kind: 'sheet', name: 'Notes', hidden: true, rows: 1, columns: 2 },
    { number: 3, kind: 'sheet', name: 'Empty', rows: 0, columns: 0 },
  ]);
  expect({ printed, format, status }).toEqual({ printed: undefined, format: 'xlsx', status: 'ok' });
});

test('one sheet by its name in any case, by its number, or by the number of the table', async () => {
  const expected = 'name,sum\r\n"a ""b"", c","1,234.50"\r\n';
  expect((await run({ in: 'book.xlsx', sheet: 'sales/2024: q1' })).text).toBe(expected);
  expect((await run({ in: 'book.xlsx', sheet: '1' })).text).toBe(expected);
  expect((await run({ in: 'book.xlsx', table: 1 })).text).toBe(expected);
  await expect(run({ in: 'book.xlsx', sheet: 'Nope' })).rejects.toThrow(/no sheet "Nope"/);
  await expect(run({ in: 'letter.docx', sheet: '1' })).rejects.toThrow(/no sheet "1"/);
});

test('several tables need a choice, or a folder, whose files have names that any system can have', async () => {
  await expect(run({ in: 'book.xlsx' })).rejects.toThrow(
    /more than one table \(sheet 1 "Sales\/2024: Q1", sheet 2 "Notes"/,
  );
  const { tables, files } = await run({ in: 'book.xlsx', outDir: 'out/csv', bom: true, guardFormulas: true });
  expect(tables.map(({ out }) => out)).toEqual(['out/csv/1-Sales-2024-Q1.csv', 'out/csv/2-Notes.csv', undefined]);
  expect(files('out/csv/2-Notes.csv')).toBe('\uFEFF"\'=HYPERLINK(""http://x"")",-5\r\n');
});

test('a file that exists stays unless it is to be replaced', async () => {
  await expect(run({ in: 'plain.csv', out: 'there.csv' })).rejects.toThrow(/exists already/);
  const { files, tables } = await run({ in: 'plain.csv', out: 'there.csv', overwrite: true });
  expect(files('there.csv')).toBe('a,b\r\n1,2\r\n');
  expect(tables).toEqual([{ number: 1, kind: 'table', name: '', rows: 2, columns: 2, out: 'there.csv' }]);
});

test('tables of a text are numbered as they come, those within cells behind the one they are in', async () => {
  const { tables } = await run({ in: 'letter.docx', list: true });
  expect(tables.map(({ rows, columns }) => [rows, columns])).toEqual([
    [2, 2],
    [1, 2],
    [1, 1],
  ]);
  expect((await run({ in: 'letter.docx', table: 1 })).text).toBe('one,two\r\naround,x\r\n');
  expect((await run({ in: 'letter.docx', table: 2 })).text).toBe('inner,table\r\n');
  expect((await run({ in: 'letter.docx', table: 3 })).text).toBe('last\r\n');
});

test('a sheet without cells is an empty file when it is asked for, and a document without tables is an error', async () => {
  const { status, files } = await run({ in: 'book.xlsx', sheet: 'Empty', out: 'e.csv' });
  expect({ status, content: files('e.csv') }).toEqual({ status: 'empty', content: '' });
  for (const place of [{ out: 'none.csv' }, { outDir: 'none' }, {}])
    await expect(run({ in: 'there.csv', format: 'text', ...place })).rejects.toThrow(/has no tables/);
  expect(await run({ in: 'there.csv', format: 'text', list: true })).toMatchObject({ status: 'empty', tables: [] });
});

test('a document whose tables were lost to damage is damaged', async () => {
  const body = `${p('before')}${tbl(tr(tc('one')))}`;
  const cut = docx({
    body,
    more: {
      'word/document.xml':
        '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>before</w:t></w:r></w:p><w:tbl',
    },
  });
  for (const table of [null, 1, 2])
    await expect(run({ in: 'cut.docx', out: 'x.csv', table }, { 'cut.docx': cut })).rejects.toMatchObject({
      code: 'CorruptInput',
    });
  const rtf = Buffer.from('{\\rtf1 before the table');
  await expect(run({ in: 'cut.rtf' }, { 'cut.rtf': rtf })).rejects.toMatchObject({ code: 'CorruptInput' });
});

test('a sheet that is damaged from its start is no empty table, and the others are still there', async () => {
  const sheets = [
    { name: 'Cut', rows: '<row' },
    { name: 'Whole', rows: row(1, text('A1', 'x')) },
  ];
  const book = { 'half.xlsx': xlsx({ sheets }) };
  for (const choice of [{ table: 1 }, { sheet: 'Cut' }])
    await expect(run({ in: 'half.xlsx', ...choice }, book)).rejects.toMatchObject({ code: 'CorruptInput' });
  expect((await run({ in: 'half.xlsx', table: 2 }, book)).text).toBe('x\r\n');
});

test('a warning that only speaks of damage makes no document damaged', async () => {
  const outside = xlsx({ sheets: [{ name: 'damaged goods', rows: row(1, text('ZZZZ1', 'x')) }] });
  await expect(run({ in: 'outside.xlsx' }, { 'outside.xlsx': outside })).rejects.toMatchObject({ code: 'InvalidArgs' });
});

test('the next step of a choice that is not there is the list of tables', async () => {
  await expect(run({ in: 'book.xlsx', sheet: 'Nope' })).rejects.toMatchObject({
    hint: 'Run "table to-csv --list --in <document>" for the tables that it has.',
  });
});
