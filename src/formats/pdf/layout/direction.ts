import type { Spaces, Unit } from './rtl.ts';

/**
 * The units of a line of right-to-left text, given from left to right, as they are read. This is the reverse of what the
 * bidirectional algorithm (UAX #9) does to show them: words of the other direction and numbers are turned back.
 */
export function leftwardOrder(units: readonly Unit[], hasSpace: Spaces): PlacedUnit[] {
  const line = units.toReversed();
  const touches = (index: number) => index + 1 < line.length && !hasSpace(line[index + 1]!.place);
  const result: PlacedUnit[] = [];
  const put = (run: readonly Unit[], from: number) => putRun(result, run, from > 0 && !touches(from - 1), hasSpace);
  let isArabic = false;
  for (let from = 0; from < line.length;) {
    const { direction, text } = line[from]!;
    if (direction < 0) isArabic = /[\u0600-\u08ff]/.test(text);
    if (isPercent(text) && line[from + 1]?.direction === 2 && touches(from)) {
      const to = numberEnd(line, from + 1, touches, isArabic);
      put([...line.slice(from + 1, to).reverse(), line[from]!], from);
      from = to;
    } else if (direction > 0) {
      const to = runEnd(line, from, touches, isArabic);
      put(line.slice(from, to).reverse(), from);
      from = to;
    } else put([line[from]!], from++);
  }
  return result;
}

/** The same for a line of left-to-right text with words of the other direction in it. */
export function rightwardOrder(line: readonly Unit[], hasSpace: Spaces): PlacedUnit[] {
  const result: PlacedUnit[] = [];
  for (let from = 0; from < line.length;) {
    let to = from + 1;
    if (line[from]!.direction < 0)
      for (let next = to; next < line.length; next++) {
        const { direction } = line[next]!;
        if (direction < 0 || direction === 2) to = next + 1;
        else if (direction !== 0) break;
      }
    const run = line.slice(from, to);
    const ordered = to - from > 1 ? numbersTurned(run.reverse(), hasSpace) : run;
    putRun(result, ordered, from > 0 && hasSpace(from - 1), hasSpace);
    from = to;
  }
  return result;
}

/** A unit, and whether a space is read before it. */
export type PlacedUnit = readonly [unit: Unit, isApart: boolean];

function putRun(result: PlacedUnit[], run: readonly Unit[], isApart: boolean, hasSpace: Spaces): void {
  for (const [index, unit] of run.entries()) {
    const last = run[index - 1];
    result.push([unit, last ? hasSpace(Math.min(last.place, unit.place)) : isApart]);
  }
}

const isPercent = (text: string): boolean => /^[%٪‰]$/.test(text);

/** A number goes with the word of the other direction that follows it on the line: "PDF 1.7" is one run. */
function runEnd(line: readonly Unit[], from: number, touches: (index: number) => boolean, isArabic: boolean): number {
  const isNumber = line[from]!.direction === 2;
  const start = isNumber ? numberEnd(line, from, touches, false) : from + 1;
  let to = start;
  for (let next = start; next < line.length; next++) {
    const { direction } = line[next]!;
    if (direction < 0 || direction === 2) break;
    if (direction === 1) to = next + 1;
  }
  return isNumber && to === start ? numberEnd(line, from, touches, isArabic) : to;
}

/** After Arabic letters digits are of their own kind (W2): a hyphen and a sign of currency do not belong to them, a point does. */
function numberEnd(
  line: readonly Unit[],
  from: number,
  touches: (index: number) => boolean,
  isArabic: boolean,
): number {
  const joins = isArabic ? /^[.,:/\u060c\u066b\u066c]$/ : /^[.,:/+\-\u2010-\u2012\u2212]$/;
  let to = from + 1;
  while (touches(to - 1)) {
    const next = line[to]!;
    if (next.direction === 2) to++;
    else if (joins.test(next.text) && touches(to) && line[to + 1]?.direction === 2) to += 2;
    else break;
  }
  return to;
}

/** A number runs to the right within either direction. */
function numbersTurned(run: Unit[], hasSpace: Spaces): Unit[] {
  const touches = (index: number) => index + 1 < run.length && !hasSpace(run[index + 1]!.place);
  for (let from = 0; from < run.length; from++) {
    if (run[from]!.direction !== 2) continue;
    const to = numberEnd(run, from, touches, false);
    run.splice(from, to - from, ...run.slice(from, to).reverse());
    from = to - 1;
  }
  return run;
}

/** A text in two directions goes to the left when both of its ends do, when it ends there with a point, or when most of its letters do. */
export function isLeftwardLine(units: readonly Unit[]): boolean {
  const count = (wanted: number) =>
    units.reduce((sum, { direction, glyphs }) => sum + (direction === wanted ? glyphs.length : 0), 0);
  const [leftward, rightward] = [count(-1), count(1)];
  const isLetter = ({ direction }: Unit) => direction === -1 || direction === 1;
  const isEnclosed = units.find(isLetter)?.direction === -1 && units.findLast(isLetter)?.direction === -1;
  if (isEnclosed && leftward * 3 >= rightward) return true;
  const [first, last] = [isPoint(units[0]), isPoint(units.at(-1))];
  return first === last ? leftward >= rightward : first;
}

const isPoint = (unit: Unit | undefined): boolean => /^[.!?\u061f\u06d4]$/.test(unit?.text ?? '');
