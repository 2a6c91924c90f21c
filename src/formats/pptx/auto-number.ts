import { numberText } from '../ooxml/number-text.ts';

const kinds: readonly (readonly [start: string, format: string])[] = [
  ['alphaLc', 'lowerLetter'],
  ['alphaUc', 'upperLetter'],
  ['romanLc', 'lowerRoman'],
  ['romanUc', 'upperRoman'],
  ['circleNum', 'decimalEnclosedCircle'],
  ['ea1Chs', 'chineseCounting'],
  ['ea1Cht', 'taiwaneseCounting'],
  ['ea1Jpn', 'japaneseCounting'],
];

/** What stands before a numbered paragraph, by the names of ST_TextAutonumberScheme (ECMA-376-1, 20.1.10.61). */
export function autoNumber(number: number, scheme: string): string {
  const text = numberText(number, kinds.find(([start]) => scheme.startsWith(start))?.[1] ?? 'decimal');
  if (scheme.endsWith('ParenBoth')) return `(${text})`;
  if (scheme.endsWith('ParenR')) return `${text})`;
  return /(?:Period|Db?Period)$/.test(scheme) ? `${text}.` : text;
}
