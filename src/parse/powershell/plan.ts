import { Budget, limits } from '../bash/budget.ts';
import { findOddCharacters } from '../bash/gate.ts';
import { Journal, withoutRepeats } from '../bash/journal.ts';
import type { PlanContext, ShellPlan, Span } from '../../protocol/shell.ts';
import { runCall } from './calls.ts';
import { hasForkBomb } from './fork-bomb.ts';
import { parse } from './grammar.ts';
import { runBody, runElement } from './run.ts';
import { findUnseen } from './second-reading.ts';
import { State, unknownValue, type Text, type Value } from './state.ts';
import { evaluate } from './values.ts';
import type { Frame, Walker } from './walker.ts';

/**
 * Says what a text would run in PowerShell, as far as that can be known before it runs.
 * What is not understood is a doubt, never left out; nothing is thrown.
 */
export function planPowerShell(text: string, context: PlanContext): ShellPlan {
  const walker = createWalker(context);
  const { journal, budget } = walker;
  const whole: Span = { start: 0, end: text.length };
  try {
    const clipped = text.slice(0, limits.bytes);
    if (clipped.length < text.length || Buffer.byteLength(text) > limits.bytes)
      journal.doubt('too-large', `It is longer than ${limits.bytes} bytes`, whole);
    // Line ends of Windows are at home here.
    const odd = findOddCharacters(clipped.replaceAll('\r\n', ' \n'), () => undefined);
    if (odd) journal.doubt(odd.kind, odd.text, odd.span);
    const state = new State(context.cwd);
    runCode(clipped, state, outermost, walker);
    // A function that nobody calls here may be called by what comes after.
    for (const [body, { name, state: where, frame }] of walker.uncalled)
      walker.run(body, where.clone(), { ...frame, path: [...frame.path, name], calls: [name] });
  } catch (error) {
    if (!(error instanceof RangeError)) journal.doubt('syntax', 'It could not be read', whole);
    journal.doubt('too-deep', 'It is nested too deeply', whole);
  }
  if (budget.isCut)
    journal.doubt('too-large', `It runs more than ${limits.commands} commands, or has too many words`, whole);
  findUnseen(text, walker);
  const commands = journal.hasRepeats ? withoutRepeats(journal.commands) : journal.commands;
  return { shell: 'powershell', text, commands, doubts: journal.doubts, isForkBomb: journal.isForkBomb };
}

const outermost: Frame = {
  path: [],
  code: '',
  span: undefined,
  stdin: { kind: 'inherited' },
  items: undefined,
  depth: 0,
  calls: [],
};

function createWalker(context: PlanContext): Walker {
  const walker: Walker = {
    context,
    budget: new Budget(),
    journal: new Journal(),
    blocks: new WeakMap(),
    left: undefined,
    fetched: new Set(),
    uncalled: new Map(),
    codes: new Set(),
    places: new Map(),
    run: (body, state, frame) => runBody(body, state, frame, walker),
    value: (expression, state, frame) => evaluate(expression, state, frame, walker),
    element: (element, state, frame) => runElement(element, state, frame, walker),
    call: (call, state, frame) => runCall(call, state, frame, walker),
    text: (text, state, frame, span) => runText(text, state, frame, span, walker),
  };
  return walker;
}

function runCode(code: string, state: State, frame: Frame, walker: Walker): Value {
  const { journal } = walker;
  walker.codes.add(code);
  const { body, doubts } = parse(code);
  for (const { kind, text, span } of doubts) journal.doubt(kind, text, frame.span ?? span);
  journal.isForkBomb ||= hasForkBomb(body);
  return walker.run(body, state, { ...frame, code });
}

/** Unknown parts become variables that nobody can read, so that the rest of the code is seen. */
function runText(text: Text, state: State, frame: Frame, span: Span, walker: Walker): Value {
  const { journal } = walker;
  const isUnknown = text.some((piece) => typeof piece === 'object');
  if (isUnknown) journal.doubt('dynamic-code', 'Text that is known only at run time is run as code', span);
  if (text.every((piece) => typeof piece === 'object')) return unknownValue('substitution');
  if (frame.depth > limits.depth) {
    journal.doubt('too-deep', `Code within code, more than ${limits.depth} deep`, span);
    return unknownValue('substitution');
  }
  const code = text.map((piece) => (typeof piece === 'string' ? piece : '$sallyport_unknown')).join('');
  if (code.length > limits.bytes || !walker.budget.takeText(code.length) || !walker.budget.takeSteps(64)) {
    journal.doubt('too-large', `It is longer than ${limits.bytes} bytes`, span);
    return unknownValue('substitution');
  }
  return runCode(code, state, { ...frame, span, depth: frame.depth + 1 }, walker);
}
