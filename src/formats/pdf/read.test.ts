import { deflateRawSync, deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import {
  buildPdf,
  comment,
  field,
  link,
  rule,
  ruledGrid,
  text,
  type PdfPage,
} from '../../../test/fixtures/pdf-builder.ts';
import { writeMarkdown } from '../document/markdown.ts';
import type { Block } from '../document/model.ts';
import { createOutput } from '../document/output.ts';
import { parsePages } from '../document/pages.ts';
import type { ReadOptions } from '../document/reader.ts';
import { readPdf } from './read.ts';

interface Read {
  readonly md: string;
  readonly blocks: readonly Block[];
  readonly warnings: readonly string[];
  readonly isPartial: boolean;
  readonly pages: number;
}

function read(file: Buffer | readonly PdfPage[], options: ReadOptions = {}): Read {
  const bytes = Buffer.isBuffer(file) ? file : buildPdf(file);
  const warnings: string[] = [];
  let [isPartial, pages] = [false, 0];
  const blocks: Block[] = [];
  const input = {
    name: 'a.pdf',
    bytes: bytes.length,
    read: (at: number, size: number) => bytes.subarray(at, at + size),
  };
  const report = {
    warn(words: string, what?: 'lost' | 'damaged') {
      warnings.push(words);
      isPartial ||= what !== undefined;
    },
    count: (_: string, number: number) => void (pages = number),
    checkStopped: () => {},
  };
  for (const block of readPdf(input, report, options)) blocks.push(block);
  let md = '';
  writeMarkdown(
    blocks.filter(({ kind }) => kind !== 'part'),
    createOutput(1_000_000, (words) => void (md += words)),
  );
  return { md: md.trim(), blocks, warnings, isPartial, pages };
}

/** Lines of running text from a height downwards. */
const lines = (x: number, y: number, words: readonly string[], size = 10) =>
  words.map((line, index) => text(x, y - index * 12, size, line));

test('a page gives headings by size, whole paragraphs with divided words joined, and lists', () => {
  const { md, blocks } = read([
    {
      content: [
        text(72, 780, 24, 'Annual Report', 'bold'),
        text(72, 740, 16, 'Water', 'bold'),
        ...lines(72, 715, [
          'The committee looked at the manage-',
          'ment of rivers, lakes and springs in the',
          'mountains, and found them in good order.',
        ]),
        ...lines(72, 660, ['Another paragraph begins after a space and goes on', 'for a second line.']),
        text(72, 620, 10, 'Terms', 'bold'),
        ...lines(72, 605, ['Words are used as they are in the law of the land.']),
        text(80, 580, 10, '\x95 first item'),
        text(80, 568, 10, '\x95 second item that is'),
        text(88, 556, 10, 'longer than a line'),
        text(100, 544, 10, '\x95 inner item'),
        text(80, 532, 10, '1. counted item'),
      ],
    },
  ]);
  expect(md).toBe(
    [
      '# Annual Report',
      '## Water',
      'The committee looked at the management of rivers, lakes and springs in the mountains, and found them in good order.',
      'Another paragraph begins after a space and goes on for a second line.',
      '### Terms',
      'Words are used as they are in the law of the land.',
      '- first item\n- second item that is longer than a line\n    - inner item\n1. counted item',
    ].join('\n\n'),
  );
  const title = blocks.find(({ kind }) => kind === 'heading');
  expect(title).toMatchObject({
    at: { page: 1, box: [expect.closeTo(72, -1), expect.any(Number), expect.any(Number), expect.any(Number)] },
  });
});

test('two columns that are drawn line by line across the page are read one after the other', () => {
  const left = Array.from({ length: 20 }, (_, index) => `left ${index} speaks of rivers and of lakes`);
  const right = Array.from({ length: 20 }, (_, index) => `right ${index} speaks of hills and of woods`);
  const content = left.flatMap((words, index) => [
    text(60, 700 - index * 12, 10, words),
    text(320, 695 - index * 12, 10, right[index]!), // not quite at the same height
  ]);
  const { md } = read([
    {
      content: [
        text(60, 760, 20, 'Both', 'bold'),
        ...content,
        text(60, 420, 10, 'A line below both columns that is as wide as the whole page is, or nearly so.'),
      ],
    },
  ]);
  const order = [...left, ...right, 'A line below'].map((words) => md.indexOf(words));
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(order).not.toContain(-1);
});

const fruit = [
  ['Fruit', 'Count', 'Price'],
  ['Apple', '3', '1.20'],
  ['Blood orange', '12', '0.85'],
  ['Cherry', '250', '0.05'],
];
const cells = (xs: readonly number[]) =>
  fruit.flatMap((row, y) => row.map((words, x) => text(xs[x]! + 4, 700 - y * 20 + 5, 10, words)));
const fruitTable = [
  '| Fruit | Count | Price |',
  '| --- | --- | --- |',
  '| Apple | 3 | 1.20 |',
  '| Blood orange | 12 | 0.85 |',
  '| Cherry | 250 | 0.05 |',
].join('\n');

test('tables are found by their lines, and by white space where there are none', () => {
  const [narrow, wide] = [
    [100, 170, 200, 230],
    [100, 220, 320],
  ] as const;
  const ruled = [...ruledGrid(narrow, [720, 700, 680, 660, 640]), ...cells(narrow)];
  expect(read([{ content: [text(72, 760, 10, 'Before it.'), ...ruled, text(72, 600, 10, 'After it.')] }]).md).toBe(
    `Before it.\n\n${fruitTable}\n\nAfter it.`,
  );
  expect(
    read([{ content: [text(72, 760, 10, 'Before it.'), ...cells(wide), text(72, 580, 10, 'After it.')] }]).md,
  ).toBe(`Before it.\n\n${fruitTable}\n\nAfter it.`);
});

test('a cell that covers two columns or rows says so', () => {
  const { blocks } = read([
    {
      content: [
        ...[720, 700, 640].map((y) => rule(100, y, 300, y)),
        ...[100, 300].map((x) => rule(x, 640, x, 720)),
        rule(200, 640, 200, 700),
        rule(200, 670, 300, 670),
        text(110, 705, 10, 'wide'),
        text(110, 680, 10, 'tall'),
        text(210, 680, 10, 'one'),
        text(210, 650, 10, 'two'),
      ],
    },
  ]);
  const table = blocks.find((block) => block.kind === 'table');
  expect([...table!.rows]).toEqual([
    [{ spans: [{ text: 'wide' }], columns: 2 }],
    [{ spans: [{ text: 'tall' }], rows: 2 }, { spans: [{ text: 'one' }] }],
    [{ spans: [{ text: 'two' }] }],
  ]);
});

test('links, values of fields and comments are part of the text; what is typed into a password field is not', () => {
  const { md } = read([
    {
      content: [text(72, 700, 10, 'See our site for more.'), text(72, 660, 10, 'Name:'), text(72, 600, 10, 'Agreed:')],
      annotations: [
        link([89, 698, 127, 712], 'https://example.com/a?b=1'),
        link([72, 698, 88, 712], 'javascript:alert\\(1\\)'),
        field([110, 655, 250, 672], '/FT/Tx/T(name)/V(Alice Example)'),
        field([110, 635, 250, 652], '/FT/Tx/T(key)/Ff 8192/V(hunter2)'),
        field([110, 595, 125, 612], '/FT/Btn/T(ok)/V/Yes/AS/Yes'),
        comment([300, 500, 320, 520], 'Check this number'),
      ],
    },
  ]);
  expect(md).toContain('See [our site](https://example.com/a?b=1) for more.');
  expect(md).toMatch(/Name:[ |]+Alice Example/);
  expect(md).toMatch(/Agreed:[ |]+\[x\]/);
  expect(md).toContain('comment: Check this number');
  expect(md).not.toMatch(/hunter2|javascript/);
});

test('what is chosen in a field is told as it is shown', () => {
  const { md } = read([
    {
      content: [text(72, 700, 10, 'Country:'), text(72, 660, 10, 'Extras:')],
      annotations: [
        field([130, 695, 250, 712], '/FT/Ch/Ff 131072/T(c)/Opt[[(no)(Norway)][(se)(Sweden)]]/V(no)'),
        field([130, 640, 250, 672], '/FT/Ch/Ff 2097152/T(x)/Opt[(Water)(Power)(Fuel)]/V[(Water)(Fuel)]'),
      ],
    },
  ]);
  expect(md).toMatch(/Country:[ |]+Norway/);
  expect(md).toMatch(/Extras:[ |]+Water, Fuel/);
});

test('letters with a line around them are bold', () => {
  const words = ['Plain words stand below each of the headings,', 'and go on for a second line.'];
  const { md } = read([
    {
      content: [
        '2 Tr 0.3 w',
        text(72, 700, 10, 'Made bold'),
        '0 Tr',
        ...lines(72, 684, words),
        '2 Tr',
        text(72, 640, 10, 'Again'),
        '0 Tr',
        ...lines(72, 624, words),
      ],
    },
  ]);
  expect(md).toBe(`# Made bold\n\n${words.join(' ')}\n\n# Again\n\n${words.join(' ')}`);
});

test('a link that goes over two lines, or over words that are put on the page one by one, is one', () => {
  const { md } = read([
    {
      content: [
        ...lines(72, 700, ['This is written so that a line ends within a long', 'link, which goes on in the next.']),
        text(72, 650, 10, 'Two'),
        text(97, 650, 10, 'words.'),
      ],
      annotations: [
        link([250, 698, 400, 710], 'https://example.com/long'),
        link([72, 686, 87, 698], 'https://example.com/long'),
        link([72, 648, 140, 660], 'https://example.com/two'),
      ],
    },
  ]);
  expect(md).toMatch(/\[[^\]]* long link\]\(https:\/\/example.com\/long\), which goes on/);
  expect(md).toContain('[Two words.](https://example.com/two)');
});

