import type { ParameterOperation } from 'unbash';
import { one, type Expanded, type Operating } from './expanded.ts';
import type { State } from './state.ts';
import { blur, isUnknown, textOf, type Text } from './text.ts';
import { assign, eitherWay, isPerhapsSet, lookUp } from './variables.ts';
import { spanOf, type Walker } from './walker.ts';

/** `${x:-y}`, `${x:=y}`, `${x:+y}`, `${x:?y}`. */
export function defaulted(
  { operator, operand }: Extract<ParameterOperation, { type: 'Default' }>,
  value: Expanded,
  { part, subject, isQuoted, state, frame, walker }: Operating,
): Expanded {
  const usesEmpty = operator.startsWith(':');
  const [text] = value.items;
  // Whether the shell has set it by now, nobody knows.
  if (subject && isPerhapsSet(subject.name) && text?.some(isUnknown) && !state.variables.has(subject.name)) {
    eitherWay(state, () => {
      const whole = isQuoted ? textOf(walker.quoted(operand, state, frame)) : walker.text(operand, state, frame);
      if (operator.endsWith('=')) assign(subject.name, whole, {}, state, frame, walker, spanOf(part, frame));
    });
    const unknown = [blur(text, 'variable', part.parameter)];
    return value.isList ? { ...value, items: [unknown] } : one(unknown);
  }
  // A variable that nobody set is most likely not set; both readings of it stay open to whoever looks at the name.
  const isOpen = value.items.length === 1 && text?.length === 1 && isUnknown(text[0]!) && isUnset(text[0].name, state);
  const isSet = !isOpen && value.items.length > 0 && !(usesEmpty && isEmpty(value, state, walker));
  const wants = operator.endsWith('+') ? isSet : operator.endsWith('?') ? false : !isSet;
  // The other reading is looked at for the commands in it.
  const look = () =>
    eitherWay(state, () => (isQuoted ? walker.quoted(operand, state, frame) : walker.pattern(operand, state, frame)));
  if (operator.endsWith('?')) {
    look();
    const [only, ...others] = text ?? [];
    const isOne = !value.isList && value.items.length === 1 && others.length === 0;
    return usesEmpty && isOne && only && isUnknown(only) ? one([{ ...only, isFilled: true }]) : value;
  }
  // Whether what nobody knows is set, or empty, is not known either.
  const isUncertain = !(value.isList && !value.isOpen && !usesEmpty) && isOnlyUnknown(text ?? []);
  if (operator.endsWith('+') && (isOpen || isUncertain)) {
    look();
    const unknown = [blur(text ?? [], 'variable', part.parameter)];
    return value.isList ? { ...value, items: [unknown], isOpen: true } : one(unknown);
  }
  if (!wants) {
    if (text?.some((piece) => typeof piece !== 'string')) look();
    const isNoWord = value.isList && !value.isJoined && value.items.length === 0;
    return operator.endsWith('+') && !isNoWord ? one([]) : value;
  }
  if (operator.endsWith('=')) {
    const whole = isQuoted ? textOf(walker.quoted(operand, state, frame)) : walker.text(operand, state, frame);
    const span = spanOf(part, frame);
    const index = subject?.index;
    if (!subject || index === '@' || index === '*')
      walker.journal.doubt('arguments', `What "${part.text.slice(0, 60)}" sets is known only at run time`, span);
    else {
      const at = index === undefined || index === '?' ? index : Number(index);
      assign(subject.name, whole, { index: at }, state, frame, walker, span);
    }
    return { ...one(whole), isGuess: isOpen };
  }
  // `"${c:-$@}"` is as many words as there are arguments.
  if (isQuoted && !operand.text.includes('@')) {
    const read = () => textOf(walker.quoted(operand, state, frame));
    return { ...one(isOpen ? eitherWay(state, read) : read()), isGuess: isOpen };
  }
  return { ...one([]), isGuess: isOpen, operand };
}

function isOnlyUnknown(text: Text): boolean {
  return text.length > 0 && text.every((piece) => isUnknown(piece) && piece.isFilled !== true);
}

/** Of two empty items the blank between them is left. */
function isEmpty({ items, isJoined }: Expanded, state: State, walker: Walker): boolean {
  if (!items.every((item) => item.length === 0)) return false;
  return items.length < 2 || (isJoined && lookUp('IFS', state, walker.context)?.value?.length === 0);
}

function isUnset(name: string | undefined, state: State): boolean {
  return name !== undefined && !state.variables.has(name) && !isPerhapsSet(name);
}
