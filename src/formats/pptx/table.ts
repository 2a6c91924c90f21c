import type { Cell, Span, Table } from '../document/model.ts';
import type { Relationships } from '../ooxml/relationships.ts';
import type { Xml } from '../xml/index.ts';
import { readParagraphs } from './text.ts';

const maxCells = 1_000_000;

/** A table of DrawingML, from right behind the `open` of `a:tbl` to its end. */
export function readTable(xml: Xml, relationships: Relationships): Table {
  const { depth } = xml;
  const rows: Cell[][] = [];
  let left = maxCells;
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event === 'close' && xml.depth === depth) break;
    if (event !== 'open') continue;
    if (xml.name === 'a:tr') rows.push([]);
    else if (xml.name === 'a:tc') {
      // The places that another cell covers are there as cells too.
      const isCovered = ['hMerge', 'vMerge'].some((name) => /^(?:1|true)$/.test(xml.attribute(name) ?? ''));
      const [columns, rowCount] = [countOf(xml, 'gridSpan'), countOf(xml, 'rowSpan')];
      const spans = readCell(xml, relationships);
      if (isCovered || left-- <= 0) continue;
      rows.at(-1)?.push({ spans, ...(columns > 1 ? { columns } : {}), ...(rowCount > 1 ? { rows: rowCount } : {}) });
    }
  }
  return { kind: 'table', rows };
}

function readCell(xml: Xml, relationships: Relationships): Span[] {
  const { depth } = xml;
  const lines: Span[][] = [];
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event === 'close' && xml.depth === depth) break;
    if (event === 'open' && xml.name === 'a:txBody')
      lines.push(...readParagraphs(xml, relationships).map(({ spans }) => spans));
  }
  return lines.flatMap((spans, index) => (index === 0 ? spans : [{ text: '\n' }, ...spans]));
}

function countOf(xml: Xml, name: string): number {
  const count = Number(xml.attribute(name) ?? 1);
  return Number.isInteger(count) ? Math.max(1, Math.min(count, 10_000)) : 1;
}
