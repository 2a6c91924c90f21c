import type { Cell, Table } from '../../document/model.ts';
import type { BlockContext } from './blocks.ts';
import type { Region } from './columns.ts';
import { inColumns } from './fragment.ts';
import { joined } from './line.ts';
import { extentOf, rowOf, type Row } from './rows.ts';
import { isRightToLeftText, spansOf } from './text.ts';

/** A table whose columns are only told by white space. */
export function borderlessTable({ groups, cuts }: Extract<Region, { kind: 'table' }>, context: BlockContext): Table {
  const rows = groups.flat();
  const [left, right] = extentOf(rows);
  return {
    kind: 'table',
    rows: inTurn(cellsOf(groups, cuts, context)),
    at: context.place(left, rows[0]!.top, right, rows.at(-1)!.bottom),
  };
}

/** The cells of rows of one or more lines. */
export function cellsOf(groups: readonly (readonly Row[])[], cuts: readonly number[], context: BlockContext): Cell[][] {
  return groups.map((lines) => {
    const columns: Row[][] = Array.from({ length: cuts.length + 1 }, () => []);
    for (const { fragments } of lines)
      for (const [column, inside] of inColumns(fragments, cuts).entries())
        if (inside.length > 0) columns[column]!.push(rowOf(inside));
    return columns.map((inside) => cellOf(inside, context));
  });
}

export function cellOf(rows: readonly Row[], { links }: BlockContext): Cell {
  return { spans: joined(rows.map((row) => ({ spans: spansOf(row, links) }))) };
}

/** The first column of a right-to-left table is on the right. */
export function inTurn(rows: readonly Cell[][]): readonly Cell[][] {
  const spans = rows.flatMap((row) => row.flatMap((cell) => cell.spans));
  return isRightToLeftText(spans) ? rows.map((row) => row.toReversed()) : rows;
}
