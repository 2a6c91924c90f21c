const STEP = 1024;

/**
 * Runs a loop over [0, length) as many calls of a function over a part. V8 compiles a function that is called often
 * once and well; one long loop is compiled while it runs, and again each time when it first comes to its end.
 */
export function inSteps(length: number, part: (start: number, end: number) => void): void {
  for (let start = 0; start < length; start += STEP) part(start, Math.min(start + STEP, length));
}

/** The same from the last part to the first. */
export function inStepsDown(length: number, part: (start: number, end: number) => void): void {
  for (let end = length; end > 0; end -= STEP) part(Math.max(0, end - STEP), end);
}
