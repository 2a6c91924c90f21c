import { cellOf } from '../document/cell.ts';
import { mergeRows, type RawCell } from '../document/merge.ts';
import type { Block, Cell } from '../document/model.ts';

/** Of a cell as its row declares it: where it ends, and whether it goes on from the left or from above. */
export interface CellShape {
  readonly right: number;
  readonly across: boolean;
  readonly down: RawCell['merge'];
}

interface Row {
  readonly left: number;
  readonly shapes: readonly CellShape[];
  readonly cells: readonly (readonly Block[])[];
}

/** Edges that are nearer than this (in twentieths of a point) are the same. */
const sameEdge = 30;
const maxEdges = 1000;

/** Rows that follow each other. */
export class RtfTable {
  readonly #rows: Row[] = [];
  cells = 0;

  add(row: Row): void {
    this.#rows.push(row);
    this.cells += row.cells.length;
  }

  block(): Block | undefined {
    const rows = this.#rows.filter(({ cells }) => cells.some((blocks) => blocks.length > 0));
    if (rows.length === 0) return undefined;
    const edges = edgesOf(rows);
    const merged: (readonly Cell[])[] = [...mergeRows(rows.map((row) => rawCells(row, edges)))];
    return { kind: 'table', rows: merged };
  }
}

function rawCells({ left, shapes, cells }: Row, edges: readonly number[]): RawCell[] {
  const row: RawCell[] = [];
  let from = left;
  for (const [index, blocks] of cells.entries()) {
    const shape = shapes[index];
    const columns = shape
      ? Math.max(1, edges.filter((edge) => edge > from + sameEdge && edge <= shape.right + sameEdge).length)
      : 1;
    from = shape?.right ?? from;
    const last = row.at(-1);
    if (shape?.across === true && last) last.columns += columns;
    else row.push({ ...cellOf(blocks), columns, merge: shape?.down ?? 'none' });
  }
  return row;
}

/** Where columns end in any row: a cell that passes some of them covers several columns. */
function edgesOf(rows: readonly Row[]): readonly number[] {
  const all = new Set<number>();
  for (const { shapes } of rows) for (const { right } of shapes) if (all.size < maxEdges) all.add(right);
  const edges: number[] = [];
  for (const edge of [...all].sort((one, other) => one - other))
    if (edges.length === 0 || edge > (edges.at(-1) as number) + sameEdge) edges.push(edge);
  return edges;
}
