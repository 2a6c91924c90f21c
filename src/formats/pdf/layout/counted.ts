import type { Fragment } from './fragment.ts';
import { isMarkerOf } from './marker.ts';
import { rowsOf, type Row } from './rows.ts';

/** How far, in ems, an item may stand from its number, and how far below the last line of one the next begins. */
const [farthest, mostPitch] = [4, 2.5];
const leastItems = 2;

/** The numbers of lists that have no point behind them, as if they had: they would be a column of a table, or words of the text. */
export function withCounted(fragments: readonly Fragment[]): readonly Fragment[] {
  if (!fragments.some(({ text }) => text === '1')) return fragments;
  const rows = rowsOf(fragments);
  const points = new Map<Fragment, Fragment>();
  for (let from = 0; from < rows.length; from++) {
    const items = countedFrom(rows, from);
    if (items.length < leastItems || hasHead(rows[from - 1], items[0]!) || isRunningText(items)) continue;
    for (const { number } of items) points.set(number, { ...number, text: `${number.text}.`, isCounting: true });
  }
  return points.size === 0 ? fragments : fragments.map((each) => points.get(each) ?? each);
}

interface Item {
  readonly number: Fragment;
  readonly words: Fragment;
}

/** The items from a row on that begins with 1, each right below the lines of the one before it. */
function countedFrom(rows: readonly Row[], from: number): Item[] {
  const items: Item[] = [];
  for (let at = from; at < rows.length; at++) {
    const { fragments, baseline, size } = rows[at]!;
    const first = items[0];
    if (first && baseline - rows[at - 1]!.baseline > size * mostPitch) break;
    const [number, words] = fragments as [Fragment, Fragment | undefined];
    const isItem =
      words &&
      fragments.length === 2 &&
      number.text === `${items.length + 1}` &&
      isCounted(number, words) &&
      (!first || (isAt(first.words, words) && isBelow(first.number, number)));
    if (isItem) items.push({ number, words });
    else if (!first || fragments.length > 1 || !isAt(first.words, number)) break;
  }
  return items;
}

function isCounted(number: Fragment, words: Fragment): boolean {
  const { isFixed } = words.glyphs.run[words.from]?.style ?? {};
  const isNear = words.left - number.right < number.size * farthest && number.size > words.size * 0.8;
  return isNear && !isFixed && /^\P{L}?\p{L}/u.test(words.text) && !/\.\s?\.\s?\./.test(words.text);
}

const isAt = (one: Fragment, other: Fragment): boolean => Math.abs(one.left - other.left) < one.size * 0.25;

const isBelow = (one: Fragment, other: Fragment): boolean =>
  isAt(one, other) || Math.abs(one.right - other.right) < one.size * 0.25;

/** Whether a row above has something over the numbers and over the words: the head of a table. */
function hasHead(above: Row | undefined, { number, words }: Item): boolean {
  if (!above || number.baseline - above.baseline > number.size * mostPitch) return false;
  const [first, second] = above.fragments as [Fragment, Fragment | undefined];
  if (second) return first.right < words.left && !isMarkerOf(first.text, second.text, true);
  const { run, left } = first.glyphs;
  for (let index = first.from + 1; index < first.to; index++)
    if (run[index] !== run[index - 1] && Math.abs(left[index]! - words.left) < words.size * 0.25) return true;
  return false;
}

/** Lines of a text that are counted begin in the middle of sentences, some of them. */
function isRunningText(items: readonly Item[]): boolean {
  const small = items.filter(({ words }) => /^\P{L}?\p{Ll}/u.test(words.text)).length;
  return small > 0 && small < items.length;
}
