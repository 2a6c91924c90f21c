import { expect, test } from 'vitest';
import { equationField } from './equation-field.ts';

const field = String.raw;

test.each([
  [field` EQ \f(1,2)`, '\\frac{1}{2}'],
  [field`eq \f(\r(3),2x+1) `, '\\frac{\\sqrt{3}}{2x+1}'],
  [field`EQ \r(3,8)`, '\\sqrt[3]{8}'],
  [field`EQ x\s\up6(2)+y\s\do4(1)`, 'x^2+y_1'],
  [field`EQ a\o\al(2,n)`, 'a_n^2'],
  [field`EQ \b\lc\{(\a\vs4\al\co1(x+y=1,x-y=2))`, '\\left\\{\\begin{matrix}x+y=1 \\\\ x-y=2\\end{matrix}\\right.'],
  [field`EQ \b\bc\[(\f(a;b))`, '\\left[\\frac{a}{b}\\right]'],
  [field`EQ \i\su(i=1,n,i)`, '\\sum_{i=1}^{n} i'],
  [field`EQ \x\to(AB)`, '\\overline{AB}'],
  [field`EQ \o(AB,\s\up6(→))·\o(\s\up7(→),\s\do5(CD))`, '\\vec{AB}\\cdot \\vec{CD}'],
  [field`EQ \o(\s\up5(-),x)+\o(=,\s\up6(△))`, '\\overline{x}+\\overset{△}{=}'],
  [field`EQ \f(f(x,y),\,)`, '\\frac{f(x,y)}{,}'],
])('%s is a formula', (instruction, text) => {
  expect(equationField(instruction)).toEqual({ text, style: 'math' });
});

test.each([
  [field` eq \o\ac(○,5)`, '⑤'],
  [field`eq \o\ac(△,!)`, '(!)'],
  [field`EQ \* jc2 \* "Font:MS Mincho" \* hps10 \o\ad(\s\up 9(とう),東)`, '東'],
  [field`EQ \o(x,¯) \* MERGEFORMAT`, 'x¯'],
])('%s is text', (instruction, text) => {
  expect(equationField(instruction)).toEqual({ text });
});

test('other fields are none, and what is nested without end is bounded', () => {
  expect(equationField(' PAGE ')).toBeUndefined();
  expect(equationField('EQUAL')).toBeUndefined();
  expect(equationField(`EQ ${'\\f('.repeat(3000)}`)?.text.length).toBeLessThan(20_000);
  expect(equationField(`EQ ${'\\s'.repeat(5000)}`)?.text).toBe('s'.repeat(5000));
});

test('an equation that nobody wrote by hand is none, however many arguments it has', () => {
  expect(equationField(`EQ \\a(${'1,'.repeat(800_000)}2)`)).toBeUndefined();
});
