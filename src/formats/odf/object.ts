import { unlessCorrupt } from '../corrupt.ts';
import type { Block } from '../document/model.ts';
import { readMathMl } from '../omml/mathml.ts';
import type { Xml } from '../xml/index.ts';
import type { OdfContext } from './context.ts';

export const maxNesting = 3;

/** A document within the document: a formula, or a chart with the table behind it. At the `open` of `draw:object`; up to its end. */
export function readObject(xml: Xml, context: OdfContext): Block[] {
  const href = xml.attribute('xlink:href') ?? '';
  const blocks: Block[] = [];
  const { depth } = xml;
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event === 'close' && xml.depth === depth) break;
    if (event === 'open' && xml.name === 'math:math') blocks.push(formula(xml));
  }
  const part = `${href.replace(/^\.\//, '').replace(/\/$/, '')}/content.xml`;
  if (href === '' || context.nesting >= maxNesting || !context.parts.has(part)) return blocks;
  unlessCorrupt(context.report, () => readContent(context.parts.typedXml(part), context, blocks));
  return blocks;
}

function readContent(xml: Xml, context: OdfContext, into: Block[]): void {
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event !== 'open') continue;
    if (xml.name === 'math:math') into.push(formula(xml));
    else if (xml.name === 'table:table')
      for (const table of context.tables(xml, { ...context, nesting: context.nesting + 1 }))
        into.push({ ...table, caption: 'Chart', rows: [...table.rows] });
  }
}

const formula = (xml: Xml): Block => ({ kind: 'paragraph', spans: [{ text: readMathMl(xml), style: 'math' }] });
