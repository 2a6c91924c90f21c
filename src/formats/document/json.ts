import { inlineText } from './inline.ts';
import type { Block, Cell, Part, Span, Table } from './model.ts';
import type { Output } from './output.ts';

/** The smallest room in which the result is whole. */
export const minJsonChars = 512;
/** Kept free for the brackets that close everything. */
const closing = 128;

/**
 * Blocks as JSON: `{"format", "blocks": […], "pages" | "slides" | "sheets" | "chapters" | "messages": [{"number", "title", "blocks": […]}],
 * "truncated"}`. It is whole whatever the limit: a text that does not fit is cut, what follows is left out by blocks and rows, and `truncated` says so.
 */
export function writeJson(blocks: Iterable<Block>, out: Output, format: string): void {
  let open: '' | ']' | ']}]' = '';
  let isFirst = true;
  let isCut = false;
  const hasRoom = (text: string) => text.length + closing <= out.left;
  out.mark(`{"format":${JSON.stringify(format)}`);
  for (const block of blocks) {
    if (block.kind === 'part') {
      const begin = open === ']}]' ? ']},' : `${open},"${block.part}s":[`;
      const head = `${begin}${JSON.stringify(plainPart(block)).slice(0, -1)},"blocks":[`;
      isCut = !hasRoom(head);
      if (isCut) break;
      out.mark(head);
      [open, isFirst] = [']}]', true];
      continue;
    }
    const lead = open === '' ? ',"blocks":[' : isFirst ? '' : ',';
    const wrote =
      block.kind === 'table' ? writeTable(block, lead, out, hasRoom) : writePlain(block, lead, out, hasRoom);
    if (wrote !== 'nothing' && open === '') open = ']';
    if (wrote !== 'nothing') isFirst = false;
    isCut = wrote !== 'all';
    if (isCut) break;
  }
  out.mark(`${open},"truncated":${isCut}}\n`);
  if (isCut) out.fill();
}

type Wrote = 'all' | 'some' | 'nothing';

function writePlain(
  block: Exclude<Block, Part | Table>,
  lead: string,
  out: Output,
  hasRoom: (text: string) => boolean,
): Wrote {
  const plain = plainBlock(block);
  const text = lead + JSON.stringify(plain);
  if (!hasRoom(text)) {
    const cut = cutBlock(plain, (each) => hasRoom(lead + JSON.stringify(each)));
    if (cut) out.put(lead + JSON.stringify(cut));
    return cut ? 'some' : 'nothing';
  }
  if (('text' in plain && plain.text !== '') || ('alt' in plain && plain.alt !== '')) out.put(text);
  else out.mark(text);
  return 'all';
}

/** With as much of its text as fits; signs that JSON escapes take more room than one. */
function cutBlock(block: object, fits: (block: object) => boolean): object | undefined {
  if (!('text' in block) || typeof block.text !== 'string') return undefined;
  const { text } = block;
  const about = { ...block, spans: undefined };
  let [length, tooLong] = [0, text.length];
  while (tooLong - length > 1) {
    const middle = (length + tooLong) >> 1;
    if (fits({ ...about, text: text.slice(0, middle) })) length = middle;
    else tooLong = middle;
  }
  return length === 0 ? undefined : { ...about, text: text.slice(0, length).toWellFormed() };
}

function writeTable(table: Table, lead: string, out: Output, hasRoom: (text: string) => boolean): Wrote {
  const { rows, ...about } = table;
  const head = `${lead}${JSON.stringify(about).slice(0, -1)},"rows":[`;
  if (!hasRoom(head)) return 'nothing';
  out.mark(head);
  let isFirst = true;
  let isCut = false;
  for (const row of rows) {
    const text = `${isFirst ? '' : ','}${JSON.stringify(row.map(plainCell))}`;
    isCut = !hasRoom(text);
    if (isCut) break;
    if (row.some(({ spans }) => spans.some((span) => span.text !== ''))) out.put(text);
    else out.mark(text);
    isFirst = false;
  }
  out.mark(']}');
  return isCut ? 'some' : 'all';
}

function plainPart({ part, number, title, isHidden }: Part): object {
  return { part, number, ...(title === undefined ? {} : { title }), ...(isHidden === true ? { hidden: true } : {}) };
}

function plainBlock(block: Exclude<Block, Part | Table>) {
  if (!('spans' in block)) return block;
  const { kind, spans, ...rest } = block;
  return { kind, ...rest, isMarkdown: undefined, ...plainSpans(spans) };
}

function plainCell({ spans, blocks, ...rest }: Cell): object {
  return { ...rest, ...plainSpans(spans), ...(blocks ? { blocks: blocks.map(plainInner) } : {}) };
}

function plainInner(block: Block): object {
  if (block.kind === 'part') return plainPart(block);
  return block.kind === 'table'
    ? { ...block, rows: [...block.rows].map((row) => row.map(plainCell)) }
    : plainBlock(block);
}

/** The text, and the spans only where they say more than it. */
function plainSpans(spans: readonly Span[]): { text: string; spans?: readonly Span[] } {
  const text = inlineText(spans);
  return spans.some(({ style, href }) => style !== undefined || href !== undefined) ? { text, spans } : { text };
}
