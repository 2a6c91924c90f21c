// The layout of a page is run too seldom to be optimised by the engine before most documents are at their end. Not yet optimised, loops
// with an index and single variables take about half the time of iterators and of variables taken out of lists of values.
import { bottomOf, topOf, type Fragment } from './fragment.ts';
import { isMarkerOf, isMarkerRightOf } from './marker.ts';

/** A stretch of a line. */
export type Gap = readonly [from: number, to: number];

/** Fragments at one height, from left to right. */
export interface Row {
  readonly fragments: readonly Fragment[];
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly baseline: number;
  /** Of the largest characters. */
  readonly size: number;
  /** Where there is text; a marker of a list belongs to what follows it. */
  readonly cover: readonly Gap[];
}

/** From where to where rows go. By a loop: a page of a hundred thousand would be too many arguments. */
export function extentOf(rows: readonly { readonly left: number; readonly right: number }[]): Gap {
  let left = Infinity;
  let right = -Infinity;
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index]!;
    left = Math.min(left, row.left);
    right = Math.max(right, row.right);
  }
  return [left, right];
}

/** Gathers fragments into rows from the top down. `reach`: how far, in ems, from the first of a row another may stand. */
export function rowsOf(fragments: readonly Fragment[], reach = 0.5): Row[] {
  const sorted = inOrder(fragments, downward);
  const rows: Row[] = [];
  for (let from = 0; from < sorted.length;) {
    const first = sorted[from]!;
    let size = first.size;
    let to = from + 1;
    for (; to < sorted.length; to++) {
      const next = sorted[to]!;
      size = Math.max(size, next.size);
      if (next.baseline - first.baseline > Math.min(size, next.size * 1.6, first.size * 1.6) * reach) break;
    }
    rows.push(to === from + 1 ? rowOfOne(first) : rowOf(sorted.slice(from, to)));
    from = to;
  }
  return rows;
}

/** Most of what is drawn is in order, and looking is cheaper than sorting. */
function inOrder<T>(values: readonly T[], compare: (a: T, b: T) => number): readonly T[] {
  for (let index = 1; index < values.length; index++)
    if (!(compare(values[index - 1]!, values[index]!) <= 0)) return values.toSorted(compare);
  return values;
}

const downward = (a: Fragment, b: Fragment): number => a.baseline - b.baseline || a.left - b.left;
const rightward = (a: Fragment, b: Fragment): number => a.left - b.left;
const byStart = (a: Gap, b: Gap): number => a[0] - b[0];

export function rowOf(fragments: readonly Fragment[]): Row {
  if (fragments.length === 1) return rowOfOne(fragments[0]!);
  const sorted = inOrder(fragments, rightward);
  let left = Infinity;
  let right = -Infinity;
  let top = Infinity;
  let bottom = -Infinity;
  let size = 0;
  let baseline = 0;
  for (let index = 0; index < sorted.length; index++) {
    const fragment = sorted[index]!;
    left = Math.min(left, fragment.left);
    right = Math.max(right, fragment.right);
    top = Math.min(top, topOf(fragment));
    bottom = Math.max(bottom, bottomOf(fragment));
    if (fragment.size > size) {
      size = fragment.size;
      baseline = fragment.baseline;
    }
  }
  return { fragments: sorted, left, right, top, bottom, baseline, size, cover: coverOf(sorted) };
}

function rowOfOne(only: Fragment): Row {
  const { left, right, baseline, size } = only;
  const cover: Gap[] = [[left, right]];
  return { fragments: [only], left, right, top: topOf(only), bottom: bottomOf(only), baseline, size, cover };
}

function coverOf(fragments: readonly Fragment[]): Gap[] {
  const cover: Gap[] = [];
  for (let index = 0; index < fragments.length; index++) {
    const fragment = fragments[index]!;
    const next = fragments[index + 1];
    const isNear = next !== undefined && next.left - fragment.right < fragment.size * 4;
    const isMarker = isNear && isMarkerOf(fragment.text, next.text, index === 0);
    const isMarked = isNear && index === fragments.length - 2 && isMarkerRightOf(next.text, fragment.text);
    cover.push([fragment.left, isMarker || isMarked ? next.left : fragment.right]);
  }
  return merged(cover);
}

/** Stretches from left to right, those that overlap as one. */
export function merged(spans: readonly Gap[]): Gap[] {
  const whole = asOne(spans);
  if (whole) return [whole];
  const result: [number, number][] = [];
  let last: [number, number] | undefined;
  const sorted = inOrder(spans, byStart);
  for (let index = 0; index < sorted.length; index++) {
    const span = sorted[index]!;
    if (last && span[0] <= last[1]) last[1] = Math.max(last[1], span[1]);
    else result.push((last = [span[0], span[1]]));
  }
  return result;
}

/** What they cover when each overlaps those before it, as the lines of one column do: no order is needed to see that. */
function asOne(spans: readonly Gap[]): Gap | undefined {
  let from = Infinity;
  let to = -Infinity;
  for (let index = 0; index < spans.length; index++) {
    const span = spans[index]!;
    if (from <= to && (span[0] > to || span[1] < from)) return undefined;
    from = Math.min(from, span[0]);
    to = Math.max(to, span[1]);
  }
  return from <= to ? [from, to] : undefined;
}
