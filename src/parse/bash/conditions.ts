import type { TestExpression } from 'unbash';
import type { State } from './state.ts';
import { knownText } from './text.ts';
import { runSubscript } from './subscripts.ts';
import { eitherWay, forget, runIndexed } from './variables.ts';
import { spanOf, type Frame, type Walker } from './walker.ts';

/** The code in `[[ … ]]`: substitutions in its words, and what its arithmetic and `-v` run. */
export function runTest(expression: TestExpression, state: State, frame: Frame, walker: Walker, depth = 0): void {
  if (depth > 200) return;
  switch (expression.type) {
    case 'TestLogical': {
      const run = (operands: readonly TestExpression[]) =>
        operands.forEach((operand) => runTest(operand, state, frame, walker, depth + 1));
      run(expression.operands.slice(0, 1));
      if (walker.budget.takeSteps(state.variables.size / 8)) eitherWay(state, () => run(expression.operands.slice(1)));
      return;
    }
    case 'TestNot':
      return runTest(expression.operand, state, frame, walker, depth + 1);
    case 'TestGroup':
      return runTest(expression.expression, state, frame, walker, depth + 1);
    case 'TestUnary': {
      const text = walker.text(expression.operand, state, frame);
      if (expression.operator === '-v' || expression.operator === '-R') {
        walker.runHidden(text, state, frame, spanOf(expression, frame), '[[ -v ]]');
        runSubscript(knownText(text) ?? '', state, frame, walker, spanOf(expression, frame));
      }
      return;
    }
    case 'TestBinary': {
      const isMatch = expression.operator === '=~';
      if (isMatch) forget('BASH_REMATCH', state);
      const isNumber = /^-(?:eq|ne|lt|le|gt|ge)$/.test(expression.operator);
      for (const word of [expression.left, expression.right]) {
        const text = walker.text(word, state, frame);
        if (isNumber) walker.number(text, state, frame, spanOf(word, frame));
        // What it matched may be used as a number.
        else if (isMatch && word === expression.left)
          runIndexed([text], state, frame, walker, spanOf(word, frame), '=~');
      }
    }
  }
}
