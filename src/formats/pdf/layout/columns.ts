import { countIdeographs } from '../characters.ts';
import { inColumns, type Fragment } from './fragment.ts';
import { extentOf, merged, rowsOf, type Gap, type Row } from './rows.ts';
import { isRightToLeftText } from './text.ts';

/** A part of a page in reading order: lines of text, or rows of a table without lines, cut at `cuts`. */
export interface Region {
  readonly kind: 'text' | 'table';
  readonly rows: readonly Row[];
  readonly cuts: readonly number[];
}

/** A gutter is at least this many ems wide. */
const gutterEms = 0.8;
/** Half a line: lines of neighbouring columns are seldom at one height. */
const rowReach = 0.6;
const maxDepth = 8;
/** More than this is a drawing made of letters. */
const maxGutters = 60;

/** Puts what stands on a page into reading order: bands from the top down, the columns of each band one after the other. */
export function regionsOf(fragments: readonly Fragment[], depth = 0): Region[] {
  const rows = rowsOf(fragments, rowReach);
  if (depth >= maxDepth) return [textRegion(fragments)];
  const whole = columnsOf(rows, fragments, depth);
  if (whole) return whole;
  // Lines of one piece each are the same lines with any reach.
  if (rows.length === fragments.length) return [{ kind: 'text', rows, cuts: [] }];
  const regions: Region[] = [];
  let plain: Fragment[] = [];
  const flush = () => {
    if (plain.length > 0) regions.push(textRegion(plain));
    plain = [];
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
    const found = columnsOf(band, inside, depth) ?? tableOf(band, inside);
    if (found) {
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

function textRegion(fragments: readonly Fragment[]): Region {
  return { kind: 'text', rows: rowsOf(fragments), cuts: [] };
}

/** Where the run of rows that begins at `from` and shares a gutter ends; the next row when there is none. */
function bandEnd(rows: readonly Row[], from: number): number {
  let to = from + 1;
  if (rows[from]!.cover.length === 1) return to;
  let gaps = gapsIn([rows[from]!]);
  if (gaps.length === 0 || gaps.length > maxGutters) return to;
  let pitch = Infinity;
  for (; to < rows.length; to++) {
    const row = rows[to]!;
    const distance = row.baseline - rows[to - 1]!.baseline;
    const left = narrowed(gaps, row);
    const isApart = distance > Math.max(pitch, row.size * 1.2) * 1.7;
    // After white space another thing begins, unless it goes on with the same columns; so it does where nothing is left of them.
    const isOther = left.length === 0 || (isApart && (left.length < gaps.length || !isSplit(row)));
    if (left.length > maxGutters || (isOther && !goesOn(rows, from, to, gaps))) break;
    pitch = Math.min(pitch, distance);
    if (!isOther) gaps = left;
  }
  while (to > from + 1 && !isSplit(rows[to - 1]!) && isFarFrom(rows, to - 1)) to--;
  return to;
}

/** A heading and so many lines, most of which have to be as wide as the column they stand in; the lines above that tell what a column is. */
const [linesAhead, fullLines, linesAbove] = [6, 3, 60];

/** Whether the text of columns goes on below them: some may have ended, as on the last page of a paper, and a heading needs more room beside it. */
function goesOn(rows: readonly Row[], from: number, at: number, gaps: readonly Gap[]): boolean {
  const start = Math.max(from, at - linesAbove);
  const [first, last] = extentOf(rows.slice(start, at));
  let full = 0;
  let to = at;
  for (; to < Math.min(rows.length, at + linesAhead); to++) {
    const row = rows[to]!;
    let left = first;
    let right = last;
    let isInside = true;
    for (let gap = 0; gap < gaps.length; gap++) {
      if (row.left >= gaps[gap]![1]) left = gaps[gap]![1];
      else if (row.right <= gaps[gap]![0]) right = Math.min(right, gaps[gap]![0]);
      else isInside &&= narrowed([gaps[gap]!], row, smallestIn(row)).length > 0;
    }
    if (!isInside) break;
    if (row.right - row.left > (right - left) * 0.75) full++;
  }
  return full >= fullLines && inColumns(fragmentsOf(rows.slice(start, to)), middlesOf(gaps)).every(isProse);
}

/** How wide a gutter has to be is decided by the text beside it, not by a heading of the other column. */
function smallestIn({ fragments }: Row): number {
  let size = Infinity;
  for (let index = 0; index < fragments.length; index++) size = Math.min(size, fragments[index]!.size);
  return size;
}

const middlesOf = (gaps: readonly Gap[]): number[] => gaps.map(([from, to]) => (from + to) / 2);

/** Columns need not begin at one height: the lines of one that stand above the first line of the other belong to them. */
function startOf(rows: readonly Row[], from: number, least: number): number {
  let [gaps, start] = [gapsIn([rows[from]!]), from];
  for (; start > least; start--) {
    const [row, below] = [rows[start - 1]!, rows[start]!];
    gaps = narrowed(gaps, row).filter(([left, right]) => row.left >= right || row.right <= left);
    if (gaps.length === 0 || below.baseline - row.baseline > row.size * 2.4) break;
  }
  return start;
}

const isSplit = (row: Row): boolean => gapsIn([row]).length > 0;

function isFarFrom(rows: readonly Row[], at: number): boolean {
  return rows[at]!.baseline - rows[at - 1]!.baseline > rows[at]!.size * 1.9;
}

function narrowed(gaps: readonly Gap[], row: Row, em = row.size): Gap[] {
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

function gapsIn(rows: readonly Row[]): Gap[] {
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

function fragmentsOf(rows: readonly Row[]): Fragment[] {
  const all: Fragment[] = [];
  for (const { fragments } of rows) for (const each of fragments) all.push(each);
  return all;
}

function coversOf(rows: readonly Row[]): Gap[] {
  const covers: Gap[] = [];
  for (const { cover } of rows) for (const each of cover) covers.push(each);
  return covers;
}

/** The regions of columns of prose, one after the other; nothing when the rows are not that. */
function columnsOf(rows: readonly Row[], fragments: readonly Fragment[], depth: number): Region[] | undefined {
  const gaps = gapsIn(rows);
  if (gaps.length === 0 || gaps.length > maxGutters || rows.length < 3) return undefined;
  // The widest gutters first: those within a list or a table of one column are narrower.
  for (const chosen of [gaps, ...gaps.toSorted((a, b) => b[1] - b[0] - (a[1] - a[0])).map((gap) => [gap])]) {
    const columns = inColumns(fragments, middlesOf(chosen));
    if (!columns.every(isProse)) continue;
    const isLeftward = isRightToLeftText(fragments);
    return (isLeftward ? columns.reverse() : columns).flatMap((column) => regionsOf(column, depth + 1));
  }
  return undefined;
}

/** Lines of several words that fill their column: two of them side by side are read one after the other. */
function isProse(column: readonly Fragment[]): boolean {
  const rows = rowsOf(column);
  if (rows.length < 3) return false;
  const [left, right] = extentOf(rows);
  let letters = 0;
  let words = 0;
  let fill = 0;
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index]!;
    for (let piece = 0; piece < row.fragments.length; piece++) {
      const { text } = row.fragments[piece]!;
      const ideographs = countIdeographs(text);
      letters += text.length + 1 + ideographs;
      words += wordsIn(text) + ideographs / 2;
    }
    fill += (row.right - row.left) / Math.max(1, right - left);
  }
  const count = rows.length;
  if (words / count < 2.5 || letters / count < 12) return false;
  return letters / count >= 28 ? fill / count >= 0.4 : fill / count >= 0.62;
}

function wordsIn(text: string): number {
  let count = 1;
  for (let at = text.indexOf(' '); at !== -1; at = text.indexOf(' ', at + 1)) count++;
  return count;
}

function tableOf(rows: readonly Row[], fragments: readonly Fragment[]): Region[] | undefined {
  const cuts = middlesOf(gapsIn(rows));
  if (cuts.length === 0 || cuts.length > maxGutters || rows.length < (cuts.length > 1 ? 2 : 3)) return undefined;
  const lines = rowsOf(fragments);
  const filled = lines.filter((row) => inColumns(row.fragments, cuts).filter(({ length }) => length > 0).length > 1);
  return filled.length >= Math.max(2, lines.length * 0.5) ? [{ kind: 'table', rows: lines, cuts }] : undefined;
}
