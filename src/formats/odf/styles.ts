import { headingLevel } from '../document/heading-styles.ts';
import type { Span } from '../document/model.ts';
import type { Script } from '../document/script.ts';
import { symbolFont, type SymbolFont } from '../document/symbol-fonts.ts';
import type { Package } from '../package/index.ts';
import type { Xml } from '../xml/index.ts';

/** What styles say that matters for the text, from `styles.xml` and from the automatic ones of the content. */
export interface OdfStyles {
  /** Takes the styles in the element that was just opened. */
  add(xml: Xml): void;
  paragraph(name: string | undefined): {
    readonly heading?: number;
    readonly isCode?: boolean;
    readonly isQuote?: boolean;
    readonly list?: string;
  };
  /** How deep in a list a style such as "List Bullet 2" says that its paragraphs are; 0 for others. */
  listDepth(name: string | undefined): number;
  run(name: string | undefined): Span['style'];
  shown(name: string | undefined): Shown;
  script(name: string | undefined): Script | undefined;
  isHiddenPage(name: string | undefined): boolean;
  list(name: string | undefined): ListStyle | undefined;
}

/** How a text is shown; undefined is what neither the style nor those it is based on say. */
export interface Shown {
  readonly isHidden: boolean | undefined;
  /** It may be one of letters. */
  readonly font: { readonly symbols: SymbolFont | undefined } | undefined;
}

export interface ListLevel {
  readonly bullet?: string;
  readonly format: string;
  readonly prefix: string;
  readonly suffix: string;
  readonly start: number;
  /** How many levels the number shows. */
  readonly shown: number;
  /** All that is shown, as LibreOffice writes it since 7.0: `%1%.%2%.` */
  readonly pattern: string | undefined;
}

export type ListStyle = ReadonlyMap<number, ListLevel>;

interface Style {
  name: string;
  parent: string | undefined;
  list: string | undefined;
  outline: string | undefined;
  look: Span['style'];
  display: string | undefined;
  font: string | undefined;
  position: string | undefined;
  isHiddenPage: boolean;
}

const plain: Style = {
  name: '',
  parent: undefined,
  list: undefined,
  outline: undefined,
  look: undefined,
  display: undefined,
  font: undefined,
  position: undefined,
  isHiddenPage: false,
};
const shownName = (name: string) => name.replaceAll('_20_', ' ');

const maxStyles = 50_000;
const maxChain = 20;

export function readStyles(parts: Package): OdfStyles {
  const styles = new Map<string, Style>();
  const lists = new Map<string, Map<number, ListLevel>>();
  /** The fonts behind the names that styles have for them. */
  const fonts = new Map<string, string>();
  const known = new Map<string | undefined, Shown>();
  const chain = function* (name: string | undefined): Generator<Style> {
    let each = name;
    for (let budget = maxChain; each !== undefined && budget > 0; budget--) {
      // Some writers use styles that they do not define; the name says enough.
      const style: Style = styles.get(each) ?? { ...plain, name: shownName(each) };
      yield style;
      each = style.parent;
    }
  };
  const found: OdfStyles = {
    add(xml) {
      addStyles(xml, styles, lists, fonts);
      known.clear();
    },
    paragraph(name) {
      let isHeading = true;
      for (const style of chain(name)) {
        // An empty level takes back what the style is based on.
        if (style.outline === '') isHeading = false;
        const outline = Number(style.outline ?? 0);
        const heading = isHeading ? headingLevel(style.name, outline > 0 ? outline - 1 : undefined) : undefined;
        if (heading !== undefined && heading > 0) return { heading };
        if (/^(?:preformatted text|source code)$/i.test(style.name)) return { isCode: true };
        if (/^(?:quotations|quote)$/i.test(style.name)) return { isQuote: true };
        if (style.list !== undefined) return { list: style.list };
      }
      return {};
    },
    listDepth(name) {
      for (const style of chain(name)) {
        const level = /^list(?: bullet| number| continue)? ([2-9])$/i.exec(style.name)?.[1];
        if (level !== undefined) return Number(level) - 1;
      }
      return 0;
    },
    run(name) {
      for (const { look, name: shown } of chain(name)) {
        if (look !== undefined) return look;
        if (/^(?:source text|verbatim char|teletype)$/i.test(shown)) return 'code';
        if (/^strong emphasis$/i.test(shown)) return 'strong';
        if (/^emphasis$/i.test(shown)) return 'emphasis';
      }
      return undefined;
    },
    shown(name) {
      let shown = known.get(name);
      if (!shown) {
        const all = [...chain(name)];
        const font = all.find((each) => each.font !== undefined)?.font;
        const display = all.find((each) => each.display !== undefined)?.display;
        shown = {
          isHidden: display === undefined ? undefined : display === 'none',
          font: font === undefined ? undefined : { symbols: symbolFont(fonts.get(font) ?? font) },
        };
        known.set(name, shown);
      }
      return shown;
    },
    script(name) {
      for (const { position } of chain(name)) if (position !== undefined) return scriptOf(position);
      return undefined;
    },
    isHiddenPage: (name) => [...chain(name)].some((style) => style.isHiddenPage),
    list: (name) => (name === undefined ? undefined : lists.get(name)),
  };
  if (parts.has('styles.xml')) {
    const xml = parts.xml('styles.xml');
    for (let event = xml.next(); event !== 'end'; event = xml.next())
      if (event === 'open' && /^office:(?:(?:automatic-)?styles|font-face-decls)$/.test(xml.name)) found.add(xml);
  }
  return found;
}