test('turned pages, wide pages and sideways text are read along their lines', () => {
  const upright = read([
    { size: [842, 595], content: lines(72, 500, ['A wide page has one line,', 'and then another one.']) },
  ]);
  expect(upright.md).toBe('A wide page has one line, and then another one.');
  const turned = read([
    {
      rotate: 90,
      content: [
        text(100, 100, 10, 'A turned page has one line,', 'regular', 90),
        text(112, 100, 10, 'and then another one.', 'regular', 90),
      ],
    },
  ]);
  expect(turned.md).toBe('A turned page has one line, and then another one.');
  const mixed = read([
    {
      content: [
        ...lines(72, 700, ['The page itself is upright and has two lines of text,', 'as pages mostly have.']),
        text(560, 300, 9, 'a note in the margin', 'regular', 90),
        text(150, 200, 40, 'DRAFT', 'bold', 45),
      ],
    },
  ]).md;
  expect(mixed).toContain('lines of text, as pages mostly have.');
  expect(mixed).toContain('a note in the margin');
  expect(mixed).toContain('DRAFT');
});

test('Chinese is read without font files and joined without spaces; Hebrew is read from the right', () => {
  const chinese = ['本报告介绍了公司在过去一年中的主要工作和', '取得的成绩，并对计划进行了说明。'];
  const hebrew = 'שלום לכל העולם';
  const { md } = read([
    {
      content: [
        ...chinese.map((line, index) => text(72, 700 - index * 14, 11, line, 'chinese')),
        // As most programs draw it: in the order of the eye.
        text(72, 600, 11, hebrew.split('').reverse().join(''), 'letters'),
      ],
    },
  ]);
  expect(md).toBe(`${chinese.join('')}\n\n${hebrew}`);
});

