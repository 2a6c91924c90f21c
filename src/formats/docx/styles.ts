import { headingLevel } from '../document/heading-styles.ts';
import type { Script } from '../document/script.ts';
import { symbolFont, type SymbolFont } from '../document/symbol-fonts.ts';
import type { Package } from '../package/index.ts';
import type { Xml } from '../xml/index.ts';
import { isOn, scriptOf } from './look.ts';

/** What a paragraph is by its style. */
export interface ParagraphStyle {
  /** From 1. */
  readonly heading?: number;
  readonly numId?: string;
  readonly level?: number;
  /** By the name of the style alone. */
  readonly list?: { readonly isNumbered: boolean; readonly depth: number };
  readonly isCode?: boolean;
  readonly isQuote?: boolean;
  readonly isHidden?: boolean;
}

export interface Styles {
  paragraph(id: string | undefined): ParagraphStyle;
  /** How a run looks by its character style. */
  run(id: string): 'strong' | 'emphasis' | 'code' | undefined;
  script(id: string): Script | undefined;
  isHidden(id: string): boolean;
  /** Of symbols; undefined for others. */
  font(id: string): SymbolFont | undefined;
}

interface Style {
  name: string;
  isDefault: boolean;
  basedOn?: string;
  outlineLevel?: number;
  numId?: string;
  level?: number;
  isHidden?: boolean;
  font?: SymbolFont | undefined;
  script?: Script | undefined;
}

const maxStyles = 20_000;
const maxChain = 20;

export function readStyles(parts: Package, part: string | undefined): Styles {
  const styles = part !== undefined && parts.has(part) ? parse(parts.xml(part)) : new Map<string, Style>();
  const known = new Map<string, ParagraphStyle>();
  const standard = [...styles].find(([, style]) => style.isDefault)?.[0] ?? '';
  const resolved = (id: string) => {
    let found = known.get(id);
    if (!found) known.set(id, (found = resolve(styles, id)));
    return found;
  };
  return {
    paragraph: (id = standard) => resolved(id),
    run(id) {
      const name = styles.get(id)?.name ?? id;
      if (/^(?:strong|intense emphasis)$/i.test(name)) return 'strong';
      if (/^emphasis$/i.test(name)) return 'emphasis';
      return /(?:code|verbatim|monospace)/i.test(name) ? 'code' : undefined;
    },
    script: (id) => styles.get(id)?.script,
    font: (id) => styles.get(id)?.font,
    isHidden: (id) => resolved(id).isHidden === true,
  };
}

const listNames = /^list (bullet|number)(?: ([2-5]))?$/i;

function resolve(styles: ReadonlyMap<string, Style>, id: string): ParagraphStyle {
  let found: { -readonly [K in keyof ParagraphStyle]: ParagraphStyle[K] } = {};
  let isHeadingKnown = false;
  let each: string | undefined = id;
  for (let budget = maxChain; each !== undefined && budget > 0; budget--) {
    const style: Style | undefined = styles.get(each);
    const name = style?.name ?? each;
    const heading = headingLevel(name, style?.outlineLevel);
    if (!isHeadingKnown && heading !== undefined) {
      isHeadingKnown = true;
      if (heading > 0) found.heading = heading;
    }
    const list = listNames.exec(name);
    if (list) found.list ??= { isNumbered: list[1]?.toLowerCase() === 'number', depth: Number(list[2] ?? 1) - 1 };
    if (/^(?:source code|html preformatted|code|code block|preformatted text)$/i.test(name)) found.isCode ??= true;
    if (/^(?:intense quote|quote|block text)$/i.test(name)) found.isQuote ??= true;
    if (style?.numId !== undefined) found.numId ??= style.numId;
    if (style?.level !== undefined) found.level ??= style.level;
    if (style?.isHidden !== undefined) found.isHidden ??= style.isHidden;
    each = style?.basedOn;
  }
  return found;
}

function parse(xml: Xml): Map<string, Style> {
  const styles = new Map<string, Style>();
  let style: Style | undefined;
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event !== 'open') continue;
    const value = () => xml.attribute('w:val');
    switch (xml.name) {
      case 'w:style': {
        const id = xml.attribute('w:styleId');
        const isDefault =
          xml.attribute('w:type') === 'paragraph' && /^(?:1|true|on)$/.test(xml.attribute('w:default') ?? '');
        style = { name: '', isDefault };
        if (id !== undefined && styles.size < maxStyles) styles.set(id, style);
        break;
      }
      case 'w:docDefaults':
      case 'w:latentStyles':
      case 'w:tblStylePr':
        xml.skip();
        break;
      case 'w:name':
        if (style) style.name = value() ?? '';
        break;
      case 'w:basedOn':
        if (style) setDefined(style, 'basedOn', value());
        break;
      case 'w:outlineLvl':
        if (style) style.outlineLevel = Number(value());
        break;
      case 'w:numId':
        if (style) setDefined(style, 'numId', value());
        break;
      case 'w:ilvl':
        if (style) style.level = Number(value());
        break;
      case 'w:rFonts':
        if (style) style.font = symbolFont(xml.attribute('w:ascii') ?? xml.attribute('w:hAnsi'));
        break;
      case 'w:vanish':
        if (style) style.isHidden = isOn(xml);
        break;
      case 'w:vertAlign':
        if (style) style.script = scriptOf(value());
        break;
    }
  }
  return styles;
}

function setDefined(style: Style, key: 'basedOn' | 'numId', value: string | undefined): void {
  if (value !== undefined) style[key] = value;
}
