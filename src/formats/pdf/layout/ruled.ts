import type { Cell, Table } from '../../document/model.ts';
import type { BlockContext } from './blocks.ts';
import { cellOf, cellsOf, inTurn } from './borderless.ts';
import { inColumns, partOf, type Fragment } from './fragment.ts';
import { plainGrid, type Grid } from './grid.ts';
import { gapsIn, middlesOf } from './gutters.ts';
import { rowsOf, type Row } from './rows.ts';
import { isNumber } from './stripes.ts';
import { withContinued } from './unruled.ts';

/** Takes the text of ruled tables out of the fragments of a page, and puts each table in its place. */
export function withTables(
  fragments: readonly Fragment[],
  grids: readonly Grid[],
  context: BlockContext,
): readonly Fragment[] {
  if (grids.length === 0) return fragments;
  let rest = fragments;
  const tables: Fragment[] = [];
  for (const grid of grids) {
    const inside = new Map<number, Fragment[]>();
    const outside: Fragment[] = [];
    let cutWords = 0;
    for (let index = 0; index < rest.length; index++) cutWords += distribute(rest[index]!, grid, inside, outside);
    // Lines that go through words are a drawing.
    const table = cutWords > inside.size * 0.05 ? undefined : tableOf(opened(grid, inside), inside, context);
    if (!table) continue;
    rest = outside;
    const [left, right, top] = [grid.xs[0]!, grid.xs.at(-1)!, grid.ys[0]!];
    const { glyphs } = fragments[0]!;
    tables.push({ glyphs, from: 0, to: 0, left, right, baseline: top + 8, size: 10, inserted: '', text: '', table });
  }
  return [...rest, ...tables];
}

/** A fragment may go over several cells where the space between them is narrow: it is cut at the lines. Gives the words cut. */
function distribute(fragment: Fragment, grid: Grid, inside: Map<number, Fragment[]>, outside: Fragment[]): number {
  const row = indexIn(grid.ys, fragment.baseline - fragment.size * 0.3);
  const first = grid.xs[0]!;
  if (row < 0 || fragment.right < first || fragment.left > grid.xs.at(-1)! || fragment.table) {
    outside.push(fragment);
    return 0;
  }
  const put = (cell: number, part: Fragment) => {
    if (cell < 0) return void outside.push(part);
    const known = inside.get(cell);
    if (known) known.push(part);
    else inside.set(cell, [part]);
  };
  const cellAt = (left: number, right: number) => {
    const column = indexIn(grid.xs, (left + right) / 2);
    return column < 0 ? -1 : grid.ownerOf(row, column); // a line ends at a cell that covers several columns
  };
  const { glyphs, from, to } = fragment;
  if (fragment.inserted !== undefined) {
    put(cellAt(fragment.left, fragment.right), fragment);
    return 0;
  }
  let cutWords = 0;
  const cellOfGlyph = (index: number) => cellAt(glyphs.left[index]!, glyphs.right[index]!);
  for (let start = from; start < to;) {
    const cell = cellOfGlyph(start);
    let end = start + 1;
    while (end < to && cellOfGlyph(end) === cell) end++;
    put(cell, start === from && end === to ? fragment : partOf(fragment, start, end));
    if (start > from && glyphs.before[start] === 0) cutWords++;
    start = end;
  }
  return cutWords;
}

function indexIn(edges: readonly number[], at: number): number {
  if (at < edges[0]! || at > edges.at(-1)!) return -1;
  let index = 0;
  while (index < edges.length - 2 && at >= edges[index + 1]!) index++;
  return index;
}

/**
 * Some tables have lines only around some of their rows: a cell over several columns, each line of which has a piece in every one of
 * them, is as many cells. Puts its pieces where they belong.
 */
function opened(grid: Grid, inside: Map<number, Fragment[]>): Grid {
  const columns = grid.xs.length - 1;
  const open = new Set<number>();
  for (const [key, pieces] of inside) {
    const span = grid.spanOf(key);
    if (span.columns === 1 || span.rows > 1) continue;
    const cuts = grid.xs.slice((key % columns) + 1, (key % columns) + span.columns);
    if (!areInAll(rowsOf(pieces), cuts)) continue;
    for (const [at, part] of inColumns(pieces, cuts).entries()) {
      inside.set(key + at, part);
      open.add(key + at);
    }
  }
  if (open.size === 0) return grid;
  return {
    ...grid,
    ownerOf: (row, column) => (open.has(row * columns + column) ? row * columns + column : grid.ownerOf(row, column)),
    spanOf: (cell) => (open.has(cell) ? { columns: 1, rows: 1 } : grid.spanOf(cell)),
  };
}

/** Whether each row has something in every column, with a letter or a digit in it, and nothing over a cut. */
function areInAll(rows: readonly Row[], cuts: readonly number[]): boolean {
  return rows.every(({ fragments }) => {
    const isAcross = fragments.some(({ left, right }) => cuts.some((cut) => left < cut && right > cut));
    const hasWords = (pieces: readonly Fragment[]) => pieces.some(({ text }) => /[\p{L}\p{N}]/u.test(text));
    return !isAcross && inColumns(fragments, cuts).every(hasWords);
  });
}

