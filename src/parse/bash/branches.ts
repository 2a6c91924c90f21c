import type { CompoundCommand, Statement, Word as WordNode } from 'unbash';
import { failed, isNegated } from './lists.ts';
import { perhaps } from './output.ts';
import { Pattern } from './patterns.ts';
import { mergeStates, type State } from './state.ts';
import { knownText } from './text.ts';
import { eitherWay } from './variables.ts';
import { frameIn, type Frame, type Walker } from './walker.ts';

export function runIf(
  node: Extract<CompoundCommand, { type: 'If' }>,
  state: State,
  frame: Frame,
  walker: Walker,
): State[] {
  const inner: Frame = frameIn(frame, { output: perhaps(frame.output) });
  const run = (list: { readonly commands: readonly Statement[] }, from: readonly State[]) =>
    mergeStates(from.flatMap((each) => walker.run(list.commands, each.clone(), inner)));
  // A folder that the condition changes may not be there, which is what the other commands are for.
  const other = (from: readonly State[], folders: readonly (string | undefined)[]) => [
    ...from,
    ...failed(from, folders),
  ];
  let folders: (string | undefined)[] = [state.cwd];
  let tested = run(node.clause, [state]);
  const ends = run(node.then, node.clause.commands.some(startsNegated) ? other(tested, folders) : tested);
  for (const { clause, then } of node.elif) {
    if (!walker.budget.takeSteps(16 * tested.length)) break;
    const missed = other(tested, folders);
    folders = missed.map((each) => each.cwd);
    tested = run(clause, missed);
    ends.push(...run(then, clause.commands.some(startsNegated) ? other(tested, folders) : tested));
  }
  ends.push(...(node.else ? run(node.else, other(tested, folders)) : tested));
  return mergeStates(ends);
}

function startsNegated({ command }: Statement): boolean {
  return command.type !== 'AndOr' && isNegated(command);
}

export function runCase(
  node: Extract<CompoundCommand, { type: 'Case' }>,
  state: State,
  frame: Frame,
  walker: Walker,
): State[] {
  const word = knownText(walker.text(node.word, state, frame));
  const inner: Frame = frameIn(frame, { output: perhaps(frame.output) });
  const ends: State[] = [];
  // Those that no pattern has matched for sure.
  let waiting: State[] = [state];
  let falls: State[] = [];
  for (const item of node.items) {
    if (!walker.budget.takeSteps(4 + 2 * item.pattern.length)) break;
    const starts = falls;
    const missed: State[] = [];
    for (const each of waiting) {
      const match = matchesAny(item.pattern, word, each, frame, walker);
      if (match !== false) starts.push(match === true ? each : each.clone());
      if (match !== true) missed.push(each);
    }
    waiting = missed;
    const after = mergeStates(starts.flatMap((each) => walker.run(item.body.commands, each, inner)));
    falls = item.terminator === ';&' ? after : [];
    if (item.terminator === ';;&') waiting = mergeStates([...waiting, ...after]);
    else if (item.terminator !== ';&') ends.push(...after);
    if (waiting.length === 0 && falls.length === 0) break;
  }
  return mergeStates([...ends, ...falls, ...waiting]);
}

/** Whether one of the patterns matches; undefined when that is known only at run time. What stands after one that does is not expanded. */
function matchesAny(
  patterns: readonly WordNode[],
  word: string | undefined,
  state: State,
  frame: Frame,
  walker: Walker,
): boolean | undefined {
  let found: boolean | undefined = false;
  for (const pattern of patterns) {
    const matches = () => {
      const field = walker.pattern(pattern, state, frame);
      return word === undefined || state.options.has('nocasematch')
        ? undefined
        : Pattern.of(field, walker.budget)?.matches(word);
    };
    const match: boolean | undefined =
      found === undefined && /[$`]/.test(pattern.text) ? eitherWay(state, matches) : matches();
    if (match === true) return true;
    if (match === undefined) found = undefined;
  }
  return found;
}
