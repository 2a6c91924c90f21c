import type { Assignment } from 'unbash';
import type { Word } from '../../protocol/shell.ts';
import { expandBraces } from './braces.ts';
import { arrayItems } from './expansion.ts';
import type { State } from './state.ts';
import { concat, knownText, wordOf, type Text } from './text.ts';
import { assign } from './variables.ts';
import { frameIn, spanOf, type Declared, type Frame, type Walker } from './walker.ts';

/** The value of an assignment, with the code in its subscript run. */
export function readAssignment(
  node: Assignment,
  state: State,
  frame: Frame,
  walker: Walker,
  value: Assignment['value'] = node.value,
): Declared {
  let index: Declared['index'];
  if (node.index) {
    const text = walker.text(node.index, state, frame);
    walker.runHidden(text, state, frame, spanOf(node.index, frame), `${node.name}[]`);
    index = knownText(text) === undefined ? '?' : (walker.number(text, state, frame, spanOf(node.index, frame)) ?? '?');
  }
  const base = { name: node.name, append: node.append ?? false, index };
  if (value.type === 'ArrayValue') {
    const items = arrayItems(value, state, frame, walker);
    return { ...base, text: undefined, items: items ?? null };
  }
  return { ...base, text: walker.text(value, state, frame), items: undefined };
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
  return { ...wordOf(quoted(text), spanOf(node, frame)), isPattern: false, isSplit: false };
}

/** The assignment as an argument of a builtin. */
export function argumentWord(declared: Declared, node: Assignment, frame: Frame): Word {
  const text = declared.text ?? [node.text.slice(node.value.pos - node.pos)];
  const name = `${declared.name}${node.index ? '[…]' : ''}${declared.append ? '+' : ''}=`;
  return { ...wordOf(quoted(concat([name], text)), spanOf(node, frame)), isPattern: false, isSplit: false };
}

function quoted(text: Text) {
  return text.map((piece) => ({ piece, isQuoted: true }));
}
