import type { Span } from '../../document/model.ts';
import { isIdeographicSeam } from '../characters.ts';
import type { Style } from '../style.ts';
import type { Fragment } from './fragment.ts';
import type { Row } from './rows.ts';
import { markerOf } from './marker.ts';
import { add, isRightToLeftText, spansOf, type GrowingSpan, type Link } from './text.ts';

/** A row of text as it is read. */
export interface Line extends Row {
  readonly spans: readonly Span[];
  readonly text: string;
  /** Whether all of it is. */
  readonly isBold: boolean;
  readonly isFixed: boolean;
  readonly marker: string | undefined;
}

export function lineOf(row: Row, links: readonly Link[]): Line {
  const spans = spansOf(row, links);
  const text = textOf(spans);
  const { size, isBold, isFixed } = looksOf(row);
  const { fragments, left, right, top, bottom, baseline, cover } = row;
  const marker = markerOf(text);
  return { fragments, left, right, top, bottom, baseline, cover, size, spans, text, isBold, isFixed, marker };
}

/** How all of a row looks; bullets and raised signs are of other sizes, and what most of it has is its own. */
function looksOf(row: Row): Style {
  const only = row.fragments.length === 1 ? styleOf(row.fragments[0]!) : undefined;
  if (only) return only;
  let isBold = true;
  let isFixed = true;
  const bySize = new Map<number, number>();
  const count = (size: number, signs: number) => bySize.set(size, (bySize.get(size) ?? 0) + signs);
  for (const { glyphs, from, to, inserted, size } of row.fragments) {
    if (inserted !== undefined) {
      isBold = isFixed = false;
      count(size, inserted.length);
    }
    for (let start = from, end = from; start < to; start = end) {
      const { style } = glyphs.run[start]!;
      while (end < to && glyphs.run[end]!.style === style) end++;
      isBold &&= style.isBold;
      isFixed &&= style.isFixed;
      count(style.size, end - start);
    }
  }
  const [size] = [...bySize].reduce((most, entry) => (entry[1] > most[1] ? entry : most), [row.size, 0]);
  return { size, isBold, isFixed };
}

/** The one style of a fragment; nothing when it has several, or none. */
function styleOf({ glyphs, from, to }: Fragment): Style | undefined {
  if (from === to) return undefined;
  const { style } = glyphs.run[from]!;
  for (let index = from + 1; index < to; index++) if (glyphs.run[index]!.style !== style) return undefined;
  return style;
}

/** The spans of lines that make one text: words that were divided at the end of a line are put together again. */
export function joined(lines: readonly { readonly spans: readonly Span[] }[]): Span[] {
  const all: GrowingSpan[] = [];
  for (let index = 0; index < lines.length; index++) {
    const { spans } = lines[index]!;
    const first = spans[0]?.text ?? '';
    const last = all[all.length - 1];
    if (last && first !== '') {
      const kept = withoutHyphen(last.text, first);
      if (kept === undefined) add(all, separator(last.text, first));
      else last.text = kept;
    }
    for (const span of spans) add(all, span.text, span.href);
  }
  const turn = hasTurnedBrackets(all);
  for (const span of all) span.text = tidied(turn ? turnedBrackets(span.text) : span.text);
  return all;
}

function textOf(spans: readonly Span[]): string {
  return spans.length === 1 ? spans[0]!.text : spans.map(({ text }) => text).join('');
}

/** Right-to-left text whose first bracket closes and whose last one opens: the file gives signs as they look, not as they mean. */
function hasTurnedBrackets(spans: readonly Span[]): boolean {
  if (!isRightToLeftText(spans)) return false;
  const brackets = textOf(spans).match(/[()[\]{}]/g);
  if (!brackets) return false;
  return /[)\]}]/.test(brackets[0]) && /[([{]/.test(brackets.at(-1)!);
}

function turnedBrackets(text: string): string {
  const pairs = '()[]{}';
  return text.replace(/[()[\]{}]/g, (bracket) => pairs.charAt(pairs.indexOf(bracket) ^ 1));
}

/** The end of a line without the hyphen that divides a word, when it does. */
function withoutHyphen(before: string, after: string): string | undefined {
  if (!endsInHyphen(before) || !/^\p{Ll}/u.test(after)) return undefined;
  return /\p{L}[-\u00ad\u2010]$/u.test(before.slice(-3)) ? before.slice(0, -1) : undefined;
}

function separator(before: string, after: string): string {
  return isIdeographicSeam(before, after) || endsInHyphen(before) ? '' : ' ';
}

/** By its last sign: a pattern would be tried at every place of a text that grows line by line. */
function endsInHyphen(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  return last === 0x2d || last === 0xad || last === 0x2010;
}

function tidied(text: string): string {
  const plain = text.includes('\u00ad') ? text.replaceAll('\u00ad', '-') : text;
  const short = /\.\s?\.\s?\.\s?\./.test(plain) ? plain.replace(/(?:\s*\.){5,}\s*/g, ' … ') : plain;
  return short.includes('  ') ? short.replace(/ {2,}/g, ' ') : short;
}
