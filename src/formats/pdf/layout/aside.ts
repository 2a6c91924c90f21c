import { countIdeographs } from '../characters.ts';
import { inColumns, type Fragment } from './fragment.ts';
import { fragmentsOf, gapsIn, isSplit } from './gutters.ts';
import { wordsIn } from './prose.ts';
import { extentOf, rowsOf, type Row } from './rows.ts';
import { firstWord, isNumber } from './stripes.ts';

/** How wide, in ems, the white beside running text is, and how many letters and words a line of it has; those of programs have fewer. */
const [asideGap, runningLetters, runningWords] = [1.5, 28, 4];
/** Lines that are no further apart, in ems, are of one text; baselines that are nearer to each other are of one row; so near is the middle of a cell to that of its row. */
const [mostPitch, level, middle] = [1.7, 0.25, 0.15];
/** So much of the lines of a text that is all one ends because the next word has no room. */
const [wholeText, wholeLines] = [0.8, 6];
/** More pairs of lines than this are not compared: no page that is read has so many. */
const mostPairs = 200_000;
/** So many lines that all have something at their side are no listing. */
const listingLines = 12;

/**
 * Whether one of two columns is running text and the other is not a column of a table with it: its lines are at other heights, or
 * beside lines that go on from the one above them. The cells of a row begin together, or stand at half the height of each other.
 */
export function isAside(columns: readonly (readonly Fragment[])[]): boolean {
  if (columns.length !== 2) return false;
  const [left, right] = [rowsOf(columns[0]!), rowsOf(columns[1]!)];
  if (left.length === 0 || right.length === 0 || left.length * right.length > mostPairs) return false;
  const gap = extentOf(right)[0] - extentOf(left)[1];
  return widthOf(left) > widthOf(right) ? isBeside(left, right, gap) : isBeside(right, left, gap);
}

const widthOf = (rows: readonly Row[]): number => rows.reduce((sum, { left, right }) => sum + right - left, 0);

function isBeside(main: readonly Row[], side: readonly Row[], gap: number): boolean {
  if (main.length < 4 || !isRunning(main)) return false;
  if (gapsIn(main).length > 0 || main.filter(isSplit).length * 2 > main.length) return false;
  if (side.every(({ fragments }) => isNumber(fragments))) return false;
  const goesOn = continued(main);
  const running = goesOn.filter(Boolean).length;
  if (running < 2) return false;
  const isWhole = main.length >= wholeLines && running >= (main.length - 1) * wholeText;
  // The first lines of a column whose text ends there, as on the last page of a paper.
  if (isWhole && side.length <= 2 && isLike(side, main)) return true;
  if (gap < side[0]!.size * asideGap || areCells(main, side, goesOn) || areCells(main, side, close(main))) return false;
  if (side.length >= main.length * 0.8 && !(isWhole && main.length >= listingLines)) {
    const all = rowsOf([...fragmentsOf(main), ...fragmentsOf(side)], level).length;
    if (all <= main.length) return false;
  }
  let apart = 0;
  for (let index = 0; index < side.length; index++) if (isApart(main, side[index]!, goesOn)) apart++;
  return apart >= 3 && apart * 3 >= side.length * 2;
}

/** A box of a few lines that running text flows around, and the lines of that text beside it. */
export interface Float {
  readonly main: readonly Fragment[];
  readonly side: readonly Fragment[];
}

/** Whether rows from `from` to `to` are a paragraph that goes on above and below them, with a box at its side; no table is within a sentence. */
export function floatIn(rows: readonly Row[], from: number, to: number, cut: number): Float | undefined {
  const [above, below] = [rows[from - 1], rows[to]];
  if (!above || !below || (above.right < cut && below.right < cut)) return undefined;
  const [left, right] = inColumns(fragmentsOf(rows.slice(from, to)), [cut]) as [Fragment[], Fragment[]];
  const [main, side] = widthOf(rowsOf(left)) > widthOf(rowsOf(right)) ? [left, right] : [right, left];
  const lines = rowsOf(main);
  if (lines.length !== to - from || !isRunning(lines) || rowsOf(side).every(({ fragments }) => isNumber(fragments)))
    return undefined;
  const pitch = (lines.at(-1)!.baseline - lines[0]!.baseline) / (lines.length - 1);
  const isNext = (one: Row, other: Row) =>
    one.size === other.size && Math.abs(other.baseline - one.baseline - pitch) < one.size * 0.05;
  if (!isNext(above, lines[0]!) || !isNext(lines.at(-1)!, below)) return undefined;
  return continued(lines).every((isContinued, index) => index === 0 || isContinued) ? { main, side } : undefined;
}

