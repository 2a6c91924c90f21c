import type { Span } from '../../document/model.ts';
import { isIdeographicSeam, isRightToLeft } from '../characters.ts';
import { hasSpaceBefore, type Fragment } from './fragment.ts';
import type { Row } from './rows.ts';

/** A place that leads somewhere, in the frame of the page. */
export interface Link {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly href: string;
}

/** By code units, the first halves of pairs among them: such a pattern is not even tried on text of Latin letters. */
const mayBeRightToLeft = /[\u0590-\u08ff\ud802\ud803\ufb1d-\ufdff\ufe70-\ufeff]/;

/** Whether most of the letters are of a script that runs to the left. */
export function isRightToLeftText(pieces: readonly { readonly text: string }[]): boolean {
  let mayBe = false;
  for (let index = 0; index < pieces.length && !mayBe; index++) mayBe = mayBeRightToLeft.test(pieces[index]!.text);
  if (!mayBe) return false;
  let [leftward, rightward] = [0, 0];
  for (const { text } of pieces)
    for (const character of text) {
      if (isRightToLeft(character)) leftward++;
      else if (/\p{L}/u.test(character)) rightward++;
    }
  return leftward > rightward;
}

/** The text of a row as spans, fragments in the order in which they are read. */
export function spansOf(row: Row, links: readonly Link[]): Span[] {
  const isLeftward = row.fragments.length > 1 && isRightToLeftText(row.fragments);
  const fragments = isLeftward ? row.fragments.toReversed() : row.fragments;
  const spans: GrowingSpan[] = [];
  for (let index = 0; index < fragments.length; index++) {
    const fragment = fragments[index]!;
    if (index > 0) add(spans, gapText(fragments[index - 1]!, fragment));
    const touched = links.length === 0 ? links : links.filter((link) => touches(fragment, link));
    if (touched.length === 0) add(spans, fragment.text);
    else addLinked(spans, fragment, touched);
  }
  return spans;
}

function touches({ left, right, baseline, size }: Fragment, link: Link): boolean {
  return left < link.right && right > link.left && baseline > link.top && baseline - size * 0.6 < link.bottom;
}

/** A span that still grows. */
export type GrowingSpan = { -readonly [Key in 'text' | 'href']?: Span[Key] } & { text: string };

/** Adds text to the last span when both look and link alike; the space within a link is of it. */
export function add(spans: GrowingSpan[], text: string, href?: string): void {
  if (text === '') return;
  const last = spans[spans.length - 1];
  if (last && last.href === href) last.text += text;
  else if (href !== undefined && last?.text === ' ' && spans.at(-2)?.href === href) {
    spans.pop();
    spans[spans.length - 1]!.text += ` ${text}`;
  } else spans.push(href === undefined ? { text } : { text, href });
}

function addLinked(spans: GrowingSpan[], fragment: Fragment, links: readonly Link[]): void {
  const { glyphs, from, to } = fragment;
  if (fragment.inserted !== undefined) return add(spans, fragment.inserted, links[0]!.href);
  for (let index = from; index < to; index++) {
    const middle = (glyphs.left[index]! + glyphs.right[index]!) / 2;
    const href = links.find(({ left, right }) => middle >= left && middle <= right)?.href;
    if (index > from && hasSpaceBefore(glyphs, index)) add(spans, ' ', spans.at(-1)?.href === href ? href : undefined);
    add(spans, glyphs.text[index]!, href);
  }
}

/** Two pieces of one line: a space between them, unless they touch or are of a script without spaces. */
function gapText(before: Fragment, after: Fragment): string {
  const gap = Math.max(after.left - before.right, before.left - after.right);
  const em = Math.max(before.size, after.size);
  if (isIdeographicSeam(before.text, after.text)) return gap > em * 0.9 ? ' ' : '';
  const isTouching = gap < em * 0.08 && before.inserted === undefined && after.inserted === undefined;
  return isTouching && after.from === before.to && after.glyphs.before[after.from] === 0 ? '' : ' ';
}
