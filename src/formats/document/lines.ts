import type { Block, Span } from './model.ts';

/** A block as lines of text: in a note or a cell, where there are no blocks. */
export function spansOf(block: Block): Span[] {
  if (block.kind === 'table')
    return [...block.rows].flatMap((row) => [
      ...row.flatMap((cell, index) => (index === 0 ? cell.spans : [{ text: '\t' }, ...cell.spans])),
      { text: '\n' },
      // Tables in its cells follow the row.
      ...row.flatMap(({ blocks = [] }) => blocks.flatMap(spansOf)),
    ]);
  if (block.kind === 'code') return [{ text: `${block.text}\n` }];
  if (block.kind === 'item') return [{ text: `${block.marker} ` }, ...block.spans, { text: '\n' }];
  if (block.kind === 'picture') return block.alt === '' ? [] : [{ text: `${block.alt}\n` }];
  return 'spans' in block ? [...block.spans, { text: '\n' }] : [];
}
