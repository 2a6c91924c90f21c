import type { Table } from '../../document/model.ts';
import { isIdeograph, isRightToLeft } from '../characters.ts';
import type { Frame } from '../frame.ts';
import { scriptText, type Script } from '../../document/script.ts';
import type { Glyphs, Run } from '../glyphs.ts';
import { inReadingOrder, picked } from './rtl.ts';

/** Characters that stand together on one line, in reading order: a range of glyphs, or a text from elsewhere put in place. */
export interface Fragment {
  readonly glyphs: Glyphs;
  readonly from: number;
  readonly to: number;
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
  readonly size: number;
  readonly text: string;
  /** The value of a field or a text laid over the page. */
  readonly inserted?: string;
  /** Whether it is the number of an item, all lines of which begin where its first word does. */
  readonly isCounting?: true;
  /** The table that stands here. */
  readonly table?: Table;
}

export const topOf = ({ baseline, size }: Fragment): number => baseline - size * 0.8;
export const bottomOf = ({ baseline, size }: Fragment): number => baseline + size * 0.2;

/** Wider than this many ems, a space may be one between columns. */
const gapEms = 0.9;
/** How far, in ems, a raised or lowered character may be from its line; a small number that touches what it stands at may be further. */
const [shiftEms, numberShiftEms] = [0.45, 0.75];
/** Closer than this, in ems, there is no space between what is on a line and what is raised. */
const touchEms = 0.22;
/** Smaller than this part of its line is what stands above or below it; web pages make it hardly smaller, and then this many ems higher or lower. */
const [smallPart, plainShiftEms] = [0.86, 0.3];

/** No more white, in ems, is between the ink of two letters of a word. */
const mostWithinWord = 0.12;
/** Up to so many ems of white, that of the signs included, programs put between scripts by themselves. */
const betweenScripts = 0.5;

/** Cuts the characters of a page into fragments, by direction. */
export function cutFragments(glyphs: Glyphs): Map<Frame, Fragment[]> {
  const byFrame = new Map<Frame, Fragment[]>();
  let current: Frame | undefined;
  let fragments: Fragment[] = [];
  for (let from = 0; from < glyphs.count;) {
    const fragment = fragmentFrom(glyphs, from);
    const { frame } = glyphs.run[from]!;
    if (frame !== current) {
      fragments = byFrame.get(frame) ?? [];
      byFrame.set((current = frame), fragments);
    }
    fragments.push(fragment);
    from = fragment.to;
  }
  if (glyphs.hasRightToLeft)
    for (const [frame, fragments] of byFrame)
      byFrame.set(
        frame,
        linesJoined(fragments).map((each) => (hasRightToLeft(each) ? straightened(each) : each)),
      );
  return byFrame;
}

/** Fragments by the columns that the cuts between them make; one that goes over several is of the first. */
export function inColumns(fragments: readonly Fragment[], cuts: readonly number[]): Fragment[][] {
  const columns: Fragment[][] = [[]];
  while (columns.length <= cuts.length) columns.push([]);
  for (let index = 0; index < fragments.length; index++) {
    const fragment = fragments[index]!;
    let column = 0;
    for (let cut = 0; cut < cuts.length; cut++) if (cuts[cut]! < fragment.left) column++;
    columns[column]!.push(fragment);
  }
  return columns;
}

/** Where directions change within a line, a file goes to and fro: pieces that stand side by side on it are one, and in order only together. */
function linesJoined(fragments: readonly Fragment[]): Fragment[] {
  const sorted = fragments.toSorted((a, b) => a.baseline - b.baseline || a.left - b.left);
  const result: Fragment[] = [];
  for (let from = 0; from < sorted.length;) {
    const { baseline, size } = sorted[from]!;
    let to = from + 1;
    while (to < sorted.length && sorted[to]!.baseline - baseline < size * 0.15) to++;
    let side: Fragment[] = [];
    for (const next of sorted.slice(from, to).sort((a, b) => a.left - b.left)) {
      const last = side.at(-1);
      if (last && next.left - Math.max(...side.map(({ right }) => right)) > Math.max(last.size, next.size) * gapEms) {
        result.push(...together(side));
        side = [];
      }
      side.push(next);
    }
    result.push(...together(side));
    from = to;
  }
  return result;
}

function together(side: readonly Fragment[]): readonly Fragment[] {
  const [first] = side;
  if (!first || side.length === 1 || !side.some(hasRightToLeft)) return side;
  const indexes = side
    .toSorted((a, b) => a.from - b.from)
    .flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at));
  const glyphs = picked(first.glyphs, indexes);
  const size = Math.max(...side.map((each) => each.size));
  const { baseline } = side.find((each) => each.size === size)!;
  return [partOf({ ...first, glyphs, baseline, size }, 0, glyphs.count)];
}

/** The part of a fragment that a range of its glyphs makes. */
export function partOf(fragment: Fragment, from: number, to: number): Fragment {
  const { glyphs } = fragment;
  let left = Infinity;
  let right = -Infinity;
  for (let index = from; index < to; index++) {
    left = Math.min(left, glyphs.left[index]!);
    right = Math.max(right, glyphs.right[index]!);
  }
  const { baseline, size } = fragment;
  return { glyphs, from, to, left, right, baseline, size, text: lettersOf(glyphs, from, to, baseline, size) };
}

function straightened(fragment: Fragment): Fragment {
  const glyphs = inReadingOrder(fragment.glyphs, fragment.from, fragment.to);
  return glyphs
    ? {
        ...fragment,
        glyphs,
        from: 0,
        to: glyphs.count,
        text: lettersOf(glyphs, 0, glyphs.count, fragment.baseline, fragment.size),
      }
    : fragment;
}

