import { corrupt } from '../corrupt.ts';
import { resolvePart } from '../ooxml/relationships.ts';
import type { Package } from '../package/index.ts';

export interface Publication {
  readonly title: string | undefined;
  readonly creators: readonly string[];
  /** The parts of the text, in the order of reading. */
  readonly chapters: readonly string[];
  /** What the order of reading names and the book does not have. */
  readonly unknown: readonly string[];
  /** The tables of contents, the newer kind first. */
  readonly contents: readonly string[];
}

interface ManifestItem {
  readonly part: string;
  readonly type: string;
  readonly isNavigation: boolean;
}

const maxItems = 50_000;
const textTypes =
  /^(?:application\/xhtml\+xml|text\/html|application\/x-dtbook\+xml|text\/x-oeb1-document|image\/svg\+xml)$/i;

/** What the package document says of the book (EPUB 3.3, 5). */
export function readPublication(parts: Package): Publication {
  const main = packagePart(parts);
  const folder = main.slice(0, main.lastIndexOf('/') + 1);
  const items = new Map<string, ManifestItem>();
  const order: string[] = [];
  const texts = new Map<string, string[]>();
  let [name, text, ncx] = ['', '', ''];
  const xml = parts.typedXml(main);
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event === 'text') text += xml.text.slice(0, 10_000);
    if (event === 'close' && xml.name === name) {
      const shown = text.replace(/\s+/g, ' ').trim();
      if (shown !== '') texts.set(name, [...(texts.get(name) ?? []).slice(0, 100), shown]);
      name = '';
    }
    if (event !== 'open') continue;
    [name, text] = [xml.name, ''];
    const local = xml.name.slice(xml.name.lastIndexOf(':') + 1);
    if (local === 'item' && items.size < maxItems)
      items.set(xml.attribute('id') ?? '', {
        part: resolvePart(folder, (xml.attribute('href') ?? '').replace(/#.*/, '')),
        type: xml.attribute('media-type') ?? '',
        isNavigation: /(?:^|\s)nav(?:\s|$)/.test(xml.attribute('properties') ?? ''),
      });
    else if (local === 'itemref' && order.length < maxItems) order.push(xml.attribute('idref') ?? '');
    else if (local === 'spine') ncx = xml.attribute('toc') ?? '';
  }
  const all = [...items.values()];
  const spine = order.flatMap((id) => items.get(id) ?? []).filter(({ type }) => type === '' || textTypes.test(type));
  const chapters = (spine.length > 0 ? spine : all.filter(({ type }) => textTypes.test(type))).map(({ part }) => part);
  if (chapters.length === 0) throw corrupt(parts.name, 'its package document names no text');
  const old = items.get(ncx) ?? all.find(({ type }) => type === 'application/x-dtbncx+xml');
  return {
    title: texts.get('dc:title')?.[0],
    creators: texts.get('dc:creator') ?? [],
    chapters,
    unknown: order.filter((id) => !items.has(id)),
    contents: [all.find(({ isNavigation }) => isNavigation), old].flatMap((item) => (item ? [item.part] : [])),
  };
}

/** Named by the container; else there is mostly only one. */
function packagePart(parts: Package): string {
  const container = 'META-INF/container.xml';
  if (parts.has(container)) {
    const xml = parts.xml(container);
    for (let event = xml.next(); event !== 'end'; event = xml.next()) {
      if (event !== 'open' || !xml.name.endsWith('rootfile')) continue;
      const part = resolvePart('', xml.attribute('full-path') ?? '');
      if (parts.has(part)) return part;
    }
  }
  for (const part of parts.parts) if (/\.opf$/i.test(part)) return part;
  throw corrupt(parts.name, 'it has no package document');
}
