import type { Block } from '../document/model.ts';

/** Left, top, width and height, in the units of the drawing. */
export type Box = readonly [left: number, top: number, width: number, height: number];

/** Something on a slide that says something. */
export interface Shape {
  readonly box: Box | undefined;
  readonly isTitle: boolean;
  readonly blocks: readonly Block[];
}
