import type { Block } from '../document/model.ts';
import type { Xml } from '../xml/index.ts';
import type { OdfContext } from './context.ts';
import { readFrame } from './frame.ts';
import { nextMarker, type OpenList } from './lists.ts';
import { readInline } from './paragraph.ts';
import { outlineList } from './styles.ts';
import { readTable } from './table.ts';

/** What holds blocks and says nothing itself. */
const transparent = new Set(
  'text:section text:table-of-content text:alphabetical-index text:illustration-index text:table-index text:object-index text:user-index text:bibliography text:index-body text:index-title text:numbered-paragraph'.split(
    ' ',
  ),
);

const maxLists = 50_000;

/** The blocks in the element that was just opened, up to its end. */
export function* readBlocks(xml: Xml, context: OdfContext, list?: OpenList): Generator<Block, void> {
  const { depth } = xml;
  let code: string[] = [];
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event === 'close' && xml.depth === depth) break;
    if (event !== 'open') continue;
    const { name } = xml;
    if (name === 'text:p' || name === 'text:h') {
      context.report.checkStopped();
      const isHeading = name === 'text:h';
      const style = context.styles.paragraph(xml.attribute('text:style-name'));
      const level = Number(xml.attribute('text:outline-level') ?? 1);
      const number = isHeading ? headingNumber(xml, context, level, list) : '';
      if (list) list.styleDepth = context.styles.listDepth(xml.attribute('text:style-name'));
      if (context.isSlides && !list) context.lists.clear();
      const { spans, asides } = readInline(xml, context);
      if (style.isCode === true && !isHeading) code.push(spans.map(({ text }) => text).join(''));
      else {
        if (code.length > 0) yield { kind: 'code', text: code.join('\n') };
        code = [];
        if (spans.some(({ text }) => text.trim() !== '')) {
          const heading = isHeading ? level : list ? undefined : style.heading;
          if (heading === undefined)
            yield { kind: 'paragraph', spans, ...(style.isQuote === true ? { quotes: 1 } : {}) };
          else
            yield {
              kind: 'heading',
              level: heading,
              spans: number === '' ? spans : [{ text: `${number} ` }, ...spans],
            };
        }
      }
      yield* asides;
    } else if (name === 'text:list') yield* readList(xml, context, list);
    else if (name === 'table:table') yield* readTable(xml, context);
    else if (name.startsWith('draw:')) yield* readFrame(xml, context);
    else if (!transparent.has(name)) xml.skip(); // among them text:tracked-changes, which holds what was deleted
  }
  if (code.length > 0) yield { kind: 'code', text: code.join('\n') };
}

/** A heading is counted with the others, or as an item of the list that it begins an item of. */
function headingNumber(xml: Xml, { styles, headings }: OdfContext, level: number, list: OpenList | undefined): string {
  if (xml.attribute('text:is-list-header') === 'true') return '';
  if (list?.style) {
    const { item } = list;
    list.item = undefined;
    const marker = item ? nextMarker(list, item.start) : '';
    return /[\p{L}\p{N}]/u.test(marker) ? marker : '';
  }
  const style = styles.list(outlineList);
  const restart = xml.attribute('text:restart-numbering') === 'true' ? xml.attribute('text:start-value') : undefined;
  return style
    ? nextMarker({ style, level, counts: headings }, restart === undefined ? undefined : Number(restart))
    : '';
}

/** A list, from right behind its `open` to its end: the first paragraph of an item is the item, more of them are paragraphs. */
function* readList(xml: Xml, context: OdfContext, outer: OpenList | undefined): Generator<Block, void> {
  const { depth } = xml;
  const list: OpenList = {
    style: context.styles.list(xml.attribute('text:style-name')) ?? outer?.style,
    level: (outer?.level ?? 0) + 1,
    counts: outer?.counts ?? countsOf(xml, context),
    styleDepth: 0,
    item: undefined,
  };
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event === 'close' && xml.depth === depth) break;
    if (event !== 'open') continue;
    if (xml.name !== 'text:list-item' && xml.name !== 'text:list-header') {
      xml.skip();
      continue;
    }
    const start = xml.attribute('text:start-value');
    list.item = xml.name === 'text:list-item' ? { start: start === undefined ? undefined : Number(start) } : undefined;
    yield* readItem(xml, context, list);
  }
}

function* readItem(xml: Xml, context: OdfContext, list: OpenList): Generator<Block, void> {
  for (const block of readBlocks(xml, context, list)) {
    if (!list.item || block.kind !== 'paragraph') {
      yield block;
      continue;
    }
    const marker = nextMarker(list, list.item.start);
    list.item = undefined;
    yield marker === ''
      ? block
      : { kind: 'item', depth: Math.max(list.level - 1, list.styleDepth), marker, spans: block.spans };
  }
}

/** Lists go on counting where they say so: after the one before of their style, or after the one of that id. */
function countsOf(xml: Xml, { lists, isSlides }: OdfContext): (number | undefined)[] {
  const style = `style ${xml.attribute('text:style-name') ?? ''}`;
  const before = xml.attribute('text:continue-list');
  const known =
    before === undefined
      ? isSlides || xml.attribute('text:continue-numbering') === 'true'
        ? style
        : ''
      : `id ${before}`;
  const counts = lists.get(known) ?? [];
  if (lists.size < maxLists) lists.set(style, counts).set(`id ${xml.attribute('xml:id') ?? ''}`, counts);
  return counts;
}
