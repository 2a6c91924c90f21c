import type { Block } from '../document/model.ts';
import { openAlternates } from '../ooxml/alternate.ts';
import type { Xml } from '../xml/index.ts';
import type { SlideContext } from './context.ts';
import { readBox, readPlaceholder, type Placeholder } from './frame.ts';
import { readGraphic } from './graphic.ts';
import { readingOrder } from '../drawing/order.ts';
import { boxAround, type Box, type Shape } from '../drawing/shape.ts';
import { readParagraphs, textBlocks, type SlideParagraph } from './text.ts';

/** The shapes in the tree or group that was just opened, up to its end; a group is one shape. */
export function readShapes(xml: Xml, context: SlideContext): Shape[] {
  return readTree(xml, context).shapes;
}

function readTree(xml: Xml, context: SlideContext): { shapes: Shape[]; box: Box | undefined } {
  const { depth } = xml;
  const alternates = openAlternates();
  const shapes: Shape[] = [];
  let box: Box | undefined;
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event === 'close' && xml.depth === depth) break;
    if (event !== 'open') continue;
    switch (xml.name) {
      case 'p:sp':
      case 'p:pic':
      case 'p:cxnSp':
      case 'p:graphicFrame':
        shapes.push(readShape(xml, context));
        break;
      case 'p:grpSp': {
        // Its members are ordered among themselves: they lie in a space of their own.
        const group = readTree(xml, context);
        const blocks = readingOrder(group.shapes).flatMap((shape) => shape.blocks);
        shapes.push({ box: group.box ?? boxAround(group.shapes), isTitle: false, blocks });
        break;
      }
      case 'p:grpSpPr':
        break;
      case 'a:xfrm':
        box = readBox(xml);
        break;
      case 'mc:AlternateContent':
      case 'mc:Choice':
      case 'mc:Fallback':
        if (!alternates.wants(xml)) xml.skip();
        break;
      default:
        xml.skip();
    }
  }
  return { shapes: shapes.filter(({ blocks }) => blocks.length > 0), box };
}

/** A shape, picture or frame, from right behind its `open` to its end. */
function readShape(xml: Xml, context: SlideContext): Shape {
  const { depth, name } = xml;
  let box: Box | undefined;
  let placeholder: Placeholder | undefined;
  let paragraphs: SlideParagraph[] = [];
  let [isHidden, alt] = [false, ''];
  const graphics: Block[] = [];
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event === 'close' && xml.depth === depth) break;
    if (event !== 'open') continue;
    switch (xml.name) {
      case 'p:cNvPr':
        isHidden = /^(?:1|true)$/.test(xml.attribute('hidden') ?? '');
        alt = (xml.attribute('descr') ?? '').trim();
        break;
      case 'p:ph':
        placeholder = readPlaceholder(xml);
        break;
      case 'a:xfrm':
      case 'p:xfrm':
        box ??= readBox(xml);
        break;
      case 'p:txBody':
        paragraphs = readParagraphs(xml, context.relationships);
        break;
      case 'a:graphicData':
        graphics.push(...readGraphic(xml, context));
        break;
    }
  }
  if (isHidden) return { box, isTitle: false, blocks: [] };
  const place = box ?? (placeholder && context.layout.box(placeholder));
  const isTitle = placeholder !== undefined && /^(?:title|ctrTitle)$/.test(placeholder.type);
  const hasWords = paragraphs.some(({ spans }) => spans.length > 0);
  const picture: Block[] =
    alt !== '' && !hasWords && (name === 'p:pic' || graphics.length === 0) ? [{ kind: 'picture', alt }] : [];
  return {
    box: place,
    isTitle,
    blocks: [...picture, ...wordsOf(paragraphs, placeholder, isTitle, context), ...graphics],
  };
}

function wordsOf(
  paragraphs: readonly SlideParagraph[],
  placeholder: Placeholder | undefined,
  isTitle: boolean,
  { layout }: SlideContext,
): Block[] {
  const blocks = textBlocks(
    paragraphs,
    (level) => placeholder !== undefined && !isTitle && layout.hasBullet(placeholder, level),
  );
  const spans = blocks.flatMap((block, index) =>
    'spans' in block ? [...(index === 0 ? [] : [{ text: ' ' }]), ...block.spans] : [],
  );
  if (isTitle) return spans.length > 0 ? [{ kind: 'heading', level: 2, spans }] : [];
  switch (placeholder?.type) {
    case 'sldNum':
    case 'sldImg':
      return [];
    case 'dt':
    case 'ftr':
    case 'hdr': {
      const label = { dt: 'Date', ftr: 'Footer', hdr: 'Header' }[placeholder.type];
      return spans.length > 0 && label !== undefined ? [{ kind: 'note', label, spans }] : [];
    }
    default:
      return blocks;
  }
}
