import { isIdeograph } from '../characters.ts';
import { hasSpaceBefore, inColumns, type Fragment } from './fragment.ts';
import { extentOf, type Row } from './rows.ts';

/** Lines of one cell are closer together than those of two rows by so many ems. */
export const apart = 0.12;
/** Lines that are closer than this, in ems, stand in different columns, each with heights of its own; further apart they are not of one cell. */
export const [leastPitch, mostPitch] = [0.85, 1.6];
/** Two cells of so many lines side by side, in a third of the rows, are columns of prose that happen to have a space at the same height. */
const proseLines = 4;

/** How far, in ems, the pieces of a line of a table may be above each other, and the part of its lines where they may be further. */
const [level, mostUneven] = [0.2, 0.1];

/** A line as the pieces of it that are in each column. */
export type Pieces = readonly (readonly Fragment[])[];

/**
 * Lines of a table whose cells have several, gathered by row: white goes through all of its columns between two rows, within a row
 * each cell begins at its first line, and its lines are full. Nothing when they are not so, as in columns of prose, whose
 * paragraphs end at different heights.
 */
export function stripedRows(lines: readonly Row[], cuts: readonly number[]): Row[][] | undefined {
  let least = Infinity;
  for (let index = 1; index < lines.length; index++) least = Math.min(least, pitchAt(lines, index));
  if (least < leastPitch || least > mostPitch) return undefined;
  const groups: Row[][] = [];
  for (let index = 0; index < lines.length; index++) {
    if (index === 0 || pitchAt(lines, index) > least + apart) groups.push([lines[index]!]);
    else groups[groups.length - 1]!.push(lines[index]!);
  }
  if (groups.length < 3 || groups.length === lines.length) return undefined;
  if (lines.filter((line) => !isLevel(line, cuts)).length > lines.length * mostUneven) return undefined;
  return areRows(groups.map((group) => group.map(({ fragments }) => inColumns(fragments, cuts)))) ? groups : undefined;
}

/** From a line to the one before it, in ems. */
function pitchAt(lines: readonly Row[], index: number): number {
  const { baseline, size } = lines[index]!;
  return (baseline - lines[index - 1]!.baseline) / size;
}

/** Whether what a line has in its columns stands at one height. */
function isLevel({ fragments, size }: Row, cuts: readonly number[]): boolean {
  const heights = inColumns(fragments, cuts).flatMap(([first]) => (first ? [first.baseline] : []));
  return Math.max(...heights) - Math.min(...heights) < size * level;
}

const filledIn = (line: Pieces): number => line.filter(({ length }) => length > 0).length;

function areRows(groups: readonly (readonly Pieces[])[]): boolean {
  const full = groups.filter(([first]) => filledIn(first!) > 1).length;
  const prose = groups.filter((group) => group.length >= proseLines && filledIn(group[proseLines - 1]!) > 1).length;
  return full >= groups.length * 0.8 && prose * 3 <= groups.length && areWrapped(groups);
}

/** Whether some cells have more lines than others, because the next word had no room, and none begins below the first line of its row. */
export function areWrapped(groups: readonly (readonly Pieces[])[]): boolean {
  if (!groups.some((group) => filledIn(group.at(-1)!) < filledIn(group[0]!))) return false;
  const widths = groups[0]![0]!.map((_, column) => Math.max(...groups.flat().map((line) => widthOf(line[column]!))));
  let [wrapped, broken] = [0, 0];
  for (const group of groups) {
    if (group.length > 1 && filledIn(group[0]!) < 2) return false;
    for (let line = 1; line < group.length; line++) {
      if (hasNumberBelow(group[line - 1]!, group[line]!)) return false;
      for (const [column, pieces] of group[line]!.entries()) {
        const above = group[line - 1]![column]!;
        if (pieces.length === 0) continue;
        if (above.length === 0) return false;
        if (widthOf(above) + firstWord(pieces) > widths[column]!) wrapped++;
        else broken++;
      }
    }
  }
  return broken * 5 <= wrapped;
}

function widthOf(pieces: readonly Fragment[]): number {
  const [left, right] = extentOf(pieces);
  return Math.max(0, right - left);
}

/** How wide the first word is, with a space before it: by its letters, which are wider in one word than in another. */
export function firstWord(pieces: readonly Fragment[]): number {
  const { text, left, right, size, glyphs, from, to } = pieces[0]!;
  const space = size * 0.5; // and what a ragged line lacks
  if (isIdeograph(text) || from === to) return space + (right - left) / Math.max(1, text.length);
  let [start, end] = [Infinity, -Infinity];
  for (let index = from; index < to && (index === from || !hasSpaceBefore(glyphs, index)); index++) {
    start = Math.min(start, glyphs.left[index]!);
    end = Math.max(end, glyphs.right[index]!);
  }
  return space + end - start;
}

/** Whether a number stands below another in a column: a cell does not go on with one. */
export function hasNumberBelow(above: Pieces, line: Pieces): boolean {
  return line.some((pieces, column) => {
    const before = above[column]!;
    if (pieces.length === 0 || before.length === 0 || !isNumber(pieces) || !isNumber(before)) return false;
    return !/\d[-–/]$/.test(before.at(-1)!.text); // of a date that is longer than its column is wide
  });
}

export function isNumber(pieces: readonly Fragment[]): boolean {
  return pieces.every(({ text }) => /^[\d\s.,:%()/+−–-]+$/.test(text));
}
