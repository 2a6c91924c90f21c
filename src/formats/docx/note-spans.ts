import type { Block, Span } from '../document/model.ts';

/** A block as one line of a note. */
export function spansOf(block: Block): Span[] {
  if (block.kind === 'table')
    return [...block.rows].flatMap((row) => [
      ...row.flatMap((cell, index) => (index === 0 ? cell.spans : [{ text: '\t' }, ...cell.spans])),
      { text: '\n' },
    ]);
  if (block.kind === 'item') return [{ text: `${block.marker} ` }, ...block.spans, { text: '\n' }];
  if (block.kind === 'picture') return block.alt === '' ? [] : [{ text: `${block.alt}\n` }];
  return 'spans' in block ? [...block.spans, { text: '\n' }] : [];
}
