import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { outline, readAll } from '../../../test/fixtures/documents/read.ts';
import { buildPdf, text } from '../../../test/fixtures/pdf-builder.ts';
import { readPdf } from './read.ts';

const fixture = (name: string) =>
  readFileSync(new URL(`../../../test/fixtures/documents/right-to-left/${name}`, import.meta.url));

// Chromium writes the letters of a line one way, Pango another, and both turn numbers and words of other scripts.
test.each(['hebrew-chromium', 'hebrew-pango', 'arabic-chromium', 'arabic-pango', 'mixed-libreoffice'])(
  '%s is read as it was written: numbers, dates, brackets and words of other scripts in their places',
  (name) => {
    const [language] = name.split('-');
    const known = fixture(`${language}.txt`).toString('utf8').trim();
    const { blocks } = readAll(readPdf, fixture(`${name}.pdf`));
    const paragraphs = outline(blocks).flatMap((block) =>
      typeof block === 'string' ? (/^p (.*)/s.exec(block)?.[1] ?? []) : [],
    );
    expect(paragraphs.join(' ')).toBe(known.replaceAll('\n', ' '));
  },
);

const known = (content: readonly string[]) => outline(readAll(readPdf, buildPdf([{ content }])).blocks).slice(1);
/** In the order of the eye, ending at `right`; each letter is half an em wide. */
const leftward = (right: number, y: number, words: string, size = 10) =>
  text(right - (words.length * size) / 2, y, size, Array.from(words).reverse().join(''), 'letters');

test('markers to the right of such text begin items, as letters and as drawn dots', () => {
  const items = ['שלום לכל העולם הגדול', 'ספר על נהר ועל הר', 'עיתון של בוקר וערב'];
  const dot = (x: number, y: number) => `${x} ${y} 3 3 re f`;
  const content = [
    ...items.flatMap((item, at) => [text(520, 740 - at * 14, 10, '\x95'), leftward(505, 740 - at * 14, item)]),
    ...items.flatMap((item, at) => [dot(518, 662 - at * 14), leftward(505, 660 - at * 14, item)]),
  ];
  expect(known(content)).toEqual([...items, ...items].map((item) => `0 • ${item}`));
});

test('points that are drawn before the words of a line are read where they stand', () => {
  const [first, second] = ['שלום לכל', 'ספר על נהר'];
  const right = 500 - (first.length + 2) * 5;
  const content = [
    text(500 - (first.length + 1) * 5, 700, 10, '.', 'letters'),
    text(right - (second.length + 1) * 5, 700, 10, '.', 'letters'),
    leftward(500, 700, first),
    leftward(right, 700, second),
  ];
  expect(known(content)).toEqual([`p ${first}. ${second}.`]);
});

// Chromium puts some words on the page in parts, as in these cells, where no sign for a space tells that there is one elsewhere.
test('the little white behind an alef, which takes less than its place, is no space in a word', () => {
  const { blocks } = readAll(readPdf, fixture('arabic-cells-chromium.pdf'));
  expect(outline(blocks)[1]).toEqual([
    ['الاسم', 'المدينة', 'العمر'],
    ['محمد', 'القاهرة', '34'],
    ['فاطمة', 'بغداد', '29'],
    ['علي', 'دمشق', '41'],
  ]);
});

// As XeTeX does: in the order of the eye, higher or lower than the letter.
test('marks that are drawn by themselves leave their words whole', () => {
  const words = 'وَلَهُمْ عَذَابٌ أَلِيمٌ';
  const letters = words.match(/ |\P{M}\p{M}*/gu)!;
  const content = letters.flatMap((letter, at) => {
    const [base = '', ...marks] = letter;
    const draw = (sign: string, y: number) => text(500 - (at + 1) * 5, y, 10, sign, 'letters');
    return letter === ' ' ? [] : [...marks.map((mark, above) => draw(mark, 704 - at / 4 + above)), draw(base, 700)];
  });
  expect(known(content.toReversed())).toEqual([`p ${words}`]);
});
