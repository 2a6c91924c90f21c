import { isSallyportError } from '../../protocol/errors.ts';
import type { Relationships } from '../ooxml/relationships.ts';
import type { Package } from '../package/index.ts';
import { columnName, columnOf, maxColumns, maxRows } from '../spreadsheet/sparse.ts';
import { openXml, type Xml } from '../xml/index.ts';

/** What a sheet says about its cells behind the last of them. */
export interface Surroundings {
  /** How far a merged cell reaches, by the reference of its first. */
  readonly merges: ReadonlyMap<string, { readonly columns: number; readonly rows: number }>;
  readonly links: ReadonlyMap<string, string>;
}

/** A sheet that is larger unpacked is read once: its merged cells and links are not told. */
const maxPart = 64 * 1024 * 1024;
const maxKept = 16 * 1024 * 1024;
const maxFound = 200_000;
const word = 'sheetData';

/**
 * Merged cells and links come after the cells. They are found by unpacking the part without parsing its rows, which costs little, and
 * parsing what is left when the rows are cut out.
 */
export function readSurroundings(parts: Package, part: string, relationships: Relationships): Surroundings {
  const merges = new Map<string, { columns: number; rows: number }>();
  const links = new Map<string, string>();
  try {
    const rest = withoutRows(parts, part);
    if (rest) collect(openXml([rest], parts.name), relationships, merges, links);
  } catch (error) {
    // What is damaged there is found again by who reads the rows, and says so.
    if (!isSallyportError(error) || error.code !== 'CorruptInput') throw error;
  }
  return { merges, links };
}

function collect(
  xml: Xml,
  relationships: Relationships,
  merges: Map<string, { columns: number; rows: number }>,
  links: Map<string, string>,
): void {
  for (let event = xml.next(); event !== 'end' && merges.size + links.size < maxFound; event = xml.next()) {
    if (event !== 'open') continue;
    if (xml.name === 'mergeCell') {
      const area = areaOf(xml.attribute('ref'));
      if (area && (area.columns > 1 || area.rows > 1))
        merges.set(`${columnName(area.column)}${area.row}`, { columns: area.columns, rows: area.rows });
    } else if (xml.name === 'hyperlink') addLink(xml, relationships, links);
  }
}

function addLink(xml: Xml, relationships: Relationships, links: Map<string, string>): void {
  const target = relationships.get(xml.attribute('r:id') ?? '');
  const area = areaOf(xml.attribute('ref'));
  if (!target?.isExternal || !area) return;
  for (let row = 0; row < Math.min(area.rows, 1000); row++)
    for (let column = 0; column < Math.min(area.columns, 100) && links.size < maxFound; column++)
      links.set(`${columnName(area.column + column)}${area.row + row}`, target.target);
}

function areaOf(ref = ''): { column: number; row: number; columns: number; rows: number } | undefined {
  const [, from = '', fromRow, to = from, toRow = fromRow] =
    /^\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?$/i.exec(ref) ?? [];
  const [column, row] = [columnOf(from), Number(fromRow)];
  const [columns, rows] = [columnOf(to) - column + 1, Number(toRow) - row + 1];
  const fits = column >= 0 && row >= 1 && columns >= 1 && rows >= 1 && column + columns <= maxColumns;
  return fits && row + rows - 1 <= maxRows ? { column, row, columns, rows } : undefined;
}

function withoutRows(parts: Package, part: string): Buffer | undefined {
  const kept: Buffer[] = [];
  let [bytes, keptBytes] = [0, 0];
  let isHead = true;
  let last = Buffer.alloc(0);
  let tail: Buffer[] | undefined;
  for (const chunk of parts.chunks(part)) {
    bytes += chunk.length;
    if (bytes > maxPart || keptBytes > maxKept) return undefined;
    // The word may be cut in two.
    let text = Buffer.concat([last, chunk]);
    if (isHead) {
      const start = text.indexOf(word);
      kept.push(start === -1 ? text.subarray(0, -word.length) : text.subarray(0, text.lastIndexOf('<', start)));
      keptBytes += text.length;
      last = start === -1 ? text.subarray(-word.length) : Buffer.alloc(0);
      if (start === -1) continue;
      isHead = false;
      text = text.subarray(start + word.length);
    }
    const end = text.lastIndexOf(`${word}>`);
    if (end !== -1) [tail, keptBytes] = [[text.subarray(end + word.length + 1)], 0];
    else if (tail) tail.push(text.subarray(last.length));
    keptBytes += tail ? text.length : 0;
    last = Buffer.from(text.subarray(-word.length - 1));
  }
  return tail && !isHead ? Buffer.concat([...kept, ...tail]) : undefined;
}
