import { inlineText } from './inline.ts';
import type { Block, Cell, Span } from './model.ts';

/** Blocks as the spans of a cell, and the tables among them. */
export function cellOf(blocks: Iterable<Block>): Pick<Cell, 'spans' | 'blocks'> {
  const spans: Span[] = [];
  const tables: Block[] = [];
  for (const block of blocks) {
    if (block.kind === 'table') {
      tables.push({ ...block, rows: [...block.rows] });
      continue;
    }
    if (spans.length > 0) spans.push({ text: '\n' });
    if (block.kind === 'item') spans.push({ text: `${'  '.repeat(Math.min(block.depth, 8))}${block.marker} ` });
    if (block.kind === 'code') spans.push({ text: block.text, style: 'code' });
    else if (block.kind === 'picture') spans.push({ text: block.alt });
    else if ('spans' in block) spans.push(...block.spans);
  }
  return { spans, ...(tables.length > 0 ? { blocks: tables } : {}) };
}

export function plainOf(blocks: readonly Block[]): string {
  return inlineText(cellOf(blocks).spans);
}
