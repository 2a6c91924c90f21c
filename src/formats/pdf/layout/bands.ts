import { isAside } from './aside.ts';
import { inColumns, type Fragment } from './fragment.ts';
import { fragmentsOf, gapsIn, isSplit, maxGutters, middlesOf, narrowed } from './gutters.ts';
import { isProse } from './prose.ts';
import { extentOf, type Gap, type Row } from './rows.ts';
import { larger } from './scale.ts';

/** Where the run of rows that begins at `from` and shares a gutter ends; the next row when there is none. */
export function bandEnd(rows: readonly Row[], from: number): number {
  let to = from + 1;
  const below = rows[to];
  if (rows[from]!.cover.length === 1 || (below && isTitle(rows[from]!, below.size))) return to;
  let size = rows[from]!.size;
  let gaps = gapsIn([rows[from]!]);
  if (gaps.length === 0 || gaps.length > maxGutters) return to;
  let pitch = Infinity;
  for (; to < rows.length; to++) {
    const row = rows[to]!;
    const distance = row.baseline - rows[to - 1]!.baseline;
    const left = narrowed(gaps, row);
    const isApart = distance > Math.max(pitch, row.size * 1.2) * 1.7;
    // What stands at the top of a page is not the head of the table below it.
    if (to === 1 && distance > row.size * 2.4 && left.length > gaps.length) break;
    // After white space another thing begins, unless it goes on with the same columns; so it does where nothing is left of them.
    const isOther =
      left.length === 0 ||
      (isApart && (left.length < gaps.length || !(isSplit(row) || isCellStart(rows, from, to, gaps)))) ||
      isTitle(row, size);
    if (left.length > maxGutters || (isOther && !goesOn(rows, from, to, gaps))) break;
    pitch = Math.min(pitch, distance);
    size = Math.max(size, row.size);
    if (!isOther) gaps = left;
  }
  while (to > from + 1 && !isSplit(rows[to - 1]!) && isFarFrom(rows, to - 1)) to--;
  return nextHead(rows, from, to, gaps.length + 1);
}

/** Whether a line is the first of a cell that is higher than those beside it, which stand in its middle or at its end. */
function isCellStart(rows: readonly Row[], start: number, from: number, gaps: readonly Gap[]): boolean {
  // At the left it may be a title, unless other cells of the table have several lines.
  if (rows[from]!.left < gaps[0]![1] && rows.slice(start, from).every(isLevel)) return false;
  for (let at = from + 1; at < rows.length && rows[at]!.top - rows[at - 1]!.top < rows[at]!.size * 1.6; at++)
    if (isSplit(rows[at]!)) return narrowed(gaps, rows[at]!).length === gaps.length;
  return false;
}

function isLevel({ fragments, size }: Row): boolean {
  const { baseline } = fragments[0]!;
  return fragments.every((each) => Math.abs(each.baseline - baseline) < size * 0.2);
}

/** Where the head of another table stands among rows, or their end: words in more columns than any row above it has, which go on below. */
function nextHead(rows: readonly Row[], from: number, to: number, columns: number): number {
  let at = from;
  while (at < to && rows[at]!.cover.length <= columns) at++;
  const [above, head, below] = [rows[at - 1], rows[at], rows[at + 1]];
  if (at >= to || at < from + 2 || !above || !head || !below || !isSplit(below)) return to;
  const own = gapsIn([head]);
  const isHead = own.length >= columns && own.length > 1 && head.fragments.every(({ text }) => /\p{L}/u.test(text));
  if (!isHead || narrowed(own, below).length < own.length) return to;
  const white = (head.baseline - above.baseline) / (below.baseline - head.baseline);
  const isEnd = at === to - 1 && white > 0.95; // what follows goes through the columns of the rows above
  return isEnd || (white > 1.05 && narrowed(own, above).length < own.length) ? at : to;
}

/** Whether a row is the title of a section beside rows of a size: larger, and all one but for a number before it. */
function isTitle(row: Row, sizeBeside: number): boolean {
  if (row.size < sizeBeside * larger || smallestIn(row) < sizeBeside * larger) return false;
  if (row.cover.length === 1) return true;
  const [number, words] = row.fragments as [Fragment, Fragment];
  return row.fragments.length === 2 && /^[\dA-Z]{1,2}$/.test(number.text) && /^\p{L}/u.test(words.text);
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
  if (full < fullLines) return false;
  const columns = inColumns(fragmentsOf(rows.slice(start, to)), middlesOf(gaps));
  return columns.every(isProse) || isAside(columns);
}

/** How wide a gutter has to be is decided by the text beside it, not by a heading of the other column. */
function smallestIn({ fragments }: Row): number {
  let size = Infinity;
  for (let index = 0; index < fragments.length; index++) size = Math.min(size, fragments[index]!.size);
  return size;
}

/** Columns need not begin at one height: the lines of one that stand above the first line of the other belong to them. */
export function startOf(rows: readonly Row[], from: number, least: number): number {
  let [gaps, start] = [gapsIn([rows[from]!]), from];
  for (; start > least; start--) {
    const [row, below] = [rows[start - 1]!, rows[start]!];
    gaps = narrowed(gaps, row).filter(([left, right]) => row.left >= right || row.right <= left);
    if (gaps.length === 0 || below.baseline - row.baseline > row.size * 2.4) break;
  }
  // The last line of a paragraph that goes over all columns is not of them.
  if (gaps.length === 0) while (start < from && isNext(rows[start - 1]!, rows[start]!)) start++;
  return start;
}

function isNext(above: Row, row: Row): boolean {
  return above.size === row.size && row.baseline - above.baseline < row.size * 1.4;
}

function isFarFrom(rows: readonly Row[], at: number): boolean {
  return rows[at]!.baseline - rows[at - 1]!.baseline > rows[at]!.size * 1.9;
}

/** How far, in ems, a header or a footer of so few lines is from the columns, and how much larger a title is than what follows it. */
const [marginEms, marginLines, titleSize] = [2.5, 2, 1.5];

/** From where to where rows are, without lines beside the columns that stand above or below all of them. */
export function withoutMargins(rows: readonly Row[]): readonly [from: number, to: number] {
  const pitch = (at: number) => rows[at]!.baseline - rows[at - 1]!.baseline;
  let [from, to] = [0, rows.length];
  for (let at = 1; at <= marginLines && at < rows.length; at++) {
    const [row, { size }] = [rows[at - 1]!, rows[at]!];
    const isWhole = !isSplit(row);
    if (pitch(at) > size * marginEms ? isWhole || row.size < size * titleSize : isWhole && row.size > size * titleSize)
      from = at;
    else if (!isWhole) break;
  }
  for (let at = rows.length - 1; at >= rows.length - marginLines && at > from; at--) {
    const row = rows[at]!;
    const isWhole = !isSplit(row);
    if (pitch(at) > row.size * marginEms && (isWhole || row.size < rows[at - 1]!.size * titleSize)) to = at;
    else if (!isWhole) break;
  }
  return [from, to];
}
