import { isRightToLeft } from '../characters.ts';
import type { Glyphs } from '../glyphs.ts';
import { facingBrackets } from './brackets.ts';
import { isLeftwardLine, leftwardOrder, rightwardOrder } from './direction.ts';

/** A gap of this many ems between the places of two signs is a space, also without a sign for it; an alef takes less than its place. */
const [spaceEms, letterSpaceEms] = [0.13, 0.17];
/** What is further apart than this many ems does not follow each other on the line. */
const jumpEms = 1.2;
/** How far, in points, a space may stand above or below its line. */
const maxReach = 20;

/** Signs that are read as one and stand together on a line: a letter with its marks, or a word. */
export interface Unit {
  readonly glyphs: readonly number[];
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly size: number;
  /** -1 to the left, 1 to the right, 2 a number, 0 as its neighbours. */
  readonly direction: number;
  /** From left to right on the line. */
  place: number;
}

/** Whether there is a space between a unit and the next one to its right, by their places. */
export type Spaces = (place: number) => boolean;

/**
 * The glyphs of one line that has right-to-left text, in reading order; nothing when they are. Their order in a file is that of
 * the letters, that of the eye, or neither, and PDFium turns only some of it. Letters that go to the left are taken as they come,
 * word by word; others as they stand on the line. Both are then turned by the rules of the two directions.
 */
export function inReadingOrder(glyphs: Glyphs, from: number, to: number): Glyphs | undefined {
  const isLogical = runsLeft(glyphs, from, to);
  if (isLogical && !hasRightward(glyphs, from, to) && isInPlace(glyphs, from, to)) return undefined;
  const units = isLogical ? wordsOf(glyphs, from, to) : lettersOf(glyphs, from, to);
  units.sort((a, b) => a.left + a.right - b.left - b.right);
  for (const [place, unit] of units.entries()) unit.place = place;
  const hasSpace = spacesOf(glyphs, from, units);
  const isLeftward = isLeftwardLine(units);
  const order = isLeftward ? leftwardOrder(units, hasSpace) : rightwardOrder(units, hasSpace);
  const indexes = order.flatMap(([unit]) => unit.glyphs);
  const before = indexes.map(() => 0);
  let at = 0;
  for (const [unit, isApart] of order) {
    if (isApart) before[at] = 1;
    for (const [inner, index] of unit.glyphs.entries())
      // What is before a mark in the file is before the letter that it stands at.
      if (inner > 0 && !isMark(glyphs.text[index]!)) before[at + inner] = glyphs.before[index]!;
    at += unit.glyphs.length;
  }
  const text = indexes.map((index) => glyphs.text[index]!);
  return { ...picked(glyphs, indexes), text: isLeftward ? facingBrackets(text, before) : text, before };
}

/** Some of the glyphs, in that order. */
export function picked(glyphs: Glyphs, indexes: readonly number[]): Glyphs {
  const of = <T>(values: readonly T[]): T[] => indexes.map((index) => values[index]!);
  const { text, left, right, run, before } = glyphs;
  return {
    ...glyphs,
    count: indexes.length,
    text: of(text),
    left: of(left),
    right: of(right),
    run: of(run),
    before: of(before),
  };
}

/** Whether the letters go to the left, as they are read. */
function runsLeft(glyphs: Glyphs, from: number, to: number): boolean {
  let [leftward, rightward, last] = [0, 0, -1];
  for (let index = from; index < to; index++) {
    if (directionOf(glyphs.text[index]!) !== -1) continue;
    if (last >= 0) {
      const step = glyphs.left[index]! + glyphs.right[index]! - glyphs.left[last]! - glyphs.right[last]!;
      if (step < 0) leftward++;
      else if (step > 0) rightward++;
    }
    last = index;
  }
  return rightward <= leftward * 0.25;
}

function hasRightward({ text }: Glyphs, from: number, to: number): boolean {
  for (let index = from; index < to; index++) if (directionOf(text[index]!) > 0) return true;
  return false;
}

/** Whether the words go on where a point was left behind: some programs draw all points of a line before its words. */
function isInPlace({ text, left, run }: Glyphs, from: number, to: number): boolean {
  const reach = run[from]!.style.size;
  for (let index = from + 1; index < to; index++)
    if (left[index]! > left[index - 1]! + reach && /^\p{P}/u.test(text[index - 1]!)) return false;
  return true;
}

