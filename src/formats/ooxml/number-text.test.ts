import { expect, test } from 'vitest';
import { numberText } from './number-text.ts';

test.each<[value: number, format: string, text: string]>([
  [11, 'koreanCounting', '십일'],
  [101, 'koreanCounting', '백일'],
  [21, 'koreanDigital', '이일'],
  [11, 'chineseCounting', '十一'],
  [110, 'chineseCounting', '一百一十'],
  [105, 'chineseCounting', '一百〇五'],
  [10, 'koreanDigital2', '一零'],
  [21, 'koreanLegal', '스물하나'],
  [10, 'koreanLegal', '열'],
  [6, 'chicago', '††'],
  [1, 'hebrew1', 'א'],
  [15, 'hebrew1', 'טו'],
  [116, 'hebrew1', 'קטז'],
  [523, 'hebrew1', 'תקכג'],
  [7, '001', '007'],
  [1234, '001', '1234'],
  [0, '00001', '00000'],
  [3, 'numberInDash', '- 3 -'],
  [26, 'hex', '1A'],
  [7, 'nobody knows', '7'],
])('%d in %s is %s', (value, format, text) => {
  expect(numberText(value, format)).toBe(text);
});
