import { bulletOf } from '../document/symbol-fonts.ts';

/** What PDFium's code stands for; nothing when the font does not say. */
export function characterOf(code: number): string | undefined {
  if (code > 0x20 && code < 0x7f) return ascii[code];
  if (code === 0x02 || code === 0xfffe || code === 0xad) return '\u00ad';
  if (code < 0x20 || (code >= 0x7f && code < 0xa0) || code === 0xfffd || code > 0x10ffff) return undefined;
  if (code >= 0xe000 && code < 0xf900) return bulletOf(code);
  const character = (code >= 0xfe10 && code < 0xfe50 && downwardForms.get(code)) || String.fromCodePoint(code);
  return isForm(code) ? character.normalize('NFKC') : character;
}

export function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0xa0 || (code >= 0x2000 && code <= 0x200b) || code === 0x3000;
}

export function isLineBreak(code: number): boolean {
  return code === 0x0a || code === 0x0d;
}

/** Hebrew, Arabic and their neighbours, with the forms that fonts have for them. */
export function isRightToLeft(character: string): boolean {
  return isRightToLeftCode(character.codePointAt(0) ?? 0);
}

export function isRightToLeftCode(code: number): boolean {
  return (
    (code >= 0x590 && code <= 0x8ff) ||
    (code >= 0xfb1d && code <= 0xfdff) ||
    (code >= 0xfe70 && code <= 0xfeff) ||
    (code >= 0x10800 && code <= 0x10fff)
  );
}

/** Whether the one text ends and the other begins in a script without spaces. */
export function isIdeographicSeam(before: string, after: string): boolean {
  const last = before.at(-1) ?? '';
  const isPair = last >= '\udc00' && last <= '\udfff';
  return isIdeograph(isPair ? before.slice(-2) : last) && isIdeograph(after);
}

export function countIdeographs(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++)
    if (text.charCodeAt(at) >= 0x2e80 && isIdeograph(text.slice(at, at + 2))) count++;
  return count;
}

/** Scripts that are written without spaces between words. */
export function isIdeograph(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return (
    (code >= 0x2e80 && code <= 0x30ff) ||
    (code >= 0x3400 && code <= 0x9fff) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe4f) ||
    (code >= 0xff00 && code <= 0xffef) ||
    (code >= 0x20000 && code <= 0x3ffff)
  );
}

const ascii = Array.from({ length: 0x7f }, (_, code) => String.fromCharCode(code));

/** Points, dashes and brackets as they are drawn in text that runs down the page, and the same in text that runs across. */
const downwardForms = new Map(
  Array.from('︐︑︒︓︔︕︖︗︘︙︰︱︲︳︴︵︶︷︸︹︺︻︼︽︾︿﹀﹁﹂﹃﹄﹇﹈', (sign, at): [number, string] => [
    sign.charCodeAt(0),
    '，、。：；！？〖〗…‥—–＿﹏（）｛｝〔〕【】《》〈〉「」『』［］'.charAt(at),
  ]),
);

/** Ligatures, Arabic as drawn, radicals that stand for ideographs. */
function isForm(code: number): boolean {
  return (code >= 0xfb00 && code <= 0xfdff) || (code >= 0xfe70 && code <= 0xfeff) || (code >= 0x2e80 && code <= 0x2fdf);
}
