import { unlessCorrupt } from '../corrupt.ts';
import type { Block } from '../document/model.ts';
import { readChart } from '../drawing/chart.ts';
import { readDiagram } from '../drawing/diagram.ts';
import { openAlternates } from '../ooxml/alternate.ts';
import type { Xml } from '../xml/index.ts';
import type { TextContext } from './context.ts';

/** What a drawing says: text boxes, the words of a picture, the data of a chart, the texts of SmartArt. */
export function readDrawing(xml: Xml, context: TextContext): Block[] {
  const { depth } = xml;
  const alternates = openAlternates();
  const blocks: Block[] = [];
  let hasAlt = false;
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event === 'close' && xml.depth === depth) break;
    if (event !== 'open') continue;
    switch (xml.name) {
      case 'wp:docPr':
      case 'pic:cNvPr':
      case 'v:shape':
      case 'v:rect': {
        // The frame counts: what the picture itself has is mostly the name of its file.
        const alt = (xml.attribute('descr') ?? xml.attribute('alt') ?? '').trim();
        if (alt !== '' && !hasAlt) blocks.push({ kind: 'picture', alt });
        hasAlt ||= alt !== '' && xml.name === 'wp:docPr';
        break;
      }
      case 'v:textpath': {
        const text = xml.attribute('string') ?? '';
        if (text.trim() !== '') blocks.push({ kind: 'paragraph', spans: [{ text }] });
        break;
      }
      case 'w:txbxContent':
        for (const block of context.blocks(xml, context))
          blocks.push(block.kind === 'table' ? { ...block, rows: [...block.rows] } : block);
        break;
      case 'c:chart':
      case 'cx:chart':
        blocks.push(...embedded(xml.attribute('r:id'), context, (part) => readChart(context.parts, part)));
        break;
      case 'dgm:relIds':
        blocks.push(...embedded(xml.attribute('r:dm'), context, (part) => readDiagram(context.parts, part)));
        break;
      case 'mc:AlternateContent':
      case 'mc:Choice':
      case 'mc:Fallback':
        if (!alternates.wants(xml)) xml.skip();
        break;
    }
  }
  return blocks;
}

function embedded(
  id: string | undefined,
  { relationships, parts, report }: TextContext,
  read: (part: string) => Block | Block[] | undefined,
): Block[] {
  const found = relationships.get(id ?? '');
  if (!found || found.isExternal) return [];
  if (!parts.has(found.target)) {
    report.warn(`The part ${found.target} is missing.`, 'lost');
    return [];
  }
  return [unlessCorrupt(report, () => read(found.target)) ?? []].flat();
}
