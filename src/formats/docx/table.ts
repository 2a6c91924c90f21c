import type { Table } from '../document/model.ts';
import { mergeRows, type RawCell } from '../document/merge.ts';
import type { Xml } from '../xml/index.ts';
import type { TextContext } from './context.ts';
import { cellOf } from '../document/cell.ts';
import { readXmlTable } from '../document/xml-table.ts';

const names = { row: 'w:tr', transparent: new Set('w:sdt w:sdtContent w:customXml w:ins w:moveTo'.split(' ')) };
const maxCells = 16_384;

/** From right behind its `open`. */
export function readTable(xml: Xml, context: TextContext): Generator<Table, void> {
  return readXmlTable(xml, context.report, names, () => readRow(xml, context), mergeRows);
}

/** None for a row that was deleted. */
function readRow(xml: Xml, context: TextContext): RawCell[][] {
  const { depth } = xml;
  const cells: RawCell[] = [];
  const empty = (columns: number): RawCell => ({ spans: [], columns, merge: 'none' });
  let [after, isDeleted] = [0, false];
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event === 'close' && xml.depth === depth) break;
    if (event !== 'open') continue;
    switch (xml.name) {
      case 'w:tc': {
        const cell = readCell(xml, context);
        const last = cells.at(-1);
        if (cell === 'goes on' && last) last.columns++;
        else if (cell !== 'goes on' && cells.length < maxCells) cells.push(cell);
        break;
      }
      case 'w:gridBefore':
        cells.push(empty(countOf(xml)));
        break;
      case 'w:gridAfter':
        after = countOf(xml);
        break;
      case 'w:del':
        isDeleted = true;
        break;
      default:
        if (!names.transparent.has(xml.name) && xml.name !== 'w:trPr') xml.skip();
    }
  }
  if (after > 0) cells.push(empty(after));
  return isDeleted ? [] : [cells];
}

/** 'goes on' when it belongs to the cell on its left, by an old way to say so. */
function readCell(xml: Xml, context: TextContext): RawCell | 'goes on' {
  let [columns, goesOn] = [1, false];
  let merge: RawCell['merge'] = 'none';
  const properties = (xml: Xml) => {
    const { depth } = xml;
    for (let event = xml.next(); event !== 'end'; event = xml.next()) {
      if (event === 'close' && xml.depth === depth) return;
      if (event !== 'open') continue;
      if (xml.name === 'w:gridSpan') columns = Math.max(1, countOf(xml));
      else if (xml.name === 'w:vMerge') merge = xml.attribute('w:val') === 'restart' ? 'start' : 'continue';
      else if (xml.name === 'w:hMerge') goesOn = xml.attribute('w:val') !== 'restart';
      else xml.skip();
    }
  };
  const content = cellOf(context.blocks(xml, context, properties));
  return goesOn ? 'goes on' : { ...content, columns, merge };
}

function countOf(xml: Xml): number {
  const count = Number(xml.attribute('w:val') ?? 1);
  return Number.isFinite(count) ? Math.max(0, Math.min(Math.floor(count), maxCells)) : 1;
}
