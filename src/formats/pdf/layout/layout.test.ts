import { expect, test } from 'vitest';
import { randomPage, type Known } from '../../../../test/fixtures/documents/pdf-page.ts';
import { buildPdf, text } from '../../../../test/fixtures/pdf-builder.ts';
import { seededRandom } from '../../../../test/fixtures/random.ts';
import type { Block } from '../../document/model.ts';
import { readPdf } from '../read.ts';

const report = { warn: () => {}, count: () => {}, checkStopped: () => {} };

function readBlocks(pdf: Buffer): Known[] {
  const input = { name: 'a.pdf', bytes: pdf.length, read: (at: number, size: number) => pdf.subarray(at, at + size) };
  const wordsOf = (spans: readonly { readonly text: string }[]) => spans.map(({ text }) => text).join('');
  const knownOf = (block: Block): Known[] => {
    if (block.kind === 'table')
      return [['table', [...block.rows].map((row) => row.map(({ spans }) => wordsOf(spans)))]];
    const isText = block.kind === 'heading' || block.kind === 'paragraph' || block.kind === 'item';
    return isText ? [[block.kind, wordsOf(block.spans)]] : [];
  };
  return [...readPdf(input, report)].flatMap(knownOf);
}

test('random pages give back their headings, paragraphs, items and tables, whole and in order', () => {
  let [all, exact] = [0, 0];
  const misplaced: number[] = [];
  for (let seed = 1; seed <= 40; seed++) {
    const { page, known } = randomPage(seededRandom(seed));
    const found = readBlocks(buildPdf([page])).map((block) => JSON.stringify(block));
    const wanted = known.map((block) => JSON.stringify(block));
    all += wanted.length;
    exact += wanted.filter((block) => found.includes(block)).length;
    const [ofFound, ofWanted] = [
      found.filter((block) => wanted.includes(block)),
      wanted.filter((block) => found.includes(block)),
    ];
    if (ofFound.join() !== ofWanted.join()) misplaced.push(seed);
  }
  expect(misplaced).toEqual([]);
  expect(all).toBeGreaterThan(500);
  // The last line of a paragraph may happen to look like the end of one within it.
  expect(exact / all).toBeGreaterThan(0.99);
});

const lines = (x: number, y: number, words: readonly string[]) =>
  words.map((line, index) => text(x, y - index * 12, 10, line));

test('a column that begins above the other is still read after it', () => {
  const left = Array.from({ length: 8 }, (_, index) => `Left column, line ${index + 1} of its prose goes on`);
  const right = Array.from({ length: 9 }, (_, index) => `Right column, line ${index + 1} of its prose goes on`);
  const title = text(60, 790, 22, 'A title that goes over both of the columns');
  const page = { content: [title, ...lines(320, 750, right), ...lines(60, 738, left)] };
  const found = readBlocks(buildPdf([page])).map(([, words]) => words);
  expect(found.join(' ')).toBe(['A title that goes over both of the columns', ...left, ...right].join(' '));
});

test('dots that are drawn before lines are the bullets of a list, others are nothing', () => {
  const dot = (x: number, y: number) => `${x} ${y} 3 3 re f`;
  const page = {
    content: [
      text(60, 780, 10, 'Before the list there is a line of prose'),
      ...[740, 726].flatMap((y) => [dot(66, y + 2), text(78, y, 10, `Item at ${y}`)]),
      dot(400, 300),
      text(60, 680, 10, 'After'),
      dot(86, 682),
      text(90, 680, 10, 'the list'),
    ],
  };
  expect(readBlocks(buildPdf([page]))).toEqual([
    ['paragraph', 'Before the list there is a line of prose'],
    ['item', 'Item at 740'],
    ['item', 'Item at 726'],
    ['paragraph', 'After the list'],
  ]);
});

/** A line of letters that are all as wide as each other, so that its end is known: 161.2 points from its start. */
const even = (name: string, line: number) => `${name}${String(line).padStart(2, '0')} open head aged gun bead dog`;
const evenLines = (name: string, count: number) => Array.from({ length: count }, (_, line) => even(name, line));

