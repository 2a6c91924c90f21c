import type { Block, Place } from '../../document/model.ts';
import type { Region } from './columns.ts';
import { borderlessTable } from './borderless.ts';
import { joined, lineOf, type Line } from './line.ts';
import { passagesOf, type Passage } from './paragraphs.ts';
import { extentOf, type Row } from './rows.ts';
import type { Scale } from './scale.ts';
import { isRightToLeftText, type Link } from './text.ts';

export interface BlockContext {
  readonly scale: Scale;
  readonly links: readonly Link[];
  /** Whether the signs were read from a picture. */
  readonly isScan?: boolean;
  /** Where something between two heights and two sides stands on the page. */
  place(left: number, top: number, right: number, bottom: number): Place;
}

/** The blocks of one region. */
export function blocksOf(region: Region, context: BlockContext): Block[] {
  if (region.kind === 'table') return [borderlessTable(region, context)];
  const blocks: Block[] = [];
  let lines: Line[] = [];
  for (let index = 0; index < region.rows.length; index++) {
    const row = region.rows[index]!;
    const line = lineOf(row, context.links);
    if (line.text.trim() !== '') lines.push(line);
    if (!hasTable(row)) continue;
    addText(blocks, lines, context);
    for (const { table } of row.fragments) if (table) blocks.push(table);
    lines = [];
  }
  addText(blocks, lines, context);
  return blocks;
}

function hasTable({ fragments }: Row): boolean {
  for (let index = 0; index < fragments.length; index++) if (fragments[index]!.table) return true;
  return false;
}

function addText(blocks: Block[], lines: readonly Line[], context: BlockContext): void {
  let from = 0;
  let start = -Infinity;
  for (let index = 0; index < lines.length; index++) {
    const { fragments, marker, left, size } = lines[index]!;
    if (fragments[0]!.isCounting) start = fragments[1]!.left;
    else if (marker !== undefined) start = -Infinity;
    else if (left < start - size * 0.5) {
      addPassages(blocks, lines.slice(from, index), context);
      from = index;
      start = -Infinity;
    }
  }
  addPassages(blocks, from === 0 ? lines : lines.slice(from), context);
}

function addPassages(blocks: Block[], lines: readonly Line[], context: BlockContext): void {
  const passages = passagesOf(withRomans(withDecimals(lines)), !context.scale.isFixed, context.isScan);
  const indents: number[] = [];
  for (let index = 0; index < passages.length; index++) {
    const passage = passages[index]!;
    const level = passage.kind === 'code' ? undefined : headingLevel(passage, passages[index + 1], context.scale);
    if (level === undefined && passage.kind === 'item') {
      blocks.push(itemOf(passage.lines, indents, context));
      continue;
    }
    indents.length = 0;
    const at = placeOf(passage.lines, context);
    if (passage.kind === 'code' && passage.lines.length > 1) blocks.push({ kind: 'code', text: codeOf(passage.lines) });
    else if (level === undefined) blocks.push({ kind: 'paragraph', spans: joined(passage.lines), at });
    else blocks.push({ kind: 'heading', level, spans: joined(passage.lines), at });
  }
}

/** Items of a numbered item may be numbered with its number: 1.1 below 1., further in. Elsewhere such a number is any. */
function withDecimals(lines: readonly Line[]): readonly Line[] {
  let parent: Line | undefined;
  let next = '';
  let result: Line[] | undefined;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]!;
    const whole = line.marker && /^(\d{1,3})[.)]$/.exec(line.marker);
    if (whole) {
      parent = line;
      next = `${whole[1]}.1`;
    }
    const [marker] = (parent && !whole && /^\d{1,3}\.\d{1,3}(?=\.?\s+\S)/.exec(line.text)) || [];
    if (!parent || marker === undefined || marker !== next || line.left < parent.left + line.size * 0.5) continue;
    result ??= [...lines];
    result[index] = { ...line, marker: line.text.charAt(marker.length) === '.' ? `${marker}.` : marker };
    const [before, last] = marker.split('.');
    next = `${before}.${Number(last) + 1}`;
  }
  return result ?? lines;
}

