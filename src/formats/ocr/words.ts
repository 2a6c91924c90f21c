import { isRightToLeft } from '../pdf/characters.ts';
import { frameOf } from '../pdf/frame.ts';
import type { Glyphs, Run } from '../pdf/glyphs.ts';
import type { Style } from '../pdf/style.ts';

/** Sizes within this part of the usual one are taken for it: the height of a line depends on which letters it has. */
const sameSize = 0.3;
const maxWords = 100_000;
/** The part of the height of a line that is above its baseline. */
const ascent = 0.8;
/** Words that are wider than high, of scripts that are not also written downwards. */
const runsAcross = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}]{4,}/u;

interface Word {
  readonly line: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly text: string;
}

/** The words that Tesseract found (its table of tab-separated values), as signs for the layout of pages; `points` per pixel. */
export function wordGlyphs(table: string, points: number): Glyphs {
  const words = wordsOf(table);
  const lines = heightsOf(words, table);
  const heights = words.map(({ line }) => lines.get(line)!.bottom - lines.get(line)!.top).sort((a, b) => a - b);
  const usual = heights[heights.length >> 1] ?? 10;
  const styles = new Map<number, Style>();
  const frame = frameOf(0);
  const runOf = (line: string): Run => {
    const { top, bottom } = lines.get(line)!;
    const height = Math.abs(bottom - top - usual) <= usual * sameSize ? usual : bottom - top;
    const size = Math.max(1, Math.round(height * points * 10) / 10);
    const style = styles.get(size) ?? { size, isBold: false, isFixed: false };
    styles.set(size, style);
    return { style, frame, baseline: (top + (bottom - top) * ascent) * points };
  };
  return {
    count: words.length,
    text: words.map(({ text }) => text),
    left: words.map(({ left }) => left * points),
    right: words.map(({ right }) => right * points),
    run: words.map(({ line }) => runOf(line)),
    before: words.map(() => 2),
    spaces: new Map(),
    hasRightToLeft: words.some(({ text }) => isRightToLeft(text)),
    unknown: 0,
    isCut: false,
  };
}

interface Height {
  readonly top: number;
  readonly bottom: number;
}

/**
 * From the highest of its words to the lowest, within the line itself: where the engine is not sure of the signs of the East, it gives each
 * the height of its row with the space around it.
 */
function heightsOf(words: readonly Word[], table: string): ReadonlyMap<string, Height> {
  const lines = new Map<string, Height>();
  for (const { line, top, bottom } of words) {
    const known = lines.get(line);
    lines.set(line, { top: Math.min(top, known?.top ?? top), bottom: Math.max(bottom, known?.bottom ?? bottom) });
  }
  for (const row of table.split('\n', maxWords * 2)) {
    const [level, , block, paragraph, line, , , y = '', , height = ''] = row.split('\t');
    const known = level === '4' ? lines.get(`${block} ${paragraph} ${line}`) : undefined;
    if (!known) continue;
    const [top, bottom] = [Math.max(known.top, Number(y)), Math.min(known.bottom, Number(y) + Number(height))];
    if (bottom > top) lines.set(`${block} ${paragraph} ${line}`, { top, bottom });
  }
  return lines;
}

export function hasWords(table: string): boolean {
  return wordsOf(table).length > 0;
}

/** Whether most words stand on their side: the engine reads some of such lines, but not where they belong. */
export function areSideways(table: string): boolean {
  const across = wordsOf(table).filter(({ text }) => runsAcross.test(text));
  return across.filter(({ left, right, top, bottom }) => bottom - top > right - left).length * 2 > across.length;
}

function wordsOf(table: string): Word[] {
  const words: Word[] = [];
  for (const row of table.split('\n', maxWords * 2)) {
    const [level, , block, paragraph, line, , x = '', y = '', width = '', height = '', , text = ''] = row.split('\t');
    if (level !== '5' || text.trim() === '' || words.length >= maxWords) continue;
    const [left, top] = [Number(x), Number(y)];
    words.push({
      line: `${block} ${paragraph} ${line}`,
      left,
      right: left + Number(width),
      top,
      bottom: top + Number(height),
      text: text.trim(),
    });
  }
  return words;
}
