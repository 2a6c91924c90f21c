import { numberText } from '../ooxml/number-text.ts';
import type { Attributes } from './tokens.ts';

/** A list that is open: gives the marker of each item as it is shown. */
export interface List {
  marker(item: Attributes): string;
}

/** `count` gives how many items it has, if it is known. */
export function openList(name: string, attributes: Attributes, count: () => number | undefined): List {
  if (name !== 'ol') return { marker: () => '•' };
  const isReversed = attributes.has('reversed');
  const start = integer(attributes.get('start')) ?? (isReversed ? count() : undefined) ?? 1;
  const step = isReversed ? -1 : 1;
  const format = formats.get(attributes.get('type')?.trim() || styleType(attributes.get('style')));
  let next = start;
  return {
    marker(item) {
      const number = integer(item.get('value')) ?? next;
      next = number + step;
      return `${format === undefined || number < 1 ? number : numberText(number, format)}.`;
    },
  };
}

function integer(text: string | undefined): number | undefined {
  const [, number] = /^\s*([+-]?\d{1,9})/.exec(text ?? '') ?? [];
  return number === undefined ? undefined : Number(number);
}

function styleType(style: string | undefined): string {
  return /list-style(?:-type)?\s*:\s*([a-z-]+)/i.exec(style ?? '')?.[1]?.toLowerCase() ?? '';
}

const formats: ReadonlyMap<string, string> = new Map([
  ['a', 'lowerLetter'],
  ['A', 'upperLetter'],
  ['i', 'lowerRoman'],
  ['I', 'upperRoman'],
  ['lower-alpha', 'lowerLetter'],
  ['lower-latin', 'lowerLetter'],
  ['upper-alpha', 'upperLetter'],
  ['upper-latin', 'upperLetter'],
  ['lower-roman', 'lowerRoman'],
  ['upper-roman', 'upperRoman'],
  ['decimal-leading-zero', 'decimalZero'],
  ['cjk-ideographic', 'chineseCountingThousand'],
  ['simp-chinese-informal', 'chineseCountingThousand'],
]);
