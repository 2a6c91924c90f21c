import { parse, type ParsedScript, type Statement } from 'unbash';
import type { PlanContext, ShellPlan, Span } from '../../protocol/shell.ts';
import { arithmeticText } from './arithmetic.ts';
import { Budget, limits } from './budget.ts';
import { runCall } from './calls.ts';
import { runHidden } from './hidden.ts';
import { fieldsOf, patternField, quotedField, textOfValue } from './expansion.ts';
import { hasForkBomb, looksLikeForkBomb } from './fork-bomb.ts';
import { clip, findOddCharacters } from './gate.ts';
import { shared } from './input.ts';
import { Journal, withoutRepeats } from './journal.ts';
import { mergeStates, sameState, State, widen } from './state.ts';
import { runCompound, runStatements } from './statements.ts';
import { isUnknown, type Text } from './text.ts';
import { runTraps } from './traps.ts';
import { frameIn, type Frame, type Walker } from './walker.ts';
import { WrittenFiles } from './written.ts';

/**
 * Says what a text would run in bash, as far as that can be known before it runs.
 * What is not understood is a doubt, never left out; nothing is thrown.
 */
export function planBash(text: string, context: PlanContext): ShellPlan {
  const walker = createWalker(context);
  const { journal } = walker;
  const whole: Span = { start: 0, end: text.length };
  try {
    const clipped = clip(text);
    if (clipped.doubt) journal.doubt(clipped.doubt.kind, clipped.doubt.text, whole);
    const script = read(clipped.text, walker, whole);
    const odd = findOddCharacters(clipped.text, () => script);
    if (odd) journal.doubt(odd.kind, odd.text, odd.span);
    if (!script || script.errors?.length) journal.isForkBomb ||= looksLikeForkBomb(clipped.text);
    if (script) {
      const state = new State(context.cwd, context.env['OLDPWD']);
      const hasLines = clipped.text.includes('\n');
      const ends = hasLines
        ? runLines(script, clipped.text, state, outermost, walker)
        : runScript(script, state, outermost, walker);
      if (walker.traps.length > 0) for (const end of ends) runTraps(end, outermost, walker);
      runUncalled(walker, state);
    }
  } catch (error) {
    if (!(error instanceof RangeError)) journal.doubt('syntax', 'It could not be read', whole);
    journal.doubt('too-deep', 'It is nested too deeply', whole);
  }
  if (walker.budget.isCut)
    journal.doubt('too-large', `It runs more than ${limits.commands} commands, or has too many words`, whole);
  const commands = journal.hasRepeats ? withoutRepeats(journal.commands) : journal.commands;
  return { shell: 'bash', text, commands, doubts: journal.doubts, isForkBomb: journal.isForkBomb };
}

const outermost: Frame = {
  path: [],
  span: undefined,
  stdin: { kind: 'inherited' },
  output: undefined,
  depth: 0,
  isReadTwice: false,
  calls: [],
};

function createWalker(context: PlanContext): Walker {
  const walker: Walker = {
    context,
    budget: new Budget(),
    journal: new Journal(),
    contents: new WeakMap(),
    files: new WrittenFiles(),
    fetched: new Set(),
    called: new Set(),
    defined: new Map(),
    loopExits: [],
    broken: undefined,
    brokenDepth: 0,
    loops: 0,
    hasClosed: false,
    returns: [],
    traps: [],
    run: (statements, state, frame) => runStatements(statements, state, frame, walker),
    runScript: (script, state, frame) => runScript(script, state, frame, walker),
    runBody: (body, state, frame) => runCompound(body, state, frame, walker),
    runText: (text, state, frame, span) => runText(text, state, frame, span, walker),
    runCall: (call, state, frame) => runCall(call, state, frame, walker),
    fields: (word, state, frame) => fieldsOf(word, state, frame, walker),
    quoted: (word, state, frame) => quotedField(word, state, frame, walker),
    pattern: (word, state, frame) => patternField(word, state, frame, walker),
    text: (word, state, frame) => textOfValue(word, state, frame, walker),
    number: (text, state, frame, span) => arithmeticText(text, state, frame, walker, span),
    runHidden: (text, state, frame, span, via) => runHidden(text, state, frame, span, via, walker),
  };
  return walker;
}

function read(text: string, walker: Walker, span: Span): ParsedScript | undefined {
  try {
    const script = parse(text);
    if (text.includes('\n')) doubtLines(text, walker, span);
    // After quoted lines, and at the end of its input, bash drops it, else it is a part of the last word.
    if (text.endsWith('\\'))
      walker.journal.doubt('syntax', 'It ends with a backslash', {
        ...span,
        start: Math.max(span.start, span.end - 1),
      });
    // The parser ends a word at a process substitution, and takes the rest for a comment.
    if (text.includes(')#') && /[<>]\([^]*\)#/.test(text))
      walker.journal.doubt('syntax', 'A substitution goes on with a "#"', span);
    if (/\(\s*\)|\bfunction\b/.test(text) && hasForkBomb(script)) walker.journal.isForkBomb = true;
    return script;
  } catch {
    walker.journal.doubt('too-deep', 'It is nested too deeply', span);
    // What stands before may still be read.
    return text.length > 4_096 ? read(text.slice(0, 2_048), walker, span) : undefined;
  }
}

/** Lines that go on in the next one, where bash and the parser differ. */
function doubtLines(text: string, { journal }: Walker, span: Span): void {
  // To bash that is one name, to the parser its first line.
  if (/\$\w+\\\n\w/.test(text)) journal.doubt('syntax', 'A name goes on in the next line', span);
  // To bash that is the descriptor of the redirect, to the parser a word before it. In backquotes there are more backslashes.
  if (/[\d{}](?:[\w}]{0,40}\\+\n)+[\w}]{0,40}[<>]/.test(text))
    journal.doubt('syntax', 'A redirect goes on in the next line', span);
  // To bash that is one operator or range, to the parser two pieces: `&` and `>`, `<<` and `-E`.
  if (/&(?:\\+\n)+>|<(?:\\+\n)+-|\{(?:[\w.+-]{0,40}\\+\n)+[\w.+-]{0,40}\}/.test(text))
    journal.doubt('syntax', 'An operator goes on in the next line', span);
  // The parser ends a word at a process substitution, and says not what stands between it and the next one.
  if (/[<>]\([^]*\)(?:\\\n)+\S/.test(text)) journal.doubt('syntax', 'A substitution goes on in the next line', span);
}

