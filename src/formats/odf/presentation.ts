import type { Block, Span } from '../document/model.ts';
import type { Reader } from '../document/reader.ts';
import { readingOrder } from '../drawing/order.ts';
import { boxAround, type Box, type Shape } from '../drawing/shape.ts';
import { openPackage } from '../package/index.ts';
import type { Xml } from '../xml/index.ts';
import type { OdfContext } from './context.ts';
import { readFrame } from './frame.ts';
import { openContent } from './open.ts';

/** A presentation of OpenDocument (ISO 26300), slide by slide. */
export const readOdp: Reader = function* (input, report, options) {
  using parts = openPackage(input);
  const { xml, context } = openContent(parts, report, { ...options, isSlides: true });
  const { pages } = options;
  let number = 0;
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event !== 'open' || xml.name !== 'draw:page') continue;
    report.checkStopped();
    report.count('slides', ++number);
    if (pages && !pages.has(number)) xml.skip();
    else yield* readPage(xml, context, number);
  }
  yield* context.notes;
};

function readPage(xml: Xml, context: OdfContext, number: number): Block[] {
  const { depth } = xml;
  const isHidden = context.styles.isHiddenPage(xml.attribute('draw:style-name'));
  const shapes: Shape[] = [];
  const notes: Span[] = [];
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event === 'close' && xml.depth === depth) break;
    if (event !== 'open') continue;
    if (xml.name === 'presentation:notes') notes.push(...readNotes(xml, context));
    else if (xml.name.startsWith('draw:') && xml.name !== 'draw:page-thumbnail') shapes.push(readShape(xml, context));
    else if (xml.name === 'office:forms' || xml.name.startsWith('anim:')) xml.skip();
  }
  const ordered = readingOrder(shapes.filter(({ blocks }) => blocks.length > 0));
  const title = ordered.find(({ isTitle }) => isTitle)?.blocks[0];
  return [
    {
      kind: 'part',
      part: 'slide',
      number,
      ...(title?.kind === 'heading' ? { title: title.spans.map(({ text }) => text).join('') } : {}),
      ...(isHidden ? { isHidden } : {}),
    },
    ...ordered.flatMap(({ blocks }) => blocks),
    ...(notes.length > 0 ? [{ kind: 'note', label: 'Notes', spans: notes } as const] : []),
  ];
}

function readShape(xml: Xml, context: OdfContext): Shape {
  if (xml.name === 'draw:g') return readGroup(xml, context);
  const isTitle = xml.attribute('presentation:class') === 'title';
  const isPlaceholder = xml.attribute('presentation:placeholder') === 'true';
  const sizes = ['svg:x', 'svg:y', 'svg:width', 'svg:height'].map((name) => lengthOf(xml.attribute(name)));
  const box = sizes.every((size) => size !== undefined) ? (sizes as unknown as Box) : undefined;
  context.lists.clear();
  const blocks = [...readFrame(xml, context)];
  if (isPlaceholder) return { box, isTitle, blocks: [] }; // its text is an invitation to type
  if (!isTitle) return { box, isTitle, blocks };
  const spans = blocks.flatMap((block, index) =>
    'spans' in block ? [...(index === 0 ? [] : [{ text: ' ' }]), ...block.spans] : [],
  );
  return { box, isTitle, blocks: spans.length > 0 ? [{ kind: 'heading', level: 2, spans }] : [] };
}

/** A group has no place of its own: it is where its members are. */
function readGroup(xml: Xml, context: OdfContext): Shape {
  const { depth } = xml;
  const members: Shape[] = [];
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event === 'close' && xml.depth === depth) break;
    if (event !== 'open') continue;
    if (xml.name.startsWith('draw:')) members.push(readShape(xml, context));
    else xml.skip();
  }
  const shapes = members.filter(({ blocks }) => blocks.length > 0);
  return { box: boxAround(shapes), isTitle: false, blocks: readingOrder(shapes).flatMap(({ blocks }) => blocks) };
}

function readNotes(xml: Xml, context: OdfContext): Span[] {
  const { depth } = xml;
  const spans: Span[] = [];
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event === 'close' && xml.depth === depth) break;
    if (event !== 'open') continue;
    if (xml.name !== 'draw:frame' || xml.attribute('presentation:class') !== 'notes') xml.skip();
    else
      for (const block of readShape(xml, context).blocks)
        if ('spans' in block) spans.push(...(spans.length > 0 ? [{ text: '\n' }] : []), ...block.spans);
  }
  return spans;
}

const units: ReadonlyMap<string, number> = new Map([
  ['cm', 1],
  ['mm', 0.1],
  ['in', 2.54],
  ['pt', 2.54 / 72],
  ['pc', 2.54 / 6],
  ['px', 2.54 / 96],
]);

/** In centimetres. */
function lengthOf(text: string | undefined): number | undefined {
  const [, number, unit = ''] = /^(-?\d+(?:\.\d+)?)([a-z]{2})$/.exec(text ?? '') ?? [];
  const scale = units.get(unit);
  return number === undefined || scale === undefined ? undefined : Number(number) * scale;
}
