import type { Block, Note, Span } from '../document/model.ts';
import { corrupt } from '../corrupt.ts';
import { readRelationships, targetOf } from '../ooxml/relationships.ts';
import { readComments } from './comments.ts';
import type { SlideContext } from './context.ts';
import type { Layouts } from './layouts.ts';
import { readingOrder } from '../drawing/order.ts';
import { readShapes } from './shapes.ts';

interface Slide extends Pick<SlideContext, 'parts' | 'report' | 'number'> {
  readonly layouts: Layouts;
  /** '' when the presentation does not name it. */
  readonly part: string;
  readonly comments: boolean;
}

/** A slide: its mark, its shapes in reading order, its notes. */
export function readSlide(slide: Slide): Block[] {
  const { parts, report, part, number } = slide;
  if (part === '') throw corrupt(parts.name, 'the presentation does not say where it is');
  const relationships = readRelationships(parts, part);
  const layout = slide.layouts.of(targetOf(relationships, 'slideLayout'));
  const context: SlideContext = { parts, report, number, relationships, layout };
  const xml = parts.xml(part);
  const shapes = [];
  let [isSlide, isHidden] = [false, false];
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event !== 'open') continue;
    if (xml.name === 'p:sld') {
      isSlide = true;
      isHidden = /^(?:0|false)$/.test(xml.attribute('show') ?? '');
    } else if (xml.name === 'p:spTree') shapes.push(...readShapes(xml, context));
    else if (xml.name === 'p:timing' || xml.name === 'p:transition') xml.skip();
  }
  if (!isSlide) throw corrupt(parts.name, `its part ${part} is no slide`);
  const ordered = readingOrder(shapes);
  const title = ordered.find((shape) => shape.isTitle)?.blocks[0];
  return [
    {
      kind: 'part',
      part: 'slide',
      number,
      ...(title?.kind === 'heading' ? { title: title.spans.map(({ text }) => text).join('') } : {}),
      ...(isHidden ? { isHidden } : {}),
    },
    ...ordered.flatMap(({ blocks }) => blocks),
    ...readNotes(context),
    ...(slide.comments ? readComments(parts, relationships) : []),
  ];
}

/** What the speaker means to say. The picture of the slide and its number stand on the same page, and are not it. */
function readNotes(context: SlideContext): Note[] {
  const { parts } = context;
  const part = targetOf(context.relationships, 'notesSlide');
  if (part === undefined || !parts.has(part)) return [];
  const relationships = readRelationships(parts, part);
  const xml = parts.xml(part);
  const spans: Span[] = [];
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event !== 'open' || xml.name !== 'p:spTree') continue;
    for (const { blocks } of readShapes(xml, { ...context, relationships }))
      for (const block of blocks)
        if ('spans' in block && block.kind !== 'note')
          spans.push(...(spans.length > 0 ? [{ text: '\n' }] : []), ...block.spans);
  }
  return spans.length > 0 ? [{ kind: 'note', label: 'Notes', spans }] : [];
}
