import { expect, test } from 'vitest';
import { blocksOf, proseAt, whole } from '../../../../test/fixtures/documents/pdf-blocks.ts';
import { rule, ruledGrid, text } from '../../../../test/fixtures/pdf-builder.ts';

const rowAt = (xs: readonly number[], y: number, cells: readonly string[]) =>
  cells.flatMap((cell, at) => (cell === '' ? [] : [text(xs[at]!, y, 10, cell)]));

test('a table of many columns without rules is one, however wide the space between some of them', () => {
  const rows = [
    ['Region', 'Name of the head', 'Signal', 'Weather'],
    ['Northern valley', 'stone market', 'harbor bridge', 'morning rain'],
    ['Old village', 'copper window', 'quiet garden', 'summer wind'],
    ['Southern forest', 'silver thread', 'narrow station', 'winter'],
    ['Western island', 'golden letter', 'broad railway', 'evening sun'],
  ];
  const content = rows.flatMap((row, line) => rowAt([60, 180, 330, 450], 700 - line * 18, row));
  expect(blocksOf([...proseAt(760), ...content, ...proseAt(590)])).toEqual([whole, rows, whole]);
});

test('the lines of a cell are one cell where white goes through the whole table between its rows', () => {
  const rows = [
    [['Term'], ['What it means'], ['Seen']],
    [['River'], ['water that runs down from', 'the mountains to the sea'], ['often, and', 'in winter']],
    [['Lake and', 'pond'], ['water that stands still'], ['rarely']],
    [['Spring'], ['a place where water comes', 'out of the ground by itself', 'all the year'], ['once']],
  ];
  const xs = [60, 130, 300];
  let y = 700;
  const content: string[] = [];
  for (const row of rows) {
    for (const [at, lines] of row.entries())
      content.push(...lines.map((line, down) => text(xs[at]!, y - down * 12, 10, line)));
    y -= Math.max(...row.map(({ length }) => length)) * 12 + 6;
  }
  const cells = rows.map((row) => row.map((lines) => lines.join(' ')));
  expect(blocksOf([...proseAt(760), ...content, ...proseAt(y - 20)])).toEqual([whole, cells, whole]);
});

test('a head that goes over two columns does not make one of them', () => {
  const xs = [60, 130, 165, 230, 265];
  const rows = [
    ['Keen', '574', '964', '870', '951'],
    ['Danger', '270', '332', '786', '245'],
    ['Short', '305', '401', '812', '586'],
  ];
  const content = [
    text(60, 724, 10, 'Region'),
    text(138, 724, 10, 'Year 2022'),
    text(238, 724, 10, 'Year 2023'),
    ...rowAt(xs, 712, ['', 'Sale', 'Cost', 'Sale', 'Cost']),
    ...rows.flatMap((row, line) => rowAt(xs, 700 - line * 12, row)),
  ];
  const head = [
    ['Region', 'Year 2022', '', 'Year 2023', ''],
    ['', 'Sale', 'Cost', 'Sale', 'Cost'],
  ];
  expect(blocksOf(content)).toEqual([[...head, ...rows]]);
});

test('two lines with a wide gap between paragraphs are a table', () => {
  const rows = [
    ['Total due', '586.00'],
    ['Paid so far', '204.50'],
  ];
  const content = rows.flatMap((row, line) => rowAt([60, 430], 716 - line * 16, row));
  expect(blocksOf([...proseAt(760), ...content, ...proseAt(676)])).toEqual([whole, rows, whole]);
});

test('gaps at the same places in lines of justified text make no table', () => {
  const letter = 6; // of Courier, at this size
  const wide = 'Lines of this text end at one place, so'; // 39 letters, 234 points
  const lines = [
    ['weather', 'ground', 'kitchen', 'large', 'member'],
    ['figures', 'simple', 'painter', 'solid', 'yellow'],
    ['station', 'garden', 'library', 'quiet', 'winter'],
  ];
  const space = (234 - 31 * letter) / 4;
  const spaced = (y: number, words: readonly string[]) =>
    words.map((word, at) => {
      const before = words.slice(0, at).join('').length;
      return text(60 + before * letter + at * space, y, 10, word, 'fixed');
    });
  const content = [
    ...[0, 1].map((line) => text(60, 724 - line * 12, 10, wide, 'fixed')),
    ...lines.flatMap((words, line) => spaced(700 - line * 12, words)),
    text(60, 664, 10, wide, 'fixed'),
  ];
  expect(blocksOf(content)).toEqual([[wide, wide, ...lines.map((words) => words.join(' ')), wide].join(' ')]);
});

