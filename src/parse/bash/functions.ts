import { limits } from './budget.ts';
import { shared, withInput } from './input.ts';
import { mergeStates, sameState, type ShellFunction, type State } from './state.ts';
import { textOfWord } from './text.ts';
import { runTraps } from './traps.ts';
import { runIndexed } from './variables.ts';
import { frameIn, type Call, type Frame, type Walker } from './walker.ts';

/** Runs the body of a function with the words of the call as its arguments. */
export function runFunction(
  name: string,
  fn: ShellFunction,
  call: Call,
  state: State,
  frame: Frame,
  walker: Walker,
): State[] {
  walker.called.add(name);
  const positional = call.words.slice(1);
  const outer = state.positional;
  runIndexed(
    positional.map((word) => word.pieces),
    state,
    frame,
    walker,
    call.span,
    name,
  );
  state.positional = positional.some((word) => word.isSplit) ? undefined : positional.map(textOfWord);
  const entries = frame.calls.filter((entry) => entry.name === name);
  if (entries.some((entry) => sameState(entry.state, state))) {
    state.positional = outer;
    return [state];
  }
  if (entries.length >= limits.recursion || frame.calls.length > 24) {
    walker.journal.doubt('too-deep', `The function "${name}" calls itself`, call.span);
    state.positional = outer;
    return [state];
  }
  runTraps(state, frame, walker, '@');
  const entry = { name, state: state.clone() };
  state.scopes.push(new Map());
  const inner: Frame = frameIn(frame, {
    path: [...frame.path, name],
    stdin: shared(call.stdin),
    output: call.output,
    span: fn.span,
    calls: [...frame.calls, entry],
  });
  const outerReturns = walker.returns;
  walker.returns = [];
  const ends = withInput(call.inputs.has(0), state, () => walker.runBody(fn.body, state, inner));
  const states = [...ends, ...walker.returns];
  walker.returns = outerReturns;
  for (const after of states) {
    after.positional = outer;
    for (const [variable, value] of after.scopes.pop() ?? []) {
      if (value) after.variables.set(variable, value);
      else after.variables.delete(variable);
    }
    if (after.isReturned) after.isDone = after.isReturned = false;
  }
  return mergeStates(states);
}
