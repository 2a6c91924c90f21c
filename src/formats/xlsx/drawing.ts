import type { Block, Report } from '../document/model.ts';
import { readChart } from '../drawing/chart.ts';
import { readDiagram } from '../drawing/diagram.ts';
import { openAlternates } from '../ooxml/alternate.ts';
import { readRelationships, type Relationships } from '../ooxml/relationships.ts';
import type { Package } from '../package/index.ts';

const maxTexts = 100_000;

/** What lies over the cells: texts in shapes, the words of pictures, SmartArt, and charts; of these only the titles where the cells have their data already. */
export function* readDrawings(
  parts: Package,
  relationships: Relationships,
  charts: 'titles' | 'data',
  report: Report,
): Generator<Block, void> {
  for (const { type, target } of relationships.values()) {
    if (type !== 'drawing' || !parts.has(target)) continue;
    const inner = readRelationships(parts, target);
    for (const block of shapeBlocks(parts, target)) {
      report.checkStopped();
      yield block;
    }
    for (const each of inner.values()) {
      if (each.type === 'diagramData' && parts.has(each.target)) yield* readDiagram(parts, each.target);
      if (!/^chart(?:Ex)?$/.test(each.type) || !parts.has(each.target)) continue;
      const chart = readChart(parts, each.target);
      if (!chart) continue;
      if (charts === 'data' || chart.kind === 'paragraph') yield chart;
      else if (chart.caption !== undefined && chart.caption !== 'Chart')
        yield { kind: 'paragraph', spans: [{ text: chart.caption }] };
    }
  }
}

/** The paragraphs in the shapes of a drawing, and what its pictures are said to show. */
function* shapeBlocks(parts: Package, part: string): Generator<Block, void> {
  const xml = parts.xml(part);
  const alternates = openAlternates();
  let [text, isText, isPicture, count] = ['', false, false, 0];
  for (let event = xml.next(); event !== 'end' && count < maxTexts; event = xml.next()) {
    if (event === 'text') {
      if (isText) text += xml.text;
      continue;
    }
    if (event === 'open' && xml.name.startsWith('mc:') && !alternates.wants(xml)) xml.skip();
    else if (xml.name === 'a:t') isText = event === 'open';
    else if (xml.name === 'a:br' && event === 'open') text += '\n';
    else if (xml.name === 'a:p' && event === 'close') {
      if (text.trim() !== '') yield { kind: 'paragraph', spans: [{ text }] };
      [text, count] = ['', count + 1];
    } else if (xml.name === 'xdr:pic') isPicture = event === 'open';
    else if (isPicture && xml.name === 'xdr:cNvPr' && event === 'open') {
      const alt = (xml.attribute('descr') ?? '').trim();
      if (alt !== '') yield { kind: 'picture', alt };
      count++;
    }
  }
}
