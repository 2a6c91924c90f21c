import type { Cell, Report } from '../document/model.ts';
import { generalText, numberFormat, serialOf, type NumberFormat } from '../number-format/index.ts';
import { columnName, columnOf, maxColumns, maxRows, type SparseCell, type SparseRow } from '../spreadsheet/sparse.ts';
import type { Xml } from '../xml/index.ts';
import type { Strings } from './strings.ts';
import type { CellFormat, Styles } from './styles.ts';
import type { Surroundings } from './surroundings.ts';
import { readPlain, readRichText, unescaped } from './text.ts';

export interface SheetContext extends Surroundings {
  readonly name: string;
  readonly strings: Strings;
  readonly styles: Styles;
  readonly from1904: boolean;
  readonly report: Report;
  /** Told once, at the first. */
  readonly noted: { formulas: boolean };
}

/** The rows of a sheet that have cells, as they come; what the sheet says about its size is not believed. */
export function* readRows(xml: Xml, context: SheetContext): Generator<SparseRow, void> {
  let number = 0;
  let cells: SparseCell[] = [];
  let column = -1;
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event === 'open') {
      if (xml.name === 'c') {
        const ref = xml.attribute('r');
        column = ref === undefined ? column + 1 : columnOf(ref);
        const cell = readCell(xml, column, number, context);
        if (cell && column >= 0 && column < maxColumns) {
          // Some writers have them out of order.
          if (column <= (cells.at(-1)?.column ?? -1)) cells = insert(cells, { column, cell });
          else cells.push({ column, cell });
        } else if (cell)
          context.report.warn(`Sheet "${context.name}" has cells outside of what a sheet can be.`, 'lost');
      } else if (xml.name === 'row') {
        const given = Number(xml.attribute('r') ?? Number.NaN);
        number = given >= 1 && given <= maxRows ? given : number + 1;
        [cells, column] = [[], -1];
      }
    } else if (event === 'close') {
      if (xml.name === 'row' && cells.length > 0) {
        context.report.checkStopped();
        yield { number, cells };
        cells = [];
      } else if (xml.name === 'sheetData') return;
    }
  }
}

function insert(cells: readonly SparseCell[], cell: SparseCell): SparseCell[] {
  return [...cells.filter(({ column }) => column !== cell.column), cell].toSorted((a, b) => a.column - b.column);
}

/** Undefined for one that has a look but no content. */
function readCell(xml: Xml, column: number, row: number, context: SheetContext): Cell | undefined {
  const { depth } = xml;
  const [type = 'n', style] = [xml.attribute('t'), xml.attribute('s')];
  let [stored, formula]: (string | undefined)[] = [];
  let inline: ReturnType<typeof readRichText> | undefined;
  let hasFormula = false;
  for (;;) {
    const event = xml.next();
    if (event === 'open') {
      if (xml.name === 'v') stored = readPlain(xml);
      else if (xml.name === 'is') inline = readRichText(xml);
      else if (xml.name === 'f') [hasFormula, formula] = [true, readPlain(xml)];
      else xml.skip();
    } else if (event === 'end' || (event === 'close' && xml.depth <= depth)) break;
  }
  const format = style === undefined ? undefined : context.styles(Number(style));
  const ref = `${columnName(column)}${row}`;
  // Some writers have an empty result for want of one; only a formula that gives a text can have that.
  const isEmpty = (stored ?? '') === '' && inline === undefined;
  if (isEmpty && (stored === undefined || type === 'n')) {
    if (!hasFormula) return undefined;
    noteFormula(ref, formula, context);
    return formula ? placed(textCell(`=${formula}`), ref, context) : undefined;
  }
  const cell = cellOf(
    type,
    inline?.text ?? stored ?? '',
    inline?.isRich === true ? lettersOf(format) : format,
    context,
  );
  return cell && placed(cell, ref, context);
}

function noteFormula(ref: string, formula: string | undefined, { noted, report, name }: SheetContext): void {
  if (!formula) report.warn(`Sheet "${name}" has formulas of which neither the text nor a result is stored.`, 'lost');
  else if (!noted.formulas)
    report.warn(
      `Sheet "${name}" has formulas without a stored result, from ${ref} on; they are shown as formulas. Open and save the file in a spreadsheet program to have their results.`,
    );
  noted.formulas ||= Boolean(formula);
}

function cellOf(type: string, stored: string, format: CellFormat | undefined, context: SheetContext): Cell | undefined {
  switch (type) {
    case 's': {
      const text = context.strings.at(Number(stored));
      if (text === undefined) context.report.warn(`Sheet "${context.name}" refers to texts that are missing.`, 'lost');
      return shownText(text, context.strings.isRich(Number(stored)) ? lettersOf(format) : format);
    }
    case 'str':
      return shownText(stored.includes('_x') ? unescaped(stored) : stored, format);
    case 'inlineStr':
      return shownText(stored, format);
    case 'b': {
      const value = stored.trim() === '1' || stored.trim() === 'true';
      return { spans: [{ text: value ? 'TRUE' : 'FALSE' }], value };
    }
    case 'e':
      return shownText(stored, undefined);
    case 'd': {
      const serial = serialOf(stored.trim(), context.from1904);
      if (serial === undefined) return shownText(stored, undefined);
      const code = stored.includes(':') ? 'yyyy-mm-dd hh:mm:ss' : 'yyyy-mm-dd';
      const shown = format ?? numberFormat(code, context.from1904);
      return { spans: [{ text: shown.number(serial).trim() }], value: stored.trim() };
    }
    default:
      return numberCell(stored, format);
  }
}

function lettersOf(format: CellFormat | undefined): NumberFormat | undefined {
  return format?.inLetters ?? format;
}

function numberCell(stored: string, format: NumberFormat | undefined): Cell | undefined {
  if (stored === '') return undefined;
  const value = Number(stored);
  if (!Number.isFinite(value)) return shownText(stored, undefined);
  if (!format) return { spans: [{ text: generalText(value) }], value };
  return { spans: [{ text: format.number(value).trim() }], value: format.value(value) };
}

function shownText(text: string | undefined, format: NumberFormat | undefined): Cell | undefined {
  return text === undefined || text === '' ? undefined : textCell(format ? format.text(text) : text);
}

function textCell(text: string): Cell {
  return { spans: [{ text }] };
}

function placed(cell: Cell, ref: string, { merges, links }: SheetContext): Cell {
  const merge = merges.size === 0 ? undefined : merges.get(ref);
  const href = links.size === 0 ? undefined : links.get(ref);
  const { spans, value } = cell;
  return {
    spans: href === undefined ? spans : spans.map((span) => ({ ...span, href })),
    ref,
    ...(value === undefined ? undefined : { value }),
    ...(merge && merge.columns > 1 ? { columns: merge.columns } : undefined),
    ...(merge && merge.rows > 1 ? { rows: merge.rows } : undefined),
  };
}
