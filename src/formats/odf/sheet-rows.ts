import type { Block, Cell, Note, Span } from '../document/model.ts';
import { generalText } from '../number-format/index.ts';
import { columnName, maxColumns, maxRows, type SparseCell, type SparseRow } from '../spreadsheet/sparse.ts';
import type { Xml } from '../xml/index.ts';
import type { OdfContext } from './context.ts';
import { readFrame } from './frame.ts';
import { maxNesting } from './object.ts';
import { readComment, readInline } from './paragraph.ts';

export interface SheetContext {
  readonly name: string;
  readonly odf: OdfContext;
  /** Of the cells; they are given behind them. */
  readonly comments: Note[];
  /** What lies over the cells; they are given behind them too. */
  readonly shapes: Block[];
  /** How many cells of the document, and characters in them, may still come from counts alone. */
  readonly copies: { cells: number; chars: number };
}

const maxComments = 100_000;
const maxShapes = 100_000;

/** The rows of a table that have cells, called right after its `open`. Empty ones are counted and not made, however many they are. */
export function* readRows(xml: Xml, context: SheetContext): Generator<SparseRow, void> {
  const { depth } = xml;
  let number = 1;
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event === 'close' && xml.depth <= depth) return;
    if (event !== 'open') continue;
    if (xml.name === 'table:table-row') {
      const repeated = countOf(xml, 'table:number-rows-repeated');
      const cells = readCells(xml, context);
      const chars = repeated > 1 ? cells.reduce((sum, { cell }) => sum + charsOf(cell), 0) : 0;
      for (let copy = 0; cells.length > 0 && copy < repeated && number + copy <= maxRows; copy++) {
        if (copy > 0 && !mayCopy(context, cells.length, chars)) break;
        context.odf.report.checkStopped();
        const row = number + copy;
        yield { number: row, cells: cells.map((each) => withRef(each, row)) };
      }
      number += repeated;
    } else if (xml.name === 'table:shapes') addShapes(xml, context);
    else if (!/^table:table-(?:row-group|rows|header-rows)$/.test(xml.name)) xml.skip();
  }
}

/** A few bytes can ask for a million cells. */
function mayCopy({ copies, odf, name }: SheetContext, cells: number, chars: number): boolean {
  copies.cells -= cells;
  copies.chars -= chars;
  const isSpent = copies.cells < 0 || copies.chars < 0;
  if (isSpent)
    odf.report.warn(`Sheet "${name}" repeats cells more often than is read; the others were left out.`, 'lost');
  return !isSpent;
}

function charsOf({ spans }: Cell): number {
  return spans.reduce((sum, { text }) => sum + text.length, 0);
}

function countOf(xml: Xml, attribute: string): number {
  const count = Math.floor(Number(xml.attribute(attribute) ?? 1));
  return count >= 1 ? Math.min(count, maxRows) : 1;
}

function withRef({ column, cell }: SparseCell, row: number): SparseCell {
  return { column, cell: { ...cell, ref: `${columnName(column)}${row}` } };
}

function readCells(xml: Xml, context: SheetContext): SparseCell[] {
  const { depth } = xml;
  const cells: SparseCell[] = [];
  let column = 0;
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event === 'close' && xml.depth <= depth) break;
    if (event !== 'open') continue;
    if (xml.name === 'table:covered-table-cell') {
      column += countOf(xml, 'table:number-columns-repeated');
      xml.skip();
    } else if (xml.name === 'table:table-cell') {
      const repeated = countOf(xml, 'table:number-columns-repeated');
      const cell = readCell(xml, context);
      const chars = cell && repeated > 1 ? charsOf(cell) : 0;
      if (cell)
        for (let copy = 0; copy < repeated && column + copy < maxColumns; copy++) {
          if (copy > 0 && !mayCopy(context, 1, chars)) break;
          cells.push({ column: column + copy, cell });
        }
      column += repeated;
    } else xml.skip();
  }
  return cells;
}

function readCell(xml: Xml, context: SheetContext): Cell | undefined {
  const { depth } = xml;
  const value = valueOf(xml);
  const [columns, rows] = [countOf(xml, 'table:number-columns-spanned'), countOf(xml, 'table:number-rows-spanned')];
  const lines: Span[][] = [];
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event === 'close' && xml.depth <= depth) break;
    if (event !== 'open') continue;
    if (xml.name === 'text:p' || xml.name === 'text:h') lines.push(readInline(xml, context.odf).spans);
    else if (xml.name === 'office:annotation') addComment(xml, context);
    else if (xml.name.startsWith('draw:')) addShapes(xml, context);
    else xml.skip();
  }
  const spans = lines.flatMap((line, index) => (index === 0 ? line : [{ text: '\n' }, ...line]));
  const shown = spans.length > 0 || value === undefined ? spans : [{ text: plainText(value) }];
  if (shown.every(({ text }) => text === '')) return undefined;
  return {
    spans: shown,
    ...(value === undefined || typeof value === 'string' ? {} : { value }),
    ...(typeof value === 'string' && spans.some(({ text }) => text !== value) ? { value } : {}),
    ...(columns > 1 ? { columns } : {}),
    ...(rows > 1 ? { rows } : {}),
  };
}

/** What the cell holds; its text is how that is shown. */
function valueOf(xml: Xml): string | number | boolean | undefined {
  switch (xml.attribute('office:value-type')) {
    case 'float':
    case 'percentage':
    case 'currency': {
      const value = Number(xml.attribute('office:value'));
      return Number.isNaN(value) ? undefined : value;
    }
    case 'boolean':
      return xml.attribute('office:boolean-value') === 'true';
    case 'date':
      return xml.attribute('office:date-value');
    case 'time':
      return xml.attribute('office:time-value');
    case 'string':
      return xml.attribute('office:string-value');
    default:
      return undefined;
  }
}

function plainText(value: string | number | boolean): string {
  return typeof value === 'boolean'
    ? String(value).toUpperCase()
    : typeof value === 'number'
      ? generalText(value)
      : value;
}

/** A shape, or several; of charts the cells have the data already. */
function addShapes(xml: Xml, { odf, shapes }: SheetContext): void {
  const context = { ...odf, nesting: maxNesting };
  for (const block of xml.name === 'table:shapes' ? odf.blocks(xml, context) : readFrame(xml, context))
    if (shapes.length < maxShapes) shapes.push(block);
}

function addComment(xml: Xml, { odf, comments }: SheetContext): void {
  const note = readComment(xml, odf);
  if (note && odf.wantsComments && comments.length < maxComments) comments.push(note);
}
