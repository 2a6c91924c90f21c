import { decodeHtml } from '../html/index.ts';
import { openTokens, type Attributes } from '../html/tokens.ts';
import { resolvePart } from '../ooxml/relationships.ts';
import type { Package } from '../package/index.ts';

const maxBytes = 16 * 1024 * 1024;
const maxTitles = 50_000;
const maxTitleChars = 1000;

/**
 * The titles of chapters by their parts, from the navigation document of EPUB 3 or the NCX of EPUB 2. Most NCX files declare a document
 * type, which the reader of XML refuses, so both are read as pages are: nothing is declared and nothing expands.
 */
export function readContents(parts: Package, lists: readonly string[]): ReadonlyMap<string, string> {
  const titles = new Map<string, string>();
  for (const list of lists) {
    if (!parts.has(list)) continue;
    const folder = list.slice(0, list.lastIndexOf('/') + 1);
    for (const [href, title] of entriesOf(decodeHtml(parts.bytes(list, maxBytes)))) {
      const part = resolvePart(folder, href.replace(/#.*/, ''));
      if (title !== '' && !titles.has(part) && titles.size < maxTitles) titles.set(part, title);
    }
    if (titles.size > 0) break;
  }
  return titles;
}

function entriesOf(text: string): (readonly [href: string, title: string])[] {
  const entries: [string, string][] = [];
  let [label, href] = ['', undefined as string | undefined];
  /** In lists of pages and landmarks, which come in <nav> elements of their own. */
  let isOther = false;
  const keep = (target: string | undefined) => {
    if (target !== undefined && !isOther) entries.push([target, label.replace(/\s+/g, ' ').trim()]);
  };
  const next = openTokens(
    text,
    {
      open(name: string, attributes: Attributes) {
        if (name === 'nav') isOther = /page-list|landmarks|lo[it]/.test(attributes.get('epub:type') ?? '');
        if (name === 'a') href = attributes.get('href');
        // NCX: <navPoint><navLabel><text>Title</text></navLabel><content src="chapter.html"/></navPoint>
        if (name === 'content') keep(attributes.get('src'));
        if (name === 'a' || name === 'text') label = '';
      },
      close(name) {
        if (name !== 'a') return;
        keep(href);
        href = undefined;
      },
      text: (piece) => void (label = (label + piece).slice(0, maxTitleChars)),
    },
    true,
  );
  while (next());
  return entries;
}
