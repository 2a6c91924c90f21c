import type { Span } from '../document/model.ts';
import type { Script } from '../document/script.ts';
import type { Xml } from '../xml/index.ts';
import type { Styles } from './styles.ts';

/** How a run looks, as far as it means something. */
export interface Look {
  style?: Span['style'];
  isHidden?: boolean;
  script?: Script | undefined;
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
        const style = styles.run(xml.attribute('w:val') ?? '');
        if (style) look.style = style;
        look.script = styles.script(xml.attribute('w:val') ?? '');
        break;
      }
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

function isOn(xml: Xml): boolean {
  return !/^(?:0|false|off)$/.test(xml.attribute('w:val') ?? '1');
}
