import { inlineText } from '../document/inline.ts';
import { spansOf } from '../document/lines.ts';
import type { Block, Span } from '../document/model.ts';
import type { Reader } from '../document/reader.ts';
import { openPackage } from '../package/index.ts';
import { readBlocks } from './blocks.ts';
import type { OdfContext } from './context.ts';
import { openContent } from './open.ts';

/** A text document of OpenDocument (ISO 26300), block by block. */
export const readOdt: Reader = function* (input, report, options) {
  if (options.pages) report.warn('--pages was ignored: an odt has no pages before it is laid out.');
  using parts = openPackage(input);
  const { xml, context } = openContent(parts, report, { ...options, isSlides: false });
  for (let event = xml.next(); event !== 'end'; event = xml.next())
    if (event === 'open' && xml.name === 'office:text') yield* readBlocks(xml, context);
  yield* context.notes;
  yield* readMargins(context);
};

/** Headers and footers of the page styles, each once. */
function* readMargins(context: OdfContext): Generator<Block, void> {
  if (!context.parts.has('styles.xml')) return;
  const xml = context.parts.xml('styles.xml');
  const seen = new Set<string>();
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    const label = event === 'open' ? labels.get(xml.name) : undefined;
    if (label === undefined) continue;
    const spans: Span[] = [];
    for (const block of readBlocks(xml, context)) spans.push(...spansOf(block));
    const text = inlineText(spans).trim();
    // One that has a page number alone says nothing.
    if (!/\p{L}/u.test(text) || seen.has(label + text)) continue;
    seen.add(label + text);
    yield { kind: 'note', label, spans };
  }
}

const labels = new Map([
  ['style:header', 'Header'],
  ['style:header-first', 'Header'],
  ['style:header-left', 'Header'],
  ['style:footer', 'Footer'],
  ['style:footer-first', 'Footer'],
  ['style:footer-left', 'Footer'],
]);
