/** A horizontal or vertical line: where it is, and from where to where it goes. */
export interface Rule {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** The cells that lines make. */
export interface Grid {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  /** The number (row × columns + column) of the cell that covers a place. */
  ownerOf(row: number, column: number): number;
  spanOf(cell: number): { readonly columns: number; readonly rows: number };
}

/** Lines that miss each other by no more than this meet. */
export const tolerance = 3;
const [maxColumns, maxRows] = [100, 1_000];
/** Comparing more pairs of lines than this is not worth it: a drawing. */
const maxPairs = 1_000_000;

/** Finds the grids that horizontal and vertical lines make together. */
export function gridsOf(horizontal: readonly Rule[], vertical: readonly Rule[]): Grid[] {
  if (horizontal.length < 2 || vertical.length === 0) return [];
  const hs = piecesJoined(horizontal);
  const vs = piecesJoined(vertical);
  if (hs.length * vs.length > maxPairs) return [];
  const groups = new Map<number, { hs: Rule[]; vs: Rule[] }>();
  const parents = Array.from({ length: hs.length + vs.length }, (_, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    while (parents[root] !== root) root = parents[root]!;
    return (parents[index] = root);
  };
  for (let h = 0; h < hs.length; h++) {
    for (let v = 0; v < vs.length; v++) {
      const row = hs[h]!;
      const column = vs[v]!;
      if (meets(row, column.at) && meets(column, row.at)) parents[rootOf(h)] = rootOf(hs.length + v);
    }
  }
  for (const index of parents.keys()) {
    const root = rootOf(index);
    const group = groups.get(root) ?? { hs: [], vs: [] };
    groups.set(root, group);
    if (index < hs.length) group.hs.push(hs[index]!);
    else group.vs.push(vs[index - hs.length]!);
  }
  return [...groups.values()].flatMap(({ hs, vs }) => gridOf(hs, vs) ?? []);
}

const meets = ({ from, to }: Rule, at: number): boolean => at >= from - tolerance && at <= to + tolerance;

/** A grid in which no cell covers another place. */
export function plainGrid(xs: readonly number[], ys: readonly number[]): Grid {
  const columns = xs.length - 1;
  return { xs, ys, ownerOf: (row, column) => row * columns + column, spanOf: () => ({ columns: 1, rows: 1 }) };
}

/** Pieces of one line put together. */
export function piecesJoined(rules: readonly Rule[]): Rule[] {
  const result: { at: number; from: number; to: number }[] = [];
  let first = 0;
  let at = -Infinity;
  for (const rule of rules.toSorted((a, b) => a.at - b.at || a.from - b.from)) {
    if (rule.at - at > tolerance / 2) {
      first = result.length;
      at = rule.at;
    }
    let known: (typeof result)[number] | undefined;
    for (let index = first; index < result.length && !known; index++) {
      const { from, to } = result[index]!;
      if (rule.from <= to + tolerance && rule.to >= from - tolerance) known = result[index];
    }
    if (known) {
      known.from = Math.min(known.from, rule.from);
      known.to = Math.max(known.to, rule.to);
    } else result.push({ ...rule });
  }
  return result;
}

function gridOf(hs: readonly Rule[], vs: readonly Rule[]): Grid | undefined {
  if (hs.length < 2 || vs.length === 0) return undefined;
  const xs = edges(
    vs.map(({ at }) => at),
    Math.min(...hs.map(({ from }) => from)),
    Math.max(...hs.map(({ to }) => to)),
  );
  const ys = edges(
    hs.map(({ at }) => at),
    Math.min(...vs.map(({ from }) => from)),
    Math.max(...vs.map(({ to }) => to)),
  );
  const columns = xs.length - 1;
  const rows = ys.length - 1;
  // Two boxes side by side may be anything.
  if (columns < 2 || columns > maxColumns || rows > maxRows) return undefined;
  if (rows < 2 && !(rows === 1 && columns > 2 && vs.length > columns && isClosed(hs, xs) && isClosed(vs, ys)))
    return undefined;
  const [across, down] = [xs.map((x) => near(vs, x)), ys.map((y) => near(hs, y))];
  const isOpenRight = (row: number, column: number) =>
    column < columns - 1 && !hasLine(across[column + 1]!, ys[row]!, ys[row + 1]!);
  const isOpenBelow = (row: number, column: number) =>
    row < rows - 1 && !hasLine(down[row + 1]!, xs[column]!, xs[column + 1]!);
  const owners = new Int32Array(columns * rows).fill(-1);
  const spans = new Map<number, { columns: number; rows: number }>();
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const cell = row * columns + column;
      if (owners[cell] !== -1) continue;
      let wide = 1;
      let high = 1;
      while (isOpenRight(row, column + wide - 1) && owners[cell + wide] === -1) wide++;
      const isOpen = (y: number) => {
        for (let at = column; at < column + wide; at++)
          if (!isOpenBelow(y, at) || owners[(y + 1) * columns + at] !== -1) return false;
        return true;
      };
      while (isOpen(row + high - 1)) high++;
      for (let y = row; y < row + high; y++) owners.fill(cell, y * columns + column, y * columns + column + wide);
      spans.set(cell, { columns: wide, rows: high });
    }
  }
  return {
    xs,
    ys,
    ownerOf: (row, column) => owners[row * columns + column]!,
    spanOf: (cell) => spans.get(cell) ?? { columns: 1, rows: 1 },
  };
}

/** Whether lines go all the way between two edges. */
function isClosed(rules: readonly Rule[], edges: readonly number[]): boolean {
  return rules.every(({ from, to }) => from < edges[0]! + tolerance && to > edges.at(-1)! - tolerance);
}

function near(rules: readonly Rule[], at: number): Rule[] {
  return rules.filter((rule) => Math.abs(rule.at - at) <= tolerance);
}

function hasLine(rules: readonly Rule[], from: number, to: number): boolean {
  for (let index = 0; index < rules.length; index++) {
    const rule = rules[index]!;
    if (Math.min(rule.to, to) - Math.max(rule.from, from) >= (to - from) * 0.6) return true;
  }
  return false;
}

/** Where the lines are, and where those that cross them end: many tables have no line at their sides. */
function edges(places: readonly number[], first: number, last: number): number[] {
  const result: number[] = [];
  const far = tolerance * 3;
  for (const at of [...places].sort((a, b) => a - b)) {
    if (result.length === 0 || at - result.at(-1)! > tolerance) result.push(at);
  }
  if (first < result[0]! - far) result.unshift(first);
  if (last > result.at(-1)! + far) result.push(last);
  return result;
}
