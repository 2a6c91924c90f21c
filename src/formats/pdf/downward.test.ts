import { expect, test } from 'vitest';
import { buildPdf, ruledGrid, text } from '../../../test/fixtures/pdf-builder.ts';
import type { Block } from '../document/model.ts';
import { characterOf } from './characters.ts';
import { readPdf } from './read.ts';

const report = { warn: () => {}, count: () => {}, checkStopped: () => {} };

function blocksOf(content: readonly string[]): Block[] {
  const pdf = buildPdf([{ content }]);
  const input = { name: 'a.pdf', bytes: pdf.length, read: (at: number, size: number) => pdf.subarray(at, at + size) };
  return [...readPdf(input, report)].filter(({ kind }) => kind !== 'part');
}

const wordsOf = (blocks: readonly Block[]) =>
  blocks.map((block) => ('spans' in block ? block.spans.map(({ text }) => text).join('') : block.kind));

/** Each sign by itself, as LibreOffice and Chromium put them. */
const down = (x: number, y: number, signs: string, pitch = 12) =>
  Array.from(signs, (sign, at) => text(x, y - at * pitch, 12, sign, 'chinese'));
const across = (x: number, y: number, signs: string, pitch: number) =>
  Array.from(signs, (sign, at) => text(x + at * pitch, y, 12, sign, 'chinese'));

test('signs that are put one below the other are read down, and their columns to the left', () => {
  const first = ['春天的花园里有许多美丽的花朵，老师带着', '学生走过长桥，看见河水清澈。'];
  const second = ['山上树木茂盛，远处村庄传来歌声，农民正', '在田间劳动城市街道非常热闹商店门口摆满', '鲜果'];
  const columns = [...first, ...second];
  const content = columns.flatMap((signs, at) => down(500 - at * 20, 780, signs));
  expect(wordsOf(blocksOf(content))).toEqual([first.join(''), second.join('')]);
});

test('a turned word within a column is read where it stands', () => {
  const content = [
    ...down(500, 780, '春天的花园里有许多美丽的花朵，老师带着学生走过长桥'),
    ...down(480, 780, '这份文件是'),
    text(482, 780 - 4.1 * 12, 12, 'Letter', 'regular', 270),
    ...down(480, 780 - 8 * 12, '的一页，看见河水清澈。'),
  ];
  expect(wordsOf(blocksOf(content))).toEqual([
    '春天的花园里有许多美丽的花朵，老师带着学生走过长桥这份文件是Letter的一页，看见河水清澈。',
  ]);
});

test('signs of a square grid that are written across are read across', () => {
  const rows = [
    '春天的花园里有许多美丽',
    '的花朵老师带着学生走过',
    '长桥看见河水清澈山上树',
    '木茂盛远处村庄传来歌声',
    '农民正在田间劳动城市街',
  ];
  const content = rows.flatMap((signs, at) => across(60, 780 - at * 18, signs, 18));
  expect(wordsOf(blocksOf(content)).join('').replaceAll(' ', '')).toBe(rows.join(''));
});

test('a column of a table with one sign in each cell stays in the table', () => {
  const columns = ['甲春夏秋冬东', '乙南西北上下', '丙左右前后中'];
  const ys = Array.from({ length: 7 }, (_, row) => 760 - row * 18);
  const content = [
    ...ruledGrid([60, 90, 120, 150], ys),
    ...columns.flatMap((signs, at) => down(66 + at * 30, 746, signs, 18)),
  ];
  const rows = Array.from('甲春夏秋冬东', (_, row) => columns.map((signs) => signs.charAt(row)));
  const [table] = blocksOf(content);
  expect(table?.kind).toBe('table');
  if (table?.kind !== 'table') return;
  expect([...table.rows].map((row) => row.map(({ spans }) => spans.map(({ text }) => text).join('')))).toEqual(rows);
});

test('signs in the form they have in such text are the plain ones', () => {
  const plain = Array.from('︑︒﹁﹂︵︶', (form) => characterOf(form.codePointAt(0)!)).join('');
  expect(plain).toBe('、。「」（）');
});