test('columns as near to each other as those of LaTeX are read one after the other, with headings in either of them', () => {
  const [left, right] = [60, 60 + 161.3 + 10];
  const [first, second] = [evenLines('an', 20), evenLines('bo', 20)];
  const content = [
    text(60, 800, 17, 'A title that goes over both of these columns'),
    ...lines(left, 760, first),
    ...lines(right, 760, second.slice(0, 8)),
    text(right, 760 - 9 * 12, 14.4, '2 A head'), // beside a line of the other column
    ...lines(right, 760 - 11 * 12, second.slice(8)),
    text(left + 163, 400, 10, '7'), // the number of the page, in the gutter
  ];
  const found = readBlocks(buildPdf([{ content }])).map(([, words]) => words);
  const wanted = [...first, ...second.slice(0, 8), '2 A head', ...second.slice(8), '7'];
  expect(found.slice(1).join(' ')).toBe(wanted.join(' '));
});

test('a column goes on below the end of the one beside it, also after a heading', () => {
  const [left, right] = [60, 60 + 161.3 + 10];
  const [first, second] = [evenLines('an', 20), evenLines('bo', 6)];
  const content = [
    ...lines(left, 760, first.slice(0, 10)),
    text(left, 760 - 11.8 * 12, 14.4, '2 A head'),
    ...lines(left, 760 - 13.6 * 12, first.slice(10)),
    ...lines(right, 760, second),
    text(left + 163, 400, 10, '8'),
  ];
  const found = readBlocks(buildPdf([{ content }])).map(([, words]) => words);
  const wanted = [...first.slice(0, 10), '2 A head', ...first.slice(10), ...second, '8'];
  expect(found.join(' ')).toBe(wanted.join(' '));
});

test('numbers with a point are values of a table without lines, and the numbers of sections where a title follows', () => {
  const rows = [
    ['Model', 'Acc', 'Loss', 'Time'],
    ['Alpha', '91.2', '88.1', '10'],
    ['Beta', '93.4', '9.05', '1.2'],
    ['Gamma', '0.51', '91.7', '14'],
  ];
  const content = rows.flatMap((row, line) => row.map((cell, at) => text(60 + at * 50, 700 - line * 14, 10, cell)));
  expect(readBlocks(buildPdf([{ content }]))).toEqual([['table', rows]]);
  const titles = ['1.1', '1.2', '1.3'].flatMap((number, line) => [
    text(60, 700 - line * 14, 10, number),
    text(95, 700 - line * 14, 10, `A title of section ${line + 1} with a few words`),
  ]);
  expect(readBlocks(buildPdf([{ content: titles }])).map(([kind]) => kind)).not.toContain('table');
});

test('a word may cross the end of a line below it in a cell that covers two columns', () => {
  const [xs, ys] = [
    [60, 120, 138, 156],
    [700, 680, 660, 640],
  ];
  const line = (x0: number, y0: number, x1: number, y1: number) => `${x0} ${y0} m ${x1} ${y1} l S`;
  const content = [
    ...ys.map((y) => line(60, y, 156, y)),
    ...[60, 120, 156].map((x) => line(x, 640, x, 700)),
    line(138, 640, 138, 680), // not through the head
    text(64, 686, 10, 'Region'),
    text(124, 686, 10, '2022'),
    ...[1, 2].flatMap((row) =>
      ['North', 'a', 'b'].map((cell, at) => text(xs[at]! + 4, 706 - row * 20 - 20, 10, `${cell}${row}`)),
    ),
  ];
  const [table] = readBlocks(buildPdf([{ content }]));
  expect(table).toEqual([
    'table',
    [
      ['Region', '2022'],
      ['North1', 'a1', 'b1'],
      ['North2', 'a2', 'b2'],
    ],
  ]);
});

test('small numbers above and below the line are written as such: on the line they would be others', () => {
  const content = [
    ...[0, 1, 2].map((line) => text(60, 740 - line * 12, 10, 'A line of running text that says what its size is')),
    text(60, 700, 10, 'Up to 10'),
    text(98.4, 703.6, 7, '6'),
    text(105, 700, 10, 'of H'),
    text(123.4, 697.5, 7, '2'),
    text(127.3, 700, 10, 'O on the 1'),
    text(173, 703.6, 7, 'st'),
  ];
  const words = readBlocks(buildPdf([{ content }])).map(([, said]) => said);
  expect(words.join(' ')).toMatch(/Up to 10⁶ of H₂O on the 1 ?st$/);
});

test('a Chinese paragraph ends with its last line, also where no space follows it', () => {
  const paragraphs = [
    ['本报告介绍了公司在过去一年中的主要工作和', '取得的成绩。'],
    ['山上树木茂盛远处村庄传来歌声农民正在田间', '劳动，城市街道非常热闹。'],
  ];
  const content = paragraphs.flat().map((line, at) => text(72, 700 - at * 14, 11, line, 'chinese'));
  expect(readBlocks(buildPdf([{ content }]))).toEqual(paragraphs.map((lines) => ['paragraph', lines.join('')]));
});

