import { bottomOf, topOf, type Fragment } from './fragment.ts';
import { markerOf } from './marker.ts';

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
  let [left, right] = [Infinity, -Infinity];
  for (const row of rows) {
    left = Math.min(left, row.left);
    right = Math.max(right, row.right);
  }
  return [left, right];
}

/** Gathers fragments into rows from the top down. `reach`: how far, in ems, from the first of a row another may stand. */
export function rowsOf(fragments: readonly Fragment[], reach = 0.5): Row[] {
  const sorted = inOrder(fragments, (a, b) => a.baseline - b.baseline || a.left - b.left);
  const rows: Row[] = [];
  for (let from = 0; from < sorted.length;) {
    const first = sorted[from]!;
    let [to, size] = [from + 1, first.size];
    for (; to < sorted.length; to++) {
      const next = sorted[to]!;
      size = Math.max(size, next.size);
      if (next.baseline - first.baseline > Math.min(size, next.size * 1.6, first.size * 1.6) * reach) break;
    }
    rows.push(rowOf(sorted.slice(from, to)));
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

export function rowOf(fragments: readonly Fragment[]): Row {
  if (fragments.length === 1) return rowOfOne(fragments);
  const sorted = inOrder(fragments, (a, b) => a.left - b.left);
  let [left, right, top, bottom, size, baseline] = [Infinity, -Infinity, Infinity, -Infinity, 0, 0];
  for (const fragment of sorted) {
    left = Math.min(left, fragment.left);
    right = Math.max(right, fragment.right);
    top = Math.min(top, topOf(fragment));
    bottom = Math.max(bottom, bottomOf(fragment));
    if (fragment.size > size) [size, baseline] = [fragment.size, fragment.baseline];
  }
  return { fragments: sorted, left, right, top, bottom, baseline, size, cover: coverOf(sorted) };
}

function rowOfOne(fragments: readonly Fragment[]): Row {
  const only = fragments[0]!;
  const { left, right, baseline, size } = only;
  const [top, bottom] = [topOf(only), bottomOf(only)];
  return { fragments, left, right, top, bottom, baseline, size, cover: [[left, right]] };
}

function coverOf(fragments: readonly Fragment[]): Gap[] {
  return merged(
    fragments.map((fragment, index): Gap => {
      const next = fragments[index + 1];
      const isNear = next && next.left - fragment.right < fragment.size * 4;
      return [fragment.left, isNear && markerOf(fragment.text, true) ? next.left : fragment.right];
    }),
  );
}

/** Stretches from left to right, those that overlap as one. */
export function merged(spans: readonly Gap[]): Gap[] {
  const whole = asOne(spans);
  if (whole) return [whole];
  const result: [number, number][] = [];
  let last: [number, number] | undefined;
  for (const [left, right] of inOrder(spans, (a, b) => a[0] - b[0])) {
    if (last && left <= last[1]) last[1] = Math.max(last[1], right);
    else result.push((last = [left, right]));
  }
  return result;
}

/** What they cover when each overlaps those before it, as the lines of one column do: no order is needed to see that. */
function asOne(spans: readonly Gap[]): Gap | undefined {
  let [from, to] = [Infinity, -Infinity];
  for (const [left, right] of spans) {
    if (from <= to && (left > to || right < from)) return undefined;
    from = Math.min(from, left);
    to = Math.max(to, right);
  }
  return from <= to ? [from, to] : undefined;
}