test('Chinese that is written down the page is read column by column from the right', () => {
  const columns = ['本报告介绍了公司在过去一年', '中的主要工作和取得的成绩，', '请各部门负责人认真阅读。'];
  const { md } = read([
    { content: columns.map((words, index) => text(500 - index * 18, 750, 12, words, 'downwards')) },
  ]);
  expect(md).toBe(columns.join(''));
});

test('pages that are pictures, or whose letters mean nothing, are named with the command that reads them', () => {
  const shifted = 'the committee looked at the management of rivers and lakes in the high mountains '.replace(
    /[a-z]/g,
    (letter) => String.fromCharCode(((letter.charCodeAt(0) - 97 + 3) % 26) + 97),
  );
  const words = lines(72, 700, ['Only words stand on this page.']);
  const scan = { content: [], picture: [0, 0, 595, 842] as const };
  const { warnings, isPartial, pages } = read([
    { content: words },
    scan,
    scan,
    { content: words, picture: [0, 0, 595, 700] },
    {
      content: lines(
        72,
        700,
        Array.from({ length: 6 }, () => shifted),
        8,
      ),
    },
    { content: words, picture: [100, 100, 100, 100] },
  ]);
  expect([isPartial, pages]).toEqual([true, 6]);
  expect(warnings).toEqual([
    expect.stringMatching(/^Pages 2-3 are scanned.*doc ocr --pages 2-3$/),
    expect.stringMatching(/^Page 4 is partly scanned.*doc ocr --pages 4$/),
    expect.stringMatching(/^Page 5 is garbled.*doc ocr --pages 5$/),
  ]);
});

