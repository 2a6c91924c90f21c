import { inColumns, type Fragment } from './fragment.ts';
import { extentOf, rowsOf, type Row } from './rows.ts';
import { apart, firstWord, isNumber, leastPitch, mostPitch } from './stripes.ts';

/** Fewer rows do not tell a table; in so many of them cells of several lines have to stand beside others. */
const [leastRows, leastUneven] = [3, 2];
/** Columns that are narrower, in ems, are full with any word. */
const leastWidth = 4;
/** How far, in ems, the middles or the ends of the cells of one row may be from each other. */
const sameHeight = 0.2;

/**
 * Lines of a table whose cells stand in the middle or at the bottom of their rows, as browsers put them, gathered by row: each cell is
 * lines without white between them, and cells at one height are a row. Nothing where a column has two cells beside one of another.
 */
export function centredRows(fragments: readonly Fragment[], cuts: readonly number[]): Row[][] | undefined {
  const columns = inColumns(fragments, cuts).map((column) => rowsOf(column));
  let least = Infinity;
  for (const lines of columns)
    for (let index = 1; index < lines.length; index++) least = Math.min(least, pitchAt(lines, index));
  if (least < leastPitch || least > mostPitch) return undefined;
  const cells = columns.flatMap((lines, column) => cellsOf(lines, column, least)).sort((a, b) => a.top - b.top);
  const rows: TableCell[][] = [];
  let end = -Infinity;
  for (const cell of cells) {
    const row = rows.at(-1);
    if (!row || cell.top >= end) rows.push([cell]);
    else if (row.some(({ column }) => column === cell.column)) return undefined;
    else row.push(cell);
    end = Math.max(end, cell.bottom);
  }
  return areRows(rows) && areWrapped(cells, columns)
    ? rows.map((row) => rowsOf(row.flatMap(({ lines }) => lines.flatMap(piecesOf))))
    : undefined;
}

/** Whether white that is wider than that between lines goes through rows, as between those of a table: all of a page is asked. */
export function hasWhites(rows: readonly Row[]): boolean {
  let least = Infinity;
  const whiteAt = (index: number) => (rows[index]!.top - rows[index - 1]!.bottom) / rows[index]!.size;
  for (let index = 1; index < rows.length; index++) least = Math.min(least, whiteAt(index));
  let count = 1;
  for (let index = 1; index < rows.length && count < leastRows; index++) if (whiteAt(index) > least + apart) count++;
  return count >= leastRows;
}

interface TableCell {
  readonly column: number;
  readonly lines: readonly Row[];
  readonly top: number;
  readonly bottom: number;
}

const piecesOf = ({ fragments }: Row): readonly Fragment[] => fragments;

function cellsOf(lines: readonly Row[], column: number, least: number): TableCell[] {
  const cells: TableCell[] = [];
  for (let from = 0, to = 0; from < lines.length; from = to) {
    to = from + 1;
    while (to < lines.length && pitchAt(lines, to) <= least + apart) to++;
    cells.push({ column, lines: lines.slice(from, to), top: lines[from]!.top, bottom: lines[to - 1]!.bottom });
  }
  return cells;
}

function pitchAt(lines: readonly Row[], index: number): number {
  const { baseline, size } = lines[index]!;
  return (baseline - lines[index - 1]!.baseline) / size;
}

function areRows(rows: readonly (readonly TableCell[])[]): boolean {
  if (rows.length < leastRows || rows.filter(({ length }) => length > 1).length < rows.length * 0.8) return false;
  const uneven = rows.filter((row) => row.some(({ lines }) => lines.length !== row[0]!.lines.length));
  return (
    uneven.length >= leastUneven &&
    (uneven.every((row) => areLevel(row, middleOf)) || uneven.every((row) => areLevel(row, endOf)))
  );
}

/** Whether most cells of several lines have them because the next word had no room, and none goes on with a number below another. */
function areWrapped(cells: readonly TableCell[], columns: readonly (readonly Row[])[]): boolean {
  const widths = columns.map((lines) => {
    const [left, right] = extentOf(lines);
    return right - left;
  });
  let [wrapped, broken] = [0, 0];
  for (const { column, lines } of cells)
    for (let index = 1; index < lines.length; index++) {
      const [above, { fragments }] = [lines[index - 1]!, lines[index]!];
      if (isNumber(fragments) && isNumber(above.fragments)) return false;
      const isFull = above.right - above.left + firstWord(fragments) > widths[column]!;
      if (isFull && widths[column]! > above.size * leastWidth) wrapped++;
      else broken++;
    }
  return broken * 2 <= wrapped;
}

const middleOf = ({ lines }: TableCell): number => (lines[0]!.baseline + lines.at(-1)!.baseline) / 2;
const endOf = ({ lines }: TableCell): number => lines.at(-1)!.baseline;

function areLevel(row: readonly TableCell[], heightOf: (cell: TableCell) => number): boolean {
  const heights = row.map(heightOf);
  return Math.max(...heights) - Math.min(...heights) < row[0]!.lines[0]!.size * sameHeight;
}