/** Nothing when there is hardly any text between the lines: a drawing. */
function tableOf(grid: Grid, inside: ReadonlyMap<number, Fragment[]>, context: BlockContext): Table | undefined {
  const columns = grid.xs.length - 1;
  const rows = grid.ys.length - 1;
  const keys = [...inside.keys()];
  const usedColumns = new Set(keys.map((key) => key % columns));
  const usedRows = new Set(keys.map((key) => Math.floor(key / columns)));
  if (usedColumns.size < 2 || usedRows.size * 3 < rows) return undefined;
  if (usedRows.size < 2 && !(rows === 1 && isOneRow(columns, inside))) return undefined;
  const result: Cell[][] = [];
  for (let row = 0; row < rows; row++) {
    const cells: Cell[] = [];
    for (let column = 0; column < columns; column++) {
      const key = row * columns + column;
      if (grid.ownerOf(row, column) !== key) continue;
      const { columns: wide, rows: high } = grid.spanOf(key);
      const cell = cellOf(rowsOf(inside.get(key) ?? []), context);
      cells.push({ ...cell, ...(wide > 1 ? { columns: wide } : {}), ...(high > 1 ? { rows: high } : {}) });
    }
    if (usedRows.has(row) || cells.length < columns) result.push(cells);
  }
  const at = context.place(grid.xs[0]!, grid.ys[0]!, grid.xs.at(-1)!, grid.ys.at(-1)!);
  return { kind: 'table', rows: inTurn(linesAsRows(grid, inside, context) ?? result), at };
}

/** Cells of more lines, side by side, are boxes of text. */
const oneRowLines = 3;

function isOneRow(columns: number, inside: ReadonlyMap<number, Fragment[]>): boolean {
  return inside.size === columns && [...inside.values()].every((cell) => rowsOf(cell).length <= oneRowLines);
}

/** A table that has lines only between its columns, and perhaps below its head: each line of text is a row. */
function linesAsRows(grid: Grid, inside: ReadonlyMap<number, Fragment[]>, context: BlockContext): Cell[][] | undefined {
  const [columns, rows] = [grid.xs.length - 1, grid.ys.length - 1];
  if (rows > 2 || columns < 2) return undefined;
  const finer = withGutters(grid, inside);
  if (finer) return linesAsRows(finer.grid, finer.inside, context);
  const lines = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => rowsOf(inside.get(row * columns + column) ?? [])),
  );
  const body = lines.at(-1)!;
  const head = lines.slice(0, -1).map((row) => row.map((cell) => cellOf(cell, context)));
  const counted = countedRows(grid, inside, context);
  if (counted) return [...head, ...counted];
  const height = body[0]!.length;
  if (height < 3 || body.some((cell) => cell.length !== height)) return undefined;
  const isLevel = body.every((cell) => cell.every((line, at) => Math.abs(line.baseline - body[0]![at]!.baseline) < 3));
  if (!isLevel) return undefined;
  return [...head, ...body[0]!.map((_, at) => body.map((cell) => cellOf([cell[at]!], context)))];
}

/** The same table with the columns that are only told by white, where some have a line between them and others do not. */
function withGutters({ xs, ys }: Grid, inside: ReadonlyMap<number, Fragment[]>) {
  const columns = xs.length - 1;
  const cuts = xs.slice(1).flatMap((to, column) => {
    const rows = rowsOf([...inside].flatMap(([key, pieces]) => (key % columns === column ? pieces : [])));
    const found = rows.length < 4 ? [] : middlesOf(gapsIn(rows));
    return [...(areInAll(rows, found) ? found : []), to];
  });
  if (cuts.length === columns) return undefined;
  const finer = new Map<number, Fragment[]>();
  for (const [key, pieces] of inside)
    for (const [column, part] of inColumns(pieces, cuts.slice(0, -1)).entries())
      if (part.length > 0) {
        const at = Math.floor(key / columns) * cuts.length + column;
        finer.set(at, [...(finer.get(at) ?? []), ...part]);
      }
  return { grid: plainGrid([xs[0]!, ...cuts], ys), inside: finer };
}

/** The same where some cells have several lines: numbers one below the other in a column tell the rows. */
function countedRows(grid: Grid, inside: ReadonlyMap<number, Fragment[]>, context: BlockContext): Cell[][] | undefined {
  const [columns, rows] = [grid.xs.length - 1, grid.ys.length - 1];
  const last = (rows - 1) * columns;
  const lines = rowsOf(Array.from({ length: columns }, (_, column) => inside.get(last + column) ?? []).flat());
  const cuts = grid.xs.slice(1, -1);
  const cells = lines.map(({ fragments }) => inColumns(fragments, cuts));
  const isCounted = Array.from({ length: columns }, (_, column) => {
    const filled = cells.map((line) => line[column]!).filter((pieces) => pieces.length > 0);
    return filled.length >= 3 && filled.length * 2 >= lines.length && filled.every(isNumber);
  }).includes(true);
  if (!isCounted) return undefined;
  return cellsOf(withContinued(lines, cuts), cuts, context);
}