test('a small number that touches what it stands at is of its line, however high it is; small text of another line is not', () => {
  const content = [
    ...[0, 1, 2].map((line) => text(60, 740 - line * 12, 10, 'A line of running text that says what its size is')),
    text(60, 690, 10, 'Up to 10'),
    text(98.4, 695.5, 7, '6'), // more than half an em above the line
    text(105, 690, 10, 'of H'),
    text(123.4, 684.5, 7, '2'),
    text(127.3, 690, 10, 'O'),
    text(60, 640, 10, 'The price is 10'),
    text(140, 645.5, 7, '6 or less'), // begins some way off
  ];
  const words = readBlocks(buildPdf([{ content }])).map(([, said]) => said);
  expect(words.join(' ')).toContain('Up to 10⁶ of H₂O');
  expect(words.join(' ')).not.toMatch(/[⁶₂] ?or less/);
});

test('a number that is hardly smaller than its line, as web pages have it, is above or below it all the same', () => {
  const content = [
    ...[0, 1, 2].map((line) => text(60, 740 - line * 12, 10, 'A line of running text that says what its size is')),
    text(60, 690, 10, 'Up to 10'),
    text(98.4, 694.85, 9.7, '6'),
    text(107, 690, 10, 'of H'),
    text(125.4, 685.15, 9.7, '2'),
    text(130.8, 690, 10, 'O'),
  ];
  const words = readBlocks(buildPdf([{ content }])).map(([, said]) => said);
  expect(words.join(' ')).toContain('Up to 10⁶ of H₂O');
});

test('a title and a footer beside the gutter are read before and after the columns, whichever of them they stand at', () => {
  const [left, right] = [60, 60 + 161.3 + 10];
  const [first, second] = [evenLines('an', 20), evenLines('bo', 20)];
  const content = [
    text(right, 800, 18, 'On the right'),
    ...lines(left, 770, first),
    ...lines(right, 770, second),
    text(left, 480, 8, 'Printed in spring'),
  ];
  const found = readBlocks(buildPdf([{ content }])).map(([, words]) => words);
  expect(found.join(' ')).toBe(['On the right', ...first, ...second, 'Printed in spring'].join(' '));
});

test('a header or a footer of several pieces is read before or after the columns below or above it', () => {
  const [left, right] = [evenLines('an', 20), evenLines('bo', 20)];
  const ends = (y: number, one: string, other: string) => [text(60, y, 9, one), text(340, y, 9, other)];
  const columns = [...lines(60, 740, left), ...lines(231, 740, right)];
  const content = [...ends(790, 'Rivers', 'Bell'), ...columns, ...ends(460, 'The report', 'Page 7')];
  const found = readBlocks(buildPdf([{ content }])).map(([, words]) => words);
  expect(found.join(' ')).toBe(['Rivers Bell', ...left, ...right, 'The report Page 7'].join(' '));
  const titles = [text(60, 790, 20, 'A title'), text(231, 792, 12, 'At its side')];
  const beside = readBlocks(buildPdf([{ content: [...titles, ...columns] }])).map(([, words]) => words);
  expect(beside.join(' ')).toBe(['A title', ...left, 'At its side', ...right].join(' '));
});

test('no space is read between a raised number and the point after it', () => {
  const content = [
    ...[0, 1, 2].map((line) => text(60, 740 - line * 12, 10, 'A line of running text that says what its size is')),
    text(60, 690, 10, 'The end of it'),
    text(117.3, 694, 7, '3'),
    text(121.2, 690, 10, '. And more'),
  ];
  const words = readBlocks(buildPdf([{ content }])).map(([, said]) => said);
  expect(words.join(' ')).toContain('The end of it³. And more');
});

test('a paragraph or an item that goes on in the next column is one; a line of an index is not', () => {
  const [left, right] = [60, 60 + 161.3 + 10];
  const [first, second] = [evenLines('an', 12), evenLines('bo', 12)];
  const over = readBlocks(buildPdf([{ content: [...lines(left, 770, first), ...lines(right, 770, second)] }]));
  expect(over).toEqual([['paragraph', [...first, ...second].join(' ')]]);
  const items = first.map((line, at) => (at === 0 ? `1. ${line.slice(0, -9)}` : line));
  const item = readBlocks(buildPdf([{ content: [...lines(left, 770, items), ...lines(right, 770, second)] }]));
  expect(item).toEqual([['item', [...items, ...second].join(' ').slice(3)]]);
  const index = (name: string) => evenLines(name, 12).map((line, at) => `${line.slice(0, -3)} ${10 + at}`);
  const [one, other] = [index('an'), index('bo')];
  const apart = readBlocks(buildPdf([{ content: [...lines(left, 770, one), ...lines(right, 770, other)] }]));
  expect(apart).toHaveLength(2);
});

