import type { ParameterExpansionPart, ParameterOperation, Word as WordNode } from 'unbash';
import { defaulted } from './defaults.ts';
import { list, none, one, type Expanded, type Operating } from './expanded.ts';
import { cut, removed, replaced } from './parts-of-text.ts';
import { Pattern } from './patterns.ts';
import { runPrompt } from './prompt.ts';
import type { State, Variable } from './state.ts';
import { blur, hasNames, isAscii, isUnknown, knownText, type Part, type Text } from './text.ts';
import { mayAssign, mayBeKey, runSubscript } from './subscripts.ts';
import { eitherWay, isPerhapsSet, lookUp, resolveName } from './variables.ts';
import { mayBreak, spanOf, type Frame, type Walker } from './walker.ts';

export function expandSimple(name: string, state: State, walker: Walker): Expanded {
  return valueOf(name, undefined, state, walker);
}

export function expandParameter(
  part: ParameterExpansionPart,
  isQuoted: boolean,
  state: State,
  frame: Frame,
  walker: Walker,
): Expanded {
  const span = spanOf(part, frame);
  const { operation } = part;
  const readIndex = () => part.index && subscript(part.index, part.parameter, state, frame, walker);
  // How often `${#c[i++]}` and `${c[i++]:=x}` count depends on what is set.
  const isCounting = part.index && !/^(?:\d+|[@*])$/.test(part.index.text) && (part.prefix === '#' || operation);
  const index = isCounting ? eitherWay(state, readIndex) : readIndex();
  if (operation?.type === 'Unknown') {
    walker.journal.doubt('syntax', `"${part.text.slice(0, 60)}" is no expansion that is known here`, span);
    return one([{ unknown: 'variable', name: part.parameter }]);
  }
  if (operation && part.parameter === '#')
    walker.journal.doubt('syntax', `"${part.text.slice(0, 60)}" may be an error`, span);
  if (operation?.type === 'Names') return list(undefined, part.parameter, operation.operator === '*');
  if (part.prefix === '#') return one(lengthOf(part.parameter, index, state, walker));
  let value: Expanded;
  let subject: Operating['subject'] = { name: part.parameter, index };
  if (part.prefix === '!') {
    if (index === '@' || index === '*') return list(undefined, part.parameter, index === '*');
    const reference = index === undefined ? resolveName(part.parameter, state) : part.parameter;
    const pointed = valueOf(part.parameter, index, state, walker).items[0] ?? [];
    walker.runHidden(pointed, state, frame, span, '${!}');
    const name = knownText(pointed);
    if (name !== undefined) runSubscript(name, state, frame, walker, span);
    const target = name === undefined ? undefined : /^(\w+)(?:\[([@*]|\d+)\])?$/.exec(name);
    if (!target) mayBreak(state, walker);
    const isNobodys = pointed.some(isUnknown) && !state.variables.has(part.parameter) && !isPerhapsSet(part.parameter);
    const isOdd = operation !== undefined && !/^\w/.test(part.parameter);
    if (isNobodys || isOdd || (name !== undefined && !target && !/^(?:[@*#?$!-]|[A-Za-z_]\w*\[[^]+\])$/.test(name)))
      walker.journal.doubt('arguments', `"${part.text.slice(0, 60)}" is an error`, span);
    subject = target ? { name: target[1] as string, index: target[2] } : undefined;
    value = subject ? valueOf(subject.name, subject.index, state, walker) : one([blur(pointed, 'variable')]);
    // Of a variable that is a name for another, it is that name; what an operator changes is the value, if that is an array.
    if (reference !== part.parameter) [value, subject] = [one([reference]), undefined];
    if (reference !== part.parameter && operation)
      walker.journal.doubt('arguments', `"${part.text.slice(0, 60)}" is a name or a value`, span);
  } else value = valueOf(part.parameter, index, state, walker);
  if (!operation) return value;
  const run = () => operate(operation, value, { part, subject, isQuoted, state, frame, walker });
  // Bash does not expand a pattern for an empty value.
  const isPassedOver = operation.type !== 'Default' && counts(operation, part.text) && value.items.every(mayBeEmpty);
  return isPassedOver ? eitherWay(state, run) : run();
}

function counts(operation: ParameterOperation, text: string): boolean {
  if (operation.type !== 'Slice') return mayAssign(text) || /\(\(|\$\[/.test(text);
  return !/^[-\s\d]*$/.test(operation.offset.text + (operation.length?.text ?? ''));
}

function mayBeEmpty(text: Text): boolean {
  return text.every((piece) => typeof piece !== 'string');
}

function operate(operation: ParameterOperation, value: Expanded, at: Operating): Expanded {
  const { part, state, frame, walker } = at;
  const map = (change: (text: string) => string | undefined): Expanded => ({
    ...value,
    items: value.items.map((text) => {
      const known = knownText(text);
      const isAffordable = known !== undefined && isAscii(known) && walker.budget.takeSteps(8 + known.length / 25);
      const changed = isAffordable ? change(known) : undefined;
      return changed === undefined ? [blur(text, 'variable', part.parameter)] : changed === '' ? [] : [changed];
    }),
  });
  switch (operation.type) {
    case 'Default':
      return defaulted(operation, value, at);
    case 'Remove': {
      const pattern = Pattern.of(patternField(operation.operand, at), walker.budget);
      const fromStart = operation.operator.startsWith('#');
      const longest = operation.operator.length === 2;
      return map((text) => pattern && removed(text, pattern, fromStart, longest));
    }
    case 'Replace': {
      if (isCutShort(operation)) return replacedByCode(operation, at, map);
      const field = patternField(operation.pattern, at);
      const pattern = Pattern.of(field, walker.budget);
      const by = knownText(walker.text(operation.replacement, state, frame));
      const isNothing = field.every((part) => part.piece === '');
      // An unquoted `&` in the replacement is the match (bash 5.2).
      if (by === undefined || by.includes('&') || state.options.has('nocasematch')) return map(() => undefined);
      // Nothing is found at the start and at the end: `${c/#/x}` puts an x before it.
      if (isNothing && operation.operator === '/#') return map((text) => by + text);
      if (isNothing && operation.operator === '/%') return map((text) => text + by);
      return map((text) => pattern && (isNothing ? text : replaced(text, pattern, by, operation.operator)));
    }
    case 'CaseModification': {
      const operand = operation.operand && knownText(walker.text(operation.operand, state, frame));
      if (operation.operand && operand !== '?' && operand !== '*') return map(() => undefined);
      const change = (text: string) => (operation.operator.startsWith('^') ? text.toUpperCase() : text.toLowerCase());
      return map((text) => (operation.operator.length === 2 ? change(text) : change(text.slice(0, 1)) + text.slice(1)));
    }
    case 'Slice':
      return sliced(operation, value, at, map);
    case 'Transform': {
      const kind = knownText(walker.text(operation.operand, state, frame));
      if (kind === 'P') {
        for (const text of value.items) runPrompt(text, state, frame, walker, spanOf(part, frame), '${@P}');
        return map((text) => (/[\\$`]/.test(text) ? undefined : text));
      }
      if (kind === 'U') return map((text) => text.toUpperCase());
      if (kind === 'L') return map((text) => text.toLowerCase());
      if (kind === 'u') return map((text) => text.slice(0, 1).toUpperCase() + text.slice(1));
      if (kind === undefined || !/^[AaEKkQ]$/.test(kind)) mayBreak(state, walker);
      if (kind === 'Q') return map((text) => (/['\\\n\t]/.test(text) ? undefined : `'${text}'`));
      // `@A` and `@K` make other words of a list.
      return value.isList
        ? list(undefined, part.parameter, value.isJoined)
        : one([blur(value.items[0] ?? [], 'variable', part.parameter)]);
    }
    case 'Names':
    case 'Unknown':
      return value;
  }
}

type Replacing = Extract<ParameterOperation, { type: 'Replace' }>;
type Change = (change: (text: string) => string | undefined) => Expanded;

/** The parser ends a pattern at the first slash, also at one within a substitution: `${x/$(rm -rf /)/}`. */
function isCutShort({ pattern, replacement }: Replacing): boolean {
  return /\$[([]|`|[<>]\(/.test(pattern.text) && /[)`\]]/.test(replacement.text);
}

function replacedByCode({ pattern, replacement }: Replacing, at: Operating, map: Change): Expanded {
  const { part, state, frame, walker } = at;
  const span = spanOf(part, frame);
  walker.journal.doubt('syntax', `"${part.text.slice(0, 60)}" is not understood`, span);
  const code = `${pattern.text}/${replacement.text}`.replace(/[<>]\(/g, '$(');
  walker.runHidden([code], state, frame, span, '${/}');
  return map(() => undefined);
}

function patternField(operand: WordNode, { state, frame, walker }: Operating): Part[] {
  return [...walker.pattern(operand, state, frame)];
}

function sliced(
  { offset, length }: Extract<ParameterOperation, { type: 'Slice' }>,
  value: Expanded,
  { part, subject, state, frame, walker }: Operating,
  map: Change,
): Expanded {
  const from = number(offset, state, frame, walker);
  const count = length && number(length, state, frame, walker);
  if (from === undefined || (length && (count === undefined || count < 0))) mayBreak(state, walker);
  if (`${offset.text}${length?.text ?? ''}`.includes('\\'))
    walker.journal.doubt('arguments', `"${part.text.slice(0, 60)}" may be an error`, spanOf(part, frame));
  // An error where the end comes before the start.
  if (count !== undefined && count < 0 && (value.isList || !reaches(value.items[0] ?? [], from, count)))
    walker.journal.doubt('arguments', `"${part.text.slice(0, 60)}" may be an error`, spanOf(part, frame));
  if (
    from === undefined ||
    (length && count === undefined) ||
    (value.isList && (value.isOpen || hasNames(value.items))) ||
    !subject
  ) {
    return value.isList ? list(undefined, part.parameter, value.isJoined) : map(() => undefined);
  }
  if (value.isList) {
    if (subject.name === '@' || subject.name === '*') {
      // Counted from 1; 0 is the name of the shell.
      if (from < 0 || state.positional === undefined) return list(undefined, part.parameter, value.isJoined);
      const all: Text[] = [state.shellName ?? [{ unknown: 'variable', name: '0' }], ...value.items];
      return { ...value, items: all.slice(from, count === undefined ? undefined : from + count) };
    }
    const variable = state.variables.get(resolveName(subject.name, state));
    const text = variable?.isArray ? undefined : variable?.value;
    // How many items there are, nobody knows: `c=($a rm); "${c[@]:1}" b` runs rm.
    if (!variable || (variable.isArray && !variable.items)) return value;
    if (text === undefined) return { ...value, items: cut(value.items, from, count) };
    // Of a variable that is no array it is a part of its text, or no word at all: `c=xrm; "${c[@]:1}"` runs rm.
    if (Math.abs(from) > (knownText(text)?.length ?? Infinity)) return { ...value, items: [] };
  }
  return map((text) => cut(Array.from(text), from, count).join(''));
}

function reaches(text: Text, from: number | undefined, count: number): boolean {
  const length = knownText(text)?.length;
  if (length === undefined || from === undefined) return true;
  return (from < 0 ? Math.max(0, length + from) : from) <= length + count;
}

function number(word: WordNode, state: State, frame: Frame, walker: Walker): number | undefined {
  return walker.number(walker.text(word, state, frame), state, frame, spanOf(word, frame));
}

function lengthOf(name: string, index: string | undefined, state: State, walker: Walker): Text {
  const value = valueOf(name, index, state, walker);
  if (value.isList) {
    const isOpen = hasNames(value.items) || value.items.some((item) => item.some((piece) => isUnknown(piece)));
    return isOpen ? [{ unknown: 'arithmetic' }] : [String(value.items.length)];
  }
  const known = knownText(value.items[0] ?? []);
  return known === undefined || !isAscii(known) ? [{ unknown: 'arithmetic' }] : [String(known.length)];
}

/** The subscript as written, with the code in it run; `@` and `*` stand for all items. */
function subscript(index: WordNode, name: string, state: State, frame: Frame, walker: Walker): string {
  const text = walker.text(index, state, frame);
  const known = knownText(text);
  if (known === '@' || known === '*') return known;
  walker.runHidden(text, state, frame, spanOf(index, frame), `${name}[]`);
  if (state.variables.get(resolveName(name, state))?.isAssociative) return '?';
  if (mayBeKey(known ?? '', name, state)) return '?';
  const value = known === undefined ? undefined : walker.number(text, state, frame, spanOf(index, frame));
  if (value === undefined) mayBreak(state, walker);
  return value === undefined ? '?' : String(value);
}

function valueOf(name: string, index: string | undefined, state: State, walker: Walker): Expanded {
  if (name === '@' || name === '*') return list(state.positional, name, name === '*');
  const resolved = resolveName(name, state);
  const variable: Variable | undefined = lookUp(resolved, state, walker.context);
  if (index === '@' || index === '*') {
    if (variable === undefined) return list(undefined, name, index === '*');
    if (variable.isArray) return list(variable.items, name, index === '*');
    return list(variable.value === undefined ? [] : [variable.value], name, index === '*');
  }
  if (variable === undefined) return one([{ unknown: 'variable', name }]);
  if (variable.isArray) {
    if (!variable.items || index === '?') return one([{ unknown: 'variable', name }]);
    const at = Number(index ?? 0);
    if (hasNames(at < 0 ? variable.items.slice(at).slice(1) : variable.items.slice(0, at)))
      return one([{ unknown: 'variable', name }]);
    const item = variable.items.at(at);
    return item === undefined ? none : one(item);
  }
  if (index !== undefined && index !== '0') {
    // It may be an array after all, when nobody knows what is in it.
    const isOpen = index === '?' || variable.value?.some(isUnknown);
    return isOpen ? one([{ unknown: 'variable', name }]) : none;
  }
  return variable.value === undefined ? none : one(variable.value);
}
