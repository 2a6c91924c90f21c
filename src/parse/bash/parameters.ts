import type { ParameterExpansionPart, ParameterOperation, Word as WordNode } from 'unbash';
import { watchVariable } from './environment.ts';
import { Pattern } from './patterns.ts';
import { runPrompt } from './prompt.ts';
import type { State, Variable } from './state.ts';
import { blur, isUnknown, knownText, textOf, type Part, type Text } from './text.ts';
import { assign, eitherWay, lookUp, resolveName, setByShell } from './variables.ts';
import { spanOf, type Frame, type Walker } from './walker.ts';

/** What an expansion became: one text, or the items of `$@` and `${a[@]}`, which stay apart even in quotes. */
export interface Expanded {
  readonly items: readonly Text[];
  /** `@` keeps the items apart inside quotes; `*` joins them. */
  readonly isList: boolean;
  readonly isJoined: boolean;
  readonly isGuess?: boolean;
  /** One word, also outside quotes: the name of a process substitution. */
  readonly isWhole?: boolean;
  /** A default that is still to be expanded in its place. */
  readonly operand?: WordNode;
}

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
  const index = part.index && subscript(part.index, part.parameter, state, frame, walker);
  const { operation } = part;
  if (operation?.type === 'Unknown') {
    walker.journal.doubt('syntax', `"${part.text.slice(0, 60)}" is no expansion that is known here`, span);
    return one([{ unknown: 'variable', name: part.parameter }]);
  }
  if (operation?.type === 'Names') return list(undefined, part.parameter, operation.operator === '*');
  if (part.prefix === '#') return one(lengthOf(part.parameter, index, state, walker));
  let value: Expanded;
  if (part.prefix === '!') {
    if (index === '@' || index === '*') return list(undefined, part.parameter, index === '*');
    const pointed = valueOf(part.parameter, index, state, walker).items[0] ?? [];
    walker.runHidden(pointed, state, frame, span, '${!}');
    const name = knownText(pointed);
    const target = name === undefined ? undefined : /^(\w+)(?:\[([@*]|\d+)\])?$/.exec(name);
    value = target ? valueOf(target[1] as string, target[2], state, walker) : one([blur(pointed, 'variable')]);
  } else value = valueOf(part.parameter, index, state, walker);
  return operation ? operate(operation, value, { part, isQuoted, state, frame, walker }) : value;
}

interface Operating {
  readonly part: ParameterExpansionPart;
  readonly isQuoted: boolean;
  readonly state: State;
  readonly frame: Frame;
  readonly walker: Walker;
}

