import { knownText } from '../bash/text.ts';
import type { Unknown } from '../../protocol/shell.ts';
import { whole } from './flow.ts';
import { callMember, propertyOf } from './members.ts';
import {
  joinedText,
  knownItems,
  knownValue,
  sourcesOf,
  unknownValue,
  type State,
  type Text,
  type Value,
} from './state.ts';
import type { Expression } from './syntax.ts';
import { rootOf, valueOfVariable, watchVariable } from './variables.ts';
import type { Frame, Walker } from './walker.ts';

const mostItems = 32;
const mostPieces = 64;
/** Stands in the calls for a block that a variable brought. */
const again = '{ }()';
/** Of one more way through a block, in steps. */
const runCost = 64;

/** What an expression is, after everything that it runs is in the plan. */
export function evaluate(expression: Expression, state: State, frame: Frame, walker: Walker): Value {
  const value = (of: Expression) => walker.value(of, state, frame);
  if (!walker.budget.takeSteps(2)) return unknownValue('substitution');
  switch (expression.type) {
    case 'text':
      return [expression.parts.flatMap((part): Text => (typeof part === 'string' ? [part] : joinedText(value(part))))];
    case 'variable': {
      if (expression.isScoped && frame.calls.length > 0) return unknownValue('variable', expression.name);
      const found = valueOfVariable(expression.name, state, walker.context);
      for (const [piece] of found) if (typeof piece === 'object') runAgain(piece, state, frame, walker);
      return found;
    }
    case 'group':
      return walker.run(expression.body, state, frame);
    case 'block':
      return runBlock(expression, state, frame, walker);
    case 'hash':
      for (const each of expression.values) runEither(each, state, frame, walker);
      return unknownValue('arithmetic');
    case 'type':
      return [[expression.name]];
    case 'member':
      return expression.args
        ? callMember(expression, expression.args, state, frame, walker)
        : propertyOf(expression, state, frame, walker);
    case 'index': {
      const [of, at] = [value(expression.of), value(expression.at)];
      const item = /^\d+$/.test(knownValue(at) ?? '') && of.length > 1 ? of[Number(knownValue(at))] : undefined;
      return item ? [item] : blurred([of, at]);
    }
    case 'list':
      return expression.items.flatMap(value);
    case 'cast':
      return convert(expression.to, value(expression.of), expression, frame, walker);
    case 'operation': {
      const { operator, right } = expression;
      if (/^(?:\+\+|--)$/.test(operator)) return count(right, state, frame, walker);
      if (operator === '?') return choose(right, state, frame, walker);
      const left = expression.left && value(expression.left);
      if (!/^(?:-and|-or|\?\?)$/.test(operator)) return operate(operator, left, value(right));
      // The right side is passed over when the left one decides.
      const before = state.clone();
      const result = operate(operator, left, value(right));
      state.merge([before]);
      return result;
    }
    case 'assignment':
      return assign(expression, state, frame, walker);
  }
}

function runEither(
  each: Extract<Expression, { type: 'hash' }>['values'][number],
  state: State,
  frame: Frame,
  walker: Walker,
): void {
  if (
    each.type === 'pipeline' ||
    each.type === 'chain' ||
    each.type === 'branch' ||
    each.type === 'loop' ||
    each.type === 'blocks' ||
    each.type === 'try' ||
    each.type === 'flow' ||
    each.type === 'parameter' ||
    each.type === 'function'
  )
    walker.run([each], state, frame);
  else walker.value(each, state, frame);
}

function choose(of: Expression, state: State, frame: Frame, walker: Walker): Value {
  const [test, ...ways] = of.type === 'list' ? of.items : [of];
  if (test) walker.value(test, state, frame);
  const ends = ways.map((way) => {
    const end = state.clone();
    return { end, value: walker.value(way, end, frame) };
  });
  state.merge(ends.map(({ end }) => end));
  return blurred(ends.map(({ value }) => value));
}

/** A block that a variable holds runs with what holds then: `$b = { & $c x }; $c = 'rm'; & $b`. */
function runAgain(piece: Unknown, state: State, frame: Frame, walker: Walker): void {
  const block = walker.blocks.get(piece);
  if (!block || frame.calls.filter((name) => name === again).length > 1 || !walker.budget.takeSteps(runCost)) return;
  walker.journal.hasRepeats = true;
  const inner = state.clone();
  whole(inner, walker, () =>
    walker.run(block.body, inner, {
      ...block.frame,
      span: frame.span,
      depth: frame.depth + 1,
      calls: [...frame.calls, again],
    }),
  );
  state.merge([inner]);
}

/** A script block is planned where it is written, for each of the known things that come through the pipe. */
function runBlock(
  expression: Extract<Expression, { type: 'block' }>,
  state: State,
  frame: Frame,
  walker: Walker,
): Value {
  const start = walker.journal.commands.length;
  const known = frame.items !== undefined && frame.items.length <= mostItems ? frame.items : undefined;
  const items = known && known.length > 0 ? known : [undefined];
  const calls = [...frame.calls, '{ }'];
  const there: Frame = { ...frame, calls, items: undefined, stdin: { kind: 'pipe', from: [] } };
  const ways = items.map((item) => {
    walker.budget.takeSteps(runCost);
    const inner = state.clone();
    for (const own of ['args', 'input']) inner.variables.delete(own);
    inner.variables.set('_', item ? [item] : unknownValue('argument', '_'));
    whole(inner, walker, () => walker.run(expression.body, inner, there));
    restore(inner, state, '_');
    return inner;
  });
  state.merge(ways);
  const [[piece]] = unknownValue('substitution', '{ }', walker.journal.commands.slice(start)) as [[object]];
  walker.blocks.set(piece as never, { body: expression.body, frame: there });
  return [[piece as never]];
}

