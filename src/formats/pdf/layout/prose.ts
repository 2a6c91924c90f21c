import { countIdeographs } from '../characters.ts';
import type { Fragment } from './fragment.ts';
import { gapsIn, isSplit } from './gutters.ts';
import { leader } from './justified.ts';
import { isBullet } from './marker.ts';
import { extentOf, rowsOf, type Row } from './rows.ts';
import { firstWord } from './stripes.ts';

/** Lines of several words that fill their column: two of them side by side are read one after the other. */
export function isProse(column: readonly Fragment[]): boolean {
  const rows = rowsOf(column);
  if (rows.length < 3) return false;
  const [left, right] = extentOf(rows);
  let letters = 0;
  let words = 0;
  let fill = 0;
  let bullets = 0;
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index]!;
    for (let piece = 0; piece < row.fragments.length; piece++) {
      const { text } = row.fragments[piece]!;
      const ideographs = countIdeographs(text);
      letters += text.length + 1 + ideographs;
      words += wordsIn(text) + ideographs / 2;
    }
    fill += (row.right - row.left) / Math.max(1, right - left);
    if (isBullet(row.fragments[0]!.text.charAt(0))) bullets++;
  }
  const count = rows.length;
  if (words / count < 2.5 || letters / count < 12) return false;
  return letters / count >= 28 || bullets > 1 ? fill / count >= 0.4 : fill / count >= 0.62;
}

/** Whether the parts are those of one table: a gutter goes down one of them, their lines are at the same heights, and nothing runs on. */
export function isCutTable(columns: readonly (readonly Fragment[])[]): boolean {
  const parts = columns.map((column) => rowsOf(column, level));
  const isSplitDown = parts.map((rows) => {
    const split = rows.filter(isSplit);
    return split.length * 2 > rows.length && gapsIn(split).length > 0;
  });
  if (parts.filter(hasLeaders).length > 1) return false;
  if (!isSplitDown.includes(true) || parts.some((rows, at) => !isSplitDown[at] && runsOn(rows))) return false;
  const count = parts.reduce((sum, rows) => sum + rows.length, 0);
  const most = Math.max(...parts.map(({ length }) => length));
  const all = rowsOf(columns.flat(), level).length;
  return count - all >= (count - most) * 0.8;
}

/** Whether dots lead to the ends of most lines, as in a table of contents or an index. */
function hasLeaders(rows: readonly Row[]): boolean {
  return rows.filter(({ fragments }) => fragments.some(({ text }) => leader.test(text))).length * 2 > rows.length;
}

/** So near, in ems, are the baselines of one line. */
const level = 0.15;

/** Whether most lines end because the next word had no room, and some of them within a sentence: cells of one width are full too. */
function runsOn(rows: readonly Row[]): boolean {
  const [left, right] = extentOf(rows);
  let [full, within] = [0, 0];
  for (let index = 1; index < rows.length; index++) {
    const [above, { fragments }] = [rows[index - 1]!, rows[index]!];
    if (above.right - above.left + firstWord(fragments) > right - left) full++;
    if (/^[\p{Ll}\p{Lo}]/u.test(fragments[0]!.text)) within++;
  }
  return full * 5 >= (rows.length - 1) * 3 && within * 5 >= rows.length - 1;
}

export function wordsIn(text: string): number {
  let count = 1;
  for (let at = text.indexOf(' '); at !== -1; at = text.indexOf(' ', at + 1)) count++;
  return count;
}
