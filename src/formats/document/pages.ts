import { SallyportError } from '../../protocol/errors.ts';

/** Which pages are wanted. */
export interface PageChoice {
  has(page: number): boolean;
  /** The highest that can be wanted: nothing behind it needs to be looked at. */
  readonly last: number;
}

/** Reads `1-3,7`: numbers from 1, and spans of them. */
export function parsePages(text: string, usage: string): PageChoice {
  const spans = text.split(',').map((part) => {
    const [, from = '', dash, to = ''] = /^\s*(\d{1,7})\s*(?:(-)\s*(\d{0,7})\s*)?$/.exec(part) ?? [];
    const first = Number(from);
    const last = dash === undefined ? first : to === '' ? Infinity : Number(to);
    if (from === '' || first < 1 || last < first)
      throw new SallyportError('InvalidArgs', {
        reason: `--pages takes numbers from 1 and spans such as 1-3,7 or 5-, not "${part.trim().slice(0, 40)}"`,
        usage,
      });
    return { first, last };
  });
  return {
    has: (page) => spans.some(({ first, last }) => page >= first && page <= last),
    last: Math.max(...spans.map(({ last }) => last)),
  };
}