function addStyles(
  xml: Xml,
  styles: Map<string, Style>,
  lists: Map<string, Map<number, ListLevel>>,
  fonts: Map<string, string>,
): void {
  const { depth } = xml;
  let style: Style | undefined;
  let list: Map<number, ListLevel> | undefined;
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event === 'close' && xml.depth === depth) return;
    if (event !== 'open') continue;
    switch (xml.name) {
      case 'style:style': {
        const name = xml.attribute('style:name') ?? '';
        style = {
          ...plain,
          name: xml.attribute('style:display-name') ?? shownName(name),
          parent: xml.attribute('style:parent-style-name'),
          list: xml.attribute('style:list-style-name') || undefined,
          outline: xml.attribute('style:default-outline-level'),
        };
        if (styles.size < maxStyles) styles.set(name, style);
        break;
      }
      case 'style:text-properties':
        if (style) setText(style, xml);
        break;
      case 'style:font-face':
        if (fonts.size < maxStyles)
          fonts.set(xml.attribute('style:name') ?? '', (xml.attribute('svg:font-family') ?? '').replace(/^'|'$/g, ''));
        break;
      case 'style:drawing-page-properties':
        if (style) style.isHiddenPage = xml.attribute('presentation:visibility') === 'hidden';
        break;
      case 'style:table-properties':
        if (style) style.isHiddenPage = xml.attribute('table:display') === 'false';
        break;
      case 'text:outline-style':
      case 'text:list-style':
        list = new Map();
        style = undefined;
        if (lists.size < maxStyles)
          lists.set(xml.name === 'text:outline-style' ? outlineList : (xml.attribute('style:name') ?? ''), list);
        break;
      case 'text:outline-level-style':
      case 'text:list-level-style-number':
      case 'text:list-level-style-bullet':
      case 'text:list-level-style-image':
        list?.set(Number(xml.attribute('text:level') ?? 1), levelOf(xml));
        break;
    }
  }
}

/** The numbers of headings, which are a list of all of them. */
export const outlineList = '(outline)';

function levelOf(xml: Xml): ListLevel {
  const isBullet = xml.name === 'text:list-level-style-bullet' || xml.name === 'text:list-level-style-image';
  return {
    ...(isBullet ? { bullet: xml.attribute('text:bullet-char') ?? '•' } : {}),
    format: xml.attribute('style:num-format') ?? '',
    prefix: xml.attribute('style:num-prefix') ?? '',
    suffix: xml.attribute('style:num-suffix') ?? '',
    start: Number(xml.attribute('text:start-value') ?? 1),
    shown: Number(xml.attribute('text:display-levels') ?? 1),
    pattern: xml.attribute('loext:num-list-format'),
  };
}

function setText(style: Style, xml: Xml): void {
  style.look = lookOf(xml);
  style.display = xml.attribute('text:display');
  style.font = xml.attribute('style:font-name') ?? xml.attribute('fo:font-family');
  style.position = xml.attribute('style:text-position');
}

function lookOf(xml: Xml): Style['look'] {
  const through = xml.attribute('style:text-line-through-style');
  if (through !== undefined && through !== 'none') return 'struck';
  if (/^(?:bold|[6-9]00)$/.test(xml.attribute('fo:font-weight') ?? '')) return 'strong';
  return /^(?:italic|oblique)$/.test(xml.attribute('fo:font-style') ?? '') ? 'emphasis' : undefined;
}

/** `super 58%`, or how far above the line: `-33% 58%`. */
function scriptOf(position: string): Script | undefined {
  const height = Number.parseFloat(position);
  if (position.startsWith('super') || height > 0) return 'super';
  return position.startsWith('sub') || height < 0 ? 'sub' : undefined;
}