const told = (content: readonly string[]) => readBlocks(buildPdf([{ content }])).map(([, words]) => words);
const story = [
  'The committee met on Tuesday to review the plan and found that several',
  'parts of it needed more work before the vote, as those who had written it',
  'had not thought of the winter. So they were asked to come again in spring',
  'and to bring with them what had been said about the bridge by others who',
  'live near the river and know how high it is after a long week of rain.',
  'None of them came, and the bridge was built as it had been drawn at first',
  'by the engineer of the town, who had seen more of these than all of them.',
];

test('short lines beside running text are read apart from it, at the same heights or at others', () => {
  const notes = ['Contact', 'Jane Doe', 'Skills', 'Python', 'Sailing'];
  for (const [pitch, x, side] of [
    [16, 160, 60],
    [12, 160, 60],
    [16, 60, 480],
  ] as const) {
    const beside = notes.map((note, at) => text(side, 700 - at * pitch, 10, note));
    const said = told([...lines(x, 700, story), ...beside]).join(' ');
    const [main, aside] = [story.join(' '), notes.join(' ')];
    expect(said).toBe(side < x ? `${aside} ${main}` : `${main} ${aside}`);
  }
});

test('names beside what is said of each of them are not taken from it', () => {
  const rows = [story.slice(0, 3), story.slice(3, 5), story.slice(5)].map((said) => [...said, 'and so on.']);
  const names = ['River', 'Bridge', 'Town'];
  for (const isMiddle of [false, true]) {
    let y = 700;
    const content = rows.flatMap((said, row) => {
      const name = text(60, isMiddle ? y - (said.length - 1) * 6 : y, 10, names[row]!);
      const all = [name, ...lines(160, y, said)];
      y -= said.length * 12 + 8;
      return all;
    });
    const all = JSON.stringify(readBlocks(buildPdf([{ content }])));
    for (const [row, name] of names.entries())
      if (row > 0) expect(all.indexOf(name)).toBeGreaterThan(all.indexOf(rows[row - 1]![0]!));
  }
});

test('a column of one or two lines is one, as on the last page of a paper, also beside a heading', () => {
  const [left, right] = [60, 60 + 161.3 + 10];
  for (const count of [1, 2]) {
    const [first, second] = [evenLines('an', 20), evenLines('bo', count)];
    const content = [
      text(left, 760, 14.4, '3 A head'),
      ...lines(left, 738, first),
      ...lines(right, 761, second),
      text(left + 163, 400, 10, '8'),
    ];
    expect(told(content).join(' ')).toBe(['3 A head', ...first, ...second, '8'].join(' '));
  }
});

test('the last line of a paragraph above two columns is not the first of one of them', () => {
  const [left, right] = [60, 60 + 161.3 + 10];
  const [first, second] = [evenLines('an', 8), evenLines('bo', 8)];
  const above = [...story.slice(0, 3), 'and so on.'];
  const content = [...lines(left, 760, above), ...lines(left, 700, first), ...lines(right, 700, second)];
  expect(told(content)[0]).toBe(above.join(' '));
});

test('lines that are twice as far apart as usual are one paragraph where each is full and ends within a sentence', () => {
  for (const leading of [17, 23.5]) {
    const paragraphs = [story.slice(0, 4), story.slice(5, 6)].map((said) => [
      ...said,
      'and so on, for all it matters.',
    ]);
    const content = paragraphs.flat().map((line, at) => text(60, 760 - at * leading, 10, line));
    expect(told(content)).toEqual(paragraphs.map((said) => said.join(' ')));
  }
  const names = ['a name of a river or lake', 'a name of a town or place', 'a name of a mountain', 'a name of a road'];
  expect(told(names.map((name, at) => text(60, 760 - at * 24, 10, name)))).toHaveLength(4);
});

test('a line that is short because the next word is long is not the last of its paragraph', () => {
  const said = [
    'The committee met on Tuesday to see',
    'that more work was done by the',
    'institutionalized members of it, so',
    'they said',
  ];
  expect(told(said.map((line, at) => text(60, 760 - at * 16.5, 10, line)))).toEqual([said.join(' ')]);
});

