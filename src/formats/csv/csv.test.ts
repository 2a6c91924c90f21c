import fc from 'fast-check';
import { expect, test } from 'vitest';
import { outline, readAll } from '../../../test/fixtures/documents/read.ts';
import { readCsv, readTsv } from './index.ts';
import { csvRows } from './rows.ts';
import { csvLines } from './write.ts';

const read = (bytes: string | Buffer, reader = readCsv) => readAll(reader, Buffer.from(bytes));
const rows = (bytes: string | Buffer, reader = readCsv) => outline(read(bytes, reader).blocks)[0];

test.each<readonly [what: string, text: string, rows: string[][]]>([
  [
    'commas',
    'a,b\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'no line end at the end',
    'a,b\r\n1,2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'old line ends',
    'a,b\r1,2\r',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'quotes with all that they are for',
    '"a ""b""","c,d"\r\n"e\r\nf",g\r\n',
    [
      ['a "b"', 'c,d'],
      ['e\r\nf', 'g'],
    ],
  ],
  [
    'a quote in the middle of a field',
    'a,5" pipe\n1,2\n',
    [
      ['a', '5" pipe'],
      ['1', '2'],
    ],
  ],
  ['text behind a closing quote', '"a"b,c\n', [['ab', 'c']]],
  [
    'empty fields',
    ',a,\n"",,\n',
    [
      ['', 'a', ''],
      ['', '', ''],
    ],
  ],
  ['ragged rows and empty lines', 'a,b,c\n\n1\n2,3,4,5\n', [['a', 'b', 'c'], ['1'], ['2', '3', '4', '5']]],
  [
    'semicolons with decimal commas',
    'name;sum\nx;1,5\ny;2,5\n',
    [
      ['name', 'sum'],
      ['x', '1,5'],
      ['y', '2,5'],
    ],
  ],
  [
    'decimal commas in quotes between semicolons',
    '"1,5";"2,5"\n"3,5";"4,5"\n',
    [
      ['1,5', '2,5'],
      ['3,5', '4,5'],
    ],
  ],
  [
    'bars',
    'a|b|c\n1|2|3\n',
    [
      ['a', 'b', 'c'],
      ['1', '2', '3'],
    ],
  ],
  ['the line that names the sign', 'sep=;\r\na;b,c\r\n', [['a', 'b,c']]],
  ['one column', 'name\nx\ny\n', [['name'], ['x'], ['y']]],
  [
    'quotes behind spaces',
    '"Name", "Note"\nAnn,  "tall, thin"\nBen, plain\n',
    [
      ['Name', 'Note'],
      ['Ann', 'tall, thin'],
      ['Ben', ' plain'],
    ],
  ],
  [
    'spaces on both sides of quotes',
    '"Name" , "Note" \nAnn , "tall, ""thin"""  \n"Ben" ,"plain"',
    [
      ['Name', 'Note'],
      ['Ann ', 'tall, "thin"'],
      ['Ben', 'plain'],
    ],
  ],
  [
    'quotes within fields behind spaces',
    'a, "b" c\nd, "e"\n',
    [
      ['a', ' "b" c'],
      ['d', ' "e"'],
    ],
  ],
  ['spaces, which are of the field', ' a , b\n', [[' a ', ' b']]],
])('%s', (_, text, expected) => {
  expect(rows(text)).toEqual(expected);
});

test('tabs part the fields of a tsv, also where there are more commas', () => {
  expect(rows('a\tb, c, d\n1\t2, 3, 4\n', readTsv)).toEqual([
    ['a', 'b, c, d'],
    ['1', '2, 3, 4'],
  ]);
});

test.each<readonly [charset: string, bytes: Buffer, text: string]>([
  ['UTF-8 with a mark', Buffer.from('\uFEFF姓名,é\n'), '姓名'],
  ['UTF-16 with a mark', Buffer.from('\uFEFF姓名,é\n', 'utf16le'), '姓名'],
  ['UTF-16 the other way round', Buffer.from('\uFEFF姓名,é\n', 'utf16le').swap16(), '姓名'],
  // 姓名,城市 / 张三,北京
  ['GB18030', Buffer.from('d0d5c3fb2cb3c7cad00ad5c5c8fd2cb1b1bea90a', 'hex'), '姓名'],
  ['Windows-1252', Buffer.from('M\xfcller \x805,Gr\xf6\xdfe,caf\xe9\nx,y,z\n', 'latin1'), 'Müller €5'],
  ['Windows-1251', Buffer.from('c8ecff2cc3eef0eee42ceceef1eae2e00a', 'hex'), 'Имя'],
])('%s is read as what it is', (_, bytes, text) => {
  const [first] = rows(bytes) as string[][];
  expect(first?.[0]).toBe(text);
});

test('rows are the same wherever the pieces of the text end', () => {
  const text = 'a,"b ""x"", c"\r\n"line\r\none",d\r\n,\r\n';
  const whole = [...csvRows([text], { delimiter: ',', warn() {} })];
  for (let size = 1; size < 8; size++) {
    const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, i) =>
      text.slice(i * size, (i + 1) * size),
    );
    expect([...csvRows(pieces, { delimiter: ',', warn() {} })]).toEqual(whole);
  }
});

test('what is written as CSV is read back as it was', () => {
  const field = fc.string({ unit: fc.constantFrom('a', '中', '"', ',', '\n', ' ', '=', '1'), maxLength: 6 });
  fc.assert(
    fc.property(fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 }), (table) => {
      // Line ends at the end of a cell are not of its text.
      const plain = table.map((row) => row.map((text) => text.replace(/\n+$/, '')));
      const width = Math.max(...plain.map((row) => row.length));
      const lines = csvLines(
        plain.map((row) => row.map((text) => ({ spans: [{ text }] }))),
        { guardsFormulas: false },
      );
      const text = Array.from(lines, (line) => line.text).join('');
      const padded = plain.map((row) => [...row, ...Array.from({ length: width - row.length }, () => '')]);
      expect([...csvRows([text], { delimiter: ',', warn() {} })]).toEqual(padded);
    }),
  );
});

test('cells that a spreadsheet would run get an apostrophe, numbers do not', () => {
  const cell = (text: string) => ({ spans: [{ text }] });
  const texts = [
    '=1+1',
    '+1-2',
    '-5',
    '-5.5%',
    '-x',
    '@SUM(A1)',
    '\tx',
    '＝1',
    'a=b',
    '+1,234.5',
    "'",
    '-',
    '=cmd|"/c calc"!A1',
  ];
  const [line] = csvLines([texts.map(cell), [{ ...cell('-€ 5'), value: -5 }]], { guardsFormulas: true });
  expect([...csvRows([line?.text ?? ''], { delimiter: ',', warn() {} })][0]).toEqual([
    "'=1+1",
    "'+1-2",
    '-5',
    '-5.5%',
    "'-x",
    "'@SUM(A1)",
    "'\tx",
    "'＝1",
    'a=b',
    '+1,234.5',
    "'",
    '-',
    '\'=cmd|"/c calc"!A1',
  ]);
});

test('a quote that never ends and a row of many fields are cut, with a warning', () => {
  const open = read(`a,b\n"${'x'.repeat(3_000_000)}`);
  expect(open.warnings.join()).toMatch(/does not end/);
  const wide = read(`${','.repeat(20_000)}\n`);
  expect(wide.warnings.join()).toMatch(/more than 16384 fields/);
});
