import type { Fragment } from './fragment.ts';
import { merged, type Gap, type Row } from './rows.ts';

/** A gutter is at least this many ems wide. */
const gutterEms = 0.8;
/** More than this is a drawing made of letters. */
export const maxGutters = 60;

/** The gutters that go through all rows. */
export function gapsIn(rows: readonly Row[]): Gap[] {
  const covered = rows.length === 1 ? rows[0]!.cover : merged(coversOf(rows));
  if (covered.length < 2) return [];
  let size = Infinity;
  for (let index = 0; index < rows.length; index++) size = Math.min(size, rows[index]!.size);
  const gaps: Gap[] = [];
  for (let index = 1; index < covered.length; index++) {
    const from = covered[index - 1]![1];
    const to = covered[index]![0];
    if (to - from >= size * gutterEms) gaps.push([from, to]);
  }
  return gaps;
}

export function narrowed(gaps: readonly Gap[], row: Row, em = row.size): Gap[] {
  if (row.cover.length > maxGutters) return [];
  const least = em * gutterEms;
  const left: Gap[] = [];
  for (let gap = 0; gap < gaps.length; gap++) {
    const end = gaps[gap]![1];
    let from = gaps[gap]![0];
    for (let index = 0; index < row.cover.length; index++) {
      const covered = row.cover[index]![0];
      const free = row.cover[index]![1];
      if (free <= from || covered >= end) continue;
      if (covered - from >= least) left.push([from, covered]);
      from = free;
    }
    if (end - from >= least) left.push([from, end]);
  }
  return left;
}

export const isSplit = (row: Row): boolean => gapsIn([row]).length > 0;

export const middlesOf = (gaps: readonly Gap[]): number[] => gaps.map(([from, to]) => (from + to) / 2);

export function fragmentsOf(rows: readonly Row[]): Fragment[] {
  const all: Fragment[] = [];
  for (const { fragments } of rows) for (const each of fragments) all.push(each);
  return all;
}

function coversOf(rows: readonly Row[]): Gap[] {
  const covers: Gap[] = [];
  for (const { cover } of rows) for (const each of cover) covers.push(each);
  return covers;
}
