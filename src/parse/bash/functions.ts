import { limits } from './budget.ts';
import { shared, withInput } from './input.ts';
import { bodiesOf, mergeStates, sameState, type ShellFunction, type State, type Variable } from './state.ts';
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
  /** What assignments before the call hide: they are local to it. */
  hidden: ReadonlyMap<string, Variable | undefined>,
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
  const repeated = entries.find((entry) => sameState(entry.state, state));
  if (repeated) {
    repeated.isRepeated = true;
    state.positional = outer;
    state.scopes.push(new Map(hidden));
    state.leave(state.scopes.length - 1);
    return [state];
  }
  if (entries.length >= limits.recursion || frame.calls.length > 24) {
    walker.journal.doubt('too-deep', `The function "${name}" calls itself`, call.span);
    state.positional = outer;
    return [state];
  }
  runTraps(state, frame, walker, '@');
  const entry = { name, state: state.clone(), isRepeated: false };
  state.scopes.push(new Map(hidden));
  const inner: Frame = frameIn(frame, {
    path: [...frame.path, name],
    stdin: shared(call.stdin),
    output: call.output,
    span: fn.span,
    calls: [...frame.calls, entry],
  });
  const { returns, loops } = walker;
  walker.returns = [];
  // A loop around the call is not ended from within.
  walker.loops = 0;
  const bodies = bodiesOf(fn);
  const ends = bodies.flatMap((body) => {
    const own = bodies.length > 1 ? state.clone() : state;
    return withInput(call.inputs.has(0), own, () => walker.runBody(body, own, inner));
  });
  const states = [...ends, ...walker.returns];
  walker.returns = returns;
  walker.loops = loops;
  for (const after of states) {
    after.positional = outer;
    after.leave(after.scopes.length - 1);
    if (after.isReturned) after.isDone = after.isReturned = false;
  }
  entry.state.positional = outer;
  // What it does in itself was taken to change nothing.
  if (entry.isRepeated && !states.every((after) => after.isDone || sameState(after, entry.state)))
    walker.journal.doubt('too-deep', `The function "${name}" calls itself`, call.span);
  return mergeStates(states);
}
