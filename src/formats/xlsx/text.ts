import { symbolFont, type SymbolFont } from '../document/symbol-fonts.ts';
import type { Xml } from '../xml/index.ts';

/** A cell of Excel has at most 32767 characters; what is longer is meant to fill the memory. */
const maxChars = 1_000_000;

/** The text of a shared or inline string, called right after its `open`; how Japanese is read aloud (`rPh`) is no part of it. */
export function readRichText(xml: Xml): { text: string; isRich: boolean } {
  const { depth } = xml;
  let text = '';
  let [isText, isRich] = [false, false];
  let font: SymbolFont | undefined;
  for (;;) {
    const event = xml.next();
    if (event === 'text') {
      if (isText && text.length < maxChars) text += font?.show(clipped(xml.text)) ?? clipped(xml.text);
    } else if (event === 'open') {
      if (xml.name === 'rPh') xml.skip();
      else if (xml.name === 't') isText = true;
      else if (xml.name === 'r') font = undefined;
      else if (xml.name === 'rFont') [font, isRich] = [symbolFont(xml.attribute('val')), true];
    } else {
      isText = false;
      if (event === 'end' || xml.depth <= depth) return { text: text.includes('_x') ? unescaped(text) : text, isRich };
    }
  }
}

/** The text of an element that has nothing else in it. */
export function readPlain(xml: Xml): string {
  const { depth } = xml;
  let text = '';
  for (;;) {
    const event = xml.next();
    if (event === 'text') {
      if (text.length < maxChars) text += clipped(xml.text);
    } else if (event === 'end' || (event === 'close' && xml.depth <= depth)) return text;
  }
}

function clipped(text: string): string {
  return text.length > maxChars ? text.slice(0, maxChars) : text;
}

/** Characters that XML cannot hold are written as `_x000D_` (ECMA-376-1, 22.9.2.19). */
export function unescaped(text: string): string {
  return text
    .replace(/_x([\da-fA-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\r\n?/g, '\n');
}
