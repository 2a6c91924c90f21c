import type { Block, Span } from '../document/model.ts';
import { openAlternates } from '../ooxml/alternate.ts';
import type { Xml } from '../xml/index.ts';
import { readAltChunk } from './alt-chunk.ts';
import type { TextContext } from './context.ts';
import { openFields } from './fields.ts';
import { readParagraph, type ReadParagraph } from './paragraph.ts';
import { noteMargin } from './margins.ts';
import { readTable } from './table.ts';

/** What holds blocks and says nothing itself; `w:ins` and `w:moveTo` are changes as if they were accepted. */
const transparent = new Set('w:sdt w:sdtContent w:customXml w:smartTag w:ins w:moveTo w:txbxContent'.split(' '));

/** The blocks in the element that was just opened, up to its end. */
export function* readBlocks(xml: Xml, context: TextContext, properties?: (xml: Xml) => void): Generator<Block, void> {
  const { depth } = xml;
  const alternates = openAlternates();
  const fields = openFields();
  let code: string[] = [];
  /** Of paragraphs whose end was deleted: the next one goes on. */
  let before: Span[] = [];
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event === 'close' && xml.depth === depth) break;
    if (event !== 'open') continue;
    const { name } = xml;
    if (name === 'w:p') {
      context.report.checkStopped();
      const paragraph = readParagraph(xml, context, fields, before);
      before = paragraph.goesOn ? paragraph.spans : [];
      const isCode = context.styles.paragraph(paragraph.style).isCode === true;
      if (isCode) code.push(paragraph.spans.map(({ text }) => text).join(''));
      else if (code.length > 0) {
        yield { kind: 'code', text: code.join('\n') };
        code = [];
      }
      if (!isCode && !paragraph.goesOn) yield* blockOf(paragraph, context);
      yield* paragraph.asides;
    } else if (name === 'w:tbl') yield* readTable(xml, context);
    else if (name === 'w:tcPr' && properties) properties(xml);
    else if (name === 'w:headerReference' || name === 'w:footerReference') noteMargin(xml, context);
    else if (name.startsWith('mc:')) {
      if (!alternates.wants(xml)) xml.skip();
    } else if (name === 'w:altChunk') yield* readAltChunk(xml, context);
    else if (!transparent.has(name) && name !== 'w:sectPr') xml.skip();
  }
  if (code.length > 0) yield { kind: 'code', text: code.join('\n') };
  if (before.length > 0) yield { kind: 'paragraph', spans: before };
}

function* blockOf(paragraph: ReadParagraph, { styles, numbering }: TextContext): Generator<Block, void> {
  const { spans } = paragraph;
  const style = styles.paragraph(paragraph.style);
  const { outlineLevel } = paragraph;
  const heading = outlineLevel === undefined ? style.heading : outlineLevel < 9 ? outlineLevel + 1 : undefined;
  const isEmpty = spans.every(({ text }) => text.trim() === '');
  // Lists do not count what is hidden with its end.
  if (isEmpty && (paragraph.isEndHidden ?? style.isHidden) === true) return;
  const numId = paragraph.numId ?? style.numId;
  const isNumbered = numId !== undefined && numId !== '0';
  const level = () =>
    paragraph.level ??
    (paragraph.numId === undefined ? style.level : undefined) ??
    numbering.levelOfStyle(numId ?? '', paragraph.style ?? '') ??
    0;
  const at = isNumbered ? level() : 0;
  const number = isNumbered ? numbering.next(numId, at) : undefined;
  if (isEmpty) return;
  if (heading !== undefined) {
    const isShown = number && !number.isBullet;
    yield { kind: 'heading', level: heading, spans: isShown ? [{ text: `${number.marker} ` }, ...spans] : spans };
  } else if (number) {
    const depth = Math.max(at, style.list?.depth ?? 0);
    yield { kind: 'item', depth, marker: number.marker, spans };
  } else if (style.list && numId !== '0' && !isNumbered)
    yield { kind: 'item', depth: style.list.depth, marker: style.list.isNumbered ? '1.' : '•', spans };
  else yield { kind: 'paragraph', spans, ...(style.isQuote === true ? { quotes: 1 } : {}) };
}
