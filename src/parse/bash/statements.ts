import type {
  AndOr,
  CommandNode,
  CompoundCommand,
  Function as FunctionNode,
  Pipeline,
  PipelineNode,
  Redirected,
  Statement,
} from 'unbash';
import type { ShellCommand } from '../../protocol/shell.ts';
import { evaluate, isClosed } from './arithmetic.ts';
import { emit } from './emit.ts';
import { runArithmeticFor, runFor, runSelect, runWhile } from './loops.ts';
import { Capture, certain, perhaps, type Output } from './output.ts';
import { Pattern } from './patterns.ts';
import { isSure } from './plain-output.ts';
import { closesStream, mayFail, orSkipped, redirect, shared, withOutput } from './redirects.ts';
import { runCommand } from './simple.ts';
import { mergeStates, sameState, type ShellFunction, type State } from './state.ts';
import { runTest } from './conditions.ts';
import { knownText, literalWord } from './text.ts';
import { frameIn, spanOf, type Frame, type Walker } from './walker.ts';

/** Runs statements one after another, on every way through them. */
export function runStatements(statements: readonly Statement[], state: State, frame: Frame, walker: Walker): State[] {
  let states = [state];
  let inner = frame;
  for (const statement of statements) {
    if (walker.budget.isSpent) break;
    // Nothing more is printed after an `exit`; whether it was one is known only at run time.
    if (states.some((each) => each.isDone)) inner = frameIn(frame, { output: perhaps(frame.output) });
    if (states.length > 1) walker.journal.hasRepeats = true;
    for (const each of states) walker.budget.takeSteps(10 + each.variables.size / 2 + (each.cwd?.length ?? 0) / 16);
    const [only] = states;
    states =
      only && states.length === 1
        ? mergeStates(runSafely(statement, only, inner, walker))
        : mergeStates(states.flatMap((each) => runSafely(statement, each, inner, walker)));
  }
  return states;
}

/** A tree that is too deep for the stack costs this statement, not the others. */
function runSafely(statement: Statement, state: State, frame: Frame, walker: Walker): State[] {
  try {
    return runStatement(statement, state, frame, walker);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    walker.journal.doubt('too-deep', 'It is nested too deeply', spanOf(statement, frame));
    return [state];
  }
}

function runStatement({ command, background }: Statement, state: State, frame: Frame, walker: Walker): State[] {
  state.isDone = state.isReturned = false;
  if (!background) return runAny(command, state, frame, walker);
  runAny(command, state.clone(), frameIn(frame, { path: [...frame.path, '&'], output: perhaps(frame.output) }), walker);
  return [state];
}

function runAny(node: PipelineNode | AndOr, state: State, frame: Frame, walker: Walker): State[] {
  switch (node.type) {
    case 'Command':
      return runCommand(node, state, frame, walker);
    case 'AndOr':
      return runAndOr(node, state, frame, walker);
    case 'Pipeline':
      return runPipeline(node, state, frame, walker);
    default:
      return runCompound(node, state, frame, walker);
  }
}

