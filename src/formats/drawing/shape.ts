import type { Block } from '../document/model.ts';

/** Left, top, width and height, in the units of the drawing. */
export type Box = readonly [left: number, top: number, width: number, height: number];

/** The smallest that holds the places of all that have one. */
export function boxAround(shapes: readonly Shape[]): Box | undefined {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { box } of shapes) {
    if (!box) continue;
    [left, top] = [Math.min(left, box[0]), Math.min(top, box[1])];
    [right, bottom] = [Math.max(right, box[0] + box[2]), Math.max(bottom, box[1] + box[3])];
  }
  return left < Infinity ? [left, top, right - left, bottom - top] : undefined;
}

/** Something on a slide that says something. */
export interface Shape {
  readonly box: Box | undefined;
  readonly isTitle: boolean;
  readonly blocks: readonly Block[];
}
