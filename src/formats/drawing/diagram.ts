import type { Item } from '../document/model.ts';
import type { Package } from '../package/index.ts';
import type { Xml } from '../xml/index.ts';

interface Point {
  readonly id: string;
  readonly type: string;
  text: string;
}

const maxPoints = 10_000;

/** The texts of a SmartArt drawing, nested as its data part has them. */
export function readDiagram(parts: Package, part: string): Item[] {
  const { points, children } = parse(parts.xml(part));
  const items: Item[] = [];
  const seen = new Set<string>();
  const visit = (id: string, depth: number): void => {
    if (seen.has(id) || depth > 50) return;
    seen.add(id);
    const text = points.get(id)?.text.trim() ?? '';
    if (text !== '') items.push({ kind: 'item', depth, marker: '•', spans: [{ text }] });
    for (const child of children.get(id) ?? []) visit(child, text === '' ? depth : depth + 1);
  };
  for (const { id, type } of points.values()) if (type === 'doc') visit(id, 0);
  for (const { id, type } of points.values()) if (type === 'node' || type === 'asst') visit(id, 0);
  return items;
}

function parse(xml: Xml): { points: Map<string, Point>; children: Map<string, string[]> } {
  const points = new Map<string, Point>();
  const links: { from: string; to: string; order: number }[] = [];
  let point: Point | undefined;
  let isText = false;
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event === 'text') {
      if (isText && point) point.text += xml.text;
      continue;
    }
    if (xml.name === 'a:t') isText = event === 'open';
    else if (event === 'close' && xml.name === 'a:p' && point) point.text += '\n';
    else if (event === 'open' && xml.name === 'dgm:pt') {
      point = { id: xml.attribute('modelId') ?? '', type: xml.attribute('type') ?? 'node', text: '' };
      if (points.size < maxPoints) points.set(point.id, point);
    } else if (event === 'open' && xml.name === 'dgm:cxn' && links.length < maxPoints) {
      const [from, to] = [xml.attribute('srcId') ?? '', xml.attribute('destId') ?? ''];
      if ((xml.attribute('type') ?? 'parOf') === 'parOf')
        links.push({ from, to, order: Number(xml.attribute('srcOrd') ?? 0) });
    }
  }
  const children = new Map<string, string[]>();
  for (const { from, to } of links.sort((a, b) => a.order - b.order)) {
    const list = children.get(from);
    if (list) list.push(to);
    else children.set(from, [to]);
  }
  return { points, children };
}
