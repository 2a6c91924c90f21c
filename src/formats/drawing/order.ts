import type { Box, Shape } from './shape.ts';

/**
 * Shapes as a person reads them: the title, then by cuts through the whole slide, first across (rows), then down (columns). What no
 * cut parts is read from top to bottom. Shapes without a place keep theirs among the others.
 */
export function readingOrder(shapes: readonly Shape[]): Shape[] {
  const titles = shapes.filter(({ isTitle }) => isTitle);
  const others = shapes.filter(({ isTitle }) => !isTitle);
  const placed = others.filter((shape): shape is Placed => shape.box !== undefined);
  const unplaced = others.filter(({ box }) => box === undefined);
  return [...titles, ...unplaced, ...cut(placed, 0)];
}

type Placed = Shape & { readonly box: Box };

/** Frames are larger than what is in them: so much of each side may overlap. */
const slack = 0.1;
const maxDepth = 40;

function cut(shapes: readonly Placed[], depth: number): Shape[] {
  if (shapes.length < 2 || depth > maxDepth) return [...shapes];
  for (const axis of [1, 0] as const) {
    const groups = groupsAlong(shapes, axis);
    if (groups.length > 1) return groups.flatMap((group) => cut(group, depth + 1));
  }
  return shapes.toSorted((a, b) => a.box[1] - b.box[1] || a.box[0] - b.box[0]);
}

/** Shapes whose spans on that axis overlap are together. */
function groupsAlong(shapes: readonly Placed[], axis: 0 | 1): Placed[][] {
  const spans = shapes
    .map((shape) => {
      const [start, length] = [shape.box[axis], shape.box[axis + 2] as number];
      return { shape, start: start + length * slack, end: start + length * (1 - slack) };
    })
    .sort((a, b) => a.start - b.start);
  const groups: Placed[][] = [];
  let end = -Infinity;
  for (const span of spans) {
    if (groups.length > 0 && span.start < end) groups.at(-1)?.push(span.shape);
    else groups.push([span.shape]);
    end = Math.max(end, span.end);
  }
  return groups;
}
