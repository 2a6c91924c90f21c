import { parse, type ArithmeticExpression, type WordPart } from 'unbash';
import type { Span } from '../../protocol/shell.ts';
import type { State } from './state.ts';
import { hasNames, knownText, type Text } from './text.ts';
import { frameIn, type Frame, type Walker } from './walker.ts';
import { mayAssign } from './subscripts.ts';
import { assign, eitherWay, forget, lookUp, resolveName } from './variables.ts';

type ArithmeticWord = Extract<ArithmeticExpression, { type: 'ArithmeticWord' }>;

/** Evaluates an expression; undefined when the number is known only at run time. Code in subscripts is run on the way. */
export function evaluate(
  expression: ArithmeticExpression | undefined,
  state: State,
  frame: Frame,
  walker: Walker,
  span: Span,
  depth = 0,
): number | undefined {
  if (!expression) return 0;
  const inner = (part: ArithmeticExpression) => evaluate(part, state, frame, walker, span, depth + 1);
  switch (expression.type) {
    case 'ArithmeticGroup':
      return inner(expression.expression);
    case 'ArithmeticTernary': {
      const test = inner(expression.test);
      const ways = [expression.consequent, expression.alternate];
      if (test === undefined) return void eitherWay(state, () => ways.map(inner));
      const [taken, other] = (test !== 0 ? ways : ways.toReversed()) as [ArithmeticExpression, ArithmeticExpression];
      // Its variables and substitutions are put in before anything is counted.
      eitherWay(state, () => inner(other));
      return inner(taken);
    }
    case 'ArithmeticUnary': {
      const value = inner(expression.operand);
      if (expression.operator === '++' || expression.operator === '--') {
        // What is no name has two signs: `++0` is 0, and `--1` is 1.
        if (!mayBeName(targetOf(expression.operand, state, frame, walker)))
          return expression.prefix ? value : undefined;
        const next = apply(expression.operator === '++' ? '+' : '-', value, 1);
        store(expression.operand, next, state, frame, walker, span);
        return expression.prefix ? next : value;
      }
      if (value === undefined) return undefined;
      if (expression.operator === '-') return -value;
      if (expression.operator === '!') return value === 0 ? 1 : 0;
      if (expression.operator === '~') return -value - 1;
      return value;
    }
    case 'ArithmeticBinary': {
      const isStore = /^(?:=|[-+*/%&|^]=|<<=|>>=)$/.test(expression.operator);
      if (isMissing(expression.right) || isMissing(expression.left)) doubtNumber(walker, span);
      const left =
        isStore && expression.operator === '='
          ? targetOnly(expression.left, inner, (index) => arithmeticText(index, state, frame, walker, span, depth))
          : inner(expression.left);
      if (expression.operator === '&&' || expression.operator === '||') {
        if (left !== undefined && (left !== 0) === (expression.operator === '&&'))
          return apply('!=', inner(expression.right), 0);
        eitherWay(state, () => inner(expression.right));
        return left === undefined ? undefined : Number(left !== 0);
      }
      const right = inner(expression.right);
      if (isError(expression.operator, right)) doubtNumber(walker, span);
      if (!isStore) return apply(expression.operator, left, right);
      const value = expression.operator === '=' ? right : apply(expression.operator.slice(0, -1), left, right);
      return store(expression.left, value, state, frame, walker, span) ? value : undefined;
    }
    case 'ArithmeticCommandExpansion':
      if (expression.script)
        walker.runScript(expression.script, state.apart(), frameIn(frame, { path: [...frame.path, '$()'] }));
      return undefined;
    case 'ArithmeticWord': {
      const text = wordText(expression, state, frame, walker);
      const { parts, value: written } = expression;
      // An error to bash, which leaves some of it undone.
      if (parts ? parts.some(({ type }) => /^(?:AnsiC|Single)Quoted$/.test(type)) : /^$|[\s'=]/.test(written))
        doubtNumber(walker, span);
      const value = arithmeticText(text, state, frame, walker, span, depth);
      // What a variable holds is put in as text: with `x=1+1`, `$x*2` is 3.
      const isWhole = depth === 0 || text[0] === written || /^\s*[-+]?\w*\s*$/.test(knownText(text) ?? '');
      return isWhole ? value : undefined;
    }
  }
}

function wordText(word: ArithmeticWord, state: State, frame: Frame, walker: Walker): Text {
  const parts = word.parts ?? loneExpansion(word);
  if (!parts) return [word.value];
  return walker.text({ ...word, type: 'Word', parts, text: parts.map((part) => part.text).join('') }, state, frame);
}

/** Bash only counts brackets outside quotes to find the end of `((`: `((${x-)} | rm a))` is two subshells. */
export function isClosed(body: string): boolean {
  if (!/[()]/.test(body)) return true;
  const quoted = /\\[^]|'[^']*'|"(?:[^"\\]|\\[^])*"/g;
  return [body.replaceAll(quoted, ''), ...(body.match(quoted) ?? [])].every((text) => {
    let depth = 0;
    for (const char of text) {
      if (char === '(') depth++;
      else if (char === ')' && --depth < 0) return false;
    }
    return depth === 0;
  });
}

/** Bash leaves out what stands after such an error on the line, and goes on with the next one. */
function doubtNumber({ journal }: Walker, span: Span): void {
  journal.doubt('arguments', 'Its arithmetic is not followed', span);
}

const number = /^(?:0[0-7]*|[1-9]\d*|0x[\da-f]+|\d+#[\w@]+)$/i;

function isError(operator: string, right: number | undefined): boolean {
  return right !== undefined && (/^[/%]=?$/.test(operator) ? right === 0 : operator === '**' && right < 0);
}

function isMissing(expression: ArithmeticExpression): boolean {
  return expression.type === 'ArithmeticWord' && expression.value === '';
}

/** The parser gives no parts to a word that is nothing but `$1`. */
function loneExpansion({ value, pos, end }: ArithmeticWord): WordPart[] | undefined {
  return /^\$(?:\w+|[@*#?$!-])$/.test(value) ? [{ type: 'SimpleExpansion', text: value, pos, end }] : undefined;
}

/** A text as a number, as bash does it: names in it are variables whose text is a number again. */
export function arithmeticText(
  text: Text,
  state: State,
  frame: Frame,
  walker: Walker,
  span: Span,
  depth = 0,
): number | undefined {
  const known = knownText(text)?.trim();
  if (known === undefined) {
    walker.runHidden(text, state, frame, span, 'arithmetic');
    return undefined;
  }
  if (known === '') return 0;
  if (/^-?\d{1,15}$/.test(known) && !/^-?0\d/.test(known)) return Number(known);
  if (/^0[0-7]{0,15}$/.test(known)) return Number.parseInt(known, 8);
  if (/^0x[\da-f]{1,12}$/i.test(known)) return Number.parseInt(known, 16);
  // A number that is made of itself is an error.
  if (depth > 12) doubtNumber(walker, span);
  if (depth > 12 || !walker.budget.takeText(known.length)) return undefined;
  if (/^[A-Za-z_]\w*$/.test(known)) {
    const variable = lookUp(resolveName(known, state), state, walker.context);
    if (!variable) return undefined;
    const value = variable.isArray ? variable.items?.[0] : variable.value;
    if (variable.isArray && !variable.items) return undefined;
    return arithmeticText(value ?? [], state, frame, walker, span, depth + 1);
  }
  if (/[$`]/.test(known)) {
    walker.runHidden(text, state, frame, span, 'arithmetic');
    if (mayAssign(known)) doubtNumber(walker, span);
    return undefined;
  }
  const expression = parseArithmetic(known);
  if (!expression) doubtNumber(walker, span);
  if (expression?.type !== 'ArithmeticWord')
    return expression && evaluate(expression, state, frame, walker, span, depth + 1);
  // A single word that comes back as it went in would never end.
  const item = itemOf(known);
  if (!item && !number.test(known)) doubtNumber(walker, span);
  return item && itemNumber(item.name, item.index, state, frame, walker, span, depth + 1);
}

function itemOf(text: string): { readonly name: string; readonly index: string } | undefined {
  const [, name, index] = /^([A-Za-z_]\w*)\[([^]*)\]$/.exec(text) ?? [];
  return name === undefined || index === undefined ? undefined : { name, index };
}

function itemNumber(
  name: string,
  index: string,
  state: State,
  frame: Frame,
  walker: Walker,
  span: Span,
  depth: number,
): number | undefined {
  const variable = state.variables.get(resolveName(name, state));
  if (variable?.isAssociative) return undefined;
  const at = arithmeticText([index], state, frame, walker, span, depth);
  const items = variable?.isArray ? variable.items : undefined;
  if (at === undefined || at < 0 || !items || hasNames(items.slice(0, at))) return undefined;
  return arithmeticText(items[at] ?? [], state, frame, walker, span, depth);
}

function parseArithmetic(text: string): ArithmeticExpression | undefined {
  if (text.length > 1_000 || /[;\n]/.test(text)) return undefined;
  try {
    const script = parse(`((${text}))`);
    const node = script.commands[0]?.command;
    if (script.errors?.length || script.commands.length !== 1 || node?.type !== 'ArithmeticCommand') return undefined;
    return node.expression;
  } catch {
    return undefined;
  }
}

function targetOnly(
  left: ArithmeticExpression,
  inner: (part: ArithmeticExpression) => number | undefined,
  count: (index: Text) => number | undefined,
): undefined {
  const item = left.type === 'ArithmeticWord' && !left.parts ? itemOf(left.value) : undefined;
  if (item) count([item.index]);
  else if (left.type !== 'ArithmeticWord' || left.parts) inner(left);
  return undefined;
}

/** False when nothing can be stored there. */
function store(
  target: ArithmeticExpression,
  value: number | undefined,
  state: State,
  frame: Frame,
  walker: Walker,
  span: Span,
): boolean {
  const text = targetOf(target, state, frame, walker);
  if (text === undefined) {
    walker.journal.doubt('dynamic-code', 'The name of a variable is known only at run time', span);
    return true;
  }
  const name = /^[A-Za-z_]\w*/.exec(text)?.[0];
  if (name === undefined) return false;
  if (value === undefined || name !== text) forget(name, state, [{ unknown: 'arithmetic', name }]);
  else assign(name, [String(value)], {}, state, frame, walker, span);
  return true;
}

/** What is written where a name can stand, with its variables put in; undefined when that is known only at run time. */
function targetOf(target: ArithmeticExpression, state: State, frame: Frame, walker: Walker): string | undefined {
  if (target.type !== 'ArithmeticWord') return '';
  if (target.value.includes("'")) return undefined;
  return knownText(wordText(target, state, frame, walker))
    ?.replaceAll(/["']/g, '')
    .trim();
}

function mayBeName(text: string | undefined): boolean {
  return text === undefined || /^[A-Za-z_]/.test(text);
}

function apply(operator: string, left: number | undefined, right: number | undefined): number | undefined {
  if (left === undefined || right === undefined) return undefined;
  const value = calculate(operator, left, right);
  // Beyond this the arithmetic of 64 bits gives another number.
  return value !== undefined && Number.isSafeInteger(value) ? value : undefined;
}

function calculate(operator: string, left: number, right: number): number | undefined {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return right === 0 ? undefined : Math.trunc(left / right);
    case '%':
      return right === 0 ? undefined : left % right;
    case '**':
      return right < 0 ? undefined : left ** right;
    case '<':
      return Number(left < right);
    case '>':
      return Number(left > right);
    case '<=':
      return Number(left <= right);
    case '>=':
      return Number(left >= right);
    case '==':
      return Number(left === right);
    case '!=':
      return Number(left !== right);
    case '&&':
      return Number(left !== 0 && right !== 0);
    case '||':
      return Number(left !== 0 || right !== 0);
    case ',':
      return right;
    case '<<':
      return right < 0 || right > 40 ? undefined : left * 2 ** right;
    case '>>':
      return right < 0 || right > 40 ? undefined : Math.floor(left / 2 ** right);
    case '&':
    case '|':
    case '^':
      return bitwise(operator, left, right);
  }
  return undefined;
}

function bitwise(operator: '&' | '|' | '^', left: number, right: number): number | undefined {
  if (left < 0 || right < 0 || left >= 2 ** 31 || right >= 2 ** 31) return undefined;
  return operator === '&' ? left & right : operator === '|' ? left | right : left ^ right;
}
