/** A parse is a list of matches, three numbers each: where it starts, its length, its distance. The rest is literals. */
export const STEP = 3;

/** Cuts an input into literals and matches, a part at a time. */
export interface Parser {
  /** How far the input is parsed. */
  readonly at: number;
  /** Fills `steps` and gives how many numbers it wrote. */
  next(steps: Int32Array): number;
}