test('lines of a table of contents that begin in its second column are rows of their own', () => {
  const rows = [
    ['1', 'Rivers of the north', '2'],
    ['', '1.1 Their springs', '2'],
    ['', '1.2 Their mouths', '3'],
    ['2', 'Lakes', '4'],
  ];
  const content = rows.flatMap((row, line) => rowAt([60, 90, 400], 700 - line * 12, row));
  expect(blocksOf(content)).toEqual([rows]);
});

test('rules between the rows of a table tell them where its cells have several lines and no white is between them', () => {
  const rows = [
    [['Term'], ['What it means']],
    [['River'], ['water that runs down from', 'the mountains to the sea']],
    [['Lake and', 'ponds'], ['water that stands still']],
    [['Spring'], ['a place where water comes', 'out of the ground by itself', 'all the year']],
    [['Sea'], ['all the water around the', 'land']],
  ];
  let y = 700;
  const content: string[] = [];
  for (const [index, row] of rows.entries()) {
    for (const [at, lines] of row.entries())
      content.push(...lines.map((line, down) => text([60, 130][at]!, y - down * 12, 10, line)));
    y -= Math.max(...row.map(({ length }) => length)) * 12;
    if (index < rows.length - 1) content.push(rule(60, y + 9, 260, y + 9));
  }
  expect(blocksOf(content)).toEqual([rows.map((row) => row.map((lines) => lines.join(' ')))]);
});

test('numbers in a column with rules only at its sides and below its head tell the rows, also beside a cell of two lines', () => {
  const rows = [
    ['0.1', 'Rivers are counted'],
    ['0.2', 'Lakes are counted,'],
    ['', 'and ponds'],
    ['0.3', 'Springs are counted'],
    ['0.4', 'Seas are counted'],
  ];
  const content = [
    ...ruledGrid([56, 110, 300], [712, 694, 630]),
    ...rowAt([60, 114], 700, ['Version', 'Change']),
    ...rows.flatMap((row, line) => rowAt([60, 114], 684 - line * 12, row)),
  ];
  const cells = [['Version', 'Change'], rows[0]!, ['0.2', 'Lakes are counted, and ponds'], ...rows.slice(3)];
  expect(blocksOf(content)).toEqual([cells]);
});

test('a table with rules beside lines of a table without any is kept', () => {
  const ruled = [
    ['North', '12'],
    ['South', '15'],
  ];
  const beside = [
    ['River', '7', 'open'],
    ['Lake', '9', 'shut'],
    ['Sea', '3', 'open'],
    ['Spring', '4', 'open'],
  ];
  const content = [
    ...ruledGrid([56, 110, 160], [712, 694, 676]),
    ...ruled.flatMap((row, line) => rowAt([60, 114], 700 - line * 18, row)),
    ...beside.flatMap((row, line) => rowAt([240, 320, 400], 704 - line * 14, row)),
  ];
  const found = JSON.stringify(blocksOf(content));
  for (const word of [...ruled, ...beside].flat()) expect(found).toContain(word);
});

test('a wide last column of Chinese is of its table', () => {
  const rows = [
    ['编号', '名称', '数量', '备注'],
    ['1', '春许师长', '12', '店水地馆有老过清盛'],
    ['2', '地馆', '71', '热满们校'],
    ['3', '天多带桥山', '29', '热满们校花丽学见树庄正市'],
    ['4', '村民城闹新', '43', '花丽学见树庄正市商'],
  ];
  const content = rows.flatMap((row, line) =>
    row.map((cell, at) => text([60, 150, 250, 370][at]!, 700 - line * 18, 10, cell, 'chinese')),
  );
  expect(blocksOf(content)).toEqual([rows]);
});

/** About as wide as Helvetica draws digits and points. */
const widthOf = (number: string) => number.length * 5.56 - (number.includes('.') ? 2.78 : 0);
const sheetAt = (y: number, [name, count, price, note]: readonly [string, string, string, string]) => [
  text(60, y, 10, name),
  text(140 - widthOf(count), y, 10, count),
  text(180 - widthOf(price), y, 10, price),
  text(183, y, 10, note),
];

test('cells of a sheet are apart where numbers end right before words begin, and its heads stand above them', () => {
  const head = ['Product', 'Qty', 'Price', 'Comment'];
  const rows = [
    ['Widget', '1200', '3.5', 'in stock'],
    ['Gadget', '15', '12.25', 'sold out'],
    ['Gizmo', '7', '100', 'new'],
  ] as const;
  const content = rows.flatMap((row, line) => sheetAt(700 - line * 13, row));
  expect(blocksOf([...rowAt([60, 98, 142, 183], 713, head), ...content])).toEqual([[head, ...rows]]);
});