test('only the chosen pages are read', () => {
  const book = Array.from({ length: 5 }, (_, index) => ({
    content: [text(72, 700, 10, `This is page ${index + 1}.`)],
  }));
  const { md, pages } = read(book, { pages: parsePages('2,4-', 'usage') });
  expect([md, pages]).toEqual(['This is page 2.\n\nThis is page 4.\n\nThis is page 5.', 5]);
});

const page = { content: [text(72, 700, 10, 'This page is well.')] };

test('a file that asks for a password is Encrypted, one that is no PDF is CorruptInput', () => {
  const key = `<${'ab'.repeat(32)}>`;
  const locked = buildPdf([page], { encryption: `<</Filter/Standard/V 1/R 2/Length 40/P -4/O${key}/U${key}>>` });
  expect(() => read(locked)).toThrow(expect.objectContaining({ code: 'Encrypted' }));
  for (const broken of [Buffer.from('%PDF-1.7\n'), Buffer.from(`%PDF-1.7\n${'\x01\xff'.repeat(5000)}`, 'latin1')])
    expect(() => read(broken)).toThrow(expect.objectContaining({ code: 'CorruptInput' }));
});

test('what can be read of a damaged file is kept, and the loss is named', () => {
  const missing = read(buildPdf([page, page, page], { missing: [2] }));
  expect(missing).toMatchObject({ isPartial: true, warnings: [expect.stringContaining('Page 2 cannot be read')] });
  expect(missing.md).toBe('This page is well.\n\nThis page is well.');
  const whole = buildPdf([page]);
  const table = whole.lastIndexOf('xref', whole.length - 60);
  const cut = read(whole.subarray(0, table));
  expect(cut).toMatchObject({ md: 'This page is well.', isPartial: true });
  expect(() => read(buildPdf([page], { missing: [1] }))).toThrow(expect.objectContaining({ code: 'CorruptInput' }));
});

test('text outside of the page, which nobody sees, is left out and told', () => {
  const content = [
    text(72, 700, 12, 'This is on the page.'),
    text(72, 900, 12, 'Above it.'),
    text(72, -40, 12, 'Below it.'),
    text(-500, 700, 12, 'Beside it.'),
    text(700, 700, 12, 'On the other side.'),
  ];
  const { md, warnings } = read(buildPdf([{ content }]));
  expect({ md, warnings }).toEqual({
    md: 'This is on the page.',
    warnings: ['Page 1 has text outside of what is shown, which is left out.'],
  });
});

test('a file that has lost its first bytes is read', () => {
  const whole = buildPdf([{ content: [text(72, 700, 12, 'This page is well.')] }]);
  expect(read(whole.subarray(whole.indexOf(' 0 obj') - 1))).toMatchObject({
    md: 'This page is well.',
    isPartial: true,
  });
});

