import type { Cell, Report, Table } from '../document/model.ts';
import { lookAhead } from './ahead.ts';
import type { SparseCell, SparseRow } from './sparse.ts';

/** Fields with nothing in them that are made whatever there is, and then for each cell that there is. */
const [maxEmpty, maxEmptyPerCell] = [64 * 1024 * 1024, 200];

export interface GridSheet {
  readonly name: string;
  readonly rows: Generator<SparseRow, void>;
  /** The same rows from the first on. */
  again(): Generator<SparseRow, void>;
}

/** A sheet as one table for programs: from its first row and leftmost column on every row and cell is in its place, however far apart. */
export function* sheetGrid({ name, rows, again }: GridSheet, report: Report): Generator<Table, void> {
  try {
    const waiting: SparseRow[] = [];
    const isWhole = lookAhead(waiting, rows);
    if (waiting.length === 0) return;
    const columns = columnsOf(waiting);
    // Columns are left out only when they are empty down to the last row.
    if (!isWhole && columns.first > 0) columns.first = leftmost(again(), columns.first, report);
    const given = placedRows(chained(waiting, rows), columns, name, report);
    yield { kind: 'table', rows: given };
    for (const _ of given) report.checkStopped(); // what nobody took
  } finally {
    rows.return();
  }
}

interface Columns {
  first: number;
  last: number;
}

function columnsOf(rows: readonly SparseRow[]): Columns {
  const columns = { first: Infinity, last: 0 };
  for (const { cells } of rows) {
    columns.first = Math.min(columns.first, cells[0]?.column ?? Infinity);
    columns.last = Math.max(columns.last, cells.at(-1)?.column ?? 0);
  }
  return columns;
}

function leftmost(rows: Generator<SparseRow, void>, known: number, report: Report): number {
  let first = known;
  for (const { cells } of rows) {
    report.checkStopped();
    first = Math.min(first, cells[0]?.column ?? first);
    if (first === 0) break;
  }
  return first;
}

function* chained(waiting: SparseRow[], rows: Iterable<SparseRow>): Generator<SparseRow, void> {
  yield* waiting.splice(0);
  yield* rows;
}

function* placedRows(
  rows: Iterable<SparseRow>,
  columns: Columns,
  name: string,
  report: Report,
): Generator<readonly Cell[], void> {
  /** By column: the last row that a merged cell from above covers. */
  const covered: number[] = [];
  let [last, filled, empty]: [number | undefined, number, number] = [undefined, 0, 0];
  for (const { number, cells } of rows) {
    if (number <= (last ?? 0)) {
      report.warn(`Sheet "${name}" has rows far out of their order; those that came too late were left out.`, 'lost');
      continue;
    }
    const between = number - (last ?? number - 1) - 1;
    columns.last = Math.max(columns.last, cells.at(-1)?.column ?? 0);
    filled += cells.length;
    empty += (between + 1) * (columns.last - columns.first + 1) - cells.length;
    if (empty > maxEmpty && empty > maxEmptyPerCell * filled) {
      report.warn(
        `Sheet "${name}" has few cells, so far apart that most of it would be empty fields: what stands below row ${last ?? 0} was left out. "doc extract --mode json" gives all cells with their places.`,
        'lost',
      );
      return;
    }
    for (let at = 0; at < between; at++) yield [];
    last = number;
    yield place(cells, number, columns, covered);
  }
}

/** A row as wide as the sheet, with one cell for each run of empty places; what a merged cell covers is empty. */
function place(cells: readonly SparseCell[], row: number, { first, last }: Columns, covered: number[]): Cell[] {
  const line: Cell[] = [];
  let [at, end] = [first, first];
  const skipTo = (column: number) => {
    if (column > at) line.push({ spans: [], columns: column - at });
  };
  for (const { column, cell } of cells) {
    if (column < end || (covered[column] ?? 0) >= row) continue;
    skipTo(column);
    const { columns = 1, rows = 1 } = cell;
    line.push(columns > 1 || rows > 1 ? { ...cell, columns: 1, rows: 1 } : cell);
    at = column + 1;
    end = Math.max(at, Math.min(column + columns, last + 1));
    if (rows > 1) for (let each = column; each < end; each++) covered[each] = row + rows - 1;
  }
  skipTo(last + 1);
  return line;
}
