import { floatIn, isAside } from './aside.ts';
import { bandEnd, startOf, withoutMargins } from './bands.ts';
import { withCounted } from './counted.ts';
import { inColumns, type Fragment } from './fragment.ts';
import { fragmentsOf, gapsIn, maxGutters, middlesOf } from './gutters.ts';
import { isJustified } from './justified.ts';
import { isCutTable, isProse } from './prose.ts';
import { rowsOf, type Row } from './rows.ts';
import { isRightToLeftText } from './text.ts';
import { centredTable, isAlone, stripedTable, tableOf } from './unruled.ts';

/** A part of a page in reading order: lines of text, or a table without rules, whose rows are of one or more lines and cut at `cuts`. */
export type Region =
  | {
      readonly kind: 'text';
      readonly rows: readonly Row[];
      /** Whether it begins a column beside another. */ readonly isNext?: true;
    }
  | { readonly kind: 'table'; readonly groups: readonly (readonly Row[])[]; readonly cuts: readonly number[] };

/** Half a line: lines of neighbouring columns are seldom at one height. */
const rowReach = 0.6;
const maxDepth = 8;

/** Puts what stands on a page into reading order: bands from the top down, the columns of each band one after the other. */
export function regionsOf(fragments: readonly Fragment[], depth = 0): Region[] {
  const rows = rowsOf(fragments, rowReach);
  if (depth >= maxDepth) return [textRegion(fragments)];
  const whole = wholeOf(rows, fragments, depth);
  if (whole) return whole;
  // Lines of one piece each are the same lines with any reach.
  if (rows.length === fragments.length) return [{ kind: 'text', rows }];
  const regions: Region[] = [];
  let plain: Fragment[] = [];
  let floats: (readonly Fragment[])[] = [];
  const flush = () => {
    if (plain.length > 0) regions.push(textRegion(plain));
    for (const float of floats) regions.push(textRegion(float));
    plain = [];
    floats = [];
  };
  let done = 0;
  for (let from = 0; from < rows.length;) {
    const to = bandEnd(rows, from);
    if (to === from + 1) {
      for (const each of rows[from]!.fragments) plain.push(each);
      from = to;
      continue;
    }
    const band = rows.slice(from, to);
    const inside = fragmentsOf(band);
    const found = isJustified(rows, from, to)
      ? undefined
      : (cellsOf(band, inside) ?? columnsOf(band, inside, depth) ?? tableOf(band, inside, isAlone(rows, from, to)));
    const [table] = found ?? [];
    const cuts = table?.kind === 'table' ? table.cuts : [];
    const float = cuts.length === 1 ? floatIn(rows, from, to, cuts[0]!) : undefined;
    if (float) {
      plain.push(...float.main);
      floats.push(float.side);
      done = to;
    } else if (found) {
      const above = found[0]?.kind === 'text' ? startOf(rows, from, done) : from;
      const all = above < from ? rows.slice(above, to) : band;
      const whole = above < from ? columnsOf(all, fragmentsOf(all), depth) : undefined;
      if (whole) for (let row = above; row < from; row++) plain.length -= rows[row]!.fragments.length;
      flush();
      regions.push(...(whole ?? found));
      done = to;
    } else plain.push(...inside);
    from = to;
  }
  flush();
  return regions;
}

/** Columns that take all of the rows, but for what stands above or below them: of a title or a footer it does not matter which column is at its side. */
function wholeOf(rows: readonly Row[], fragments: readonly Fragment[], depth: number): Region[] | undefined {
  const whole = columnsOf(rows, fragments, depth);
  if (!whole) return undefined;
  const table = cellsOf(rows, fragments);
  if (table) return table;
  const [from, to] = withoutMargins(rows);
  if (to - from === rows.length) return whole;
  const inner = rows.slice(from, to);
  const columns = columnsOf(inner, fragmentsOf(inner), depth);
  if (!columns) return whole;
  const [above, below] = [rows.slice(0, from), rows.slice(to)].map((part) =>
    part.length > 0 ? [textRegion(fragmentsOf(part))] : [],
  );
  return [...above!, ...columns, ...below!];
}

/** A table whose cells have several lines, unless they are at heights of their own. */
function cellsOf(rows: readonly Row[], fragments: readonly Fragment[]): Region[] | undefined {
  const table = stripedTable(rows);
  if (table && !isAside(inColumns(fragments, middlesOf(gapsIn(rows))))) return table;
  return centredTable(rows, fragments);
}

function textRegion(fragments: readonly Fragment[]): Region {
  return { kind: 'text', rows: rowsOf(fragments) };
}

/** The regions of columns of prose, one after the other; nothing when the rows are not that. */
function columnsOf(rows: readonly Row[], fragments: readonly Fragment[], depth: number): Region[] | undefined {
  const gaps = gapsIn(rows);
  if (gaps.length === 0 || gaps.length > maxGutters || rows.length < 3) return undefined;
  // The widest gutters first: those within a list or a table of one column are narrower.
  for (const chosen of [gaps, ...gaps.toSorted((a, b) => b[1] - b[0] - (a[1] - a[0])).map((gap) => [gap])]) {
    const columns = inColumns(fragments, middlesOf(chosen));
    const isCut = columns.every(isProse) ? !isCutTable(columns) : isAside(columns);
    if (!isCut) continue;
    const isLeftward = isRightToLeftText(fragments);
    return (isLeftward ? columns.reverse() : columns).flatMap((column, at) => {
      const [first, ...rest] = regionsOf(withCounted(column), depth + 1);
      return first!.kind === 'text' && at > 0 ? [{ ...first!, isNext: true }, ...rest] : [first!, ...rest];
    });
  }
  return undefined;
}
