import { gridRows } from './grid.ts';
import { inlineText, joinLines, trimLines } from './inline.ts';
import type { Block, Table } from './model.ts';
import type { Output } from './output.ts';

/** Blocks as plain text, blank lines between them and tabs between cells; stops when the output is full. */
export function writeText(blocks: Iterable<Block>, out: Output): void {
  let last: Block | undefined;
  for (const block of blocks) {
    const isListGoingOn = block.kind === 'item' && last?.kind === 'item';
    const separator = last === undefined ? '' : isListGoingOn ? '\n' : '\n\n';
    if (writeBlock(block, separator, out)) last = block;
    if (out.isFull) return;
  }
  if (last !== undefined) out.mark('\n');
}

function writeBlock(block: Block, separator: string, out: Output): boolean {
  if (block.kind === 'table') return writeTable(block, separator, out);
  const text = textOf(block);
  if (text === '') return false;
  out.mark(separator);
  if (block.kind === 'part') out.mark(text);
  else out.put(text);
  return true;
}

function textOf(block: Exclude<Block, Table>): string {
  switch (block.kind) {
    case 'part': {
      const hidden = block.isHidden === true ? ' (hidden)' : '';
      if (block.part === 'page') return block.number > 1 ? '\f' : '';
      return block.part === 'sheet'
        ? `${block.title ?? `Sheet ${block.number}`}${hidden}`
        : block.part === 'slide'
          ? `Slide ${block.number}${hidden}`
          : '';
    }
    case 'item': {
      const text = inlineText(block.spans).trim();
      const indent = '  '.repeat(Math.max(0, Math.min(block.depth, 20)));
      return text === '' ? '' : `${indent}${block.marker || '-'} ${text.replaceAll('\n', `\n${indent}  `)}`;
    }
    case 'code':
      return block.text.replace(/\n$/, '');
    case 'note': {
      const text = inlineText(block.spans).trim();
      return text === '' ? '' : block.label.startsWith('^') ? `[${block.label}] ${text}` : `${block.label}: ${text}`;
    }
    case 'picture':
      return block.alt.trim();
    case 'heading':
    case 'paragraph':
      return trimLines(inlineText(block.spans));
  }
}

function writeTable(table: Table, separator: string, out: Output): boolean {
  const inner: Block[] = [];
  let count = 0;
  for (const cells of gridRows(table.rows)) {
    const line = cells.map((cell) => {
      if (cell?.blocks) inner.push(...cell.blocks);
      return cell ? joinLines(inlineText(cell.spans).replaceAll('\t', ' '), ' ') : '';
    });
    if (count === 0) {
      out.mark(separator);
      if (table.caption) out.put(`${table.caption}\n`);
    } else out.mark('\n');
    count++;
    if (!out.put(line.join('\t'))) return true;
  }
  for (const block of inner) if (!out.isFull) writeBlock(block, '\n\n', out);
  return count > 0;
}
