import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { blocksOf, proseAt, whole } from '../../../../test/fixtures/documents/pdf-blocks.ts';
import { outline, readAll } from '../../../../test/fixtures/documents/read.ts';
import { text } from '../../../../test/fixtures/pdf-builder.ts';
import { readPdf } from '../read.ts';

const wrapped = [
  [['Module'], ['What it is for'], ['Who']],
  [['Parser'], ['reads the text of a line', 'and tells which programs', 'it would start'], ['Anna Berg']],
  [['Gate'], ['decides'], ['three people of', 'the northern', 'branch office']],
  [['Archive'], ['packs files and unpacks', 'them, with limits on how', 'much may come out of', 'them'], ['Carl Lind']],
  [['Index'], ['looks up names'], ['Dora']],
];
const cells = wrapped.map((row) => row.map((lines) => lines.join(' ')));

/** A table whose cells stand at a part of what is left of the height of their row: 0 at its top, 1 at its bottom. */
function cellsAt(part: number, white: number): { readonly content: readonly string[]; readonly end: number } {
  let y = 700;
  const content: string[] = [];
  for (const row of wrapped) {
    const height = Math.max(...row.map(({ length }) => length));
    for (const [column, lines] of row.entries())
      for (const [line, words] of lines.entries())
        content.push(text([60, 120, 270][column]!, y - ((height - lines.length) * part + line) * 12, 10, words));
    y -= height * 12 + white;
  }
  return { content, end: y };
}

test('cells of several lines that stand in the middle of their rows, or at the bottom, are cells of one table', () => {
  for (const part of [0.5, 1])
    for (const white of [4, 12]) {
      const { content, end } = cellsAt(part, white);
      expect(blocksOf([...proseAt(760), ...content, ...proseAt(end - 20)])).toEqual([whole, cells, whole]);
    }
});

test('a table is one where all of its columns could be those of a text, and where the first cell of a row is the highest', () => {
  const rows = [
    [['Investigation of it'], ['How it went on'], ['Needs']],
    [['She and some others of the', 'organisation made it'], ['The whole of it was new'], ['Into it']],
    [['Than all of the schools there', 'could have had at any day'], ['Around even how it was'], ['Also a year']],
    [
      ['Small or not as it may', 'have been in that year of', 'the great rivers and all', 'their lakes'],
      ['Old and too general'],
      ['Little of it'],
    ],
    [
      ['About one of them there', 'that can be very much like', 'all the others'],
      ['Part of it by my own', 'hands'],
      ['No'],
    ],
  ];
  const xs = [60, 230, 370];
  let y = 700;
  const content: string[] = [];
  for (const row of rows) {
    const height = Math.max(...row.map(({ length }) => length));
    for (const [column, lines] of row.entries())
      for (const [line, words] of lines.entries())
        content.push(text(xs[column]!, y - ((height - lines.length) / 2 + line) * 12, 10, words));
    y -= height * 12 + 13;
  }
  const said = rows.map((row) => row.map((lines) => lines.join(' ')));
  expect(blocksOf([...proseAt(760), ...content, ...proseAt(y - 20)])).toEqual([whole, said, whole]);
});

test('a line of a cell is full where the next word is too wide for it, whatever the letters of that line are', () => {
  const rows = [
    [['Term'], ['Meaning']],
    [['One'], ['still till it will', 'MMMMM mill till', 'MMMMM will it', 'MMMMM']],
    [['Two'], ['hound on pond dun']],
    [['Six'], ['will it still till', 'WWWWW ill it', 'WWWWW till', 'WWWWW']],
  ];
  let y = 700;
  const content: string[] = [];
  for (const [at, [name, said]] of rows.entries()) {
    content.push(text(60, y, 10, name![0]!), ...said!.map((line, down) => text(140, y - down * 12, 10, line)));
    y -= said!.length * 12 + 6;
    if (at === 0) y -= 2;
  }
  const table = rows.map((row) => row.map((lines) => lines.join(' ')));
  expect(blocksOf([...proseAt(760), ...content, ...proseAt(y - 20)])).toEqual([whole, table, whole]);
});

test('the dots of large text, as of slides, are bullets too', () => {
  const items = ['Sales grew in the north', 'Two offices were opened', 'Costs stayed as they were'];
  const dot = (x: number, y: number) => `${x} ${y} 8 8 re f`;
  const content = items.flatMap((item, at) => [dot(60, 705 - at * 33), text(84, 700 - at * 33, 22, item)]);
  expect(blocksOf([text(60, 760, 36, 'Results'), ...content])).toEqual([
    'Results',
    ...items.map((item) => `• ${item}`),
  ]);
});

test('lists side by side are read one after the other, also where only some of their lines are long', () => {
  const first = [
    ['Sales grew by twelve percent in', 'the north'],
    ['Two new offices were opened'],
    ['Costs stayed where they were'],
  ];
  const second = first.map((lines) => [...lines, 'again']);
  const listAt = (x: number, items: readonly (readonly string[])[]) => {
    let y = 700;
    return items.flatMap((lines) => {
      const drawn = lines.map((line, down) => text(x, y - down * 12, 10, line));
      const dot = `${x - 10} ${y + 2} 3 3 re f`;
      y -= lines.length * 12 + 4;
      return [dot, ...drawn];
    });
  };
  const said = [...first, ...second].map((lines) => `• ${lines.join(' ')}`);
  expect(blocksOf([...listAt(70, first), ...listAt(300, second)])).toEqual(said);
});

test('the head of a table right below lines of two columns is of that table', () => {
  const pairs = [
    ['Invoice', '2026-0042'],
    ['Day', '17 November'],
    ['Customer', 'Nordwind Trading'],
  ];
  const table = [
    ['Item', 'Count', 'Price', 'Total'],
    ['Steel bolts, box of a hundred', '4', '12.50', '50.00'],
    ['Copper wire', '10', '3.20', '32.00'],
  ];
  const content = [
    ...pairs.flatMap((row, at) => row.map((cell, column) => text(60 + column * 80, 700 - at * 16, 10, cell))),
    ...table.flatMap((row, at) =>
      row.map((cell, column) => text([60, 260, 340, 420][column]!, 644 - at * 16, 10, cell)),
    ),
  ];
  expect(blocksOf(content)).toEqual([pairs, table]);
});

test('words that are far apart in a narrow justified column are no cells where its lines have no room for the next word', () => {
  const wide = (y: number, first: string, second: string, from: number) => [
    text(60, y, 10, first),
    text(from, y, 10, second),
  ];
  const content = [
    text(60, 700, 10, 'and the rivers of this land'),
    ...wide(688, 'representatives', 'used', 156.5),
    ...wide(676, 'communication', 'with', 158.1),
    ...wide(664, 'infrastructure', 'from', 157.6),
    text(60, 652, 10, 'characteristics of the town'),
    text(60, 640, 10, 'and much more.'),
  ];
  expect(blocksOf(content)).toEqual([
    'and the rivers of this land representatives used communication with infrastructure from characteristics of the town and much more.',
  ]);
});

test('letters that stand right behind each other are of one word, also before a ligature that Chromium puts on the page by itself', () => {
  const pdf = readFileSync(new URL('../../../../test/fixtures/documents/cells-chromium.pdf', import.meta.url));
  expect(JSON.stringify(outline(readAll(readPdf, pdf).blocks))).toContain('after the second office was opened');
});
