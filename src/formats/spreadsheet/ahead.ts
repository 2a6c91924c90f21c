import type { SparseRow } from './sparse.ts';

/** How much is looked at for the columns of a table before its first row is given. */
const [rowsAhead, cellsAhead] = [200, 50_000];

/** Fills up what waits; true when there is no more behind it. */
export function lookAhead(waiting: SparseRow[], rows: Generator<SparseRow, void>): boolean {
  let cells = waiting.reduce((sum, row) => sum + row.cells.length, 0);
  while (waiting.length < rowsAhead && cells < cellsAhead) {
    const row = taken(rows);
    if (!row) return true;
    waiting.push(row);
    cells += row.cells.length;
  }
  return false;
}

export function taken(rows: Generator<SparseRow, void>): SparseRow | undefined {
  const { done, value } = rows.next();
  return done === true ? undefined : value;
}
