import type { Row } from './rows.ts';
import { firstWord } from './stripes.ts';

/** How far, in ems, the ends of justified lines may be from each other, and how wide the spaces in them may be. */
const [sameEnd, widestSpace] = [0.35, 3];
/** Lines of a paragraph are no further apart than this, in ems. */
const mostLeading = 1.7;
/** The dots of an index or a table of contents, whose lines end at the same place too. */
export const leader = /\.\s?\.\s?\./;

/** Whether rows with gaps at the same places are lines of a justified text: they end where the line above or below them does. */
export function isJustified(rows: readonly Row[], from: number, to: number): boolean {
  const at = [from - 1, to].find((at) => rows[at] && goesWith(rows[at], rows[at < from ? from : to - 1]!));
  if (at === undefined) return false;
  const outside = rows[at]!;
  let wide: 'cells' | 'words' | undefined;
  for (let index = from; index < to; index++) {
    const { cover, fragments } = rows[index]!;
    if (fragments.some(({ text }) => leader.test(text))) return false;
    const isLastOfText = cover.length === 1 && rows[index]!.right < outside.right;
    if (index > from && index < to - 1 && !isLastOfText && !hasSameEnds(rows[index]!, outside)) return false;
    const spaces = cover.slice(1).map(([left], piece) => left - cover[piece]![1]);
    if (Math.max(0, ...spaces) <= rows[index]!.size * widestSpace) continue;
    const even = isEven(rows[index]!, spaces);
    wide = even && (spaces.length > 1 || wide === 'words') ? 'words' : 'cells';
    if (!even) break;
  }
  // The one space of a line of two words says nothing.
  return wide !== 'cells' || areFull(rows, from, Math.max(to, at + 1), outside.right);
}

/** Whether no line has room for the first word of the next one, if its spaces were as wide as usual, and most go on within a sentence. */
function areFull(rows: readonly Row[], from: number, to: number, right: number): boolean {
  let within = 0;
  for (let index = from; index + 1 < to; index++) {
    const [{ cover, size, left }, { fragments }] = [rows[index]!, rows[index + 1]!];
    const words = cover.reduce((sum, [start, end]) => sum + end - start + size * 0.25, 0);
    if (words + firstWord(fragments) < right - left) return false;
    if (/^[\p{Ll}\p{Lo}]/u.test(fragments[0]!.text)) within++;
  }
  return within * 2 >= to - from - 1;
}

/** Whether all words of a line are as far apart as each other: where few long ones have to fill a narrow column. */
function isEven({ fragments, size }: Row, spaces: readonly number[]): boolean {
  const isEachWord = spaces.length === fragments.length - 1 && fragments.every(({ text }) => !text.includes(' '));
  return isEachWord && Math.max(...spaces) - Math.min(...spaces) < size * sameEnd;
}

function goesWith(outside: Row, row: Row): boolean {
  return Math.abs(outside.baseline - row.baseline) < row.size * mostLeading && hasSameEnds(outside, row);
}

function hasSameEnds(one: Row, other: Row): boolean {
  const most = other.size * sameEnd;
  return Math.abs(one.left - other.left) < most && Math.abs(one.right - other.right) < most;
}