test('of a file that is cut off anywhere, the pages before the cut are kept', () => {
  const numbered = (number: number) => ({ content: [text(72, 700, 12, `This is page number ${number}.`)] });
  const whole = buildPdf([1, 2, 3, 4, 5, 6].map(numbered));
  const plain = whole.toString('latin1');
  const pageEnds = [...plain.matchAll(/\/Type\/Page\/[^]*?endobj/g)].map(({ 0: page, index }) => index + page.length);
  expect(pageEnds).toHaveLength(6);
  for (let cut = pageEnds[0]!; cut < plain.lastIndexOf('trailer'); cut += 5) {
    const pages = pageEnds.filter((end) => end <= cut).length;
    const { md } = read(whole.subarray(0, cut));
    expect([cut, md.match(/page number \d/g)]).toEqual([
      cut,
      Array.from({ length: pages }, (_, index) => `page number ${index + 1}`),
    ]);
  }
});

test('of a file that is cut off, the pages in streams of objects are kept too', () => {
  const numbered = (number: number) => ({ content: [text(72, 700, 12, `This is page number ${number}.`)] });
  const plain = buildPdf([1, 2, 3, 4, 5, 6].map(numbered)).toString('latin1');
  const objects = [...plain.matchAll(/(\d+) 0 obj\n([^]*?)\nendobj\n/g)];
  const isStream = (body: string) => body.includes('stream\n');
  const streams = objects.filter(({ 2: body = '' }) => isStream(body)).map(([whole]) => whole);
  // Without its first two, the catalog and the tree of pages, which are in no part that is left.
  const inner = objects.slice(2).filter(({ 2: body = '' }) => !isStream(body));
  let [places, bodies] = ['', ''];
  for (const { 1: number = '', 2: body = '' } of inner) {
    places += `${number} ${bodies.length} `;
    bodies += `${body}\n`;
  }
  const packed = deflateSync(Buffer.from(places + bodies, 'latin1')).toString('latin1');
  const entries = `/Type/ObjStm/N ${inner.length}/First ${places.length}/Filter/FlateDecode/Length ${packed.length}`;
  const file = `%PDF-1.7\n${streams.join('')}900 0 obj\n<<${entries}>>\nstream\n${packed}\nendstream\nendobj\n`;
  const found = (bytes: string) => read(Buffer.from(bytes, 'latin1')).md.match(/page number \d/g)?.length;
  const none = expect.objectContaining({ code: 'CorruptInput' });
  expect(found(`${file}901 0 obj\n<</Type/XRef`)).toBe(6);
  expect(() => found(file.replace('/ObjStm', '/NoneStm'))).toThrow(none);
  // Of the stream itself what is left counts too; whether the last page in it is whole, only its end can say.
  const end = file.lastIndexOf(packed) + packed.length;
  expect(() => found(file.slice(0, end - packed.length / 2))).toThrow(none);
  const counts = [3, 6, 9, 12, 15, 18, 21].map((lost) => found(file.slice(0, end - lost)) ?? 0);
  expect(counts).toEqual(counts.toSorted((a, b) => b - a));
  expect([counts[0], counts.at(-1)]).toEqual([5, 1]);
});

test('a page that unpacks without end is refused within the memory of the engine', () => {
  // A megabyte of blanks as deflate blocks that can be put one after the other.
  const block = deflateRawSync(Buffer.alloc(1 << 20, ' '), { finishFlush: 2 });
  const inner = Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array.from({ length: 300 }, () => block)]);
  const bomb = buildPdf([page], { rawContent: { filters: '/FlateDecode/FlateDecode', bytes: deflateSync(inner) } });
  expect(bomb.length).toBeLessThan(100_000);
  expect(() => read(bomb)).toThrow(expect.objectContaining({ code: 'ArchiveTooLarge' }));
  expect(read([page]).md).toBe('This page is well.');
});

test('a page may begin with a sign without meaning, and white without a sign for it', () => {
  const first = 'BT /letters 12 Tf 1 0 0 1 50 700 Tm [<0005> -3000 <006100620063>] TJ ET';
  expect(read([{ content: [first] }]).md).toBe('abc');
});
