import type { AndOr, PipelineNode } from 'unbash';
import { perhaps, type Output } from './output.ts';
import { mergeStates, sameState, type State } from './state.ts';
import { frameIn, type Frame, type Walker } from './walker.ts';

/** Runs one command of a list. */
type Run = (command: PipelineNode, state: State, frame: Frame, walker: Walker) => State[];

/** Whether a command works is known only at run time: `c=rm; a && c=ls || $c y` removes where a does not work. */
export function runAndOr(
  { commands, operators }: AndOr,
  state: State,
  frame: Frame,
  walker: Walker,
  run: Run,
): State[] {
  let ends: State[] = [];
  let unlikely: State[] = [];
  let current = [state];
  let worked: State[] = [];
  let broke: State[] = [];
  let output: Output | undefined = frame.output;
  commands.forEach((command, at) => {
    if (!walker.budget.takeSteps(current.length * (4 + (current[0]?.variables.size ?? 0)))) return;
    const folders = current.map((each) => each.cwd);
    const after = mergeStates(current.flatMap((each) => run(command, each, frameIn(frame, { output }), walker)));
    const operator = operators[at];
    if (operator === undefined) {
      ends.push(...after, ...stayed(command, after, folders, walker));
      return;
    }
    const isMoved = isMove(command);
    const left = stayed(command, after, folders, walker);
    if (operator === '&&' && left.length > 0) ends = mergeStates([...ends, ...left]);
    else if (operator === '&&' && isMoved) unlikely = mergeStates([...unlikely, ...after]);
    else ends = mergeStates([...ends, ...after]);
    output = perhaps(frame.output);
    const going = after.filter((each) => !each.isDone);
    const elsewhere = failed(going, folders);
    const broken = isMoved && elsewhere.length > 0 ? elsewhere : [...going, ...elsewhere];
    // Of `! cd x` what worked is what did not.
    const fine = isNegated(command) ? broken : going;
    // What was passed over is as it was left, and meets the next operator of the other kind.
    worked = operators[at - 1] === '||' ? mergeStates([...worked, ...fine]) : fine;
    broke = operators[at - 1] === '&&' ? mergeStates([...broke, ...broken]) : broken;
    const next = operator === '||' ? broke : worked;
    current = (next.length > 0 ? next : after).map((each) => each.clone());
  });
  // A way on which a cd did not work counts when more than the folder hangs on it: `c=rm; cd x && c=ls; $c y`.
  for (const state of unlikely) if (!ends.some((end) => sameState(movedTo(end, state), state))) ends.push(state);
  return mergeStates(ends);
}

function movedTo(state: State, { cwd, previousCwd, folders, isDone }: State): State {
  return Object.assign(state.clone(), { cwd, previousCwd, folders, isDone });
}

/** The same states as if the folder had not been changed. */
export function failed(states: readonly State[], folders: readonly (string | undefined)[]): State[] {
  return states.flatMap((state) =>
    folders.includes(state.cwd)
      ? []
      : [...new Set(folders)].map((cwd) => {
          const copy = state.clone();
          copy.cwd = cwd;
          return copy;
        }),
  );
}

/** The states after a cd that does not work, as nothing is there and nothing before could have made it. */
export function stayed(
  command: PipelineNode | AndOr,
  after: readonly State[],
  folders: readonly (string | undefined)[],
  { context, journal }: Walker,
): State[] {
  if (!context.isFolder || command.type === 'AndOr' || !isMove(command)) return [];
  const isMissing = ({ cwd }: State) => cwd !== undefined && context.isFolder?.(cwd) === false;
  const missing = after.filter(isMissing);
  return missing.length > 0 && journal.hasOnlyRead ? failed(missing, folders) : [];
}

/** A cd is taken to work, unless it is known better. */
function isMove(node: PipelineNode): boolean {
  return node.type === 'Command' && /^(?:cd|pushd)$/.test(node.name?.text ?? '');
}

export function isNegated(node: PipelineNode): boolean {
  return node.type === 'Pipeline' && node.prefixes.some(({ type }) => type === 'Negation');
}