function operate(operation: ParameterOperation, value: Expanded, at: Operating): Expanded {
  const { part, state, frame, walker } = at;
  const map = (change: (text: string) => string | undefined): Expanded => ({
    ...value,
    items: value.items.map((text) => {
      const known = knownText(text);
      const isAffordable = known !== undefined && walker.budget.takeSteps(8 + known.length / 25);
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
      const isEmpty = field.every((part) => part.piece === '');
      // An unquoted `&` in the replacement is the match (bash 5.2).
      if (by === undefined || by.includes('&') || state.options.has('nocasematch')) return map(() => undefined);
      return map((text) => pattern && (isEmpty ? text : replaced(text, pattern, by, operation.operator)));
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
      if (kind === 'Q') return map((text) => (/['\\\n\t]/.test(text) ? undefined : `'${text}'`));
      return map(() => undefined);
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

function defaulted(
  { operator, operand }: Extract<ParameterOperation, { type: 'Default' }>,
  value: Expanded,
  { part, isQuoted, state, frame, walker }: Operating,
): Expanded {
  const usesEmpty = operator.startsWith(':');
  const [text] = value.items;
  // Whether the shell has set it by now, nobody knows.
  if (setByShell.test(part.parameter) && text?.some(isUnknown) && !state.variables.has(part.parameter)) {
    walker.pattern(operand, state, frame);
    if (operator.endsWith('=')) watchVariable(part.parameter, text, state, frame, walker, spanOf(part, frame));
    return one([blur(text, 'variable', part.parameter)]);
  }
  // A variable that nobody set is most likely not set; both readings of it stay open to whoever looks at the name.
  const isOpen = value.items.length === 1 && text?.length === 1 && isUnknown(text[0]!) && isUnset(text[0].name, state);
  const isSet = !isOpen && value.items.length > 0 && !(usesEmpty && value.items.every((item) => item.length === 0));
  const wants = operator.endsWith('+') ? isSet || isOpen : operator.endsWith('?') ? false : !isSet;
  // The other reading is looked at for the commands in it.
  const look = () =>
    eitherWay(state, () => (isQuoted ? walker.quoted(operand, state, frame) : walker.pattern(operand, state, frame)));
  if (operator.endsWith('?')) {
    look();
    const [only, ...others] = text ?? [];
    const isOne = !value.isList && value.items.length === 1 && others.length === 0;
    return usesEmpty && isOne && only && isUnknown(only) ? one([{ ...only, isFilled: true }]) : value;
  }
  if (!wants) {
    if (text?.some((piece) => typeof piece !== 'string')) look();
    return operator.endsWith('+') ? one([]) : value;
  }
  if (operator.endsWith('=')) {
    const whole = isQuoted ? textOf(walker.quoted(operand, state, frame)) : walker.text(operand, state, frame);
    assign(part.parameter, whole, {}, state, frame, walker, spanOf(part, frame));
    return { ...one(whole), isGuess: isOpen };
  }
  // `${x:+ls} rm a` runs rm where x is empty.
  const isGuess = isOpen || (operator.endsWith('+') && value.items.every((item) => item.every(isUnknown)));
  if (isQuoted) {
    const read = () => textOf(walker.quoted(operand, state, frame));
    return { ...one(isGuess ? eitherWay(state, read) : read()), isGuess };
  }
  return { ...one([]), isGuess, operand };
}

function isUnset(name: string | undefined, state: State): boolean {
  return name !== undefined && !state.variables.has(name);
}

function patternField(operand: WordNode, { state, frame, walker }: Operating): Part[] {
  return [...walker.pattern(operand, state, frame)];
}

function removed(text: string, pattern: Pattern, fromStart: boolean, longest: boolean): string | undefined {
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

function replaced(text: string, pattern: Pattern, by: string, operator: string): string | undefined {
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

function sliced(
  { offset, length }: Extract<ParameterOperation, { type: 'Slice' }>,
  value: Expanded,
  { part, state, frame, walker }: Operating,
  map: Change,
): Expanded {
  const from = number(offset, state, frame, walker);
  const count = length && number(length, state, frame, walker);
  if (from === undefined || (length && count === undefined)) {
    return value.isList ? list(undefined, part.parameter, value.isJoined) : map(() => undefined);
  }
  if (value.isList) {
    if (part.parameter === '@' || part.parameter === '*') {
      // Counted from 1; 0 is the name of the shell.
      if (from < 0 || state.positional === undefined) return list(undefined, part.parameter, value.isJoined);
      const all: Text[] = [['bash'], ...value.items];
      return { ...value, items: all.slice(from, count === undefined ? undefined : from + count) };
    }
    const variable = state.variables.get(resolveName(part.parameter, state));
    const text = variable?.isArray ? undefined : variable?.value;
    if (text === undefined) return { ...value, items: cut(value.items, from, count) };
    // Of a variable that is no array it is a part of its text, or no word at all: `c=xrm; "${c[@]:1}"` runs rm.
    if (Math.abs(from) > (knownText(text)?.length ?? Infinity)) return { ...value, items: [] };
  }
  return map((text) => cut(Array.from(text), from, count).join(''));
}

function cut<T>(items: readonly T[], from: number, count: number | undefined): readonly T[] {
  const start = from < 0 ? items.length + from : from;
  if (start < 0 || start > items.length) return [];
  if (count === undefined) return items.slice(start);
  return items.slice(start, count < 0 ? items.length + count : start + count);
}

function number(word: WordNode, state: State, frame: Frame, walker: Walker): number | undefined {
  return walker.number(walker.text(word, state, frame), state, frame, spanOf(word, frame));
}

function lengthOf(name: string, index: string | undefined, state: State, walker: Walker): Text {
  const value = valueOf(name, index, state, walker);
  if (value.isList) {
    const isOpen = value.items.some((item) => item.some((piece) => isUnknown(piece)));
    return isOpen ? [{ unknown: 'arithmetic' }] : [String(value.items.length)];
  }
  const known = knownText(value.items[0] ?? []);
  return known === undefined ? [{ unknown: 'arithmetic' }] : [String(Array.from(known).length)];
}

/** The subscript as written, with the code in it run; `@` and `*` stand for all items. */
function subscript(index: WordNode, name: string, state: State, frame: Frame, walker: Walker): string {
  const text = walker.text(index, state, frame);
  const known = knownText(text);
  if (known === '@' || known === '*') return known;
  walker.runHidden(text, state, frame, spanOf(index, frame), `${name}[]`);
  const value = known === undefined ? undefined : walker.number(text, state, frame, spanOf(index, frame));
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

const none: Expanded = { items: [], isList: false, isJoined: false };

function one(text: Text): Expanded {
  return { items: [text], isList: false, isJoined: false };
}

function list(items: readonly Text[] | undefined, name: string, isJoined: boolean): Expanded {
  return { items: items ?? [[{ unknown: 'variable', name }]], isList: true, isJoined };
}
