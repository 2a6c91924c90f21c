import type { Pattern } from './patterns.ts';

/** `${x#pattern}` and its like; undefined when it is not followed. */
export function removed(text: string, pattern: Pattern, fromStart: boolean, longest: boolean): string | undefined {
  const chars = Array.from(text);
  if (fromStart) {
    const ends = pattern.ends(chars, 0);
    if (!ends) return undefined;
    const end = longest ? ends.at(-1) : ends[0];
    return end === undefined ? text : chars.slice(end).join('');
  }
  const starts = pattern.starts(chars);
  if (!starts) return undefined;
  const start = longest ? starts[0] : starts.at(-1);
  return start === undefined ? text : chars.slice(0, start).join('');
}

/** `${x/pattern/text}` and its like. */
export function replaced(text: string, pattern: Pattern, by: string, operator: string): string | undefined {
  const chars = Array.from(text);
  if (chars.length > 500) return undefined;
  if (chars.length === 0) return pattern.ends(chars, 0)?.includes(0) ? by : '';
  let result = '';
  let at = 0;
  while (at <= chars.length) {
    const ends = operator === '/#' && at > 0 ? [] : pattern.ends(chars, at);
    if (!ends) return undefined;
    const end = operator === '/%' ? ends.find((end) => end === chars.length) : ends.at(-1);
    if (end === undefined || (end === at && at < chars.length)) {
      result += chars[at] ?? '';
      at++;
      continue;
    }
    if (end > at) result += by;
    if (end === at) break;
    at = end;
    if (operator !== '//') break;
  }
  return result + chars.slice(at).join('');
}

/** `${x:from:count}`, of a text or a list. */
export function cut<T>(items: readonly T[], from: number, count: number | undefined): readonly T[] {
  const start = from < 0 ? items.length + from : from;
  if (start < 0 || start > items.length) return [];
  if (count === undefined) return items.slice(start);
  return items.slice(start, count < 0 ? items.length + count : start + count);
}