/** Letters in a row as words; other signs alone. */
function wordsOf(glyphs: Glyphs, from: number, to: number): Unit[] {
  const units: Unit[] = [];
  for (let start = from; start < to;) {
    const direction = directionOf(glyphs.text[start]!);
    let end = start + 1;
    const follows = (index: number) => {
      if (isMark(glyphs.text[index]!)) return true;
      if (direction === 0 || directionOf(glyphs.text[index]!) !== direction || glyphs.before[index] !== 0) return false;
      const step = glyphs.left[index]! + glyphs.right[index]! - glyphs.left[index - 1]! - glyphs.right[index - 1]!;
      return direction < 0 ? step <= 0 : step >= 0;
    };
    while (end < to && follows(end)) end++;
    units.push(unitOf(glyphs, range(start, end), direction));
    start = end;
  }
  return units;
}

function lettersOf(glyphs: Glyphs, from: number, to: number): Unit[] {
  const letters: number[][] = [];
  const marks: number[] = [];
  for (let index = from; index < to; index++) {
    const last = letters.at(-1)?.[0];
    if (isMark(glyphs.text[index]!)) marks.push(index);
    // One drawn form that stands for several letters.
    else if (
      last !== undefined &&
      glyphs.left[last] === glyphs.left[index] &&
      glyphs.right[last] === glyphs.right[index]
    )
      letters.at(-1)!.push(index);
    else letters.push([index]);
  }
  const middle = (index: number) => glyphs.left[index]! + glyphs.right[index]!;
  letters.sort((a, b) => middle(a[0]!) - middle(b[0]!));
  for (const mark of marks) nearest(letters, glyphs, middle(mark) / 2)?.push(mark);
  return letters.map((indexes) => unitOf(glyphs, indexes, directionOf(glyphs.text[indexes[0]!]!)));
}

function nearest(letters: readonly number[][], glyphs: Glyphs, at: number): number[] | undefined {
  let [low, high] = [0, letters.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (glyphs.right[letters[middle]![0]!]! < at) low = middle + 1;
    else high = middle;
  }
  return letters[low];
}

function unitOf(glyphs: Glyphs, indexes: readonly number[], direction: number): Unit {
  let [left, right, text] = [Infinity, -Infinity, ''];
  for (const index of indexes) {
    left = Math.min(left, glyphs.left[index]!);
    right = Math.max(right, glyphs.right[index]!);
    text += glyphs.text[index]!;
  }
  return { glyphs: indexes, text, left, right, size: glyphs.run[indexes[0]!]!.style.size, direction, place: 0 };
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at);
const isMark = (text: string): boolean => /^\p{M}/u.test(text);

function directionOf(text: string): number {
  if (isMark(text)) return 0;
  if (/^[\p{Nd}]/u.test(text)) return 2;
  return isRightToLeft(text) && /^\p{L}/u.test(text) ? -1 : /^\p{L}/u.test(text) ? 1 : 0;
}

/** By the signs for spaces that stand on the line, by what PDFium has between two that follow each other, and by the gaps. */
function spacesOf(glyphs: Glyphs, from: number, units: readonly Unit[]): Spaces {
  const { baseline, style } = glyphs.run[from]!;
  const [start, end] = [units[0]!.left, units.at(-1)!.right];
  const reach = Math.min(maxReach, style.size * 0.3);
  const signs: number[] = [];
  for (let height = Math.round(baseline - reach); height <= Math.round(baseline + reach); height++)
    for (const at of glyphs.spaces.get(height) ?? []) if (at > start && at < end) signs.push(at);
  signs.sort((a, b) => a - b);
  const spaces: boolean[] = [];
  const follows = (one: Unit, other: Unit) => {
    const last = one.glyphs.at(-1)!;
    const next = last + 1;
    if (other.glyphs[0] !== next || glyphs.before[next]! % 2 === 0) return false;
    // PDFium has a space too where the content goes back over a word.
    const gap = Math.max(glyphs.left[next]! - glyphs.right[last]!, glyphs.left[last]! - glyphs.right[next]!);
    return gap < Math.max(one.size, other.size) * jumpEms;
  };
  let next = 0;
  for (let place = 0; place + 1 < units.length; place++) {
    const [left, right] = [units[place]!, units[place + 1]!];
    while (next < signs.length && signs[next]! < (left.left + left.right) / 2) next++;
    const isSigned = next < signs.length && signs[next]! < (right.left + right.right) / 2;
    const isRead = follows(left, right) || follows(right, left);
    const least = left.direction === -1 && right.direction === -1 ? letterSpaceEms : spaceEms;
    spaces.push(isSigned || isRead || right.left - left.right > Math.max(left.size, right.size) * least);
  }
  return (place) => spaces[place] ?? false;
}
