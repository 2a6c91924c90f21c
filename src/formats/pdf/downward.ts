import { isIdeograph } from './characters.ts';
import { frameOf } from './frame.ts';
import type { Glyphs, Run } from './glyphs.ts';

/** Signs at one height that take no more room than one: an ideograph, or a number of two digits that stands upright in a column. */
interface Sign {
  readonly from: number;
  readonly to: number;
  readonly middle: number;
  readonly baseline: number;
  readonly size: number;
}

/** Signs that follow each other straight down. */
type Stack = Sign[];

const widestSign = 1.3;
/** From one sign of a stack to the next, in ems, and how far the ink of one may stand beside that of the other. */
const [leastFall, mostFall, mostShift] = [0.5, 1.7, 0.5];
/** So many signs make a stack that tells something; a single one has to be longer, and its signs have to touch. */
const [tellingStack, loneStack, loneFall] = [5, 8, 1.25];
/** How far apart, in ems, columns are. */
const [leastPitch, mostPitch] = [0.9, 5];
/** Where, in ems, a sign stands above its baseline, and Latin letters that are turned have theirs beside the middle of the column. */
const middleEms = 0.38;

/**
 * Upright signs that are written down the page, in the frame of text that runs down. Many programs put each sign on the page by
 * itself, so that only the order tells it: straight down, and then further to the left. Signs of a square grid that are written
 * across, and of a table, come in another order.
 */
export function withDownward(glyphs: Glyphs): Glyphs {
  const stacks = stacksOf(glyphs);
  const isDown = stacks.map((stack, at) => isColumn(glyphs, stack) && goesLeft(glyphs, stacks, at));
  if (!isDown.includes(true)) return glyphs;
  const left = [...glyphs.left];
  const right = [...glyphs.right];
  const run = [...glyphs.run];
  const before = [...glyphs.before];
  for (const [at, stack] of stacks.entries()) {
    const isPart = isDown[at] || isRest(glyphs, stack, isDown[at - 1] ? stacks[at - 1] : undefined);
    if (!isPart) continue;
    isDown[at] = true;
    turn(stack);
  }
  return { ...glyphs, left, right, run, before };

  function turn(stack: Stack): void {
    const runs = new Map<Run['style'], Run>();
    const middle = middleOf(stack);
    for (const { from, to, baseline, size } of stack) {
      const { style } = run[from]!;
      const known = runs.get(style) ?? { style, frame: frameOf(270), baseline: size * middleEms - middle };
      runs.set(style, known);
      const start = baseline - size * (middleEms + 0.5);
      for (let index = from; index < to; index++) {
        left[index] = start + (size * (index - from)) / (to - from);
        right[index] = start + (size * (index - from + 1)) / (to - from);
        run[index] = known;
        if (before[index] !== 2) before[index] = 0;
      }
    }
  }
}

function stacksOf({ count, left, right, run }: Glyphs): Stack[] {
  const stacks: Stack[] = [];
  let last: Sign | undefined;
  for (let from = 0, to = 0; from < count; from = to) {
    const first = run[from]!;
    const { size } = first.style;
    let [start, end] = [left[from]!, right[from]!];
    for (to = from + 1; to < count; to++) {
      const next = run[to]!;
      if (next !== first && (next.frame !== first.frame || Math.abs(next.baseline - first.baseline) > size * 0.1))
        break;
      start = Math.min(start, left[to]!);
      end = Math.max(end, right[to]!);
    }
    const isSign = first.frame.angle === 0 && end - start <= size * widestSign;
    const sign = isSign ? { from, to, middle: (start + end) / 2, baseline: first.baseline, size } : undefined;
    if (sign && last && follows(last, sign)) stacks.at(-1)!.push(sign);
    else if (sign) stacks.push([sign]);
    last = sign;
  }
  return stacks;
}

function follows(above: Sign, sign: Sign): boolean {
  const em = Math.max(above.size, sign.size);
  const fall = sign.baseline - above.baseline;
  return fall > em * leastFall && fall < em * mostFall && Math.abs(sign.middle - above.middle) < em * mostShift;
}

const middleOf = (stack: Stack): number => {
  const middles = stack.map(({ middle }) => middle).sort((a, b) => a - b);
  return middles[middles.length >> 1]!;
};

function isColumn(glyphs: Glyphs, stack: Stack): boolean {
  if (stack.length < tellingStack) return false;
  const ideographs = stack.filter(({ from }) => isIdeograph(glyphs.text[from]!)).length;
  return ideographs * 2 > stack.length;
}

/** Whether a column stands to the right of the next one or to the left of the one before; one that is alone has to be plain. */
function goesLeft(glyphs: Glyphs, stacks: readonly Stack[], at: number): boolean {
  const stack = stacks[at]!;
  const { size, baseline } = stack[0]!;
  const isBeside = (other: Stack | undefined, side: number) => {
    if (!other || !isColumn(glyphs, other)) return false;
    const pitch = side * (middleOf(other) - middleOf(stack));
    return pitch > size * leastPitch && pitch < size * mostPitch;
  };
  if (isBeside(stacks[at + 1], -1) || isBeside(stacks[at - 1], 1)) return true;
  const fall = (stack.at(-1)!.baseline - baseline) / (stack.length - 1);
  return stack.length >= loneStack && fall < size * loneFall;
}

/** The last signs of a paragraph, beside the column before them, or what follows turned words in it. */
function isRest(glyphs: Glyphs, stack: Stack, column: Stack | undefined): boolean {
  if (!column || !isIdeograph(glyphs.text[stack[0]!.from]!)) return false;
  const [first, above] = [stack[0]!, column[0]!];
  const pitch = middleOf(column) - middleOf(stack);
  const isNear = pitch > -above.size * mostShift && pitch < above.size * mostPitch;
  return isNear && first.baseline > above.baseline - above.size * 3;
}
