import { expect, test } from 'vitest';
import { scriptText } from './script.ts';

test.each([
  ['6', 'super', '⁶'],
  ['-3', 'super', '⁻³'],
  ['−12 ', 'super', '⁻¹² '],
  ['n+1', 'super', 'ⁿ⁺¹'],
  ['(0)', 'sub', '₍₀₎'],
  ['i=1', 'sub', 'ᵢ₌₁'],
  ['st', 'super', 'st'],
  ['1,2', 'super', '1,2'],
  ['TM', 'super', 'TM'],
  ['[^1]', 'super', '[^1]'],
  [' ', 'sub', ' '],
  ['6', undefined, '6'],
] as const)('%j that is %s is %j', (text, script, shown) => {
  expect(scriptText(text, script)).toBe(shown);
});
