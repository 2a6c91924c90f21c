import { expect, test } from 'vitest';
import { gridRows } from './grid.ts';
import type { Cell } from './model.ts';

const cell = (text: string, rows = 1, columns = 1): Cell => ({ spans: [{ text }], rows, columns });
const shown = (rows: Cell[][]): string[] =>
  [...gridRows(rows)].map((row) => row.map((each) => each?.spans[0]?.text ?? '').join('|'));

test('a cell covers what is right of it and below it', () => {
  expect(
    shown([
      [cell('a', 1, 2), cell('b')],
      [cell('c'), cell('d'), cell('e')],
    ]),
  ).toEqual(['a||b', 'c|d|e']);
  expect(shown([[cell('a', 2), cell('b')], [cell('c')], [cell('d'), cell('e')]])).toEqual(['a|b', '|c', 'd|e']);
});

test('a row that ends before a covered column counts as one of the rows that are covered', () => {
  const rows = [[cell('a'), cell('tall', 3)], [], [cell('b')], [cell('c'), cell('d')]];
  expect(shown(rows)).toEqual(['a|tall', '', 'b|', 'c|d']);
});
