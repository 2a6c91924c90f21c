import type { Cell } from './model.ts';

/** A cell as formats have it that say of each cell whether it continues the one above. */
export interface RawCell extends Pick<Cell, 'spans' | 'blocks'> {
  columns: number;
  readonly merge: 'none' | 'start' | 'continue';
}

const maxWaiting = 1000;

/** Rows with the cells that continue others taken out, and how far each reaches in those that begin. */
export function* mergeRows(rows: Iterable<readonly RawCell[]>): Generator<readonly Cell[], void> {
  type Open = { -readonly [K in keyof Cell]: Cell[K] };
  let waiting: Cell[][] = [];
  /** Cells that may go on in the next row, by their column. */
  let open = new Map<number, Open>();
  for (const row of rows) {
    const next = new Map<number, Open>();
    const cells: Cell[] = [];
    let column = 0;
    for (const { columns, merge, ...content } of row) {
      const above = merge === 'continue' ? open.get(column) : undefined;
      if (above) {
        above.rows = (above.rows ?? 1) + 1;
        next.set(column, above);
      } else {
        const cell: Open = { ...content, ...(columns === 1 ? {} : { columns }) };
        if (merge !== 'none') next.set(column, cell);
        cells.push(cell);
      }
      column += columns;
    }
    open = next;
    waiting.push(cells);
    if (open.size > 0 && waiting.length < maxWaiting) continue;
    yield* waiting;
    [waiting, open] = [[], new Map()];
  }
  yield* waiting;
}