test('a line that is indented as the first of the paragraph was begins another, also after a full line', () => {
  const paragraphs = [
    ['This first paragraph begins further in, as those of', 'books do, and its last line is as full as any other is.'],
    [
      'The second one does so too, and no white at all is',
      'between the two; but it has a line more than the other',
      'paragraph.',
    ],
    ['The third.'],
  ];
  const content = paragraphs
    .flatMap((words) => words.map((line, at) => [line, at === 0 ? 78 : 60] as const))
    .map(([line, x], index) => text(x, 700 - index * 12, 10, line));
  expect(readBlocks(buildPdf([{ content }]))).toEqual(paragraphs.map((words) => ['paragraph', words.join(' ')]));
});

test('a sentence in bold that is longer than a line is no heading, a line in bold that ends before its sentence does is none', () => {
  const content = [
    text(60, 700, 10, 'This sentence at the start of a paragraph is bold and', 'bold'),
    text(60, 688, 10, 'goes on', 'bold'),
    text(104, 688, 10, 'on its next line, where plain words follow it and'),
    ...lines(60, 676, ['go on for more than two lines, so that this is what the', 'page is mostly made of.']),
    text(60, 640, 10, 'A heading', 'bold'),
    ...lines(60, 628, ['What is below it stands as near as the lines of a text.']),
  ];
  expect(readBlocks(buildPdf([{ content }]))).toEqual([
    [
      'paragraph',
      'This sentence at the start of a paragraph is bold and goes on on its next line, where plain words follow it and go on for more than two lines, so that this is what the page is mostly made of.',
    ],
    ['heading', 'A heading'],
    ['paragraph', 'What is below it stands as near as the lines of a text.'],
  ]);
});

test('two lines of which only the first is bold are no heading', () => {
  const content = [
    text(60, 700, 10, 'This sentence at the start of a paragraph is bold and', 'bold'),
    text(60, 688, 10, 'goes on in plain words to its end'),
    ...lines(60, 660, ['Another paragraph of plain words follows it, which says', 'what the page is mostly made of.']),
  ];
  expect(readBlocks(buildPdf([{ content }])).map(([kind]) => kind)).toEqual(['paragraph', 'paragraph']);
});

test('a small box that a paragraph flows around makes no table of it, and is read after it', () => {
  const words = [
    'The board of the harbour met in the spring of this year and agreed on a plan for',
    'the northern quay. Two of its members',
    'asked for a later date, but nobody at',
    'all objected to the tariff for the year,',
    'which is borne by the port, the county and by all owners of the warehouses there.',
  ];
  const content = [
    ...lines(60, 700, words),
    ...lines(300, 688, ['Notice: the light is', 'out until the summer']),
    ...lines(60, 620, ['Another paragraph.']),
  ];
  expect(readBlocks(buildPdf([{ content }]))).toEqual([
    ['paragraph', words.join(' ')],
    ['paragraph', 'Another paragraph.'],
    ['paragraph', 'Notice: the light is out until the summer'],
  ]);
});

test('a small table right between lines of text is one', () => {
  const content = [
    ...lines(60, 700, ['The board of the harbour met in the spring of this year and agreed on these charges:']),
    ...lines(60, 688, ['Mooring of a ship for one night', 'Water for the crew of a ship', 'Help of a pilot']),
    ...lines(300, 688, ['a pound', 'nothing', 'ten pounds']),
    ...lines(60, 652, ['which are borne by the owners of all of the ships that are in the harbour at night.']),
  ];
  expect(readBlocks(buildPdf([{ content }])).map(([kind]) => kind)).toEqual(['paragraph', 'table', 'paragraph']);
});

test('empty lines of a program are kept', () => {
  const program = ['def area(w, h):', '    return w * h', '', 'print(area(2, 3))'];
  const pdf = buildPdf([
    {
      content: [
        ...lines(60, 760, story),
        ...program.flatMap((line, at) =>
          line === ''
            ? []
            : [text(60 + (line.length - line.trimStart().length) * 6, 600 - at * 12, 10, line.trim(), 'fixed')],
        ),
      ],
    },
  ]);
  const input = { name: 'a.pdf', bytes: pdf.length, read: (at: number, size: number) => pdf.subarray(at, at + size) };
  const shown = [...readPdf(input, report)].flatMap((block) => (block.kind === 'code' ? [block.text] : []));
  expect(shown).toEqual([program.join('\n')]);
});
