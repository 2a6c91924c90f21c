import { display } from '../bash/text.ts';
import type { ShellCommand, ShellEffect, Stdin, Word } from '../../protocol/shell.ts';
import { leave, runBranch, runChain, runLoop, runTry } from './flow.ts';
import { effectIn } from './paths.ts';
import { joinedText, knownItems, sourcesOf, unknownValue, type State, type Text, type Value } from './state.ts';
import type { Body, Element, Expression, Redirect, Statement } from './syntax.ts';
import { wordOf, type Frame, type Walker } from './walker.ts';
import { literalWord } from '../bash/text.ts';

/** Runs statements one after the other; what they print is the value of all of them. */
export function runBody(body: Body, state: State, frame: Frame, walker: Walker): Value {
  const printed: Text[] = [];
  for (const statement of body) {
    if (walker.budget.isSpent || !walker.budget.takeSteps(10)) return unknownValue('substitution');
    for (const text of runStatement(statement, state, frame, walker)) if (printed.length < 256) printed.push(text);
  }
  return printed;
}

function runStatement(statement: Statement, state: State, frame: Frame, walker: Walker): Value {
  const run = (body: Body, at: State = state) => walker.run(body, at, frame);
  switch (statement.type) {
    case 'pipeline':
      return runPipeline(statement, state, frame, walker);
    case 'chain':
      return runChain(statement, state, frame, walker);
    case 'branch':
      return runBranch(statement, state, frame, walker);
    case 'try':
      return runTry(statement, state, frame, walker);
    case 'flow': {
      const value = run(statement.value);
      leave(state, walker);
      return value;
    }
    case 'parameter': {
      run(statement.value);
      walker.value(statement.of, state, frame);
      let { of } = statement;
      while (of.type === 'cast') of = of.of;
      if (of.type === 'variable') state.variables.set(of.name, unknownValue('variable', of.name));
      return [];
    }
    case 'loop':
      return runLoop(statement, state, frame, walker);
    case 'blocks':
      return statement.bodies.flatMap((body) => run(body));
    case 'function':
      state.functions.set(statement.name, { body: statement.body, code: frame.code });
      walker.uncalled.set(statement.body, { name: statement.name, state, frame });
      return [];
  }
}

function runPipeline(
  { elements }: Extract<Statement, { type: 'pipeline' }>,
  state: State,
  frame: Frame,
  walker: Walker,
): Value {
  const { journal } = walker;
  let value: Value = [];
  let inner = frame;
  const start = journal.commands.length;
  for (const [at, element] of elements.entries()) {
    if (walker.budget.isSpent || !walker.budget.takeSteps(at)) break;
    value = walker.element(element, state, inner);
    if (at + 1 === elements.length) break;
    const from = [...new Set([...journal.commands.slice(start), ...sourcesOf(value)])];
    const known = knownItems(value);
    const span = frame.span ?? element.span;
    const text = known && known.length > 0 ? { text: literalWord(known.join('\n'), span) } : {};
    const stdin: Stdin = { kind: 'pipe', from, ...text };
    const path = at === 0 ? [...frame.path, 'pipe'] : inner.path;
    inner = { ...frame, path, stdin, items: known && known.length > 0 ? value : itemsOf(from) };
  }
  return value;
}

/** What comes through a pipe from commands that list a folder: something in it. */
function itemsOf(from: readonly ShellCommand[]): Value {
  for (const { effects } of from) {
    const read = effects.find(
      ({ kind, note, target }) => kind === 'read' && note !== 'cd' && target?.path !== undefined,
    );
    if (read?.target?.path !== undefined && !read.target.isPattern)
      return [[`${read.target.path.replace(/\/$/, '')}/`, { unknown: 'argument', from }]];
  }
  return [[{ unknown: 'argument', name: '_', from }]];
}

/** One part of a pipeline. */
export function runElement(element: Element, state: State, frame: Frame, walker: Walker): Value {
  const { journal } = walker;
  const span = frame.span ?? element.span;
  if (element.type === 'value') {
    const isAssignment = element.value.type === 'assignment';
    const value = walker.value(element.value, state, frame);
    const effects = redirected(element.redirects, state, frame, walker);
    if (effects.length > 0) emitRedirect(effects, span, state, frame, walker);
    return isAssignment ? (frame.items === undefined ? value : []) : value;
  }
  const { result, commands, doubts } = journal.capture(() => ({
    words: element.words.flatMap((word) => wordsOf(word, state, frame, walker)),
    effects: redirected(element.redirects, state, frame, walker),
  }));
  const { words, effects } = result;
  const at = journal.commands.length;
  const call = { words, effects, operator: element.operator, stdin: frame.stdin, span, start: element.span.start };
  let value: Value = [];
  if (words.length > 0) value = walker.call(call, state, frame);
  else if (effects.length > 0) emitRedirect(effects, span, state, frame, walker);
  const command = journal.commands[at];
  // A block that is called by itself needs no command of its own.
  if (command && doubts.length > 0) journal.commands[at] = { ...command, doubts: [...command.doubts, ...doubts] };
  else for (const doubt of doubts) journal.doubt(doubt.kind, doubt.text, doubt.span);
  journal.commands.splice(at + 1, 0, ...commands);
  return value;
}

function wordsOf(argument: Expression, state: State, frame: Frame, walker: Walker): Word[] {
  const span = frame.span ?? argument.span;
  if (!walker.budget.takeWord()) return [];
  if (argument.type === 'variable' && argument.isSplat) {
    walker.journal.doubt('arguments', `@${argument.name} holds arguments that are known only at run time`, span);
    return [{ ...wordOf([{ unknown: 'variable', name: argument.name }], span), isSplit: true }];
  }
  const value = walker.value(argument, state, frame);
  const isList = argument.type === 'list' || value.length > 1;
  const items = isList ? value : [joinedText(value)];
  return items.slice(0, 256).map((text, at) => ({ ...wordOf(text, span), ...(at > 0 && { isListed: true }) }));
}

function redirected(redirects: readonly Redirect[], state: State, frame: Frame, walker: Walker): ShellEffect[] {
  return redirects.flatMap(({ target }) => {
    if (!target) return [];
    const word = wordOf(joinedText(walker.value(target, state, frame)), frame.span ?? target.span);
    if (word.pieces.length === 0 || /^(?:nul|\/dev\/null)$/i.test(display(word.pieces))) return [];
    return [effectIn({ kind: 'write', target: word, note: 'redirect' }, { ...walker.context, cwd: state.cwd })];
  });
}

function emitRedirect(
  effects: readonly ShellEffect[],
  span: Word['span'],
  state: State,
  frame: Frame,
  walker: Walker,
): void {
  if (!walker.budget.takeSteps(12)) return;
  walker.journal.commands.push({
    name: ':',
    argv: [literalWord(':', span)],
    assignments: [],
    cwd: state.cwd,
    span,
    path: [...frame.path, 'redirect'],
    stdin: frame.stdin,
    effects: walker.budget.takeEffects(effects),
    isUnknown: false,
    isQuiet: true,
    isBuiltin: true,
    doubts: [],
  });
}
