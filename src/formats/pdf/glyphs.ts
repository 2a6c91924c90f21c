import type { Engine } from './engine.ts';
import type { Frame } from './frame.ts';
import { characterOf, isIdeograph, isLineBreak, isRightToLeftCode, isSpace } from './characters.ts';
import { runReader, type Style } from './style.ts';

/** What characters that were put on the page together have in common. */
export interface Run {
  readonly style: Style;
  readonly frame: Frame;
  readonly baseline: number;
}

/** The characters of a page in the order of PDFium, which is that of the content, right-to-left runs turned to reading order. */
export interface Glyphs {
  readonly count: number;
  readonly text: readonly string[];
  /** In the frame of the glyph's direction: along the line, from left to right. */
  readonly left: readonly number[];
  readonly right: readonly number[];
  readonly run: readonly Run[];
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
/** Most text is of letters before this code. */
const firstRightToLeft = 0x590;

export function readGlyphs(engine: Engine, textPage: number): Glyphs {
  const { calls, scratch } = engine;
  const all = calls.FPDFText_CountChars(textPage);
  const total = Math.min(all, maxGlyphs);
  // Plain arrays: thousands of typed ones, each with memory of its own, are dear to collect.
  const [text, run]: [string[], Run[]] = [[], []];
  const [left, right, before]: [number[], number[], number[]] = [[], [], []];
  const runOf = runReader(engine, textPage);
  let count = 0;
  let gap = 0;
  let object = -1;
  let unknown = 0;
  let hasRightToLeft = false;
  let doubles = engine.doubles();
  const at = scratch >> 3;
  const spaces = new Map<number, number[]>();
  const noteSpace = (index: number) => {
    calls.FPDFText_GetCharBox(textPage, index, scratch, scratch + 8, scratch + 16, scratch + 24);
    doubles = engine.doubles();
    const [from, to] = [doubles[at]!, doubles[at + 1]!];
    calls.FPDFText_GetCharOrigin(textPage, index, scratch, scratch + 8);
    doubles = engine.doubles();
    if (to - from <= 0.1) return;
    const height = Math.round(-doubles[at + 1]!);
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
  // Looked up once: the calls are properties of a large table, and a search in it for each character costs as much as the call.
  const {
    FPDFText_GetUnicode: unicodeAt,
    FPDFText_GetTextObject: objectAt,
    FPDFText_GetCharBox: readBox,
    FPDFText_GetLooseCharBox: readPlace,
  } = calls;
  let now: Run | undefined;
  let angle = 0;
  for (let index = 0; index < total; index++) {
    const code = unicodeAt(textPage, index);
    if (isSpace(code)) {
      gap ||= 1;
      if (hasRightToLeft) noteSpace(index);
      continue;
    }
    if (isLineBreak(code)) {
      gap = 2;
      continue;
    }
    const owner = objectAt(textPage, index);
    if (owner !== object || !now) {
      now = runOf(index, owner);
      ({ angle } = now.frame);
      object = owner;
    }
    const character = characterOf(code);
    if (character === undefined) {
      unknown++;
      continue;
    }
    readBox(textPage, index, scratch, scratch + 8, scratch + 16, scratch + 24);
    if (doubles.length === 0) doubles = engine.doubles();
    let a = doubles[at]!;
    let b = doubles[at + 1]!;
    if (code >= firstRightToLeft) hasRightToLeft ||= isRightToLeftCode(code);
    if (hasRightToLeft && angle === 0) {
      // The place it takes, not its ink: the slender letters of these scripts have much white beside them, and so have digits.
      readPlace(textPage, index, scratch);
      const floats = engine.floats();
      a = floats[scratch >> 2]!;
      b = floats[(scratch >> 2) + 2]!;
    } else if (angle !== 0) {
      const [y0, y1] = [doubles[at + 2]!, doubles[at + 3]!];
      const [x0, x1] = [a, b];
      a = now.frame.along(x0, y0);
      b = now.frame.along(x1, y1);
    }
    // Written down the page, a sign takes a square, however little of it is ink.
    const half = angle === 270 && isIdeograph(character) ? now.style.size / 2 : 0;
    text[count] = character;
    left[count] = half > 0 ? (a + b) / 2 - half : Math.min(a, b);
    right[count] = half > 0 ? (a + b) / 2 + half : Math.max(a, b);
    run[count] = now;
    before[count] = gap;
    if (character === '\u0644' && gap === 0 && count > 0) turnLigature(count);
    gap = 0;
    count++;
  }
  return { count, text, left, right, run, before, spaces, hasRightToLeft, unknown, isCut: all > maxGlyphs };
}
