import type { Block, Place } from '../../document/model.ts';
import type { Region } from './columns.ts';
import { borderlessTable } from './borderless.ts';
import { joined, lineOf, type Line } from './line.ts';
import { passagesOf, type Passage } from './paragraphs.ts';
import { extentOf } from './rows.ts';
import type { Scale } from './scale.ts';
import type { Link } from './text.ts';

export interface BlockContext {
  readonly scale: Scale;
  readonly links: readonly Link[];
  /** Where something between two heights and two sides stands on the page. */
  place(left: number, top: number, right: number, bottom: number): Place;
}

/** The blocks of one region. */
export function* blocksOf(region: Region, context: BlockContext): Generator<Block> {
  if (region.kind === 'table') return yield borderlessTable(region, context);
  let lines: Line[] = [];
  for (const row of region.rows) {
    const line = lineOf(row, context.links);
    if (line.text.trim() !== '') lines.push(line);
    if (!row.fragments.some(({ table }) => table)) continue;
    yield* textBlocks(lines, context);
    for (const { table } of row.fragments) if (table) yield table;
    lines = [];
  }
  yield* textBlocks(lines, context);
}

function* textBlocks(lines: readonly Line[], context: BlockContext): Generator<Block> {
  const passages = passagesOf(lines, !context.scale.isFixed);
  const indents: number[] = [];
  for (const [index, passage] of passages.entries()) {
    const level = passage.kind === 'code' ? undefined : headingLevel(passage, passages[index + 1], context.scale);
    if (level === undefined && passage.kind === 'item') {
      yield itemOf(passage.lines, indents, context);
      continue;
    }
    indents.length = 0;
    const at = placeOf(passage.lines, context);
    if (passage.kind === 'code' && passage.lines.length > 1) yield { kind: 'code', text: codeOf(passage.lines) };
    else if (level === undefined) yield { kind: 'paragraph', spans: joined(passage.lines), at };
    else yield { kind: 'heading', level, spans: joined(passage.lines), at };
  }
}

const maxHeading = 200;
const maxBoldHeading = 120;

function headingLevel({ lines }: Passage, next: Passage | undefined, scale: Scale): number | undefined {
  if (lines.length > 3) return undefined;
  const length = lines.reduce((sum, { text }) => sum + text.length, 0);
  const first = lines[0]!;
  if (length > maxHeading || length < 2) return undefined;
  if (!lines.some(({ text }) => /\p{L}/u.test(text))) return undefined;
  const level = scale.levelOf(Math.min(...lines.map(({ size }) => size)));
  if (level !== undefined) return level;
  const isTitle = first.isBold && !scale.isBold && first.size >= scale.body * 0.95 && next && !next.lines[0]!.isBold;
  if (!isTitle || lines.length > 2 || length > maxBoldHeading || /[.,;:。，；：]\s*$/u.test(lines.at(-1)!.text))
    return undefined;
  return scale.boldLevel;
}

function itemOf(lines: readonly Line[], indents: number[], context: BlockContext): Block {
  const [first] = lines as [Line, ...Line[]];
  const em = first.size;
  while (indents.length > 0 && first.left < indents.at(-1)! - em * 0.5) indents.pop();
  if (indents.length === 0 || first.left > indents.at(-1)! + em * 0.8) indents.push(first.left);
  // An item that begins with the bullet of its own first item: both stand on one line.
  const marker = first.marker!;
  const spans = joined(lines);
  const [head] = spans;
  return {
    kind: 'item',
    depth: indents.length - 1 + (marker.match(/\s+/g)?.length ?? 0),
    marker: marker.slice(marker.lastIndexOf(' ') + 1).replace(/^([.)])(\d+)$/, '$2$1'),
    spans: head ? [{ ...head, text: head.text.slice(marker.length).trimStart() }, ...spans.slice(1)] : [],
    at: placeOf(lines, context),
  };
}

/** Lines of code with their indents, counted in characters. */
function codeOf(lines: readonly Line[]): string {
  const [left] = extentOf(lines);
  const widths = lines.map((line) => (line.right - line.left) / Math.max(1, line.text.length)).sort((a, b) => a - b);
  const width = Math.max(1, widths[Math.floor(widths.length / 2)]!);
  return lines.map((line) => ' '.repeat(Math.min(200, Math.round((line.left - left) / width))) + line.text).join('\n');
}

function placeOf(lines: readonly Line[], { place }: BlockContext): Place {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const line of lines) {
    left = Math.min(left, line.left);
    right = Math.max(right, line.right);
    top = Math.min(top, line.top);
    bottom = Math.max(bottom, line.bottom);
  }
  return place(left, top, right, bottom);
}
