import { inColumns, type Fragment } from './fragment.ts';
import { plainGrid, piecesJoined, tolerance, type Grid, type Rule } from './grid.ts';
import { gapsIn, middlesOf } from './gutters.ts';
import { rowOf, rowsOf, type Row } from './rows.ts';
import { areWrapped } from './stripes.ts';

/** So many rules of one length, one below the other, are between the rows of a table; further apart, in points, they are of a page. */
const [leastRules, mostHeight] = [4, 120];

/** Lines of one cell are no further apart than this, in ems. */
const mostLeading = 1.4;

/** The tables whose rows are told by rules, and their columns by gutters. */
export function linedGrids(
  horizontal: readonly Rule[],
  grids: readonly Grid[],
  fragments: readonly Fragment[],
): Grid[] {
  if (horizontal.length < leastRules) return [];
  const free = piecesJoined(horizontal).filter((rule) => !grids.some((grid) => isInside(rule, grid)));
  return groupsOf(free).flatMap((rules) => gridOf(rules, fragments) ?? []);
}

function isInside({ at, from, to }: Rule, { xs, ys }: Grid): boolean {
  return at > ys[0]! - tolerance && at < ys.at(-1)! + tolerance && from < xs.at(-1)! && to > xs[0]!;
}

/** Rules that begin and end at the same places, from the top down. */
function groupsOf(rules: readonly Rule[]): Rule[][] {
  const groups: Rule[][] = [];
  for (const rule of rules) {
    const group = groups.find((each) => {
      const last = each.at(-1)!;
      const isSame = Math.abs(last.from - rule.from) < tolerance && Math.abs(last.to - rule.to) < tolerance;
      return isSame && rule.at - last.at < mostHeight;
    });
    if (group) group.push(rule);
    else groups.push([rule]);
  }
  return groups.filter(({ length }) => length >= leastRules);
}

/** Nothing where there are no columns, no cell has several lines (white is enough to tell the rows then), or several rows stand between two rules. */
function gridOf(rules: readonly Rule[], fragments: readonly Fragment[]): Grid | undefined {
  const { from: left, to: right } = rules[0]!;
  const rows = rowsOf(fragments.filter((each) => !each.table && each.right > left && each.left < right));
  const ys = rules.map(({ at }) => at);
  const within = (from: number, to: number) => rows.filter(({ baseline }) => baseline > from && baseline < to);
  const cuts = middlesOf(gapsIn(within(ys[0]!, ys.at(-1)!)));
  if (cuts.length === 0) return undefined;
  const linesOf = (band: readonly Row[]) => band.map((row) => inColumns(row.fragments, cuts));
  // The first row and the last one may have a rule only on one side.
  const [above, below] = [rowAbove(rows, ys[0]!, cuts), rowBelow(rows, ys.at(-1)!, cuts)];
  if (below) ys.push(below);
  const bands = ys.slice(1).map((to, index) => linesOf(within(ys[index]!, to)));
  if (!bands.every(({ length }) => length > 0) || !areWrapped(bands)) return undefined;
  return plainGrid([left, ...cuts, right], above === undefined ? ys : [above, ...ys]);
}

/** Where the row begins that stands right above a rule, a head: the words of some of its cells may stand on several lines. */
function rowAbove(rows: readonly Row[], at: number, cuts: readonly number[]): number | undefined {
  let index = rows.findLastIndex(({ baseline }) => baseline < at);
  if (index < 0 || at - rows[index]!.bottom >= rows[index]!.size) return undefined;
  const pieces: Fragment[] = [];
  let top: number | undefined;
  for (; index >= 0 && !isAcross(rows[index]!, cuts); index--) {
    const [row, next] = [rows[index]!, rows[index + 1]];
    if (pieces.length > 0 && next!.baseline - row.baseline > next!.size * mostLeading) break;
    pieces.push(...row.fragments);
    if (isRow(rowOf(pieces), cuts)) top = row.top;
  }
  return top;
}

/** Where the row ends that stands right below a rule: its next lines are close, and in its columns. */
function rowBelow(rows: readonly Row[], at: number, cuts: readonly number[]): number | undefined {
  let index = rows.findIndex(({ baseline }) => baseline > at);
  const row = rows[index];
  if (!row || row.top - at >= row.size || !isRow(row, cuts)) return undefined;
  for (; index + 1 < rows.length; index++) {
    const [line, next] = [rows[index]!, rows[index + 1]!];
    const isNear = next.baseline - line.baseline < next.size * mostLeading;
    if (!isNear || isAcross(next, cuts) || inColumns(next.fragments, cuts)[0]!.length > 0) break;
  }
  return rows[index]!.bottom;
}

/** Whether a row has something in most columns and nothing between them. */
function isRow(row: Row, cuts: readonly number[]): boolean {
  const filled = inColumns(row.fragments, cuts).filter(({ length }) => length > 0).length;
  return !isAcross(row, cuts) && filled * 3 > (cuts.length + 1) * 2;
}

function isAcross({ fragments }: Row, cuts: readonly number[]): boolean {
  return fragments.some(({ left, right }) => cuts.some((cut) => cut > left && cut < right));
}
