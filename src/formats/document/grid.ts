import type { Cell } from './model.ts';

const maxColumns = 16_384;

/** The rows of a table with every place filled: `undefined` where a cell of the left or of above covers it. */
export function* gridRows(rows: Iterable<readonly Cell[]>): Generator<(Cell | undefined)[]> {
  /** How many more rows are covered, by column. */
  const covered: number[] = [];
  for (const row of rows) {
    const line: (Cell | undefined)[] = [];
    for (const cell of row) {
      if (line.length >= maxColumns) break;
      skipCovered(line, covered);
      const columns = Math.min(cell.columns ?? 1, maxColumns - line.length);
      for (let index = 0; index < columns; index++) {
        if ((cell.rows ?? 1) > 1) covered[line.length] = (cell.rows as number) - 1;
        line.push(index === 0 ? cell : undefined);
      }
    }
    skipCovered(line, covered);
    yield line;
  }
}

function skipCovered(line: (Cell | undefined)[], covered: number[]): void {
  for (let left = covered[line.length]; left !== undefined && left > 0; left = covered[line.length]) {
    covered[line.length] = left - 1;
    line.push(undefined);
  }
}
