import type { Fragment } from './fragment.ts';
import { isRightToLeftText } from './text.ts';

/** A dot on a page: left, top, right, bottom. */
export type Dot = readonly [left: number, top: number, right: number, bottom: number];

/** How far, in ems, the text of an item begins after its dot, and how far another may end before it. */
const [farthest, freeBefore] = [1.6, 1];

/** The dots that are bullets, as text: browsers draw the marks of lists as shapes. */
export function drawnBullets(dots: readonly Dot[], fragments: readonly Fragment[]): Fragment[] {
  return dots.flatMap(([left, top, right, bottom]): Fragment[] => {
    const middle = (top + bottom) / 2;
    const beside = fragments.filter(
      ({ baseline, size }) => middle < baseline && middle > baseline - size * 0.65 && right - left < size * 0.6,
    );
    const after = beside.find((each) => each.left > right && each.left - right < each.size * farthest);
    const text =
      after ?? beside.find((each) => isLeftward(each) && each.right < left && left - each.right < each.size * farthest);
    if (!text) return [];
    const { glyphs, baseline, size } = text;
    const isFree = !beside.some((each) =>
      text === after
        ? each.left < left && each.right > left - size * freeBefore
        : each.right > right && each.left < right + size * freeBefore,
    );
    return isFree ? [{ glyphs, from: 0, to: 0, left, right, baseline, size, inserted: '•', text: '•' }] : [];
  });
}

const isLeftward = (fragment: Fragment): boolean => isRightToLeftText([fragment]);
