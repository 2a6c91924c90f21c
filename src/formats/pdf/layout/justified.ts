import type { Row } from './rows.ts';

/** How far, in ems, the ends of justified lines may be from each other, and how wide the spaces in them may be. */
const [sameEnd, widestSpace] = [0.35, 3];
/** Lines of a paragraph are no further apart than this, in ems. */
const mostLeading = 1.7;
/** The dots of an index or a table of contents, whose lines end at the same place too. */
export const leader = /\.\s?\.\s?\./;

/** Whether rows with gaps at the same places are lines of a justified text: they end where the line above or below them does. */
export function isJustified(rows: readonly Row[], from: number, to: number): boolean {
  const isWith = [from - 1, to].some((at) => rows[at] && goesWith(rows[at], rows[at < from ? from : to - 1]!));
  if (!isWith) return false;
  for (let index = from; index < to; index++) {
    const { cover, fragments } = rows[index]!;
    if (fragments.some(({ text }) => leader.test(text))) return false;
    const isLastOfText = cover.length === 1 && rows[index]!.right < rows[from]!.right;
    if (index > from && index < to - 1 && !isLastOfText && !hasSameEnds(rows[index]!, rows[from]!)) return false;
    for (let piece = 1; piece < cover.length; piece++)
      if (cover[piece]![0] - cover[piece - 1]![1] > rows[index]!.size * widestSpace) return false;
  }
  return true;
}

function goesWith(outside: Row, row: Row): boolean {
  return Math.abs(outside.baseline - row.baseline) < row.size * mostLeading && hasSameEnds(outside, row);
}

function hasSameEnds(one: Row, other: Row): boolean {
  const most = other.size * sameEnd;
  return Math.abs(one.left - other.left) < most && Math.abs(one.right - other.right) < most;
}