/** Which lines go on from the one above: the next word had no room there. */
function continued(rows: readonly Row[]): boolean[] {
  const [left, right] = extentOf(rows);
  return rows.map((row, index) => {
    const above = rows[index - 1];
    if (!above || row.baseline - above.baseline > row.size * mostPitch) return false;
    return above.right - above.left + firstWord(row.fragments) > right - left;
  });
}

/** Which lines have no more white above them than most. */
function close(rows: readonly Row[]): boolean[] {
  const pitch = (index: number) => (index > 0 ? rows[index]!.baseline - rows[index - 1]!.baseline : Infinity);
  const pitches = rows.map((_, index) => pitch(index)).sort((a, b) => a - b);
  return rows.map((_, index) => pitch(index) < pitches[pitches.length >> 2]! * 1.2);
}

/** Whether a line is at no line of the text, nor half way between two as in the middle of a cell, or at one that goes on. */
function isApart(main: readonly Row[], line: Row, goesOn: readonly boolean[]): boolean {
  let nearest = 0;
  const distance = (at: number) => Math.abs(main[at]!.baseline - line.baseline);
  for (let index = 1; index < main.length; index++) if (distance(index) < distance(nearest)) nearest = index;
  const em = Math.min(line.size, main[nearest]!.size);
  if (distance(nearest) < em * level) return goesOn[nearest]!;
  const second = main[nearest]!.baseline < line.baseline ? nearest + 1 : nearest - 1;
  const isMiddle = main[second] !== undefined && Math.abs(distance(second) - distance(nearest)) < em * middle * 2;
  return !isMiddle || goesOn[Math.max(nearest, second)] !== true || goesOn[Math.min(nearest, second)] === true;
}

/** Whether most passages of the text have lines beside them that begin with them or are in their middle. */
function areCells(main: readonly Row[], side: readonly Row[], isNext: readonly boolean[]): boolean {
  let [all, cells, next] = [0, 0, 0];
  for (let from = 0; from < main.length; all++) {
    let to = from + 1;
    while (to < main.length && isNext[to]) to++;
    const [first, last] = [main[from]!, main[to - 1]!];
    const em = first.size;
    while (next < side.length && side[next]!.baseline < first.baseline - em * 0.6) next++;
    const start = next;
    while (next < side.length && side[next]!.baseline < last.baseline + em * 0.6) next++;
    if (next > start) {
      const [top, bottom] = [side[start]!.baseline, side[next - 1]!.baseline];
      const isMiddle = Math.abs(top + bottom - first.baseline - last.baseline) < em * middle * 2;
      if (isMiddle || Math.abs(top - first.baseline) < em * level) cells++;
    }
    from = to;
  }
  return all > 1 && cells * 5 >= all * 3;
}

/** Whether lines look like the first ones of a column like the other. */
function isLike(side: readonly Row[], main: readonly Row[]): boolean {
  const [left, right] = extentOf(main);
  if (!isRunning(side.slice(0, 1))) return false;
  const isFull = ({ right: to, left: from }: Row) => (to - from) * 4 > (right - left) * 3;
  const { size } = main[main.length >> 1]!; // the first may be a heading
  return isFull(side[0]!) && Math.abs(side[0]!.size - size) < size * 0.08;
}

/** Whether lines have as many letters and words as those of running text. */
function isRunning(rows: readonly Row[]): boolean {
  let letters = 0;
  let words = 0;
  for (let index = 0; index < rows.length; index++)
    for (const { text } of rows[index]!.fragments) {
      const ideographs = countIdeographs(text);
      letters += text.length + 1 + ideographs;
      words += wordsIn(text) + ideographs / 2;
    }
  return letters >= runningLetters * rows.length && words >= runningWords * rows.length;
}
