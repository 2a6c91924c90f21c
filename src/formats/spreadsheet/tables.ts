import type { Cell, Report, Table } from '../document/model.ts';
import { lookAhead, taken } from './ahead.ts';
import type { SparseCell, SparseRow } from './sparse.ts';

/** How many empty rows and columns may stand within a table. */
const [maxEmptyRows, maxEmptyColumns] = [20, 50];
const maxFar = 10_000;

/**
 * The rows of a sheet as tables that can be shown. Mostly it is one; far below and far to the right another begins, so that two cells in
 * the corners of a sheet are two short tables and not a grid of a million rows.
 */
export function* sheetTables(rows: Generator<SparseRow, void>, report: Report): Generator<Table, void> {
  const waiting: SparseRow[] = [];
  const take = (): SparseRow | undefined => waiting.shift() ?? taken(rows);
  const peek = (): SparseRow | undefined => {
    if (waiting.length === 0) lookAhead(waiting, rows);
    return waiting[0];
  };
  try {
    for (let first = peek(), isFirst = true; first; first = peek(), isFirst = false) {
      lookAhead(waiting, rows);
      const far: SparseCell[] = [];
      const given = region(columnsOf(waiting), { take, peek }, far, report);
      yield { kind: 'table', rows: given, ...(isFirst ? {} : { caption: `From row ${first.number}:` }) };
      for (const _ of given) report.checkStopped(); // what nobody took
      if (far.length > 0)
        yield {
          kind: 'table',
          caption: 'Cells far to the right:',
          rows: far.map(({ cell }) => [{ spans: [{ text: cell.ref ?? '' }] }, cell]),
        };
    }
  } finally {
    rows.return();
  }
}

interface Columns {
  readonly first: number;
  last: number;
}

/** From the leftmost column as far as there is no wide gap. */
function columnsOf(rows: readonly SparseRow[]): Columns {
  const used = new Set<number>();
  let end: number | undefined;
  for (const { number, cells } of rows) {
    if (end !== undefined && number - end > maxEmptyRows + 1) break;
    end = number;
    for (const { column } of cells) used.add(column);
  }
  const sorted = [...used].toSorted((a, b) => a - b);
  const first = sorted[0] ?? 0;
  let last = first;
  for (const column of sorted) {
    if (column - last > maxEmptyColumns + 1) break;
    last = column;
  }
  return { first, last };
}

interface Source {
  take(): SparseRow | undefined;
  peek(): SparseRow | undefined;
}

function* region(
  columns: Columns,
  source: Source,
  far: SparseCell[],
  report: Report,
): Generator<readonly Cell[], void> {
  /** By column: the last row that a merged cell from above covers. */
  const covered: number[] = [];
  let last: number | undefined;
  for (let row = source.peek(); row; row = source.peek()) {
    const { number, cells } = row;
    if (last !== undefined && (number - last > maxEmptyRows + 1 || (cells[0]?.column ?? 0) < columns.first)) return;
    source.take();
    const near = cells.filter((each) => isNear(each, columns) || keepFar(each, far, report));
    if (near.length === 0) continue;
    for (let empty = (last ?? number) + 1; empty < number; empty++) yield [];
    last = Math.max(number, last ?? 0);
    yield fill(near, number, columns, covered);
  }
}

function isNear({ column }: SparseCell, columns: Columns): boolean {
  return column <= columns.last + maxEmptyColumns + 1;
}

function keepFar(cell: SparseCell, far: SparseCell[], report: Report): false {
  if (far.length < maxFar) far.push(cell);
  else report.warn(`More than ${maxFar} cells stand far to the right of a table; the others were left out.`, 'lost');
  return false;
}

/** A row with a cell for each run of empty places, and none for covered ones. */
function fill(cells: readonly SparseCell[], row: number, columns: Columns, covered: number[]): Cell[] {
  const line: Cell[] = [];
  let at = columns.first;
  let gap = 0;
  const closeGap = () => {
    if (gap > 0) line.push(gap === 1 ? empty : { spans: [], columns: gap });
    gap = 0;
  };
  for (const { column, cell } of cells) {
    if (column < at || (covered[column] ?? 0) >= row) continue;
    for (; at < column; at++) {
      if ((covered[at] ?? 0) >= row) closeGap();
      else gap++;
    }
    closeGap();
    columns.last = Math.max(columns.last, column);
    const width = Math.max(1, Math.min(cell.columns ?? 1, columns.last - column + 1));
    if ((cell.rows ?? 1) > 1)
      for (let index = 0; index < width; index++) covered[column + index] = row + (cell.rows ?? 1) - 1;
    line.push(width === (cell.columns ?? 1) ? cell : { ...cell, columns: width });
    at = column + width;
  }
  return line;
}

const empty: Cell = { spans: [] };
