import type { Block } from '../document/model.ts';
import type { Xml } from '../xml/index.ts';
import type { TextContext } from './context.ts';

const maxBytes = 16 * 1024 * 1024;

/** A document that is embedded whole, at the `open` of `w:altChunk`. */
export function* readAltChunk(xml: Xml, context: TextContext): Generator<Block, void> {
  const { parts, relationships, report } = context;
  const found = relationships.get(xml.attribute('r:id') ?? '');
  xml.skip();
  if (!found || found.isExternal || !parts.has(found.target)) {
    report.warn('A document that is embedded in this one (altChunk) is missing.', 'lost');
    return;
  }
  yield* context.embedded(parts.bytes(found.target, maxBytes), found.target);
}
