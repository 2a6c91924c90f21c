import { isIdeograph } from '../characters.ts';
import type { Line } from './line.ts';
import { extentOf } from './rows.ts';
import { isRightToLeftText } from './text.ts';

/** The lines of one heading, paragraph, item or piece of code. */
export interface Passage {
  readonly kind: 'text' | 'item' | 'code';
  readonly lines: readonly Line[];
}

/**
 * Cuts the lines of a column into passages. `isCode`: whether letters of one width mean code here. `isScan`: whether nothing but the places
 * of the lines says where one ends, as sizes and signs are guessed.
 */
export function passagesOf(lines: readonly Line[], isCode: boolean, isScan = false): Passage[] {
  if (!isRightToLeftText(lines)) return cut(lines, isCode, isScan);
  // Such lines begin on the right and end on the left.
  const mirrored = lines.map((line): Line => ({ ...line, left: -line.right, right: -line.left }));
  let at = 0;
  return cut(mirrored, isCode, isScan).map((passage) => ({
    ...passage,
    lines: lines.slice(at, (at += passage.lines.length)),
  }));
}

function cut(lines: readonly Line[], isCode: boolean, isScan: boolean): Passage[] {
  const shape = shapeOf(lines);
  const passages: Passage[] = [];
  let current: Line[] = [];
  let kind: Passage['kind'] = 'text';
  const flush = () => {
    if (current.length > 0) passages.push({ kind, lines: current });
    current = [];
  };
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]!;
    const code = isCode && line.isFixed;
    const before = current[current.length - 1];
    const isItem: boolean = !code && startsItem(line, before, kind, shape);
    const goesOn: boolean | undefined = code
      ? before && kind === 'code' && line.baseline - before.baseline < line.size * 3
      : before &&
        kind !== 'code' &&
        !isItem &&
        !breaks(before, line, current, kind, shape) &&
        !(isScan && kind === 'text' && endsEarly(lines, index - 1, shape));
    if (!goesOn) {
      flush();
      kind = code ? 'code' : isItem ? 'item' : 'text';
    }
    current.push(line);
  }
  flush();
  return passages;
}

interface Shape {
  readonly left: number;
  readonly right: number;
  /** From one line of a paragraph to the next. */
  readonly leading: number;
  /** The same where it is twice as much as usual, as in what is to be corrected by hand. */
  readonly wide: number | undefined;
}

/** Lines that are further apart than this, in ems, are of one paragraph only where most are as far apart, and never further than the second. */
const [mostLeading, mostWide] = [2.2, 3.2];

function shapeOf(lines: readonly Line[]): Shape {
  const pitches: number[] = [];
  const wide: number[] = [];
  for (let index = 1; index < lines.length; index++) {
    const ems = (lines[index]!.baseline - lines[index - 1]!.baseline) / lines[index]!.size;
    if (ems > 0.8 && ems < mostLeading) pitches.push(ems);
    else if (ems > 0.8 && ems < mostWide) wide.push(ems);
  }
  pitches.sort((a, b) => a - b);
  wide.sort((a, b) => a - b);
  const [left, right] = extentOf(lines);
  return {
    left,
    right,
    leading: pitches[Math.floor(pitches.length / 2)] ?? 1.25,
    wide: wide.length > Math.max(2, pitches.length) ? wide[wide.length >> 1] : undefined,
  };
}

function startsItem(line: Line, before: Line | undefined, kind: Passage['kind'], shape: Shape): boolean {
  if (line.marker === undefined) return false;
  if (!before || kind === 'item' || /[•◦▪▫●○■□‣⁃∙✓✔➢➤►▶❖❑]/u.test(line.marker)) return true;
  // A dash or a number may also have come to the start of a line by chance.
  return isFarBelow(before, line, shape) || endsSentence(before) || !fits(before, line, shape);
}

