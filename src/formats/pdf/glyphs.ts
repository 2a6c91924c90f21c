import { charactersAtOnce, characterWords, type Engine } from './engine.ts';
import { withDownward } from './downward.ts';
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
  /** 1: a space comes before it. 2: a line break of the content does. 3: white does that is as wide as a space, without a sign for one. */
  readonly before: readonly number[];
  /** Where the signs for spaces stand, by whole heights, on pages whose text runs to the left: which letters they are between says little there. */
  readonly spaces: ReadonlyMap<number, readonly number[]>;
  /** Whether any of them is of a script that runs to the left. */
  readonly hasRightToLeft: boolean;
  /** How words are told apart: by signs for spaces, or only by white. Nothing where there is no telling. */
  readonly spacing?: 'signs' | 'white';
  /** How many have no known meaning. */
  readonly unknown: number;
  /** Whether there were more than are taken. */
  readonly isCut: boolean;
}

/** More on one page is no page. */
const maxGlyphs = 400_000;
/** Most text is of letters before this code. */
const firstRightToLeft = 0x590;
const firstIdeograph = 0x2e80;

export function readGlyphs(engine: Engine, textPage: number): Glyphs {
  const { calls, scratch } = engine;
  const all = calls.FPDFText_CountChars(textPage);
  const total = Math.min(all, maxGlyphs);
  const text = arrayOf<string>(total);
  const run = arrayOf<Run>(total);
  const left = arrayOf<number>(total);
  const right = arrayOf<number>(total);
  const before = arrayOf<number>(total);
  const runOf = runReader(engine, textPage);
  let count = 0;
  let gap = 0;
  let object = -1;
  let unknown = 0;
  let hasRightToLeft = false;
  let hasIdeographs = false;
  let spacing: Glyphs['spacing'];
  const spaces = new Map<number, number[]>();
  const noteSpace = (index: number, from: number, to: number) => {
    if (to - from <= 0.1) return;
    calls.FPDFText_GetCharOrigin(textPage, index, scratch, scratch + 8);
    const height = Math.round(-engine.doubles()[(scratch >> 3) + 1]!);
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
  let now: Run | undefined;
  let angle = 0;
  let words = engine.words();
  let doubles = engine.doubles();
  let known = 0;
  for (let index = 0; index < total; index++) {
    const inPart = index % charactersAtOnce;
    if (inPart === 0) {
      known = engine.characters(textPage, index, Math.min(total, index + charactersAtOnce));
      words = engine.words();
      doubles = engine.doubles();
    }
    const word = (known >> 2) + inPart * characterWords;
    const box = (word >> 1) + 1;
    const code = words[word]!;
    if (isSpace(code)) {
      // What PDFium puts where it sees white has no width.
      if (doubles[box + 1]! - doubles[box]! > 0.01) {
        spacing = 'signs';
        if (gap !== 2) gap = 1;
      }
      gap ||= 3;
      if (hasRightToLeft) noteSpace(index, doubles[box]!, doubles[box + 1]!);
      continue;
    }
    if (isLineBreak(code)) {
      gap = 2;
      continue;
    }
    const owner = words[word + 1]!;
    if (gap === 3 && count > 0 && owner === object && isLetter(code) && isLetter(text[count - 1]!.charCodeAt(0)))
      spacing ??= 'white';
    if (owner !== object || !now) {
      now = runOf(index, owner);
      words = engine.words(); // they are anew when its memory has grown
      doubles = engine.doubles();
      ({ angle } = now.frame);
      object = owner;
    }
    const character = characterOf(code);
    if (character === undefined) {
      unknown++;
      continue;
    }
    let a = doubles[box]!;
    let b = doubles[box + 1]!;
    if (code >= firstRightToLeft) {
      hasRightToLeft ||= isRightToLeftCode(code);
      hasIdeographs ||= code >= firstIdeograph;
    }
    if (hasRightToLeft && angle === 0) {
      // The place it takes, not its ink: the slender letters of these scripts have much white beside them, and so have digits.
      calls.FPDFText_GetLooseCharBox(textPage, index, scratch);
      const floats = engine.floats();
      a = floats[scratch >> 2]!;
      b = floats[(scratch >> 2) + 2]!;
    } else if (angle !== 0) {
      a = now.frame.along(a, doubles[box + 2]!);
      b = now.frame.along(b, doubles[box + 3]!);
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
  text.length = run.length = left.length = right.length = before.length = count;
  const isCut = all > maxGlyphs;
  const glyphs: Glyphs = {
    count,
    text,
    left,
    right,
    run,
    before,
    spaces,
    hasRightToLeft,
    unknown,
    isCut,
    ...(spacing && { spacing }),
  };
  return hasIdeographs ? withDownward(glyphs) : glyphs;
}

const isLetter = (code: number): boolean => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;

/**
 * A plain array: thousands of typed ones, each with memory of its own, are dear to collect. Of its full length, as one that grows is
 * copied over and over.
 */
function arrayOf<T>(length: number): T[] {
  const values: T[] = [];
  values.length = length;
  return values;
}
