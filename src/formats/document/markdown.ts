import { gridRows } from './grid.ts';
import { inlineMarkdown, inlineText, joinLines, trimLines } from './inline.ts';
import type { Block, Cell, Note, Part, Table } from './model.ts';
import type { Output } from './output.ts';

/** How much is looked at for the width of a table before the first is written. */
const rowsAhead = 200;
const cellsAhead = 50_000;

/** Blocks as Markdown, blank lines between them; stops when the output is full. */
export function writeMarkdown(blocks: Iterable<Block>, out: Output): void {
  let last: Block | undefined;
  /** Of the items that the next one may be within. */
  const open: number[] = [];
  for (const block of blocks) {
    const isListGoingOn = block.kind === 'item' && last?.kind === 'item' && quotesOf(block) === quotesOf(last);
    if (block.kind !== 'item') open.length = 0;
    const depth = block.kind === 'item' ? ancestors(block.depth, open) : 0;
    const shared = last === undefined ? 0 : Math.min(quotesOf(block), quotesOf(last));
    const separator = last === undefined ? '' : isListGoingOn ? '\n' : `\n${quoteMark(shared).trimEnd()}\n`;
    const wrote = writeBlock(block, separator, depth, out);
    if (wrote) last = block;
    if (out.isFull) return;
  }
  if (last !== undefined) out.mark('\n');
}

/** How many of the items before one it stands under; a list need not begin with its outermost level. */
function ancestors(depth: number, open: number[]): number {
  while ((open.at(-1) ?? -1) >= depth) open.pop();
  return open.push(depth) - 1;
}

/** False when there was nothing to write. */
function writeBlock(block: Block, separator: string, depth: number, out: Output): boolean {
  const text = block.kind === 'table' ? undefined : quoted(markdownOf(block, depth), quotesOf(block));
  if (text === '') return false;
  if (block.kind === 'table') return writeTable(block, separator, out);
  out.mark(separator);
  if (block.kind === 'part' && block.part !== 'sheet') out.mark(text ?? '');
  else out.put(text ?? '');
  return true;
}

const maxQuotes = 20;

function quotesOf(block: Block): number {
  return 'quotes' in block ? Math.min(block.quotes ?? 0, maxQuotes) : 0;
}

function quoteMark(quotes: number): string {
  return '> '.repeat(quotes);
}

function quoted(text: string, quotes: number): string {
  return quotes === 0 || text === '' ? text : text.replace(/^/gm, quoteMark(quotes));
}

function markdownOf(block: Exclude<Block, Table>, depth: number): string {
  switch (block.kind) {
    case 'part':
      return partMark(block);
    case 'heading': {
      const text = joinLines(inlineMarkdown(block.spans, true), ' ');
      return text === '' ? '' : `${'#'.repeat(Math.max(1, Math.min(6, block.level)))} ${text}`;
    }
    case 'paragraph':
      if (block.isMarkdown === true) return inlineText(block.spans);
      return paragraph(
        block.spans.length === 1 && block.spans[0]?.style === 'math'
          ? `$$${block.spans[0].text}$$`
          : inlineMarkdown(block.spans),
      );
    case 'item': {
      const text = inlineMarkdown(block.spans).trim();
      const indent = '    '.repeat(depth);
      return text === '' ? '' : `${indent}${itemMark(block.marker)} ${text.replaceAll('\n', `\n${indent}    `)}`;
    }
    case 'code': {
      if (block.text.trim() === '') return '';
      const longest = Math.max(2, ...(block.text.match(/`{3,}/g) ?? []).map((run) => run.length));
      const fence = '`'.repeat(longest + 1);
      return `${fence}${block.language ?? ''}\n${block.text.replace(/\n$/, '')}\n${fence}`;
    }
    case 'note':
      return note(block);
    case 'picture':
      return block.alt.trim() === '' ? '' : `![${joinLines(block.alt, ' ')}]()`;
  }
}

/** Only what would make the line a heading is escaped. */
function paragraph(text: string): string {
  return trimLines(text)
    .replace(/^(#{1,6} )/gm, '\\$1')
    .replaceAll('\n', '  \n');
}

/** Numbers stay as they are; what Markdown has no list for stands behind a bullet. */
function itemMark(marker: string): string {
  if (/^\d{1,9}[.)]$/.test(marker)) return marker;
  return marker === '' || /^[^\p{L}\p{N}]+$/u.test(marker) ? '-' : `- ${marker}`;
}

function note({ label, spans }: Note): string {
  const text = inlineMarkdown(spans).trim();
  if (text === '') return '';
  if (label.startsWith('^')) return `[${label}]: ${joinLines(text, ' ')}`;
  return `> ${label}: ${text.replaceAll('\n', '\n> ')}`;
}

function partMark({ part, number, title, isHidden }: Part): string {
  const hidden = isHidden === true ? ' (hidden)' : '';
  if (part === 'sheet') return `## ${title ?? `Sheet ${number}`}${hidden}`;
  return part === 'message' ? (number > 1 ? '---' : '') : `<!-- ${part} ${number}${hidden} -->`;
}

function writeTable(table: Table, separator: string, out: Output): boolean {
  const rows = gridRows(table.rows);
  const first: (Cell | undefined)[][] = [];
  // Not for-of, which would close the rows when it ends.
  for (let cells = 0; first.length < rowsAhead && cells < cellsAhead; cells += first.at(-1)?.length ?? 0) {
    const { done, value } = rows.next();
    if (done === true) break;
    first.push(value);
  }
  const width = Math.max(0, ...first.map((row) => row.length));
  if (width === 0) return false;
  out.mark(separator);
  if (table.caption) out.put(`${table.caption}\n\n`);
  const inner: Block[] = [];
  let count = 0;
  for (const part of [first, rows]) {
    for (const cells of part) {
      if (count > 0) out.mark('\n');
      const text = rowText(cells, width, inner);
      if (!(/[^|\s]/.test(text) ? out.put(text) : out.mark(text))) return true;
      if (count++ === 0) out.mark(`\n|${' --- |'.repeat(width)}`);
    }
  }
  // Markdown has no tables in tables: they follow.
  for (const block of inner) if (!out.isFull) writeBlock(block, '\n\n', 0, out);
  return true;
}

function rowText(cells: readonly (Cell | undefined)[], width: number, inner: Block[]): string {
  let text = '|';
  for (let index = 0; index < Math.max(width, cells.length); index++) {
    const cell = cells[index];
    text += ` ${cell ? cellText(cell, inner) : ''} |`;
  }
  return text;
}

function cellText({ spans, blocks }: Cell, inner: Block[]): string {
  const [only] = spans;
  const isAllStrong = spans.length === 1 && only?.style === 'strong';
  const text = isAllStrong ? only.text : spans.length === 0 ? '' : inlineMarkdown(spans);
  if (blocks) inner.push(...blocks);
  return joinLines(text, '<br>').replaceAll('|', '\\|');
}
