import { inlineText } from './inline.ts';
import type { Block, Cell, Part, Span, Table } from './model.ts';
import type { Output } from './output.ts';

/** The JSON of a document that says little, a table of empty cells say, ends here. */
const maxFrameChars = 64_000_000;

/**
 * Blocks as JSON: `{"format", "blocks": […], "pages" | "slides" | "sheets" | "chapters" | "messages": [{"number", "title", "blocks": […]}],
 * "truncated"}`. The limit is on the texts of blocks and cells. The JSON is whole whatever it is: the text that reaches it is cut, what
 * follows is left out, and `truncated` says so.
 */
export function writeJson(blocks: Iterable<Block>, out: Output, format: string): void {
  let open: '' | ']' | ']}]' = '';
  let isFirst = true;
  let room = maxFrameChars;
  const write: Write = (text) => {
    room -= text.length;
    if (room < 0) out.fill();
    else out.frame(text);
    return room >= 0;
  };
  out.frame(`{"format":${JSON.stringify(format)}`);
  for (const block of blocks) {
    if (block.kind === 'part') {
      const begin = open === ']}]' ? ']},' : `${open},"${block.part}s":[`;
      if (!write(`${begin}${JSON.stringify(plainPart(block)).slice(0, -1)},"blocks":[`)) break;
      [open, isFirst] = [']}]', true];
      continue;
    }
    const lead = open === '' ? ',"blocks":[' : isFirst ? '' : ',';
    const wrote = block.kind === 'table' ? writeTable(block, lead, out, write) : writePlain(block, lead, out, write);
    if (wrote) [open, isFirst] = [open || ']', false];
    if (out.isFull) break;
  }
  out.frame(`${open},"truncated":${out.isFull}}\n`);
}

/** False when there is no room for it; then nothing of it is written. */
type Write = (text: string) => boolean;

function writePlain(block: Exclude<Block, Part | Table>, lead: string, out: Output, write: Write): boolean {
  const plain = plainBlock(block, out);
  return plain !== undefined && write(lead + JSON.stringify(plain));
}

function writeTable({ rows, ...table }: Table, lead: string, out: Output, write: Write): boolean {
  const about = table.caption === undefined ? table : { ...table, caption: out.take(table.caption) };
  if (!write(`${lead}${JSON.stringify(about).slice(0, -1)},"rows":[`)) return false;
  let isFirst = true;
  if (!out.isFull)
    for (const row of rows) {
      const cells = plainRow(row, out);
      if (cells.length === 0 && row.length > 0) break;
      if (!write(`${isFirst ? '' : ','}${JSON.stringify(cells)}`) || out.isFull) break;
      isFirst = false;
    }
  out.frame(']}');
  return true;
}

function plainPart({ part, number, title, isHidden }: Part): object {
  return { part, number, ...(title === undefined ? {} : { title }), ...(isHidden === true ? { hidden: true } : {}) };
}

/** Undefined when there is no room for any of its text. */
function plainBlock(block: Exclude<Block, Part | Table>, out: Output): object | undefined {
  if ('spans' in block) {
    const { kind, spans, ...rest } = block;
    const text = plainSpans(spans, out);
    return text && { kind, ...rest, ...text };
  }
  const [name, whole] = block.kind === 'code' ? (['text', block.text] as const) : (['alt', block.alt] as const);
  const text = out.take(whole);
  return text === '' && out.isFull ? undefined : { ...block, [name]: text };
}

/** The cells for whose texts there is room. */
function plainRow(row: readonly Cell[], out: Output): object[] {
  const cells = [];
  for (const cell of row) {
    const plain = out.isFull ? undefined : plainCell(cell, out);
    if (!plain) break;
    cells.push(plain);
  }
  return cells;
}

function plainCell({ spans, blocks, value, ...rest }: Cell, out: Output): object | undefined {
  const text = plainSpans(spans, out);
  if (!text) return undefined;
  // The value of a text that is cut would tell the rest of it.
  const known = value === undefined || out.isFull ? {} : { value };
  const inner = blocks?.flatMap((block) => (out.isFull ? [] : (plainInner(block, out) ?? [])));
  return { ...rest, ...known, ...text, ...(inner ? { blocks: inner } : {}) };
}

function plainInner(block: Block, out: Output): object | undefined {
  if (block.kind === 'part') return plainPart(block);
  if (block.kind !== 'table') return plainBlock(block, out);
  const rows = [];
  for (const row of block.rows) if (!out.isFull) rows.push(plainRow(row, out));
  return { ...block, rows };
}

/** The text, and the spans only where they say more than it and it is whole. Undefined when there is no room for any of it. */
function plainSpans(spans: readonly Span[], out: Output): { text: string; spans?: readonly Span[] } | undefined {
  const text = out.take(inlineText(spans));
  if (out.isFull) return text === '' ? undefined : { text };
  return spans.some(({ style, href }) => style !== undefined || href !== undefined) ? { text, spans } : { text };
}
