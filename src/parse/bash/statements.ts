import type {
  AndOr,
  CommandNode,
  Function as FunctionNode,
  Pipeline,
  PipelineNode,
  Redirected,
  Statement,
  SyntaxNode,
} from 'unbash';
import type { ShellCommand } from '../../protocol/shell.ts';
import { evaluate, isClosed } from './arithmetic.ts';
import { runCase, runIf } from './branches.ts';
import { emit } from './emit.ts';
import { shared, withInput } from './input.ts';
import { runAndOr, stayed } from './lists.ts';
import { runArithmeticFor, runFor, runSelect, runWhile } from './loops.ts';
import { certain, perhaps, startCapture } from './output.ts';
import { isSure } from './plain-output.ts';
import { redirect, setsSomething, withOutput } from './redirects.ts';
import { runCommand } from './simple.ts';
import { mergeStates, type ShellFunction, type State } from './state.ts';
import { runTest } from './conditions.ts';
import { literalWord } from './text.ts';
import { runTraps } from './traps.ts';
import { resolveName } from './variables.ts';
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
  if (!background) {
    const folders = [state.cwd];
    const after = runAny(command, state, frame, walker);
    const left = stayed(command, after, folders, walker);
    return left.length > 0 ? [...after, ...left] : after;
  }
  runAny(command, state.apart(), frameIn(frame, { path: [...frame.path, '&'], output: perhaps(frame.output) }), walker);
  return [state];
}

function runAny(node: PipelineNode | AndOr, state: State, frame: Frame, walker: Walker): State[] {
  switch (node.type) {
    case 'Command':
      return runCommand(node, state, frame, walker);
    case 'AndOr':
      return runAndOr(node, state, frame, walker, runAny);
    case 'Pipeline':
      return runPipeline(node, state, frame, walker);
    default:
      return runCompound(node, state, frame, walker);
  }
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
    const capture = startCapture(state);
    if (node.operators[at] === '|&' && !isSilent(command, state)) capture.write(undefined);
    const inner: Frame = frameIn(frame, {
      stdin: command.type === 'Command' ? stdin : shared(stdin),
      output: isLast ? frame.output : capture,
      path: at === 0 ? frame.path : [...frame.path, 'pipe'],
    });
    const before = isLast && state.options.has('lastpipe') ? state.clone() : state;
    const own = before === state ? state.apart() : state;
    if (at > 0) own.stdin = undefined;
    const after = runAny(command, own, inner, walker);
    // With job control it is a subshell all the same.
    if (own === state) states = mergeStates([...after, before]);
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

/** Nothing comes out of it but what it prints for sure: no trace, no complaint. */
function isSilent(node: CommandNode, state: State): boolean {
  return !state.options.has('xtrace') && isSure(node, state);
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
    case 'Subshell': {
      const isReadTwice = frame.isReadTwice || beginsWithSubshell(node.body.commands[0], node.pos + 1);
      const inner = frameIn(frame, { path: [...frame.path, '()'], isReadTwice });
      runStatements(node.body.commands, state.apart(), inner, walker);
      return [state];
    }
    case 'Redirected':
      return runRedirected(node, state, frame, walker);
    case 'Function':
      return define(node, state, frame, walker);
    case 'Coproc': {
      // In a substitution bash writes the code anew before it runs it, and `coproc ls a` as `coproc COPROC ls a`.
      if (node.body.type === 'Command' && frame.path.length > 0)
        walker.journal.doubt('syntax', 'Bash may give this "coproc" another command', spanOf(node, frame));
      const inner: Frame = frameIn(frame, {
        path: [...frame.path, 'coproc'],
        stdin: { kind: 'pipe', from: [] },
        output: undefined,
      });
      if (node.name) walker.text(node.name, state, frame);
      runCompound(node.body, state.apart(), inner, walker);
      const name = resolveName(node.name?.text ?? 'COPROC', state);
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
  // A subshell is started first, and what its redirects set is lost.
  const own = node.command.type === 'Subshell' && node.redirects.some(setsSomething) ? state.apart() : state;
  const { result, commands, doubts } = walker.journal.capture(() => redirect(node.redirects, own, frame, walker));
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
  const isMixed = result.leaks?.output !== undefined || result.leaks?.file === true;
  const isCertain = isMixed ? isSilent(node.command, state) : isSure(node.command, state);
  // What a loop of many turns gives back is what it was given as well.
  const before = result.mayFail && !coversFailure.has(node.command.type) ? state.clone() : undefined;
  const after = withOutput(result, isCertain, frame, walker, (output) =>
    withInput(result.stdin !== undefined, state, () =>
      runCompound(node.command, state, frameIn(frame, { stdin, output }), walker),
    ),
  );
  return before ? mergeStates([...after, before]) : after;
}

function beginsWithSubshell(node: SyntaxNode | undefined, at: number): boolean {
  if (node?.pos !== at) return false;
  if (node.type === 'Statement' || node.type === 'Redirected') return beginsWithSubshell(node.command, at);
  if (node.type === 'Pipeline' || node.type === 'AndOr') return beginsWithSubshell(node.commands[0], at);
  return node.type === 'Subshell';
}

/** Those that leave the state as it was, or as it is after no turn at all. */
const coversFailure = new Set(['Subshell', 'While', 'Select', 'ArithmeticFor', 'TestCommand']);

function define(node: FunctionNode, state: State, frame: Frame, walker: Walker): State[] {
  walker.text(node.name, state, frame);
  // As it is written: to bash `\f() { …; }` is a function that no `f` calls.
  const name = node.name.text.replaceAll('\\\n', '');
  const isExported = state.functions.get(name)?.isExported === true || state.options.has('allexport');
  const fn: ShellFunction = { body: node.body, span: frame.span, isExported };
  if (state.aliases.has(name))
    walker.journal.doubt('dynamic-code', `The function "${name}" is named by an alias`, spanOf(node, frame));
  if (name === 'command_not_found_handle')
    walker.journal.doubt(
      'dynamic-code',
      'A function runs instead of each program that is not there',
      spanOf(node, frame),
    );
  state.functions.set(name, fn);
  if (walker.called.has(name)) walker.called.delete(name);
  walker.defined.set(name, fn);
  if (name === 'command_not_found_handle')
    walker.journal.doubt('dynamic-code', 'A program that is not there is another command', spanOf(node, frame));
  runTraps(state, frame, walker, name);
  return [state];
}
