import type { Cell, Table } from '../../document/model.ts';
import type { BlockContext } from './blocks.ts';
import type { Region } from './columns.ts';
import { inColumns, type Fragment } from './fragment.ts';
import { joined } from './line.ts';
import { extentOf, rowOf, type Row } from './rows.ts';
import { isRightToLeftText, spansOf } from './text.ts';

/** A table whose columns are only told by white space. */
export function borderlessTable({ rows, cuts }: Region, context: BlockContext): Table {
  const cells: Row[][][] = [];
  for (const [index, row] of rows.entries()) {
    const places = inColumns(row.fragments, cuts);
    const isMore = index > 0 && goesOn(rows[index - 1]!, row, places);
    if (!isMore) cells.push(places.map((fragments) => (fragments.length > 0 ? [rowOf(fragments)] : [])));
    else
      for (const [column, fragments] of places.entries())
        if (fragments.length > 0) cells.at(-1)![column]!.push(rowOf(fragments));
  }
  const [left, right] = extentOf(rows);
  return {
    kind: 'table',
    rows: inTurn(cells.map((row) => row.map((lines): Cell => cellOf(lines, context)))),
    at: context.place(left, rows[0]!.top, right, rows.at(-1)!.bottom),
  };
}

export function cellOf(rows: readonly Row[], { links }: BlockContext): Cell {
  return { spans: joined(rows.map((row) => ({ spans: spansOf(row, links) }))) };
}

/** The first column of a right-to-left table is on the right. */
export function inTurn(rows: readonly Cell[][]): readonly Cell[][] {
  const spans = rows.flatMap((row) => row.flatMap((cell) => cell.spans));
  return isRightToLeftText(spans) ? rows.map((row) => row.toReversed()) : rows;
}

/** A row without a first cell, close below another, is the next line of its cells. */
function goesOn(before: Row, row: Row, places: readonly (readonly Fragment[])[]): boolean {
  return places[0]!.length === 0 && row.baseline - before.baseline < row.size * 1.4;
}
