import type { Report } from '../document/model.ts';
import type { SparseRow } from './sparse.ts';

/** How much is held back while a row is missing that may still come. */
const [maxHeldRows, maxHeldCells] = [1000, 50_000];

/** Rows by their numbers, where a file has them in another order; one that comes far too late stays where it came, with a warning. */
export function* inOrder(rows: Iterable<SparseRow>, name: string, report: Report): Generator<SparseRow, void> {
  const held: SparseRow[] = [];
  let [last, cells] = [0, 0];
  for (const row of rows) {
    if (row.number <= last) report.warn(`Sheet "${name}" has rows far out of their order, such as row ${row.number}.`);
    held.splice(held.findLastIndex(({ number }) => number <= row.number) + 1, 0, row);
    cells += row.cells.length;
    for (let first = held[0]; first; first = held[0]) {
      if (first.number > last + 1 && held.length <= maxHeldRows && cells <= maxHeldCells) break;
      held.shift();
      cells -= first.cells.length;
      last = Math.max(last, first.number);
      yield first;
    }
  }
  yield* held;
}
