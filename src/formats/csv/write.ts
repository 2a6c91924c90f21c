import { gridRows } from '../document/grid.ts';
import { inlineText } from '../document/inline.ts';
import type { Cell } from '../document/model.ts';

export interface CsvStyle {
  /** Cells that a spreadsheet would run as formulas get an apostrophe before them. */
  readonly guardsFormulas: boolean;
}

export interface CsvLine {
  readonly text: string;
  readonly columns: number;
}

/** How much is looked at for the width of a table before its first line is given. */
const [rowsAhead, cellsAhead] = [200, 50_000];

/** Rows as RFC 4180 has them, as wide as the widest of the first ones; places that a merged cell covers are empty. */
export function* csvLines(rows: Iterable<readonly Cell[]>, style: CsvStyle): Generator<CsvLine, void> {
  const waiting: (Cell | undefined)[][] = [];
  let [width, cells] = [0, 0];
  const flush = function* () {
    for (const row of waiting.splice(0)) yield lineOf(row, width, style);
  };
  for (const row of gridRows(rows)) {
    if (cells === -1) {
      yield lineOf(row, width, style);
      continue;
    }
    waiting.push(row);
    width = Math.max(width, row.length);
    cells += row.length;
    if (waiting.length < rowsAhead && cells < cellsAhead) continue;
    cells = -1;
    yield* flush();
  }
  yield* flush();
}

function lineOf(row: readonly (Cell | undefined)[], width: number, style: CsvStyle): CsvLine {
  const columns = Math.max(width, row.length);
  let text = '';
  for (let column = 0; column < columns; column++) {
    const cell = row[column];
    text += `${column === 0 ? '' : ','}${cell ? fieldOf(cell, style) : ''}`;
  }
  return { text: `${text}\r\n`, columns };
}

function fieldOf({ spans, value }: Cell, { guardsFormulas }: CsvStyle): string {
  const text = inlineText(spans).replace(/\n+$/, '');
  const guarded = guardsFormulas && typeof value !== 'number' && isFormula(text) ? `'${text}` : text;
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** What a spreadsheet takes for a formula: by its first character, also the wide ones of East Asia, unless it is a plain number. */
function isFormula(text: string): boolean {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) && !/^[+-]?(?:\d[\d,]*)?(?:\.\d+)?(?:E[+-]?\d+)?%?$/i.test(text);
}
