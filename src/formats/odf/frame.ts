import type { Block } from '../document/model.ts';
import type { Xml } from '../xml/index.ts';
import type { OdfContext } from './context.ts';
import { readObject } from './object.ts';

/** What a frame or shape says, from right behind its `open` to its end: text, the words of a picture, tables, formulas, charts. */
export function* readFrame(xml: Xml, context: OdfContext): Generator<Block, void> {
  const { depth, name } = xml;
  if (name !== 'draw:frame') {
    for (const block of context.blocks(xml, context)) yield settled(block);
    return;
  }
  let [title, description, isPicture] = ['', '', false];
  const words: Block[] = [];
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event === 'close' && xml.depth === depth) break;
    if (event !== 'open') continue;
    switch (xml.name) {
      case 'draw:text-box':
        for (const block of context.blocks(xml, context)) words.push(settled(block));
        break;
      case 'draw:image':
        isPicture = true;
        xml.skip();
        break;
      case 'draw:object':
        words.push(...readObject(xml, context));
        break;
      case 'table:table':
        for (const block of context.tables(xml, context)) words.push(settled(block));
        break;
      case 'svg:title':
        title = readWords(xml);
        break;
      case 'svg:desc':
        description = readWords(xml);
        break;
      default:
        xml.skip();
    }
  }
  const alt = description || title;
  if (isPicture && alt !== '' && words.length === 0) yield { kind: 'picture', alt };
  yield* words;
}

/** A table that is not taken at once must have its rows. */
function settled(block: Block): Block {
  return block.kind === 'table' ? { ...block, rows: [...block.rows] } : block;
}

function readWords(xml: Xml): string {
  const { depth } = xml;
  let text = '';
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event === 'close' && xml.depth === depth) break;
    if (event === 'text') text += xml.text;
  }
  return text.trim();
}
