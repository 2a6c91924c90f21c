import type { Span } from '../document/model.ts';
import type { Script } from '../document/script.ts';
import { symbolFont, type SymbolFont } from '../document/symbol-fonts.ts';
import type { Xml } from '../xml/index.ts';
import type { Styles } from './styles.ts';

/** How a run looks, as far as it means something. */
export interface Look {
  style?: Span['style'];
  /** As the run itself says. */
  isHidden?: boolean;
  /** As its character style says. */
  isHiddenByStyle?: boolean;
  script?: Script | undefined;
  /** Of symbols; undefined for others. */
  font?: SymbolFont | undefined;
}

/** The properties of a run, from right behind the `open` of `w:rPr` to its end. */
export function readLook(xml: Xml, styles: Styles): Look {
  const { depth } = xml;
  const look: Look = {};
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event === 'close' && xml.depth === depth) break;
    if (event !== 'open') continue;
    switch (xml.name) {
      case 'w:b':
        if (isOn(xml)) look.style ??= 'strong';
        break;
      case 'w:i':
        if (isOn(xml)) look.style ??= 'emphasis';
        break;
      case 'w:strike':
      case 'w:dstrike':
        if (isOn(xml)) look.style = 'struck';
        break;
      case 'w:vanish':
        look.isHidden = isOn(xml);
        break;
      case 'w:rStyle': {
        const id = xml.attribute('w:val') ?? '';
        const style = styles.run(id);
        if (style) look.style = style;
        look.script = styles.script(id);
        look.font ??= styles.font(id);
        look.isHiddenByStyle = styles.isHidden(id);
        break;
      }
      case 'w:rFonts':
        look.font = symbolFont(xml.attribute('w:ascii') ?? xml.attribute('w:hAnsi'));
        break;
      case 'w:vertAlign':
        look.script = scriptOf(xml.attribute('w:val'));
        break;
      case 'w:rPrChange':
        xml.skip();
        break;
    }
  }
  return look;
}

/** The values of `w:vertAlign`. */
export function scriptOf(value: string | undefined): Script | undefined {
  return value === 'superscript' ? 'super' : value === 'subscript' ? 'sub' : undefined;
}

/** Of styles that say the same twice, the one takes back the other (ECMA-376-1, 17.7.3); the run itself has the last word. */
export function isHidden({ isHidden: own, isHiddenByStyle = false }: Look, isParagraphHidden: boolean): boolean {
  return own ?? isHiddenByStyle !== isParagraphHidden;
}

export function isOn(xml: Xml): boolean {
  return !/^(?:0|false|off)$/.test(xml.attribute('w:val') ?? '1');
}
