import type { Span } from '../document/model.ts';
import type { Xml } from '../xml/index.ts';

const maxSpaces = 1000;

/** The text of a paragraph, called right after its `open`. */
export function readParagraph(xml: Xml): Span[] {
  const { depth } = xml;
  const spans: Span[] = [];
  let [text, href, linkDepth]: [string, string | undefined, number] = ['', undefined, 0];
  const close = () => {
    if (text !== '') spans.push(href === undefined ? { text } : { text, href });
    text = '';
  };
  for (;;) {
    const event = xml.next();
    if (event === 'text') text += xml.text.replace(/[\t\r\n ]+/g, ' ');
    else if (event === 'open') {
      if (xml.name === 'text:s') text += ' '.repeat(Math.min(maxSpaces, Number(xml.attribute('text:c') ?? 1) || 1));
      else if (xml.name === 'text:tab') text += '\t';
      else if (xml.name === 'text:line-break') text += '\n';
      else if (xml.name === 'office:annotation' || xml.name === 'text:ruby-text') xml.skip();
      else if (xml.name === 'text:a') {
        close();
        [href, linkDepth] = [xml.attribute('xlink:href'), xml.depth];
      }
    } else {
      if (event === 'end' || xml.depth <= depth) break;
      if (href !== undefined && xml.depth === linkDepth) {
        close();
        href = undefined;
      }
    }
  }
  close();
  return spans;
}

/** Paragraphs as one text, a line each. */
export function joinLines(lines: readonly (readonly Span[])[]): Span[] {
  return lines.flatMap((line, index) => (index === 0 ? line : [{ text: '\n' }, ...line]));
}