test('words that are put on the page one by one are no cells, even where they stand below each other', () => {
  const lines = Array.from({ length: 5 }, (_, line) =>
    rowAt([60, 87.5, 123.5, 148], 700 - line * 12, ['alpha', 'gamma', 'delta', `be${line}`]),
  );
  expect(blocksOf(lines.flat())).toHaveLength(1);
  expect(blocksOf(lines.flat())[0]).toMatch(/^alpha gamma delta be0 alpha/);
});

test('white between an ideograph and a digit is no space, a sign for a space is one', () => {
  const year = [text(60, 700, 10, '年', 'chinese'), text(72.5, 700, 10, '2024'), text(97, 700, 10, '月', 'chinese')];
  expect(blocksOf(year)).toEqual(['年2024月']);
  const spaced = [text(60, 700, 10, '年', 'chinese'), text(70, 700, 10, ' 2024 '), text(98, 700, 10, '月', 'chinese')];
  expect(blocksOf(spaced)).toEqual(['年 2024 月']);
});

test('a box with one row of cells is a table', () => {
  const content = [
    ...ruledGrid([60, 160, 260, 360], [695, 715]),
    ...rowAt([65, 165, 265], 702, ['Solo', 'Row', 'Here']),
  ];
  expect(blocksOf([...proseAt(760), ...content, ...proseAt(680)])).toEqual([whole, [['Solo', 'Row', 'Here']], whole]);
});

test('columns without a line between them are apart where others of the table have one', () => {
  const rows = [
    ['Name', 'City', 'Age'],
    ['Anna', 'Berlin', '34'],
    ['Bob', 'Paris', '28'],
    ['Cleo', 'Rome', '41'],
  ];
  const content = rows.flatMap((row, line) => rowAt([65, 185, 305], 702 - line * 18, row));
  const rules = [...ruledGrid([60, 180, 360], [642, 715]), rule(60, 697, 360, 697)];
  expect(blocksOf([...rules, ...content])).toEqual([rows]);
});

test('a row without lines between its cells has those of the other rows', () => {
  const rows = [
    ['North', 'Berlin', 'one'],
    ['South', 'Paris', 'two'],
    ['East', 'Rome', 'three'],
  ];
  const content = rows.flatMap((row, line) => rowAt([65, 185, 305], 702 - line * 18, row));
  const lines = [rule(180, 679, 180, 697), rule(300, 679, 300, 697)];
  const rules = [...ruledGrid([60, 360], [661, 679, 697, 715]), ...lines];
  expect(blocksOf([...rules, ...content])).toEqual([rows]);
});

test('the title of the next section is no row of the table above it, with a number before it or without', () => {
  const rows = [
    ['Model', 'Share', 'Loss'],
    ['Alpha', '91.2', '0.72'],
    ['Beta', '66.8', '0.19'],
    ['Gamma', '78.4', '0.73'],
  ];
  const content = rows.flatMap((row, line) => rowAt([120, 200, 260], 700 - line * 12, row));
  const titled = (title: readonly string[]) => blocksOf([...proseAt(760), ...content, ...title, ...proseAt(600)]);
  const numbered = [text(60, 634, 14, '3'), text(84, 634, 14, 'Rivers')];
  expect(titled(numbered)).toEqual([whole, rows, '3 Rivers', whole]);
  expect(titled([text(60, 634, 14, 'Rivers')])).toEqual([whole, rows, 'Rivers', whole]);
});

test('a title over the first columns of a table does not cut it in two', () => {
  const xs = [60, 160, 200, 240, 280, 320];
  const rows = [
    ['Station', '700', '702', '704', '706', '708'],
    ...['Harbour', 'Old Town', 'Market Square', 'Museum', 'Railway Bridge', 'Valley Station'].map((name, at) => [
      name,
      ...[5, 6, 7, 8, 9].map((hour) => `${hour}:${10 + at}`),
    ]),
  ];
  const content = rows.flatMap((row, line) => rowAt(xs, 700 - line * 14, row));
  const title = 'Line 7 from the Harbour to the Valley';
  expect(blocksOf([text(60, 740, 10, title), ...content])).toEqual([title, rows]);
});

test('entries in two columns, some of them at heights of their own, are no rows of a table', () => {
  const column = (x: number, name: string, count: number, starts: readonly number[]) => {
    const lines = Array.from({ length: count }, (_, at) => `${name}${10 + at} open head aged gun bead dog`);
    const below = (at: number) => at * 12 + starts.filter((start) => start <= at).length * 4;
    return { lines, content: lines.map((line, at) => text(x, 700 - below(at), 10, line)) };
  };
  for (const [left, right] of [
    [column(60, 'an', 14, [3, 6, 9]), column(240, 'bo', 13, [3, 6])],
    [column(60, 'an', 27, [3, 6, 9, 12, 15, 18, 21, 24]), column(240, 'bo', 26, [3, 6, 9, 15, 15, 18, 21, 24])],
  ] as const) {
    const found = blocksOf([...left.content, ...right.content]);
    expect(found.join(' ')).toBe([...left.lines, ...right.lines].join(' '));
  }
});

