import type { Block } from '../document/model.ts';
import { decodeText } from '../document/charset.ts';
import type { Xml } from '../xml/index.ts';
import type { TextContext } from './context.ts';

const maxBytes = 16 * 1024 * 1024;

/** A document that is embedded whole, at the `open` of `w:altChunk`: another docx, or web pages and text by their words. */
export function* readAltChunk(xml: Xml, context: TextContext): Generator<Block, void> {
  const { parts, relationships, report } = context;
  const found = relationships.get(xml.attribute('r:id') ?? '');
  xml.skip();
  if (!found || found.isExternal || !parts.has(found.target)) {
    report.warn('A document that is embedded in this one (altChunk) is missing.', 'lost');
    return;
  }
  const bytes = parts.bytes(found.target, maxBytes);
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') yield* context.embedded(bytes);
  else if (/\.(?:x?html?|txt)$/i.test(found.target)) yield* wordsOf(decodeText(bytes));
  else report.warn(`A document that is embedded in this one (${found.target}) was left out.`, 'lost');
}

const entities: ReadonlyMap<string, string> = new Map([
  ['nbsp', ' '],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['amp', '&'],
]);

const unseen = new Set(['script', 'style', 'head']);
const blockNames = /^(?:p|div|h[1-6]|li|tr|td|th|table|ul|ol|br|body|html)$/;

/** The words of a web page, a paragraph for each block; one pass, whatever is open or closed. */
function* wordsOf(html: string): Generator<Block, void> {
  let text = '';
  let inside: string | undefined;
  const flush = function* (): Generator<Block, void> {
    const words = plain(text);
    text = '';
    if (words !== '') yield { kind: 'paragraph', spans: [{ text: words }] };
  };
  for (let at = 0; at < html.length;) {
    const open = html.indexOf('<', at);
    if (inside === undefined) text += html.slice(at, open === -1 ? html.length : open);
    const isComment = open !== -1 && html.startsWith('<!--', open);
    const close = open === -1 ? -1 : html.indexOf(isComment ? '-->' : '>', open);
    if (close === -1) break;
    at = close + (isComment ? 3 : 1);
    if (isComment) continue;
    const [, slash = '', tag = ''] = /^<(\/?)([a-z][a-z0-9]*)/i.exec(html.slice(open, open + 20)) ?? [];
    const name = tag.toLowerCase();
    if (inside !== undefined) inside = slash === '/' && name === inside ? undefined : inside;
    else if (unseen.has(name) && slash === '') inside = name;
    else if (blockNames.test(name)) yield* flush();
  }
  yield* flush();
}

function plain(html: string): string {
  return html
    .replace(/\s+/g, ' ')
    .replace(/&(?:#(\d{1,7})|(\w{2,5}));/g, (whole, number: string | undefined, name: string | undefined) =>
      number === undefined
        ? (entities.get(name ?? '') ?? whole)
        : String.fromCodePoint(Math.min(Number(number), 0x10ffff)),
    )
    .trim();
}
