import type { CompoundCommand, Statement, Word as WordNode } from 'unbash';
import type { Span } from '../../protocol/shell.ts';
import { evaluate } from './arithmetic.ts';
import { limits } from './budget.ts';
import { emit } from './emit.ts';
import { namesOf } from './expansion.ts';
import { perhaps } from './output.ts';
import { mergeStates, sameState, widen, type State } from './state.ts';
import { isUnknown, literalWord, type Text } from './text.ts';
import { joinTouching } from './touching.ts';
import { assign } from './variables.ts';
import { frameIn, spanOf, type Frame, type Walker } from './walker.ts';

type Loop<T extends CompoundCommand['type']> = Extract<CompoundCommand, { type: T }>;

/** Every turn of a loop over words that are known; one turn that stands for all others. */
export function runFor(node: Loop<'For'>, state: State, frame: Frame, walker: Walker): State[] {
  const items = listOf(node.wordlist, state, frame, walker);
  const name = node.name.text;
  const turn = (item: Text, from: State, inner: Frame): State[] => {
    assign(name, item, {}, from, inner, walker, spanOf(node.name, frame));
    return walker.run(node.body.commands, from, inner);
  };
  // Each item is then the name of another variable.
  if (state.variables.get(name)?.isReference)
    walker.journal.doubt('dynamic-code', `"${name}" is a name for others in turn`, spanOf(node.name, frame));
  // What stands after an open one is a word of it, if there is any.
  const isOpen = (at: number) => items[at - 1] === open;
  const known = items.slice(0, limits.turns).filter((item, at): item is Text => item !== open && !isOpen(at));
  let states: State[] = [state];
  const early: State[] = [];
  if (known.length > 1) walker.journal.hasRepeats = true;
  for (const item of known) {
    const { ends, exits } = around(walker, () => states.flatMap((each) => turn(item, each, frame)));
    early.push(...exits.map((each) => each.clone()));
    states = mergeStates([...ends, ...exits]);
  }
  states = mergeStates([...states, ...early]);
  if (known.length === items.length) return states;
  const opened = items.filter((item, at): item is Text => item !== open && isOpen(at));
  const isFew = opened.length > 0 && opened.length <= mostOpen && items.length <= limits.turns;
  const others: readonly Text[] = isFew ? opened : [[{ unknown: 'variable', name }]];
  const inner: Frame = frameIn(frame, { output: perhaps(frame.output) });
  const turns = (entry: State) =>
    others.reduce((from, item) => mergeStates(from.flatMap((each) => turn(item, each, inner))), [entry]);
  return mergeStates(states.flatMap((each) => again(each, spanOf(node, frame), walker, turns)));
}

const mostOpen = 4;

export function runSelect(node: Loop<'Select'>, state: State, frame: Frame, walker: Walker): State[] {
  listOf(node.wordlist, state, frame, walker);
  const name = node.name.text;
  const span = spanOf(node, frame);
  if (frame.stdin.kind === 'inherited') {
    const words = [literalWord('select', span)];
    const call = {
      words,
      assignments: [],
      effects: [],
      stdin: frame.stdin,
      inputs: new Map(),
      output: undefined,
      span,
    };
    const asks = { name: 'select', isBuiltin: true, isQuiet: true, isUnknown: false };
    emit(call, { ...asks, effects: [{ kind: 'terminal' }] }, state, frame, walker);
  }
  return again(state, span, walker, (entry) => {
    for (const variable of [name, 'REPLY'])
      entry.variables.set(variable, { value: [{ unknown: 'input', name: variable }] });
    return walker.run(node.body.commands, entry, frameIn(frame, { output: perhaps(frame.output) }));
  });
}

export function runWhile(node: Loop<'While'>, state: State, frame: Frame, walker: Walker): State[] {
  const inner: Frame = frameIn(frame, { output: perhaps(frame.output) });
  return again(state, spanOf(node, frame), walker, (entry) =>
    inTurn([node.clause.commands, node.body.commands], entry, inner, walker),
  );
}

export function runArithmeticFor(node: Loop<'ArithmeticFor'>, state: State, frame: Frame, walker: Walker): State[] {
  const inner: Frame = frameIn(frame, { output: perhaps(frame.output) });
  const span = spanOf(node, frame);
  evaluate(node.initialize, state, frame, walker, span);
  return again(state, spanOf(node, frame), walker, (entry) => {
    evaluate(node.test, entry, inner, walker, span);
    const states = walker.run(node.body.commands, entry, inner);
    for (const each of states) evaluate(node.update, each, inner, walker, span);
    return states;
  });
}

/** Goes round until nothing new is learnt: what a turn changes is unknown in the next. */
function again(state: State, span: Span, walker: Walker, turn: (entry: State) => State[]): State[] {
  let entry = state;
  for (let round = 0; round < 12; round++) {
    if (round > 0) walker.journal.hasRepeats = true;
    const start = entry.clone();
    const { ends, exits } = around(walker, () => turn(start));
    const wide = [...ends, ...exits].reduce(widen, entry);
    if (sameState(wide, entry)) return [entry];
    entry = wide;
  }
  walker.journal.doubt('too-deep', 'A loop changes too much on its way', span);
  return [entry];
}

/** Runs a turn; `break` and `continue` in it end it in the states they were reached with. */
function around(walker: Walker, turn: () => State[]): { ends: State[]; exits: State[] } {
  const outer = walker.loopExits;
  walker.loopExits = [];
  walker.loops++;
  const ends = turn();
  walker.loops--;
  const reached = walker.loopExits;
  // `break 2` is one of the loop outside as well.
  const far = reached.filter(({ levels }) => levels > 1);
  const levels = far.reduce((most, each) => Math.max(most, each.levels), 1) - 1;
  walker.budget.takeSteps(4 * far.length);
  const further = far.length === 0 ? [] : mergeStates(far.map(({ state }) => state));
  walker.loopExits = [...outer, ...further.map((state) => ({ state: state.clone(), levels }))];
  const exits = reached.map(({ state }) => state);
  for (const end of ends) if (!end.isReturned) end.isDone = false;
  return { ends, exits };
}

function inTurn(lists: readonly (readonly Statement[])[], state: State, frame: Frame, walker: Walker): State[] {
  return lists.reduce((states, list) => mergeStates(states.flatMap((each) => walker.run(list, each, frame))), [state]);
}

/** A word that may become any number of words. */
const open: unique symbol = Symbol('open');

function listOf(
  words: readonly WordNode[] | undefined,
  state: State,
  frame: Frame,
  walker: Walker,
): (Text | typeof open)[] {
  if (!words) return state.positional ? [...state.positional] : [open];
  const items: (Text | typeof open)[] = [];
  for (const word of joinTouching(words)) {
    for (const field of walker.fields(word, state, frame)) {
      const isOpen = field.some((part) => isUnknown(part.piece) && !part.isQuoted);
      if (isOpen) items.push(open);
      items.push(namesOf(field));
    }
  }
  return items;
}
