import type { Xml } from '../xml/index.ts';
import type { TextContext } from './context.ts';

/** Remembers the part behind a `w:headerReference` or `w:footerReference`. */
export function noteMargin(xml: Xml, { relationships, margins }: TextContext): void {
  const found = relationships.get(xml.attribute('r:id') ?? '');
  if (found && !found.isExternal && margins.size < 1000) margins.add(found.target);
}
