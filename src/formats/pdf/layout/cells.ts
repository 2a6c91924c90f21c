import { partOf, type Fragment } from './fragment.ts';
import { plainGrid, type Grid } from './grid.ts';
import { isMarkerOf } from './marker.ts';
import { extentOf, merged, rowsOf, type Gap, type Row } from './rows.ts';
import { isNumber } from './stripes.ts';

/** Fewer rows do not tell a table; rows further apart than this, in ems, are of two. */
const [leastRows, mostPitch] = [3, 3];
/** How far, in ems, the starts or the ends of the cells of a column may be from each other: letters have white at their sides. */
const sameEdge = 0.16;
/** More cells in a row are words that were put on the page one by one. */
const mostCells = 40;

/**
 * The tables whose cells were put on the page one by one, without a sign for a space between them, and so close to each other that no
 * gutter is seen: sheets, where a column of numbers ends right before one of words begins.
 */
export function cellGrids(fragments: readonly Fragment[], grids: readonly Grid[]): Grid[] {
  // Where white tells all words apart, it says nothing of cells.
  if (fragments[0]?.glyphs.spacing === 'white' || !fragments.some(hasSeam)) return [];
  const found: Grid[] = [];
  let band: Cells[] = [];
  const flush = () => {
    const grid = band.length >= leastRows ? gridOf(band) : undefined;
    if (grid) found.push(grid);
    band = [];
  };
  for (const row of rowsOf(fragments, 0.2)) {
    const cells = cellsOf(row, grids);
    const last = band.at(-1)?.row;
    if (!cells || (last && row.baseline - last.baseline > row.size * mostPitch)) flush();
    if (cells) band.push(cells);
  }
  flush();
  return found;
}

interface Cells {
  readonly row: Row;
  readonly pieces: readonly Fragment[];
}

/** Whether another text object begins at a glyph, after white that no sign stands for. */
function isSeam({ glyphs: { run, before } }: Fragment, index: number): boolean {
  return before[index]! > 1 && run[index] !== run[index - 1];
}

function hasSeam(fragment: Fragment): boolean {
  if (fragment.inserted !== undefined) return false;
  for (let index = fragment.from + 1; index < fragment.to; index++) if (isSeam(fragment, index)) return true;
  return false;
}

/** The cells of a row; nothing when it has only one, stands in another table, or is of a program. */
function cellsOf(row: Row, grids: readonly Grid[]): Cells | undefined {
  if (row.fragments.length > mostCells) return undefined;
  const isInside = ({ xs, ys }: Grid) =>
    row.baseline > ys[0]! && row.baseline < ys.at(-1)! && row.left < xs.at(-1)! && row.right > xs[0]!;
  if (grids.some(isInside)) return undefined;
  const pieces: Fragment[] = [];
  for (const fragment of row.fragments) {
    const { glyphs, from, to } = fragment;
    if (fragment.inserted !== undefined || fragment.table || glyphs.run[from]!.style.isFixed) return undefined;
    let start = from;
    for (let index = from + 1; index <= to && pieces.length <= mostCells; index++) {
      if (index < to && !isSeam(fragment, index)) continue;
      pieces.push(start === from && index === to ? fragment : partOf(fragment, start, index));
      start = index;
    }
  }
  if (pieces.length < 2 || pieces.length > mostCells) return undefined;
  const [first, second] = pieces as [Fragment, Fragment];
  return isMarkerOf(first.text, second.text, true) ? undefined : { row, pieces };
}

/** Nothing unless each piece has a column of its own, and those that are close to each other are told by where they begin or end. */
function gridOf(band: readonly Cells[]): Grid | undefined {
  const columns = withHeads(
    merged(band.flatMap(({ pieces }) => pieces.map(({ left, right }): Gap => [left, right]))),
    band,
  );
  if (columns.length < 2) return undefined;
  const inColumn = columns.map((): (Fragment | undefined)[] => []);
  for (const [at, { pieces }] of band.entries()) {
    for (const piece of pieces) {
      const column = columns.findIndex(([, right]) => piece.left <= right);
      if (inColumn[column]![at]) return undefined;
      inColumn[column]![at] = piece;
    }
  }
  if (isCounted(inColumn)) return undefined;
  let narrow = 0;
  for (let column = 1; column < columns.length; column++) {
    const [before, after] = [inColumn[column - 1]!, inColumn[column]!];
    const seams = band.filter(
      (_, at) => before[at] && before[at].glyphs === after[at]?.glyphs && isNear(before[at], after[at]),
    );
    if (seams.length < 2) continue;
    if (!areEven(after, 'left') && !areEven(before, 'right')) return undefined;
    // Where no word is told from the next by a sign, words could be cells.
    const isTold =
      band[0]!.pieces[0]!.glyphs.spacing === 'signs' || areNumbers(after) || (column > 1 && areNumbers(before));
    if (!isTold) return undefined;
    narrow++;
  }
  if (narrow === 0) return undefined;
  const cuts = columns.slice(1).map(([left], at) => (columns[at]![1] + left) / 2);
  const [left, right] = extentOf(columns.map(([left, right]) => ({ left, right })));
  const ys = band.slice(1).map(({ row }, at) => (row.top + band[at]!.row.bottom) / 2);
  return plainGrid([left - 1, ...cuts, right + 1], [band[0]!.row.top - 1, ...ys, band.at(-1)!.row.bottom + 1]);
}

/** A head of words begins where its column does, numbers end where it ends: what only the head has goes with the next column, where it has none. */
function withHeads(columns: readonly Gap[], [head, ...body]: readonly Cells[]): Gap[] {
  const has = ({ pieces }: Cells, [left, right]: Gap) =>
    pieces.some((piece) => piece.left <= right && piece.right >= left);
  const result: Gap[] = [];
  for (let at = 0; at < columns.length; at++) {
    const [column, next] = [columns[at]!, columns[at + 1]];
    const isHead = next && has(head!, column) && !has(head!, next) && !body.some((row) => has(row, column));
    result.push(isHead ? [column[0], next[1]] : column);
    if (isHead) at++;
  }
  return result;
}

const isNear = (one: Fragment, other: Fragment): boolean =>
  other.left - one.right <= Math.max(one.size, other.size) * 0.9;

/** Whether two thirds of the cells of a column begin, or end, at one place. */
function areEven(cells: readonly (Fragment | undefined)[], side: 'left' | 'right'): boolean {
  const filled = cells.filter((cell) => cell !== undefined);
  const places = filled.map((cell) => cell[side]).sort((a, b) => a - b);
  const middle = places[places.length >> 1]!;
  const even = filled.filter((cell) => Math.abs(cell[side] - middle) <= cell.size * sameEdge).length;
  return filled.length >= leastRows && even * 3 >= filled.length * 2;
}

/** Whether all below the head are numbers. */
function areNumbers(cells: readonly (Fragment | undefined)[]): boolean {
  return cells.every((cell, at) => at === 0 || !cell || isNumber([cell]));
}

/** Whether two columns are numbers or marks of lines, items or notes, and these. */
function isCounted([numbers, ...others]: readonly (readonly (Fragment | undefined)[])[]): boolean {
  return others.length === 1 && numbers!.every((cell) => cell !== undefined && /^\P{L}{1,6}$/u.test(cell.text));
}