function restore(inner: State, outer: State, name: string): void {
  const before = outer.variables.get(name);
  if (before) inner.variables.set(name, before);
  else inner.variables.delete(name);
}

/** `$i++` is another number each time. */
function count(of: Expression, state: State, frame: Frame, walker: Walker): Value {
  walker.value(of, state, frame);
  if (of.type === 'variable') state.variables.set(of.name, unknownValue('arithmetic', of.name));
  return unknownValue('arithmetic');
}

/** Something unknown in the place of values that were changed in a way nobody follows. */
export function blurred(values: readonly Value[]): Value {
  return unknownValue('arithmetic', undefined, values.flatMap(sourcesOf));
}

const asTheyAre = /^(?:system\.)?(?:string|object|array|object\[\]|string\[\]|datetime|double|uri|version)$/i;
const active =
  /^(?:system\.)?(?:management\.automation\.)?(?:scriptblock|powershell|wmi|wmiclass|wmisearcher|adsi|adsisearcher|ref)$/i;

function convert(to: string, value: Value, { span }: Expression, frame: Frame, walker: Walker): Value {
  if (active.test(to)) walker.journal.doubt('dynamic-code', `[${to}] makes something that runs`, frame.span ?? span);
  const known = knownItems(value);
  if (/^(?:system\.)?(?:u?int(?:16|32|64)?|u?long)$/i.test(to))
    return known?.every((item) => /^-?(?:0|[1-9]\d{0,8})$/.test(item)) ? value : blurred([value]);
  if (asTheyAre.test(to)) return value;
  if (/^(?:system\.)?char(?:\[\])?$/i.test(to) && known?.every((item) => /^(?:0x[0-9a-f]{1,4}|\d{1,5})$/i.test(item)))
    return known.map((item) => [String.fromCharCode(Number(item))]);
  return /^(?:void|xml|bool|switch)$/i.test(to) || !known ? blurred([value]) : value;
}

function operate(operator: string, left: Value | undefined, right: Value): Value {
  if (!left) {
    if (operator === ',') return right;
    const all = operator === '-join' ? knownItems(right) : undefined;
    return all ? [[all.join('')]] : blurred([right]);
  }
  if (operator === '+') {
    if (left.length > 1 || right.length > 1) return [...left, ...right];
    const [one, other] = [knownValue(left), knownValue(right)];
    if (one === undefined || other === undefined) {
      const pieces = [...left, ...right].flat();
      return pieces.length > mostPieces ? blurred([left, right]) : [pieces];
    }
    return /^[\d.]*$/.test(one) && /^[\d.]*$/.test(other) ? blurred([left, right]) : [[one + other]];
  }
  const [known, by] = [knownItems(left), knownItems(right)];
  if (!known || !by) return blurred([left, right]);
  switch (operator) {
    case '-f':
      return [[formatted(known[0] ?? '', by)]];
    case '-join':
      return [[known.join(by[0] ?? '')]];
    case '-replace':
    case '-ireplace':
    case '-creplace':
      return replaced(known, by, operator === '-creplace' ? 'g' : 'gi') ?? blurred([left, right]);
    case '*':
      return /^\d{1,2}$/.test(by[0] ?? '') && !/^[-+.\d]/.test(known[0] ?? '')
        ? [[(known[0] ?? '').slice(0, 64).repeat(Number(by[0]))]]
        : blurred([left, right]);
    default:
      return blurred([left, right]);
  }
}

/** `'{1}{0}' -f 'b', 'a'`. */
function formatted(text: string, values: readonly string[]): string {
  return text.replace(/\{(\d{1,3})[^}]{0,20}\}/g, (_, at: string) => values[Number(at)] ?? '').slice(0, 4096);
}

/** Only for patterns that are plain text. */
function replaced(
  texts: readonly string[],
  [pattern = '', by = '']: readonly string[],
  flags: string,
): Value | undefined {
  if (/[\\^$.|?*+()[\]{}]/.test(pattern) || by.includes('$') || pattern === '') return undefined;
  const find = new RegExp(pattern, flags);
  return texts.map((text) => [text.replace(find, () => by).slice(0, 4096)]);
}

function assign(
  expression: Extract<Expression, { type: 'assignment' }>,
  state: State,
  frame: Frame,
  walker: Walker,
): Value {
  const { operator } = expression;
  const value = walker.run([expression.value], state, { ...frame, items: undefined });
  let to = expression.to;
  while (to.type === 'cast') to = to.of;
  for (const target of to.type === 'list' ? to.items : [to]) {
    if (target.type !== 'variable') {
      const root = rootOf(target);
      watchVariable(root, value, frame.span ?? target.span, walker);
      if (target.type !== 'text') walker.value(target.type === 'cast' ? target.of : target, state, frame);
      // `(Get-Variable c).Value = 'rm'`
      if (root === '') state.variables.clear();
      else state.variables.set(root, unknownValue('variable', root));
      continue;
    }
    const before = state.variables.get(target.name) ?? unknownValue('variable', target.name);
    const after =
      to.type === 'list'
        ? unknownValue('variable', target.name, sourcesOf(value))
        : operator === '='
          ? value
          : operator === '+='
            ? operate('+', before, value)
            : blurred([before, value]);
    watchVariable(target.name, after, frame.span ?? target.span, walker);
    state.variables.set(
      target.name,
      after.reduce((sum, text) => sum + (knownText(text)?.length ?? 0), 0) > 8192
        ? unknownValue('variable', target.name)
        : after,
    );
  }
  // An assignment prints nothing, but `(x = y)` is y.
  return value;
}