test('a date that goes on below its hyphen is one cell', () => {
  const rows = ['01-01', '01-02', '01-03', '01-04'].map((day, at) => [
    '2024-',
    day,
    `Payment for item ${at}`,
    `${at}.50`,
  ]);
  const content = rows.flatMap(([year, day, words, sum], at) => [
    ...rowAt([60, 100, 220], 700 - at * 30, [year!, words!, sum!]),
    text(60, 688 - at * 30, 10, day!),
  ]);
  expect(blocksOf(content)).toEqual([rows.map(([year, day, words, sum]) => [`${year}${day}`, words, sum])]);
});

test('the head of a table with rules only below it may have words on several lines', () => {
  const body = [
    [['River'], ['12'], ['water that runs down from', 'the mountains to the sea']],
    [['Lake'], ['7'], ['water that stands still']],
    [['Spring'], ['31'], ['a place where water comes', 'out of the ground by itself']],
    [['Sea'], ['2'], ['all the water around the', 'land']],
  ];
  const content = [...rowAt([60, 130, 180], 720, ['Term', 'Times', 'What it means']), text(130, 706, 10, 'seen')];
  let y = 685;
  for (const row of body) {
    content.push(rule(60, y + 14, 320, y + 14));
    for (const [at, lines] of row.entries())
      content.push(...lines.map((line, down) => text([60, 130, 180][at]!, y - down * 13, 10, line)));
    y -= Math.max(...row.map(({ length }) => length)) * 13 + 8;
  }
  const head = ['Term', 'Times seen', 'What it means'];
  const wanted = [head, ...body.map((row) => row.map((lines) => lines.join(' ')))];
  expect(blocksOf([...proseAt(790), ...content])).toEqual([whole, wanted]);
});

test('a last column of words is of its table, also where its cells are about as wide as each other', () => {
  const rows = [
    ['Name', 'Town', 'Born', 'Remark'],
    ['Ada Bell', 'Oldtown', '1929', 'Final pattern of a window'],
    ['Carl Dorn', 'Valley', '1969', 'Reliable forest of a river'],
    ['Eve Finch', 'Oldtown', '1975', 'Regular market for a town'],
    ['Ivo Grant', 'Valley', '1984', 'Early method near a model'],
    ['Ada Dorn', 'Oldtown', '1922', 'Average report of a year'],
  ];
  const content = rows.flatMap((row, line) => rowAt([120, 190, 250, 300], 700 - line * 12, row));
  expect(blocksOf([...proseAt(750), ...content, ...proseAt(610)])).toEqual([whole, rows, whole]);
});

test('entries with leaders in two columns are no rows of a table', () => {
  const entries = (name: string) =>
    Array.from({ length: 9 }, (_, at) => `${name} of part ${at + 1} . . . . . . . ${at + 1}`);
  const said = blocksOf(
    [60, 300].flatMap((x, column) =>
      entries(['Rivers', 'Bridges'][column]!).flatMap((entry, at) => [
        text(x, 700 - at * 14, 10, `${column * 9 + at + 1}`),
        text(x + 30, 700 - at * 14, 10, entry),
      ]),
    ),
  ).flat(3);
  const places = ['Rivers of part 9', 'Bridges of part 1'].map((start) => said.join(' ').indexOf(start));
  expect(places[0]).toBeLessThan(places[1]!);
});

test('a few long words that fill the lines of a narrow column are no cells', () => {
  const lines = [
    'aaaaaaaaaa bbbbbb cccccc',
    'bbbbbbbb aaaaaaaa ccccc',
    'cccccccc aaa bbbbbbbbb',
    'aaaaaaaaa bbbbbbb cccc',
  ];
  const content = lines.flatMap((line, at) => {
    const words = line.split(' ');
    const space = (260 - words.join('').length * 5) / (words.length - 1);
    let x = 60;
    return words.map((word) => {
      const shown = text(x, 700 - at * 12, 10, word, 'letters');
      x += word.length * 5 + space;
      return shown;
    });
  });
  const [first, last] = ['dd eeee fff '.repeat(5).slice(0, 52), 'bbb ccc aaa'];
  const said = blocksOf([text(60, 712, 10, first, 'letters'), ...content, text(60, 652, 10, last, 'letters')]);
  expect(said).toEqual([[first, ...lines, last].join(' ')]);
});
