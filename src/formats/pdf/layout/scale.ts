import { isSlanted } from '../frame.ts';
import type { Glyphs } from '../glyphs.ts';

/** What the sizes of a document mean: the one of running text, and those above it. */
export interface Scale {
  readonly body: number;
  /** Whether running text itself is bold, or in a typewriter's letters. */
  readonly isBold: boolean;
  readonly isFixed: boolean;
  /** Of a heading in letters of this size; nothing for running text. */
  levelOf(size: number): number | undefined;
  /** Of a heading that only stands out by being bold. */
  readonly boldLevel: number;
}

/** A heading is larger than running text by this factor. */
export const larger = 1.12;
/** A size that more than this part of all characters has is no heading's. */
const headingShare = 0.35;

/** The scale of text that has no headings, whatever its size. */
export function withoutHeadings(scale: Scale): Scale {
  return { ...scale, isBold: true, levelOf: () => undefined };
}

/** Learns the scale from some pages. */
export function scaleOf(pages: readonly { readonly glyphs: Glyphs }[]): Scale {
  const bySize = new Map<number, number>();
  let [count, bold, fixed] = [0, 0, 0];
  for (const { glyphs } of pages) {
    const { run } = glyphs;
    for (let from = 0, to = 0; from < run.length; from = to) {
      const { style, frame } = run[from]!;
      while (to < run.length && run[to]!.style === style && run[to]!.frame === frame) to++;
      if (isSlanted(frame)) continue;
      const rounded = Math.round(style.size * 2) / 2;
      bySize.set(rounded, (bySize.get(rounded) ?? 0) + to - from);
      count += to - from;
      if (style.isBold) bold += to - from;
      if (style.isFixed) fixed += to - from;
    }
  }
  const body = [...bySize].reduce((most, entry) => (entry[1] > most[1] ? entry : most), [10, 0])[0];
  const sizes: number[] = [];
  for (const [size, share] of [...bySize].sort((a, b) => b[0] - a[0])) {
    if (size < body * larger || share > count * headingShare) continue;
    const last = sizes.at(-1);
    if (last === undefined || size < last * 0.95) sizes.push(size);
  }
  return {
    body,
    isBold: bold > count / 2,
    isFixed: fixed > count / 2,
    levelOf(size) {
      if (size < body * larger) return undefined;
      const index = sizes.findIndex((known) => size >= known * 0.95);
      return Math.min(6, (index < 0 ? sizes.length : index) + 1);
    },
    boldLevel: Math.min(6, sizes.length + 1),
  };
}