const romans = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII', 'XIII', 'XIV', 'XV'];

/** Large Roman numbers are those of items where one follows the other; alone they may be letters, also of a name. */
function withRomans(lines: readonly Line[]): readonly Line[] {
  const counted: { readonly index: number; readonly marker: string; readonly value: number }[] = [];
  for (let index = 0; index < lines.length; index++) {
    const first = lines[index]!.text.charCodeAt(0);
    if (first !== 0x49 && first !== 0x56 && first !== 0x58) continue;
    const [marker, number] = /^([IVX]{1,5})[.)](?=\s+\S)/.exec(lines[index]!.text) ?? [];
    if (marker !== undefined) counted.push({ index, marker, value: romans.indexOf(number!) });
  }
  if (counted.length < 2) return lines;
  const result = [...lines];
  for (const [at, { index, marker, value }] of counted.entries()) {
    const isNext = counted[at - 1]?.value === value - 1 || counted[at + 1]?.value === value + 1;
    if (value >= 0 && isNext) result[index] = { ...lines[index]!, marker };
  }
  return result;
}

const maxHeading = 200;
const maxBoldHeading = 120;

function headingLevel({ lines }: Passage, next: Passage | undefined, scale: Scale): number | undefined {
  if (lines.length > 3) return undefined;
  let length = 0;
  let size = Infinity;
  let hasLetters = false;
  let isBold = !scale.isBold;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]!;
    length += line.text.length;
    size = Math.min(size, line.size);
    hasLetters ||= /\p{L}/u.test(line.text);
    isBold &&= line.isBold;
  }
  const first = lines[0]!;
  if (length > maxHeading || length < 2 || !hasLetters) return undefined;
  const level = scale.levelOf(size);
  if (level !== undefined) return level;
  const isTitle = isBold && first.size >= scale.body * 0.95 && next && !next.lines[0]!.isBold;
  if (!isTitle || lines.length > 2 || length > maxBoldHeading || /[.,;:。，；：]\s*$/u.test(lines.at(-1)!.text))
    return undefined;
  return scale.boldLevel;
}

function itemOf(lines: readonly Line[], indents: number[], context: BlockContext): Block {
  const [first] = lines as [Line, ...Line[]];
  const em = first.size;
  const indent = isRightToLeftText([first]) ? -first.right : first.left;
  while (indents.length > 0 && indent < indents.at(-1)! - em * 0.5) indents.pop();
  if (indents.length === 0 || indent > indents.at(-1)! + em * 0.8) indents.push(indent);
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

/** Lines of code with their indents, counted in characters, and with the empty ones between them. */
function codeOf(lines: readonly Line[]): string {
  const [left] = extentOf(lines);
  const widths = lines.map((line) => (line.right - line.left) / Math.max(1, line.text.length)).sort((a, b) => a - b);
  const width = Math.max(1, widths[Math.floor(widths.length / 2)]!);
  const pitches = lines.slice(1).map((line, at) => line.baseline - lines[at]!.baseline);
  const pitch = pitches.toSorted((a, b) => a - b)[(pitches.length - 1) >> 1]!;
  return lines
    .map((line, at) => {
      const isApart = at > 0 && pitches[at - 1]! > pitch * 1.6;
      return `${isApart ? '\n' : ''}${' '.repeat(Math.min(200, Math.round((line.left - left) / width)))}${line.text}`;
    })
    .join('\n');
}

function placeOf(lines: readonly Line[], { place }: BlockContext): Place {
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]!;
    left = Math.min(left, line.left);
    right = Math.max(right, line.right);
    top = Math.min(top, line.top);
    bottom = Math.max(bottom, line.bottom);
  }
  return place(left, top, right, bottom);
}
