import { isSallyportError } from '../../protocol/errors.ts';
import { corrupt } from '../corrupt.ts';
import type { Block, Note, Report } from '../document/model.ts';
import type { Reader } from '../document/reader.ts';
import { openPackage, type Package } from '../package/index.ts';
import { sheetNumber } from '../spreadsheet/choose.ts';
import { sheetGrid } from '../spreadsheet/grid.ts';
import type { SparseRow } from '../spreadsheet/sparse.ts';
import { sheetTables } from '../spreadsheet/tables.ts';
import { openContent } from './open.ts';
import { readRows, type SheetContext } from './sheet-rows.ts';

const maxCopies = { cells: 2_000_000, chars: 64 * 1024 * 1024 };

/** A spreadsheet of LibreOffice and others (OpenDocument): a part per sheet, its cells as they were shown when it was saved. */
export const readOds: Reader = function* (input, report, options) {
  using parts = openPackage(input);
  const { xml, context: odf } = openContent(parts, report, { ...options, isSlides: false });
  const copies = { ...maxCopies };
  const seen = { rows: 0 };
  const only = options.sheet === undefined ? undefined : (sheetNumber(sheetNames(parts), options.sheet) ?? 0);
  let number = 0;
  try {
    for (let event = xml.next(); event !== 'end'; event = xml.next()) {
      if (event !== 'open') continue;
      if (xml.name !== 'table:table') {
        if (xml.name !== 'office:spreadsheet') xml.skip();
        continue;
      }
      number++;
      if ((options.pages && !options.pages.has(number)) || (only !== undefined && number !== only)) {
        xml.skip();
        continue;
      }
      const name = xml.attribute('table:name') ?? `Sheet${number}`;
      const isHidden = odf.styles.isHiddenPage(xml.attribute('table:style-name'));
      yield { kind: 'part', part: 'sheet', number, title: name, ...(isHidden ? { isHidden } : {}) };
      const comments: Note[] = [];
      const shapes: Block[] = [];
      const again = () => readAgain(parts, number, { name, copies: { ...copies }, report });
      const rows = untilDamage(readRows(xml, { name, odf, comments, shapes, copies }), name, report, seen);
      yield* options.grid === true ? sheetGrid({ name, rows, again }, report) : sheetTables(rows, report);
      yield* shapes;
      yield* comments;
    }
  } catch (error) {
    if (seen.rows === 0 || !isSallyportError(error) || error.code !== 'CorruptInput') throw error;
    report.warn(`The rest could not be read: ${error.message}`, 'damaged');
  }
  if (number === 0) throw corrupt(input.name, 'it has no sheets');
  report.count('sheets', number);
};

/** As far as the file can be read; damage is found again by who reads the rows. */
function sheetNames(parts: Package): string[] {
  const names: string[] = [];
  const xml = parts.xml('content.xml');
  try {
    for (let event = xml.next(); event !== 'end'; event = xml.next()) {
      if (event !== 'open' || !xml.name.startsWith('table:')) continue;
      if (xml.name === 'table:table') names.push(xml.attribute('table:name') ?? `Sheet${names.length + 1}`);
      xml.skip();
    }
  } catch (error) {
    if (!isSallyportError(error) || error.code !== 'CorruptInput') throw error;
  }
  return names;
}

/** The rows of one sheet from the start of the file, for who has to know how they go on. */
function* readAgain(
  parts: Package,
  wanted: number,
  { report, ...about }: Pick<SheetContext, 'name' | 'copies'> & { readonly report: Report },
): Generator<SparseRow, void> {
  const { xml, context: odf } = openContent(parts, report, { isSlides: false });
  let number = 0;
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event !== 'open' || xml.name === 'office:spreadsheet') continue;
    if (xml.name === 'table:table' && ++number === wanted) {
      const rows = readRows(xml, { ...about, odf, comments: [], shapes: [] });
      return yield* untilDamage(rows, about.name, report, { rows: 1 });
    }
    xml.skip();
  }
}

/** What was read of a damaged sheet is kept; all of it is one file, so the end of the sheet is the end of the document. */
function* untilDamage(
  rows: Generator<SparseRow, void>,
  name: string,
  report: Report,
  seen: { rows: number },
): Generator<SparseRow, void> {
  try {
    for (const row of rows) {
      seen.rows++;
      yield row;
    }
  } catch (error) {
    if (seen.rows === 0 || !isSallyportError(error) || error.code !== 'CorruptInput') throw error;
    report.warn(`Sheet "${name}" could not be read to its end: ${error.message}`, 'damaged');
  }
}
