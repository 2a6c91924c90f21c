import type { Cell, Table } from '../document/model.ts';
import { cellOf } from '../document/cell.ts';
import { readXmlTable } from '../document/xml-table.ts';
import type { Xml } from '../xml/index.ts';
import type { OdfContext } from './context.ts';

const names = {
  row: 'table:table-row',
  transparent: new Set('table:table-header-rows table:table-rows table:table-row-group'.split(' ')),
};
const maxCells = 16_384;
const maxRepeats = 1000;

/** From right behind its `open`. */
export function readTable(xml: Xml, context: OdfContext): Generator<Table, void> {
  return readXmlTable(
    xml,
    context.report,
    names,
    () => readRepeated(xml, context),
    (rows) => rows,
  );
}

function* readRepeated(xml: Xml, context: OdfContext): Generator<Cell[], void> {
  const repeats = countOf(xml, 'table:number-rows-repeated', maxRepeats);
  const row = readRow(xml, context);
  const isEmpty = row.every(({ spans, blocks }) => spans.length === 0 && !blocks);
  for (let left = isEmpty ? 1 : repeats; left > 0; left--) yield row;
}

function readRow(xml: Xml, context: OdfContext): Cell[] {
  const { depth } = xml;
  const cells: Cell[] = [];
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event === 'close' && xml.depth === depth) break;
    if (event !== 'open') continue;
    if (xml.name !== 'table:table-cell') {
      xml.skip(); // covered cells among them
      continue;
    }
    const [columns, rows] = [
      countOf(xml, 'table:number-columns-spanned', maxCells),
      countOf(xml, 'table:number-rows-spanned', maxCells),
    ];
    const repeats = countOf(xml, 'table:number-columns-repeated', maxRepeats);
    const cell: Cell = {
      ...cellOf(context.blocks(xml, context)),
      ...(columns > 1 ? { columns } : {}),
      ...(rows > 1 ? { rows } : {}),
    };
    for (let left = Math.min(repeats, maxCells - cells.length); left > 0; left--) cells.push(cell);
  }
  return cells;
}

function countOf(xml: Xml, name: string, most: number): number {
  const count = Number(xml.attribute(name) ?? 1);
  return Number.isInteger(count) ? Math.max(1, Math.min(count, most)) : 1;
}
