import { unlessCorrupt } from '../corrupt.ts';
import type { Block } from '../document/model.ts';
import { readChart } from '../drawing/chart.ts';
import { readDiagram } from '../drawing/diagram.ts';
import type { Xml } from '../xml/index.ts';
import type { SlideContext } from './context.ts';
import { readTable } from './table.ts';

/** What a frame holds: a table, a chart, SmartArt. From right behind the `open` of `a:graphicData` to its end. */
export function readGraphic(xml: Xml, context: SlideContext): Block[] {
  const { depth } = xml;
  const blocks: Block[] = [];
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event === 'close' && xml.depth === depth) break;
    if (event !== 'open') continue;
    switch (xml.name) {
      case 'a:tbl':
        blocks.push(readTable(xml, context.relationships));
        break;
      case 'c:chart':
      case 'cx:chart':
        blocks.push(...embedded(xml.attribute('r:id'), context, (part) => readChart(context.parts, part)));
        break;
      case 'dgm:relIds':
        blocks.push(...embedded(xml.attribute('r:dm'), context, (part) => readDiagram(context.parts, part)));
        break;
    }
  }
  return blocks;
}

function embedded(
  id: string | undefined,
  { relationships, parts, report, number }: SlideContext,
  read: (part: string) => Block | Block[] | undefined,
): Block[] {
  const found = relationships.get(id ?? '');
  if (!found || found.isExternal) return [];
  if (!parts.has(found.target)) {
    report.warn(`Slide ${number}: the part ${found.target} is missing.`, 'lost');
    return [];
  }
  return [unlessCorrupt(report, () => read(found.target)) ?? []].flat();
}