function breaks(before: Line, line: Line, passage: readonly Line[], kind: Passage['kind'], shape: Shape): boolean {
  const em = line.size;
  if (isFarBelow(before, line, shape) || line.baseline - before.baseline < -em) return true;
  if (Math.abs(before.size - em) > Math.max(before.size, em) * 0.08) return true;
  // A line that is bold only because the sentence in bold is longer than it.
  if (before.isBold !== line.isBold && !isFull(before, line, shape)) return true;
  const start = passage[0]!;
  if (kind === 'item') return line.left < start.left - em * 0.5;
  // Further in than the line before, and no less than the first one, which may have been indented itself.
  const isIndented = line.left > before.left + em * 0.8 && line.left > start.left - em * 0.3;
  if (isIndented && endsSentence(before)) return true;
  return endsSentence(before) && !fits(before, line, shape);
}

function isFarBelow(before: Line, line: Line, shape: Shape): boolean {
  const { leading, right, left, wide } = shape;
  const distance = (line.baseline - before.baseline) / Math.max(before.size, line.size);
  if (distance <= 1.5) return distance > Math.max(leading * 1.3, leading + 0.25);
  if (Math.abs(distance - (wide ?? leading)) < distance * 0.04 && isFull(before, line, shape)) return false;
  if (distance > Math.max(leading * 1.3, leading + 0.25) || distance > 2.3) return true;
  return before.right < right - (right - left) * ragged;
}

/** So many letters have lines of running text at the least, and twice as many where they are twice as far apart. */
const fullLetters = { spaced: 24, ideographs: 12 };

/** Whether a line ends within a sentence, with no room for the first word of the next. */
function isFull(before: Line, line: Line, { right, wide }: Shape): boolean {
  if (!/[\p{L}\p{M},，、]\s*$/u.test(before.text) || !/^[\p{Ll}\p{Lo}]/u.test(line.text)) return false;
  const least = isIdeograph(line.text) ? fullLetters.ideographs : fullLetters.spaced;
  return (
    before.text.length >= least * (wide === undefined ? 1 : 2) &&
    before.right + widthOfFirst(line) > right - line.size * 0.1
  );
}

/** Lines that end here in running text beside a picture are as long as these at the least. */
const beside = { spaced: 24, ideographs: 12 };

/** Whether a line has much more room behind it than the next one needs to begin in, as those of lists and addresses. */
function endsEarly(lines: readonly Line[], index: number, { left, right }: Shape): boolean {
  const [before, line] = [lines[index]!, lines[index + 1]!];
  const em = line.size;
  const isEast = isIdeograph(line.text);
  // Lines of the East end anywhere, but a sign may be held back for the one behind it.
  const room = right - before.right - (isEast ? 0 : widthOfFirst(line));
  if (room < Math.max(em * (isEast ? 1.9 : 3), (right - left) * (isEast ? 0.1 : 0.3))) return false;
  // Lines of a title stand above each other's middle.
  const isCentered = Math.abs(before.left + before.right - line.left - line.right) < em * 2;
  if (isCentered && Math.abs(before.left - line.left) > em) return false;
  const least = isEast ? beside.ideographs : beside.spaced;
  const isAsLong = (other: Line | undefined) =>
    other !== undefined && other.text.length >= least && Math.abs(other.right - before.right) < em * 2;
  return !(before.text.length >= least && (isAsLong(lines[index - 1]) || isAsLong(line)));
}

function endsSentence({ text }: Line): boolean {
  return /[.!?:;。！？：；…»”")\]]\s*$/u.test(text);
}

/** How far lines of a ragged text may stay behind the right edge, as a part of the column. */
const ragged = 0.15;

/** Whether the break after `before` is only there because the next word had no room. */
function fits(before: Line, line: Line, { left, right }: Shape): boolean {
  return before.right + widthOfFirst(line) > right - Math.max(line.size * 0.5, (right - left) * ragged);
}

/** How wide the first word is, with a space before it. */
function widthOfFirst(line: Line): number {
  const first = isIdeograph(line.text) ? 2 : line.text.split(/\s/, 1)[0]!.length; // a sign, and a point that stays with it
  const letter = (line.right - line.left) / Math.max(1, line.text.length);
  return (first + 1) * letter;
}
