import type { Block, Cell, Span } from './model.ts';

/** A block as lines of text: in a note or a cell, where there are no blocks. */
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

/** The blocks of a cell as lines of text; tables within it stay tables. */
export function cellOf(blocks: Iterable<Block>): Pick<Cell, 'spans' | 'blocks'> {
  const spans: Span[] = [];
  const inner: Block[] = [];
  for (const block of blocks) {
    if (block.kind === 'table') inner.push({ ...block, rows: [...block.rows] });
    else spans.push(...spansOf(block));
  }
  if (spans.at(-1)?.text === '\n') spans.pop();
  return inner.length > 0 ? { spans, blocks: inner } : { spans };
}