function runScript(script: ParsedScript, state: State, frame: Frame, walker: Walker): State[] {
  const span = frame.span ?? { start: script.pos, end: script.end };
  const { errors } = script;
  if (errors?.[0]) {
    const at = errors[0].pos;
    walker.journal.doubt(
      'syntax',
      `It cannot be read as bash: ${errors[0].message}`,
      frame.span ?? { start: at, end: Math.max(at, script.end) },
    );
  }
  if (frame.depth > limits.depth) {
    walker.journal.doubt('too-deep', `Code within code, more than ${limits.depth} deep`, span);
    frame.output?.write(undefined);
    return [state];
  }
  const isAlone = script.commands.length === 1 && script.commands[0]?.command.type === 'Command';
  const inner = isAlone ? frame : frameIn(frame, { stdin: shared(frame.stdin) });
  return runStatements(script.commands, state, inner, walker);
}

/** Unknown parts become variables that nobody can read, so that the rest of the code is seen. */
function runText(text: Text, state: State, frame: Frame, span: Span, walker: Walker): State[] {
  const { journal } = walker;
  let code = '';
  text.forEach((piece, at) => {
    if (typeof piece === 'string') code += piece;
    else if (!isUnknown(piece)) code += piece.names;
    else {
      const name = `sallyport_unknown_${at}`;
      // What is put right behind `$x` makes it another variable.
      if (/\$\w*$/.test(code))
        journal.doubt('dynamic-code', 'Text that is known only at run time names a variable', span);
      state.variables.set(name, { value: [piece] });
      code += piece.unknown === 'argument' ? `"\${${name}}"` : `\${${name}}`;
    }
  });
  if (text.some(isCode)) journal.doubt('dynamic-code', 'Text that is known only at run time is run as code', span);
  if (text.length > 0 && text.every(isCode)) return [state];
  if (frame.depth > limits.depth) {
    journal.doubt('too-deep', `Code within code, more than ${limits.depth} deep`, span);
    return [state];
  }
  const clipped = clip(code);
  if (clipped.doubt) journal.doubt(clipped.doubt.kind, clipped.doubt.text, span);
  const isAffordable = walker.budget.takeSteps(48) && walker.budget.takeText(clipped.text.length);
  const script = isAffordable ? read(clipped.text, walker, span) : undefined;
  if (!script) return [state];
  // In sh a quote in `"${x-'}"` is none, and the text goes on elsewhere.
  if (/\$\{[^'}]*'[^']*\}/.test(clipped.text))
    journal.doubt('syntax', 'Quotes in a parameter are read otherwise in sh', span);
  if (script.errors?.length) journal.isForkBomb ||= looksLikeForkBomb(clipped.text);
  return runLines(script, clipped.text, state, frameIn(frame, { span }), walker);
}

/** Line by line: an error in one of them leaves out the rest of that line only. */
function runLines(script: ParsedScript, text: string, state: State, frame: Frame, walker: Walker): State[] {
  const { broken: outer, brokenDepth } = walker;
  walker.brokenDepth = state.scopes.length;
  const lines: Statement[][] = [];
  let end = -1;
  for (const statement of script.commands) {
    const newline = end < 0 ? 0 : text.indexOf('\n', end);
    if (newline >= 0 && newline < statement.pos + 1) lines.push([]);
    lines.at(-1)?.push(statement);
    ({ end } = statement);
  }
  // What cannot be read at all is to be told as well.
  if (lines.length === 0) lines.push([]);
  let states = [state];
  for (const commands of lines) {
    walker.broken = null;
    const after = states.flatMap((each) => runScript({ ...script, commands }, each, frame, walker));
    const broken = brokenIn(walker);
    if (broken) broken.isDone = broken.isReturned = false;
    states = mergeStates(broken ? after.map((each) => (sameState(each, broken) ? each : widen(broken, each))) : after);
  }
  walker.broken = outer;
  walker.brokenDepth = brokenDepth;
  return states;
}

function brokenIn({ broken }: Walker): Walker['broken'] {
  return broken;
}

function isCode(piece: Text[number]): boolean {
  return isUnknown(piece) && piece.unknown !== 'arithmetic' && piece.unknown !== 'argument';
}

/** A function that nobody calls here may be called by what comes after. */
function runUncalled(walker: Walker, state: State): void {
  for (const [name, fn] of walker.defined) {
    if (walker.called.has(name) || walker.budget.isSpent) continue;
    walker.called.add(name);
    const inner = state.clone();
    inner.positional = undefined;
    walker.runBody(
      fn.body,
      inner,
      frameIn(outermost, { span: fn.span, path: [name], calls: [{ name, state: inner, isRepeated: false }] }),
    );
  }
}
