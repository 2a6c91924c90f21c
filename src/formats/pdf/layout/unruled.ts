import { centredRows, hasWhites } from './centred.ts';
import type { Region } from './columns.ts';
import { inColumns, type Fragment } from './fragment.ts';
import { gapsIn, isSplit, maxGutters, middlesOf } from './gutters.ts';
import { rowsOf, type Gap, type Row } from './rows.ts';
import { hasNumberBelow, stripedRows, type Pieces } from './stripes.ts';

/** A table whose columns are told by gutters; nothing when too few of its lines are in several of them. */
export function tableOf(rows: readonly Row[], fragments: readonly Fragment[], isAlone: boolean): Region[] | undefined {
  if (hasTable(fragments)) return undefined;
  const gaps = tableGaps(rows);
  if (gaps.length === 0 || gaps.length > maxGutters) return undefined;
  if (rows.length < 3 && gaps.length === 1 && !(isAlone && isPair(rows, gaps[0]!))) return undefined;
  const cuts = middlesOf(gaps);
  const lines = rowsOf(fragments);
  const filled = lines.filter((row) => inColumns(row.fragments, cuts).filter(({ length }) => length > 0).length > 1);
  if (filled.length < Math.max(2, lines.length * 0.5)) return undefined;
  return [{ kind: 'table', groups: withContinued(lines, cuts), cuts }];
}

/** A table whose cells have several lines and stand in the middle or at the bottom of their rows. */
export function centredTable(rows: readonly Row[], fragments: readonly Fragment[]): Region[] | undefined {
  if (!hasWhites(rows) || hasTable(fragments)) return undefined;
  const cuts = middlesOf(tableGaps(rows));
  const groups = cuts.length === 0 || cuts.length > maxGutters ? undefined : centredRows(fragments, cuts);
  return groups && [{ kind: 'table', groups, cuts }];
}

/** A table whose cells have several lines. */
export function stripedTable(rows: readonly Row[]): Region[] | undefined {
  if (rows.length < 3) return undefined;
  const cuts = middlesOf(tableGaps(rows));
  if (cuts.length === 0 || cuts.length > maxGutters) return undefined;
  const groups = rows.some(({ fragments }) => hasTable(fragments)) ? undefined : stripedRows(rows, cuts);
  return groups && [{ kind: 'table', groups, cuts }];
}

/** A table with rules among the pieces would be lost in a cell. */
const hasTable = (fragments: readonly Fragment[]): boolean => fragments.some(({ table }) => table);

/** The gutters of a table; a head may go over several columns. */
function tableGaps(rows: readonly Row[]): readonly Gap[] {
  const gaps = gapsIn(rows);
  if (gaps.length === 0 || rows.length < 4 || !isSplit(rows[0]!)) return gaps;
  const below = rows.slice(1);
  const body = gapsIn(below);
  if (body.length <= gaps.length) return gaps;
  const cuts = middlesOf(body);
  const filled = below.filter(
    (row) => inColumns(row.fragments, cuts).filter(({ length }) => length > 0).length >= body.length,
  );
  return filled.length * 3 >= below.length * 2 ? body : gaps;
}

/** Whether there is more white above and below rows than between them, or than between the lines there. */
export function isAlone(rows: readonly Row[], from: number, to: number): boolean {
  const step = (at: number) => rows[at]!.baseline - rows[at - 1]!.baseline;
  const pitch = (rows[to - 1]!.baseline - rows[from]!.baseline) / (to - 1 - from);
  const isFar = (at: number, outside: number) => {
    if (at === 0 || at === rows.length || step(at) > pitch * 1.03) return true;
    return outside > 0 && outside < rows.length && step(at) > step(outside) * 1.1;
  };
  return isFar(from, from - 1) && isFar(to, to + 1);
}

/** How wide, in ems, the gap is by which two lines are told to be a table, and how long, in letters, its cells may be. */
const [pairGap, pairLetters] = [4, 40];

function isPair(rows: readonly Row[], [from, to]: Gap): boolean {
  const isShort = ({ text }: Fragment) => text.length <= pairLetters;
  const isCounted = rows.every(({ fragments }) => /^[\d.]+$/.test(fragments[0]!.text)); // lines of a program
  return !isCounted && rows.every(({ size, fragments }) => to - from > size * pairGap && fragments.every(isShort));
}

/** A line without a first cell, closer below another than rows are to each other, is the next one of its cells. */
export function withContinued(lines: readonly Row[], cuts: readonly number[]): Row[][] {
  const pitches = lines.slice(1).map((line, index) => line.baseline - lines[index]!.baseline);
  const pitch = pitches.sort((a, b) => a - b)[pitches.length >> 1] ?? 0;
  const groups: Row[][] = [];
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]!;
    const step = index > 0 ? line.baseline - lines[index - 1]!.baseline : Infinity;
    const cells = inColumns(line.fragments, cuts);
    const isMore =
      cells[0]!.length === 0 &&
      step < Math.max(line.size * 1.4, pitch * 0.9) &&
      goesOn(inColumns(lines[index - 1]!.fragments, cuts), cells, index === 1 && step > line.size * 0.85);
    if (isMore) groups[groups.length - 1]!.push(line);
    else groups.push([line]);
  }
  return groups;
}

/** The second line of a head over several columns has cells with nothing above them. */
function goesOn(above: Pieces, cells: Pieces, isBelowHead: boolean): boolean {
  if (hasNumberBelow(above, cells)) return false;
  return !isBelowHead || cells.every((pieces, column) => pieces.length === 0 || above[column]!.length > 0);
}
