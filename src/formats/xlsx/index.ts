import { isSallyportError } from '../../protocol/errors.ts';
import type { Block, Report } from '../document/model.ts';
import type { Reader, ReadOptions } from '../document/reader.ts';
import { readRelationships } from '../ooxml/relationships.ts';
import { openPackage, type Package } from '../package/index.ts';
import { sheetNumber } from '../spreadsheet/choose.ts';
import { sheetGrid } from '../spreadsheet/grid.ts';
import { inOrder } from '../spreadsheet/order.ts';
import type { SparseRow } from '../spreadsheet/sparse.ts';
import { sheetTables } from '../spreadsheet/tables.ts';
import { readComments } from './comments.ts';
import { readDrawings } from './drawing.ts';
import { readRows, type SheetContext } from './rows.ts';
import { openStrings } from './strings.ts';
import { readStyles } from './styles.ts';
import { readSurroundings } from './surroundings.ts';
import { readWorkbook, type Sheet } from './workbook.ts';

/** A workbook of Excel: a part per sheet, its cells as they are shown. */
export const readXlsx: Reader = function* (input, report, options) {
  using parts = openPackage(input);
  const { sheets, from1904, styles, strings } = readWorkbook(parts);
  report.count('sheets', sheets.length);
  const shared = {
    strings: openStrings(parts, strings),
    styles: readStyles(parts, styles, from1904),
    from1904,
    report,
  };
  const damage: Damage = { first: undefined, rows: 0 };
  const names = sheets.map(({ name }) => name);
  const only = options.sheet === undefined ? undefined : (sheetNumber(names, options.sheet) ?? 0);
  for (const [index, sheet] of sheets.entries()) {
    const number = index + 1;
    if (only !== undefined && number !== only) continue;
    if (options.pages && number > options.pages.last) break;
    if (options.pages && !options.pages.has(number)) continue;
    yield { kind: 'part', part: 'sheet', number, title: sheet.name, ...(sheet.isHidden ? { isHidden: true } : {}) };
    if (!parts.has(sheet.part) && sheets.some(({ part }) => parts.has(part))) {
      report.warn(`Sheet "${sheet.name}" is named, but not in the file.`, 'lost');
      continue;
    }
    yield* tolerant(
      readSheet(parts, sheet, { ...shared, name: sheet.name, noted: { formulas: false } }, options, damage),
      sheet,
      report,
      damage,
    );
  }
  // Nothing of it could be read: that is no document with an empty sheet.
  if (damage.first !== undefined && damage.rows === 0) throw damage.first;
};

interface Damage {
  first: unknown;
  rows: number;
}

function* readSheet(
  parts: Package,
  sheet: Sheet,
  about: Omit<SheetContext, 'merges' | 'links'>,
  options: ReadOptions,
  damage: Damage,
): Generator<Block, void> {
  const relationships = readRelationships(parts, sheet.part);
  if (sheet.isGrid) {
    const context = { ...about, ...readSurroundings(parts, sheet.part, relationships) };
    const read = () => {
      const rows = tolerant(counted(readRows(parts.xml(sheet.part), context), damage), sheet, about.report, damage);
      return inOrder(rows, sheet.name, about.report);
    };
    yield* options.grid === true
      ? sheetGrid({ name: sheet.name, rows: read(), again: read }, about.report)
      : sheetTables(read(), about.report);
  }
  yield* readDrawings(parts, relationships, sheet.isGrid ? 'titles' : 'data', about.report);
  if (options.comments === true) yield* readComments(parts, relationships);
}

function* counted(rows: Generator<SparseRow, void>, damage: Damage): Generator<SparseRow, void> {
  for (const row of rows) {
    damage.rows++;
    yield row;
  }
}

/** Damage ends what it is in and not the whole: other sheets are still good. */
function* tolerant<T>(items: Iterable<T>, sheet: Sheet, report: Report, damage: Damage): Generator<T, void> {
  try {
    yield* items;
  } catch (error) {
    if (!isSallyportError(error) || error.code !== 'CorruptInput') throw error;
    damage.first ??= error;
    report.warn(`Sheet "${sheet.name}" could not be read to its end: ${error.message}`, 'damaged');
  }
}
