import type { Cell } from './model.ts';

const maxColumns = 16_384;

/** The rows of a table with every place filled: `undefined` where a cell of the left or of above covers it. */
export function* gridRows(rows: Iterable<readonly Cell[]>): Generator<(Cell | undefined)[]> {
  /** Up to which row a cell from above covers a column; not counted down, as a short row does not come to each of them. */
  const coveredTo: number[] = [];
  let number = 0;
  for (const row of rows) {
    const line: (Cell | undefined)[] = [];
    const skipCovered = () => {
      while ((coveredTo[line.length] ?? 0) > number) line.push(undefined);
    };
    for (const cell of row) {
      if (line.length >= maxColumns) break;
      skipCovered();
      const columns = Math.min(cell.columns ?? 1, maxColumns - line.length);
      for (let index = 0; index < columns; index++) {
        if ((cell.rows ?? 1) > 1) coveredTo[line.length] = number + (cell.rows as number);
        line.push(index === 0 ? cell : undefined);
      }
    }
    skipCovered();
    yield line;
    number++;
  }
}