/** Whether a command works is known only at run time: `c=rm; a && c=ls || $c y` removes where a does not work. */
function runAndOr({ commands, operators }: AndOr, state: State, frame: Frame, walker: Walker): State[] {
  const ends: State[] = [];
  const unlikely: State[] = [];
  let current = [state];
  let worked: State[] = [];
  let broke: State[] = [];
  let output: Output | undefined = frame.output;
  commands.forEach((command, at) => {
    const folders = current.map((each) => each.cwd);
    const after = mergeStates(current.flatMap((each) => runAny(command, each, frameIn(frame, { output }), walker)));
    const operator = operators[at];
    if (operator === undefined) {
      ends.push(...after);
      return;
    }
    const isMoved = isMove(command);
    (operator === '&&' && isMoved ? unlikely : ends).push(...after);
    output = perhaps(frame.output);
    const going = after.filter((each) => !each.isDone);
    const elsewhere = failed(going, folders);
    const broken = isMoved && elsewhere.length > 0 ? elsewhere : [...going, ...elsewhere];
    // What was passed over is as it was left, and meets the next operator of the other kind.
    worked = operators[at - 1] === '||' ? mergeStates([...worked, ...going]) : going;
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
function failed(states: readonly State[], folders: readonly (string | undefined)[]): State[] {
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

/** A cd is taken to work. */
function isMove(node: PipelineNode): boolean {
  return node.type === 'Command' && /^(?:cd|pushd)$/.test(node.name?.text ?? '');
}

function runPipeline(node: Pipeline, state: State, frame: Frame, walker: Walker): State[] {
  const [only, ...more] = node.commands as [CommandNode, ...CommandNode[]];
  const sign = node.prefixes.at(-1);
  // With extglob that is a pattern; a shell of its own may have it without our knowledge.
  if (sign?.type === 'Negation' && sign.end === only?.pos && (state.options.has('extglob') || frame.depth > 0))
    walker.journal.doubt('dynamic-command', 'It may be a pattern that names a program', spanOf(node, frame));
  // In sh that is an option of a program of that name.
  if (sign?.type === 'Time' && only?.type === 'Command' && only.name?.text.startsWith('-'))
    walker.journal.doubt('dynamic-command', 'It may be run by a program "time"', spanOf(node, frame));
  if (more.length === 0) return runAny(only, state, frame, walker);
  const start = walker.journal.commands.length;
  let states: State[] = [state];
  let stdin = frame.stdin;
  node.commands.forEach((command, at) => {
    if (walker.budget.isSpent) return;
    const isLast = at === node.commands.length - 1;
    const capture = new Capture();
    if (node.operators[at] === '|&' && !isSure(command, state)) capture.write(undefined);
    const inner: Frame = frameIn(frame, {
      stdin: command.type === 'Command' ? stdin : shared(stdin),
      output: isLast ? frame.output : capture,
      path: at === 0 ? frame.path : [...frame.path, 'pipe'],
    });
    const own = isLast && state.options.has('lastpipe') ? state : state.clone();
    if (at > 0) own.stdin = undefined;
    const after = runAny(command, own, inner, walker);
    if (own === state) states = after;
    const from: readonly ShellCommand[] = walker.journal.commands.slice(start);
    const isCertain = isSure(command, state);
    const pieces = certain(capture.pieces, isCertain).map((piece) =>
      typeof piece === 'object' && 'names' in piece ? piece.names : piece,
    );
    const isKnown =
      pieces.every((piece) => typeof piece === 'string') || pieces.some((piece) => typeof piece === 'string');
    const text = { pieces, isPattern: false, isSplit: false, span: spanOf(command, frame) };
    stdin = { kind: 'pipe', from, ...(isKnown ? { text } : {}) };
  });
  return states;
}

/** Everything that is not a plain command. */
export function runCompound(
  node: Exclude<CommandNode, { type: 'Command' }> | ShellFunction['body'],
  state: State,
  frame: Frame,
  walker: Walker,
): State[] {
  switch (node.type) {
    case 'Command':
      return runCommand(node, state, frame, walker);
    case 'CompoundList':
      return runStatements(node.commands, state, frame, walker);
    case 'BraceGroup':
      return runStatements(node.body.commands, state, frame, walker);
    case 'Subshell':
      runStatements(node.body.commands, state.clone(), frameIn(frame, { path: [...frame.path, '()'] }), walker);
      return [state];
    case 'Redirected':
      return runRedirected(node, state, frame, walker);
    case 'Function':
      return define(node, state, frame, walker);
    case 'Coproc': {
      const inner: Frame = frameIn(frame, {
        path: [...frame.path, 'coproc'],
        stdin: { kind: 'pipe', from: [] },
        output: undefined,
      });
      // Bash writes the code of a substitution or an exported function anew before it runs it, and then a plain command gets the name as its first word.
      if (node.body.type === 'Command' && frame.depth > 0)
        walker.journal.doubt('dynamic-command', 'In a substitution this runs a program "COPROC"', spanOf(node, frame));
      if (node.name) walker.text(node.name, state, frame);
      runCompound(node.body, state.clone(), inner, walker);
      const name = node.name?.text ?? 'COPROC';
      state.variables.set(name, { value: undefined, items: undefined, isArray: true });
      return [state];
    }
    case 'If':
      return runIf(node, state, frame, walker);
    case 'For':
      return runFor(node, state, frame, walker);
    case 'ArithmeticFor':
      return runArithmeticFor(node, state, frame, walker);
    case 'Select':
      return runSelect(node, state, frame, walker);
    case 'While':
      return runWhile(node, state, frame, walker);
    case 'Case':
      return runCase(node, state, frame, walker);
    case 'TestCommand':
      runTest(node.expression, state, frame, walker);
      return [state];
    case 'ArithmeticCommand':
      if (!isClosed(node.body)) walker.journal.doubt('syntax', 'It may be two subshells to bash', spanOf(node, frame));
      if (node.expression) evaluate(node.expression, state, frame, walker, spanOf(node, frame));
      else walker.runHidden([node.body], state, frame, spanOf(node, frame), '(( ))');
      return [state];
  }
}

function runRedirected(node: Redirected, state: State, frame: Frame, walker: Walker): State[] {
  const span = spanOf(node, frame);
  const { result, commands, doubts } = walker.journal.capture(() => redirect(node.redirects, state, frame, walker));
  if (result.effects.length > 0 || doubts.length > 0) {
    const call = {
      words: [literalWord(':', span)],
      assignments: [],
      effects: result.effects,
      stdin: result.stdin ?? frame.stdin,
      inputs: result.inputs,
      output: undefined,
      span,
      doubts,
    };
    const known = { name: ':', isBuiltin: true, isQuiet: true, isUnknown: false, effects: [] };
    emit(call, known, state, frameIn(frame, { path: [...frame.path, 'redirect'] }), walker);
  }
  walker.journal.commands.push(...commands);
  const stdin = shared(result.stdin ?? frame.stdin);
  // After a loop or a subshell everything may be as before anyway.
  if (closesStream(node.redirects)) walker.journal.doubt('arguments', 'A standard stream is closed', span);
  const isKept = /^(?:While|Select|Subshell|Function|Coproc)$/.test(node.command.type);
  const skipped = !isKept && mayFail(node.redirects) ? state.clone() : undefined;
  const states = withOutput(result, isSure(node.command, state), frame, walker, (output) =>
    runCompound(node.command, state, frameIn(frame, { stdin, output }), walker),
  );
  return orSkipped(states, skipped);
}

function define(node: FunctionNode, state: State, frame: Frame, walker: Walker): State[] {
  const fn: ShellFunction = { body: node.body, span: frame.span, isExported: false };
  walker.text(node.name, state, frame);
  // As it is written: to bash `\f() { …; }` is a function that no `f` calls.
  const name = node.name.text.replaceAll('\\\n', '');
  if (state.aliases.has(name))
    walker.journal.doubt('dynamic-code', `The function "${name}" is named by an alias`, spanOf(node, frame));
  state.functions.set(name, fn);
  if (walker.called.has(name)) walker.called.delete(name);
  walker.defined.set(name, fn);
  return [state];
}

function runIf(node: Extract<CompoundCommand, { type: 'If' }>, state: State, frame: Frame, walker: Walker): State[] {
  const inner: Frame = frameIn(frame, { output: perhaps(frame.output) });
  const run = (list: { readonly commands: readonly Statement[] }, from: readonly State[]) =>
    mergeStates(from.flatMap((each) => runStatements(list.commands, each.clone(), inner, walker)));
  let tested = run(node.clause, [state]);
  const ends = run(node.then, tested);
  for (const { clause, then } of node.elif) {
    if (!walker.budget.takeSteps(16 * tested.length)) break;
    tested = run(clause, tested);
    ends.push(...run(then, tested));
  }
  ends.push(...(node.else ? run(node.else, tested) : tested));
  return mergeStates(ends);
}

function runCase(
  node: Extract<CompoundCommand, { type: 'Case' }>,
  state: State,
  frame: Frame,
  walker: Walker,
): State[] {
  const word = knownText(walker.text(node.word, state, frame));
  const inner: Frame = frameIn(frame, { output: perhaps(frame.output) });
  const ends: State[] = [];
  let isSure = false;
  let falls: State[] = [];
  let tested: State[] = [state];
  for (const item of node.items) {
    if (!walker.budget.takeSteps(4 + 2 * item.pattern.length)) break;
    const matches = item.pattern.map((pattern) => {
      const field = walker.pattern(pattern, tested[0] ?? state, frame);
      return word === undefined || tested.length > 1 || state.options.has('nocasematch')
        ? undefined
        : Pattern.of(field, walker.budget)?.matches(word);
    });
    const isPossible = matches.some((match) => match !== false);
    if (!isPossible && falls.length === 0) continue;
    const starts = [...falls, ...(isPossible ? tested.map((each) => each.clone()) : [])];
    const after = mergeStates(starts.flatMap((each) => runStatements(item.body.commands, each, inner, walker)));
    falls = item.terminator === ';&' ? after : [];
    // What it has set holds for the patterns after it.
    if (item.terminator === ';;&') tested = mergeStates([...(matches.includes(true) ? [] : tested), ...after]);
    else if (item.terminator !== ';&') ends.push(...after);
    isSure = matches.includes(true) && (item.terminator ?? ';;') === ';;';
    if (isSure) break;
  }
  return mergeStates(isSure ? ends : [...ends, ...falls, ...tested]);
}
