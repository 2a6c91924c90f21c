import type { ShellCommand } from '../../protocol/shell.ts';
import { sourcesOf, unknownValue, type State, type Text, type Value } from './state.ts';
import type { Statement } from './syntax.ts';
import type { Frame, Walker } from './walker.ts';

const mostTurns = 32;

/** Which side of `&&` and `||` runs is known only at run time. */
export function runChain(
  { parts, operators }: Extract<Statement, { type: 'chain' }>,
  state: State,
  frame: Frame,
  walker: Walker,
): Value {
  const printed = [...walker.run(parts.slice(0, 1), state, frame)];
  const [worked, broke] = [state.clone(), state.clone()];
  for (const [at, operator] of operators.entries()) {
    if (!walker.budget.takeSteps(4 + state.variables.size / 4)) break;
    const [way, other] = operator === '&&' ? [worked, broke] : [broke, worked];
    printed.push(...walker.run(parts.slice(at + 1, at + 2), way, frame));
    other.merge([way]);
  }
  // A change of the folder is taken to work.
  const { cwd, previousCwd, folders } = worked;
  worked.merge([broke]);
  replaceState(state, Object.assign(worked, { cwd, previousCwd, folders }));
  return printed;
}

export function runBranch(
  { subjects, tests, bodies, hasElse, isSwitch }: Extract<Statement, { type: 'branch' }>,
  state: State,
  frame: Frame,
  walker: Walker,
): Value {
  for (const subject of subjects) walker.run(subject, state, frame);
  const ways: State[] = [];
  const from: ShellCommand[] = [];
  for (const [at, body] of bodies.entries()) {
    if (!walker.budget.takeSteps(4 + state.variables.size / 4)) break;
    const before = state.clone();
    walker.run(tests[at] ?? [], state, frame);
    const way = state.clone();
    from.push(...sourcesOf(walker.run(body, way, frame)));
    // Only the first test is made in any case; the second body of a switch may find what the first has changed.
    if (at > 0) state.merge([before]);
    if (isSwitch) state.merge([way]);
    else ways.push(way);
  }
  const [first, ...others] = ways;
  if (hasElse && first) replaceState(state, first);
  state.merge(hasElse ? others : ways);
  return unknownValue('substitution', undefined, from);
}

export function runTry(
  { body, handlers }: Extract<Statement, { type: 'try' }>,
  state: State,
  frame: Frame,
  walker: Walker,
): Value {
  const printed: Text[] = [];
  whole(state, walker, () => {
    for (const statement of body) {
      leave(state, walker);
      printed.push(...walker.run([statement], state, frame));
    }
  });
  for (const handler of handlers) {
    const way = state.clone();
    printed.push(...walker.run(handler, way, frame));
    state.merge([way]);
  }
  return printed;
}

/** What follows may be passed over. */
export function leave(state: State, walker: Walker): void {
  if (!walker.budget.takeSteps(4 + state.variables.size / 4)) return;
  if (walker.left) walker.left.merge([state]);
  else walker.left = state.clone();
}

/** Runs a body that may be left before its end. */
export function whole(state: State, walker: Walker, run: () => unknown): void {
  const outer = walker.left;
  walker.left = undefined;
  run();
  const { left } = walker;
  walker.left = outer ?? left;
  if (!left) return;
  state.merge([left]);
  outer?.merge([left]);
}

export function runLoop(loop: Extract<Statement, { type: 'loop' }>, state: State, frame: Frame, walker: Walker): Value {
  const list = loop.list && walker.run(loop.list, state, frame);
  const items = list && list.length <= mostTurns ? list : undefined;
  const { variable } = loop;
  const from = list ? sourcesOf(list) : [];
  const printed: Value[] = [];
  // What a turn changes, the next one finds; the second is for that.
  const turns: (Text | undefined)[] = items && items.length > 0 ? [...items] : [undefined];
  const start = state.clone();
  for (const test of loop.tests) {
    const before = loop.isFor ? state.clone() : undefined;
    walker.run(test, state, frame);
    if (before) state.merge([before]);
  }
  let isChanged = false;
  for (const item of turns) {
    if (!walker.budget.takeSteps(64)) break;
    const way = state.clone();
    if (variable !== undefined) way.variables.set(variable, item ? [item] : unknownValue('variable', variable, from));
    whole(way, walker, () => printed.push(walker.run(loop.body, way, frame)));
    isChanged ||=
      way.cwd !== state.cwd ||
      [...way.variables].some(([name, value]) => name !== variable && state.variables.get(name) !== value);
    state.merge([way]);
  }
  if (isChanged && walker.budget.takeSteps(64)) {
    const way = state.clone();
    walker.journal.hasRepeats = true;
    whole(way, walker, () => walker.run(loop.body, way, frame));
    state.merge([way, start]);
  }
  return unknownValue('substitution', undefined, printed.flatMap(sourcesOf));
}

function replaceState(state: State, by: State): void {
  Object.assign(state, { cwd: by.cwd, previousCwd: by.previousCwd, folders: by.folders, variables: by.variables });
  state.functions = by.functions;
  state.aliases = by.aliases;
}
