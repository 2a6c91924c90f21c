import type { Cell } from '../document/model.ts';

/** A row that has cells; those that are empty are not there. */
export interface SparseRow {
  /** From 1. */
  readonly number: number;
  /** In the order of their columns. */
  readonly cells: readonly SparseCell[];
}

export interface SparseCell {
  /** From 0. */
  readonly column: number;
  readonly cell: Cell;
}

/** As large as a sheet can be. */
export const maxColumns = 16_384;
export const maxRows = 1_048_576;

const known: string[] = [];

/** `A` for 0, `AB` for 27. */
export function columnName(column: number): string {
  let name = known[column];
  if (name === undefined) {
    name = '';
    for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
      name = String.fromCharCode(0x41 + ((rest - 1) % 26)) + name;
    if (column < maxColumns) known[column] = name;
  }
  return name;
}

/** The column of a reference such as `AB12`, from 0; -1 when it has none that can be. */
export function columnOf(ref: string): number {
  let column = 0;
  for (let at = 0; at < ref.length && at < 4; at++) {
    const letter = ref.charCodeAt(at) & ~0x20;
    if (letter < 0x41 || letter > 0x5a) break;
    column = column * 26 + letter - 0x40;
  }
  return column <= maxColumns ? column - 1 : -1;
}
