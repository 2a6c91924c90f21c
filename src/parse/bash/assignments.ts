import type { Assignment } from 'unbash';
import type { Word } from '../../protocol/shell.ts';
import { expandBraces } from './braces.ts';
import { arrayItems } from './expansion.ts';
import type { State } from './state.ts';
import { blur, concat, knownText, wordOfText } from './text.ts';
import { mayBeKey } from './subscripts.ts';
import { assign, resolveName } from './variables.ts';
import { frameIn, mayBreak, spanOf, type Declared, type Frame, type Walker } from './walker.ts';

/** The value of an assignment, with the code in its subscript run. */
export function readAssignment(
  node: Assignment,
  state: State,
  frame: Frame,
  walker: Walker,
  value: Assignment['value'] = node.value,
): Declared {
  const isArray = value.type === 'ArrayValue';
  const items = isArray ? (arrayItems(value, state, frame, walker) ?? null) : undefined;
  let text = isArray ? undefined : walker.text(value, state, frame);
  // `o=(a b)c` is no array: bash writes the words of the list anew, or leaves out the rest of the line.
  if (text && value.type === 'Word' && value.text.startsWith('(')) {
    walker.journal.doubt('arguments', `"${node.name}=(" is no list`, spanOf(node, frame));
    text = [blur(text, 'variable', node.name)];
  }
  let index: Declared['index'];
  if (node.index) {
    const text = walker.text(node.index, state, frame);
    walker.runHidden(text, state, frame, spanOf(node.index, frame), `${node.name}[]`);
    const isText = state.variables.get(resolveName(node.name, state))?.isAssociative === true;
    if (knownText(text) === '' || node.index.text.includes('\\'))
      walker.journal.doubt('arguments', `"${node.name}[]" is an error`, spanOf(node.index, frame));
    const isOpen = isText || mayBeKey(knownText(text) ?? '', node.name, state) || knownText(text) === undefined;
    index = isOpen ? '?' : (walker.number(text, state, frame, spanOf(node.index, frame)) ?? '?');
    // No item has such a place, perhaps.
    if (index === '?' || index < 0 || text.length === 0) mayBreak(state, walker);
  }
  return { name: node.name, append: node.append ?? false, index, text, items };
}

/** As an argument of `export` and its like, where braces are expanded. */
export function readArguments(node: Assignment, state: State, frame: Frame, walker: Walker): Declared[] {
  const words = node.value.type === 'Word' ? expandBraces(node.value, walker.budget) : undefined;
  if (!words) return [readAssignment(node, state, frame, walker)];
  const inner: Frame = frameIn(frame, { span: spanOf(node, frame) });
  return words.map((value) => readAssignment(node, state, inner, walker, value));
}

/** Carries an assignment out in the shell itself. */
export function carryOut(declared: Declared, node: Assignment, state: State, frame: Frame, walker: Walker): void {
  const { name, text, items, append, index } = declared;
  assign(name, text, { append, index, items }, state, frame, walker, spanOf(node, frame));
}

/** The value as a word; an array is shown as it was written. */
export function valueWord(declared: Declared, node: Assignment, frame: Frame): Word {
  const text = declared.text ?? [node.text.slice(node.value.pos - node.pos)];
  return wordOfText(text, spanOf(node, frame));
}

/** The assignment as an argument of a builtin. */
export function argumentWord(declared: Declared, node: Assignment, frame: Frame): Word {
  const text = declared.text ?? [node.text.slice(node.value.pos - node.pos)];
  const name = `${declared.name}${node.index ? '[…]' : ''}${declared.append ? '+' : ''}=`;
  return wordOfText(concat([name], text), spanOf(node, frame));
}
