import { expect, test } from 'vitest';
import { buildPdf, text } from '../../../../test/fixtures/pdf-builder.ts';
import { readPdf } from '../read.ts';

const report = { warn: () => {}, count: () => {}, checkStopped: () => {} };

function blocksOf(...pages: readonly (readonly string[])[]): string[] {
  const pdf = buildPdf(pages.map((content) => ({ content })));
  const input = { name: 'a.pdf', bytes: pdf.length, read: (at: number, size: number) => pdf.subarray(at, at + size) };
  return [...readPdf(input, report)].flatMap((block) => {
    if (block.kind === 'table') return ['table'];
    if (!('spans' in block)) return [];
    const words = block.spans.map((span) => span.text).join('');
    if (block.kind === 'item') return [`${block.depth} ${block.marker} ${words}`];
    return [block.kind === 'heading' ? `${'#'.repeat(block.level)} ${words}` : words];
  });
}

const item = (y: number, number: string, words: string) => [text(60, y, 10, number), text(78, y, 10, words)];
const steps = [...item(700, '1', 'Open the box'), ...item(688, '2', 'Take the thing out'), text(78, 676, 10, 'of it')];

test('numbers without points that count lines below each other are those of a list, which ends where a line is not of it', () => {
  const after = text(60, 652, 10, 'Then the text goes on.');
  const shown = ['0 1. Open the box', '0 2. Take the thing out of it', '0 3. Close it', 'Then the text goes on.'];
  expect(blocksOf([...steps, ...item(664, '3', 'Close it'), after])).toEqual(shown);
});

test('numbers below the head of a table, and those of lines of a text, are none of a list', () => {
  expect(blocksOf([...item(712, '#', 'Step'), ...steps])).toEqual(['table']);
  expect(blocksOf([...item(712, 'No', 'Step'), ...steps])).toContain('table');
  const counted = ['The river runs down', 'from the mountains', 'to the sea. Lakes'];
  const lines = counted.flatMap((words, at) => item(700 - at * 12, `${at + 1}`, words));
  expect(blocksOf(lines).join()).not.toContain('1.');
});

test('numbers that go on with that of the item they stand in are those of its items', () => {
  const content = [
    text(60, 700, 10, '1. First'),
    text(80, 688, 10, '1.1 Sub first'),
    text(80, 676, 10, '1.2 Sub second'),
  ];
  expect(blocksOf([...content, text(60, 664, 10, '2. Second')])).toEqual([
    '0 1. First',
    '1 1.1 Sub first',
    '1 1.2 Sub second',
    '0 2. Second',
  ]);
  expect(blocksOf([text(60, 700, 10, '1. It grew by'), text(72, 688, 10, '3.5 million')])).toEqual([
    '0 1. It grew by 3.5 million',
  ]);
});

test('a watermark is no heading, and those of the text have their levels without it', () => {
  const body = Array.from({ length: 9 }, (_, at) =>
    text(60, 700 - at * 12, 10, 'Words of the text that fill its lines well'),
  );
  const page = [text(60, 730, 18, 'Chapter'), ...body, text(150, 300, 60, 'DRAFT', 'regular', 45)];
  const shown = blocksOf(page, page);
  expect(shown.filter((each) => each.startsWith('#'))).toEqual(['# Chapter', '# Chapter']);
  expect(shown.filter((each) => each === 'DRAFT')).toHaveLength(2);
});

test('numbers without points are those of a list also where another column is beside them', () => {
  const words = Array.from({ length: 9 }, (_, at) => `Line ${at} of the prose in the other column goes on`);
  const beside = words.map((line, at) => text(320, 760 - at * 12, 10, line));
  const before = Array.from({ length: 5 }, (_, at) => `Line ${at} of the prose before the list ends.`);
  const above = before.map((line, at) => text(60, 760 - at * 12, 10, line));
  const shown = blocksOf([...above, ...steps, ...beside]);
  expect(shown).toEqual([before.join(' '), '0 1. Open the box', '0 2. Take the thing out of it', words.join(' ')]);
});

test('large Roman numbers that follow each other are those of a list, alone they are letters', () => {
  const listed = ['I. Open the box', 'II. Take the thing out', 'III. Close it'];
  const content = listed.map((words, at) => text(60, 700 - at * 12, 10, words));
  expect(blocksOf(content)).toEqual(listed.map((words) => `0 ${words}`));
  const apart = ['VI.', 'VII.', 'VIII.'].flatMap((number, at) => [
    text(60, 700 - at * 12, 10, number),
    text(95, 700 - at * 12, 10, `Step ${at}`),
  ]);
  expect(blocksOf(apart)).toEqual(['0 VI. Step 0', '0 VII. Step 1', '0 VIII. Step 2']);
  expect(blocksOf([text(60, 700, 10, 'I. Newton and V. Bell wrote of it.')])).toEqual([
    'I. Newton and V. Bell wrote of it.',
  ]);
});