function fragmentFrom(glyphs: Glyphs, from: number): Fragment {
  const { left, right, before, run: runs, count } = glyphs;
  let run = runs[from]!;
  const { frame } = run;
  let { baseline } = run;
  let { size } = run.style;
  let start = left[from]!;
  let end = right[from]!;
  let to = from + 1;
  for (; to < count; to++) {
    const next = runs[to]!;
    const em = next === run ? size : Math.max(size, next.style.size);
    const nextLeft = left[to]!;
    const nextRight = right[to]!;
    if (next !== run) {
      if (next.frame !== frame) break;
      const shift = Math.abs(next.baseline - baseline);
      if (shift > em * shiftEms && !(shift < em * numberShiftEms && isNumberBeside(glyphs, to, size, end))) break;
    }
    if (nextLeft - end > em * gapEms || start - nextRight > em * gapEms) break;
    // Drawn twice or going back: another piece of text over or before this one.
    if (before[to] === 2 && nextLeft < end - em && nextRight > start) break;
    if (nextLeft < start) start = nextLeft;
    if (nextRight > end) end = nextRight;
    if (em > size) {
      size = em;
      baseline = next.baseline;
    }
    run = next;
  }
  const text = lettersOf(glyphs, from, to, baseline, size);
  return { glyphs, from, to, left: start, right: end, baseline, size, text };
}

/** Whether the sign at `index` is of a number that is smaller than the line before it and stands right at its end. */
function isNumberBeside({ text, left, run }: Glyphs, index: number, size: number, end: number): boolean {
  if (run[index]!.style.size >= size || Math.abs(left[index]! - end) > size * touchEms) return false;
  const isPower = /^[ni]$/.test(text[index]!) && run[index + 1] !== run[index];
  return isPower || /^[\d+\-−=()]$/.test(text[index]!);
}

function hasRightToLeft({ glyphs, from, to }: Fragment): boolean {
  for (let index = from; index < to; index++) if (isRightToLeft(glyphs.text[index]!)) return true;
  return false;
}

/** By code units: a string that grows letter by letter costs more than all the rest. */
function lettersOf(glyphs: Glyphs, from: number, to: number, baseline: number, size: number): string {
  const units: number[] = [];
  let text = '';
  let run: Run | undefined;
  let script: Script | undefined;
  let start = 0;
  let isTouching = false;
  const endScript = () => {
    if (script === undefined) return;
    const shown = scriptText(String.fromCharCode(...units.splice(start)), script);
    for (let at = 0; at < shown.length; at++) units.push(shown.charCodeAt(at));
  };
  for (let index = from; index < to; index++) {
    const next = glyphs.run[index]!;
    if (next !== run) {
      const place = scriptOf((run = next), baseline, size);
      if (place !== script) {
        endScript();
        // A number at the start of a line is the mark of the note that follows.
        isTouching =
          (script === undefined || start > 0) && glyphs.left[index]! - glyphs.right[index - 1]! < size * touchEms;
        script = place;
        start = units.length;
      }
    }
    if (index > from && !isTouching && hasSpaceBefore(glyphs, index)) units.push(0x20);
    isTouching = false;
    const sign = glyphs.text[index]!;
    for (let at = 0; at < sign.length; at++) units.push(sign.charCodeAt(at));
    if (units.length > 4_000) {
      endScript();
      text += String.fromCharCode(...units.splice(0));
      start = 0;
    }
  }
  endScript();
  return text + String.fromCharCode(...units);
}

/** Smaller than the line it is on, and not on it. */
function scriptOf(run: Run, baseline: number, size: number): Script | undefined {
  const fall = (run.baseline - baseline) / size;
  if (run.style.size > size * smallPart && (run.style.size >= size || Math.abs(fall) < plainShiftEms)) return undefined;
  return fall < -0.12 ? 'super' : fall > 0.08 ? 'sub' : undefined;
}

export function hasSpaceBefore(glyphs: Glyphs, index: number): boolean {
  const before = glyphs.before[index]!;
  if (before < 2) return before === 1;
  const [one, other] = [glyphs.text[index - 1]!, glyphs.text[index]!];
  if (before === 2) return !(isIdeograph(one) && isIdeograph(other)) && !isWithinWord(glyphs, index);
  return glyphs.spacing === 'white' || !isScriptSeam(one, other) || whiteBefore(glyphs, index) > betweenScripts;
}

/** Whether a letter stands right behind another: PDFium sees the end of a line before some ligatures. */
function isWithinWord({ text, left, right, run }: Glyphs, index: number): boolean {
  const white = left[index]! - right[index - 1]!;
  const em = run[index]!.style.size;
  if (run[index - 1]!.baseline !== run[index]!.baseline || white > em * mostWithinWord || white < -em * mostWithinWord)
    return false;
  return latinSmall.test(text[index]!) && latinLetter.test(text[index - 1]!);
}

/** Whether an ideograph and a Latin letter or a digit stand side by side. */
function isScriptSeam(one: string, other: string): boolean {
  return (isIdeograph(one) && latin.test(other)) || (isIdeograph(other) && latin.test(one));
}

const latin = /^[A-Za-z0-9]$/;
const [latinSmall, latinLetter] = [/^\p{Ll}$/u, /^\p{L}$/u];

/** In ems. */
function whiteBefore({ left, right, run }: Glyphs, index: number): number {
  return (left[index]! - right[index - 1]!) / run[index]!.style.size;
}
