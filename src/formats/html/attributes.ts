import { symbolFont, type SymbolFont } from '../document/symbol-fonts.ts';
import { hiddenElements } from './elements.ts';
import type { Attributes } from './tokens.ts';

const invisible = /(?:^|;)\s*visibility\s*:\s*(?:hidden|collapse)/i;

/** Whether a browser would not show the element; `isRevealed` when programs of the page make visible what has its place there. */
export function hides(name: string, attributes: Attributes, isRevealed: boolean): boolean {
  if (hiddenElements.has(name)) return true;
  if (name === 'input') return /^(?:hidden|password)$/i.test(attributes.get('type') ?? '');
  if (name === 'dialog') return !attributes.has('open');
  if (attributes.has('hidden')) return true;
  const style = attributes.get('style');
  if (style === undefined) return false;
  return /(?:^|;)\s*display\s*:\s*none/i.test(style) || (!isRevealed && invisible.test(style));
}

/** The font that an element names first, which may be one of letters; undefined when it names none. */
export function fontOf(attributes: Attributes): { readonly symbols: SymbolFont | undefined } | undefined {
  const declared = /(?:^|;)\s*font(?:-family)?\s*:([^;,]*)/i.exec(attributes.get('style') ?? '')?.[1];
  // Of the short form, sizes and weights come before the name.
  const inStyle =
    declared === undefined ? undefined : (/[a-z]+(?: [23])?(?=["'\s]*$)/i.exec(declared.slice(-40))?.[0] ?? '');
  const name = inStyle ?? attributes.get('face')?.split(',')[0];
  return name === undefined ? undefined : { symbols: symbolFont(name.trim()) };
}

/** What a field of a form shows. */
export function inputText(attributes: Attributes): string {
  const type = attributes.get('type')?.toLowerCase() ?? '';
  if (type === 'checkbox' || type === 'radio') return attributes.has('checked') ? '[x] ' : '[ ] ';
  return type === 'image' || type === 'file' ? (attributes.get('alt') ?? '') : (attributes.get('value') ?? '');
}

/** The language of a program text. */
export function languageOf(attributes: Attributes): string | undefined {
  const given = attributes.get('class') ?? '';
  return /(?:^|\s)(?:lang(?:uage)?-|highlight-source-|brush:\s*)([\w+#.-]{1,30})/.exec(given)?.[1] ?? sourceCode(given);
}

/** As pandoc writes it. */
function sourceCode(given: string): string | undefined {
  return /(?:^|\s)sourceCode\s+([\w+#.-]{1,30})/.exec(given)?.[1];
}
