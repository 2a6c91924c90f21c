import type { Engine } from './engine.ts';
import { frameOf, type Frame } from './frame.ts';
import { characterOf, isIdeograph, isLineBreak, isRightToLeftCode, isSpace } from './characters.ts';
import { styleReader, type Style } from './style.ts';

/** The characters of a page in the order of PDFium, which is that of the content, right-to-left runs turned to reading order. */
export interface Glyphs {
  readonly count: number;
  readonly text: readonly string[];
  /** In the frame of the glyph's direction: along the line, from left to right. */
  readonly left: readonly number[];
  readonly right: readonly number[];
  readonly baseline: readonly number[];
  readonly style: readonly Style[];
  readonly frame: readonly Frame[];
  /** 1: a space comes before it. 2: a line break of the content does. */
  readonly before: readonly number[];
  /** Where the signs for spaces stand, by whole heights, on pages whose text runs to the left: which letters they are between says little there. */
  readonly spaces: ReadonlyMap<number, readonly number[]>;
  /** Whether any of them is of a script that runs to the left. */
  readonly hasRightToLeft: boolean;
  /** How many have no known meaning. */
  readonly unknown: number;
  /** Whether there were more than are taken. */
  readonly isCut: boolean;
}

/** More on one page is no page. */
const maxGlyphs = 400_000;

export function readGlyphs(engine: Engine, textPage: number): Glyphs {
  const { calls, scratch } = engine;
  const all = calls.FPDFText_CountChars(textPage);
  const total = Math.min(all, maxGlyphs);
  const [text, style, frame]: [string[], Style[], Frame[]] = [[], [], []];
  // Plain arrays: thousands of typed ones, each with memory of its own, are dear to collect.
  const [left, right, baseline, before]: [number[], number[], number[], number[]] = [[], [], [], []];
  const styleOf = styleReader(engine, textPage);
  let [count, gap, object, unknown] = [0, 0, -1, 0];
  let hasRightToLeft = false;
  let doubles = engine.doubles();
  const spaces = new Map<number, number[]>();
  const noteSpace = (index: number) => {
    calls.FPDFText_GetCharBox(textPage, index, scratch, scratch + 8, scratch + 16, scratch + 24);
    doubles = engine.doubles();
    const [from, to] = [doubles[scratch >> 3]!, doubles[(scratch >> 3) + 1]!];
    calls.FPDFText_GetCharOrigin(textPage, index, scratch, scratch + 8);
    doubles = engine.doubles();
    if (to - from <= 0.1) return;
    const height = Math.round(-doubles[(scratch >> 3) + 1]!);
    const known = spaces.get(height);
    if (known) known.push((from + to) / 2);
    else spaces.set(height, [(from + to) / 2]);
  };
  /** One sign for lam and alef; PDFium turns its two letters with the line, and gives both its place or each a half of it. */
  const turnLigature = (lam: number) => {
    const alef = lam - 1;
    if (!/[\u0622\u0623\u0625\u0627]/.test(text[alef]!)) return;
    const isSame = left[lam] === left[alef] && right[lam] === right[alef];
    if (!isSame && Math.abs(left[lam]! - right[alef]!) >= 0.05) return;
    for (const values of [text, left, right] as unknown[][]) [values[alef], values[lam]] = [values[lam], values[alef]];
  };
  let now: { style: Style; frame: Frame; baseline: number } | undefined;
  for (let index = 0; index < total; index++) {
    const code = calls.FPDFText_GetUnicode(textPage, index);
    if (isSpace(code)) {
      gap ||= 1;
      if (hasRightToLeft) noteSpace(index);
      continue;
    }
    if (isLineBreak(code)) {
      gap = 2;
      continue;
    }
    const owner = calls.FPDFText_GetTextObject(textPage, index);
    calls.FPDFText_GetCharBox(textPage, index, scratch, scratch + 8, scratch + 16, scratch + 24);
    if (doubles.length === 0) doubles = engine.doubles();
    const at = scratch >> 3;
    let x0 = doubles[at]!;
    let x1 = doubles[at + 1]!;
    const y0 = doubles[at + 2]!;
    const y1 = doubles[at + 3]!;
    if (owner !== object || !now) {
      const known = styleOf(index, owner);
      doubles = engine.doubles();
      now = {
        style: known.style,
        frame: frameOf(known.angle),
        baseline: 0,
      };
      now.baseline = now.frame.down(known.x, known.y);
      object = owner;
    }
    const character = characterOf(code);
    if (character === undefined) {
      unknown++;
      continue;
    }
    hasRightToLeft ||= isRightToLeftCode(code);
    if (hasRightToLeft && now.frame.angle === 0) {
      // The place it takes, not its ink: the slender letters of these scripts have much white beside them, and so have digits.
      calls.FPDFText_GetLooseCharBox(textPage, index, scratch);
      const floats = engine.floats();
      x0 = floats[scratch >> 2]!;
      x1 = floats[(scratch >> 2) + 2]!;
    }
    const isUpright = now.frame.angle === 0;
    const a = isUpright ? x0 : now.frame.along(x0, y0);
    const b = isUpright ? x1 : now.frame.along(x1, y1);
    text[count] = character;
    // Written down the page, a sign takes a square, however little of it is ink.
    const half = now.frame.angle === 270 && isIdeograph(character) ? now.style.size / 2 : 0;
    left[count] = half > 0 ? (a + b) / 2 - half : Math.min(a, b);
    right[count] = half > 0 ? (a + b) / 2 + half : Math.max(a, b);
    baseline[count] = now.baseline;
    style[count] = now.style;
    frame[count] = now.frame;
    before[count] = gap;
    if (character === '\u0644' && gap === 0 && count > 0) turnLigature(count);
    gap = 0;
    count++;
  }
  return {
    count,
    text,
    left,
    right,
    baseline,
    style,
    frame,
    before,
    spaces,
    hasRightToLeft,
    unknown,
    isCut: all > maxGlyphs,
  };
}
