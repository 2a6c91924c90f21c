import type { Nested, ShellEffect, Stdin, Word } from '../../protocol/shell.ts';
import { runInOtherShell } from '../other-shell.ts';
import { limits } from './budget.ts';
import { sourceOf } from './file-text.ts';
import { isRemoteInput, isRemoteWord, remoteScript } from './remote.ts';
import { switchOption } from './shell-options.ts';
import { mergeStates, ownOfEachShell, type State } from './state.ts';
import { pathTarget } from './targets.ts';
import { display, isUnknown, literalWord, textOfWord } from './text.ts';
import { assign, isName, runIndexed } from './variables.ts';
import { frameIn, type Call, type Frame, type Walker } from './walker.ts';
import { fileNameOf } from './written.ts';

/** Code that runs in the shell itself, and what comes after it. */
export interface Sourced {
  states: State[];
}

/** Runs the code that a program brings along; gives back what the program itself does by it. */
export function runNested(
  nested: Nested,
  call: Call,
  state: State,
  frame: Frame,
  walker: Walker,
  sourced?: Sourced,
): ShellEffect[] {
  const { journal } = walker;
  walker.budget.takeSteps(8);
  if (frame.depth >= limits.depth) {
    journal.doubt('too-deep', `Code within code, more than ${limits.depth} deep`, call.span);
    return [];
  }
  const inner: Frame = frameIn(frame, {
    path: [...frame.path, nested.via],
    span: call.span,
    stdin: call.stdin,
    output: call.output,
    depth: frame.depth + 1,
    calls: [],
  });
  const child = sourced ? state : state.child((name) => Object.hasOwn(walker.context.env, name));
  for (const { name, value } of sourced ? [] : call.assignments.filter(isTaken))
    assign(name, value.pieces, exported, child, inner, walker, value.span);
  if (nested.withoutVariables) loseVariables(child, walker);
  if (nested.cwd) child.cwd = pathTarget(nested.cwd, state.cwd).path;
  switch (nested.kind) {
    case 'argv':
      return runArgv(nested, call, child, inner, walker);
    case 'script':
      return runCode(nested, nested.text, nested.text.span, child, inner, walker, sourced);
    case 'input':
      return runInput(nested, call.stdin, call, child, inner, walker, sourced);
    case 'file':
      return runFile(nested, nested.path, call, child, inner, walker, sourced);
  }
}

/** A shell takes it from its environment. */
function isTaken({ name }: { readonly name: string }): boolean {
  return isName(name) && !ownOfEachShell.test(name);
}

/** What a shell sets by itself stays. */
function loseVariables(child: State, { context }: Walker): void {
  for (const name of [...child.variables.keys(), ...Object.keys(context.env)])
    if (!/^(?:HOME|PATH|PWD)$/.test(name))
      child.variables.set(name, { value: [{ unknown: 'variable', name }], isExported: true });
}

const exported = { attributes: { isExported: true }, isWatched: false };

type OfKind<K extends Nested['kind']> = Extract<Nested, { kind: K }>;

function runArgv(nested: OfKind<'argv'>, call: Call, child: State, frame: Frame, walker: Walker): ShellEffect[] {
  for (const { name, value } of nested.assignments?.filter(isTaken) ?? [])
    assign(name, value.pieces, exported, child, frame, walker, value.span);
  const from = call.stdin.kind === 'pipe' ? { from: call.stdin.from } : {};
  const more: Word = { pieces: [{ unknown: 'argument', ...from }], isPattern: false, isSplit: true, span: call.span };
  const words = nested.more ? [...nested.words, more] : nested.words;
  if (words.length === 0) return [];
  walker.runCall(
    {
      words,
      assignments: [...call.assignments, ...(nested.assignments ?? [])],
      effects: [],
      stdin: nested.withoutInput ? { kind: 'text', text: literalWord('', call.span) } : call.stdin,
      inputs: call.inputs,
      output: call.output,
      span: spanOfWords(words, call),
      without: { functions: true, builtins: true },
    },
    child,
    frameIn(frame, { span: undefined }),
  );
  return [];
}

function runCode(
  nested: Exclude<Nested, OfKind<'argv'>>,
  text: Word,
  span: Word['span'],
  child: State,
  frame: Frame,
  walker: Walker,
  sourced?: Sourced,
): ShellEffect[] {
  if (nested.shell !== 'bash') {
    runInOtherShell({ shell: nested.shell, text: text.pieces, span }, { cwd: child.cwd, path: frame.path }, walker);
    return isRemoteWord(text, walker) ? [remoteScript] : [];
  }
  if (nested.args)
    runIndexed(
      nested.args.map((word) => word.pieces),
      child,
      frame,
      walker,
      span,
      nested.via,
    );
  takeOptions(nested, text, child, walker, span);
  const { positional, shellName } = child;
  const args = nested.args;
  // A sourced file without arguments sees those of the shell.
  if (!sourced || (args?.length ?? 0) > 1)
    child.positional = args?.some((word, at) => word.isSplit || (at === 0 && word.isPattern))
      ? undefined
      : args?.slice(1).map(textOfWord);
  if (!sourced) child.shellName = args && (args[0]?.isSplit ? undefined : args[0] ? textOfWord(args[0]) : undefined);
  if (!sourced) {
    const { loops } = walker;
    walker.loops = 0;
    walker.runText(text.pieces, child, frameIn(frame, { span }), span);
    walker.loops = loops;
  }
  if (sourced) sourced.states = runSourced(text, { positional, shellName }, child, frameIn(frame, { span }), walker);
  return isRemoteWord(text, walker) ? [remoteScript] : [];
}

/** What the shell was started with; one that is no bash reads some quotes in another way. */
function takeOptions({ options }: Nested, text: Word, child: State, walker: Walker, span: Word['span']): void {
  for (const option of options ?? []) {
    if (option === 'posix') child.options.add(option);
    else switchOption(option, true, child, walker, span);
  }
  // To dash the `\\` in `$'\\'` is a backslash, and the quote after it the end.
  if (child.options.has('posix') && /\$'(?:[^'\\]|\\[^'])*\\'/.test(display(text.pieces)))
    walker.journal.doubt('syntax', "Not every shell knows the quotes $'…'", span);
}

/** In the shell itself: what it sets stays, also its arguments, and `return` ends the file only. */
function runSourced(
  text: Word,
  before: Pick<State, 'positional' | 'shellName'>,
  state: State,
  frame: Frame,
  walker: Walker,
): State[] {
  const given = state.positional;
  const outer = walker.returns;
  walker.returns = [];
  const calls = [...frame.calls, { name: '', state: state.clone(), isRepeated: false }];
  const ends = walker.runText(text.pieces, state, frameIn(frame, { calls }), text.span);
  const states = [...ends, ...walker.returns];
  walker.returns = outer;
  for (const after of states) {
    const isChanged = after.positional !== given;
    if (!isChanged || given !== before.positional) after.positional = isChanged ? undefined : before.positional;
    after.shellName = before.shellName;
    if (after.isReturned) after.isDone = after.isReturned = false;
  }
  return mergeStates(states);
}

function runInput(
  nested: Exclude<Nested, OfKind<'argv'>>,
  stdin: Stdin,
  call: Call,
  child: State,
  frame: Frame,
  walker: Walker,
  sourced?: Sourced,
): ShellEffect[] {
  const rest: Frame = frameIn(frame, { stdin: { kind: 'inherited' } });
  if (stdin.kind === 'inherited') return [];
  if (stdin.kind === 'file')
    return runFile(nested, stdin.path, { ...call, stdin: { kind: 'inherited' } }, child, rest, walker, sourced);
  const effects = isRemoteInput(stdin, walker) ? [remoteScript] : [];
  if (stdin.text && stdin.text.pieces.some((piece) => typeof piece === 'string')) {
    return [...runCode(nested, stdin.text, call.span, child, rest, walker, sourced), ...effects].slice(0, 1);
  }
  if (stdin.text === undefined || stdin.text.pieces.length > 0) {
    walker.journal.doubt(
      'dynamic-code',
      `What "${display(call.words[0]?.pieces ?? [])}" reads is run as code`,
      call.span,
    );
  }
  return effects;
}

function runFile(
  nested: Exclude<Nested, OfKind<'argv'>>,
  path: Word,
  call: Call,
  child: State,
  frame: Frame,
  walker: Walker,
  sourced?: Sourced,
): ShellEffect[] {
  const found = sourceOf(path, call, child, walker, walker.context.readScript);
  if ('stdin' in found) return runInput(nested, found.stdin, call, child, frame, walker, sourced);
  if (found.isSubstitution) {
    const effects = runTexts(nested, found.texts, path, child, frame, walker, sourced);
    return effects.length > 0 || !isRemoteWord(path, walker) ? effects : [remoteScript];
  }
  const target = pathTarget(path, child.cwd);
  const run: ShellEffect = { kind: 'run', target };
  const [piece] = path.pieces;
  if (
    path.isPattern ||
    (piece !== undefined && isUnknown(piece) && !leadsToFile(path.pieces[1])) ||
    (target.path === undefined && /^\/(?:(?:dev|proc)\b|$)/.test(target.within ?? ''))
  )
    walker.journal.doubt('dynamic-code', 'The file that is run is known only at run time', path.span);
  // What was to be written there may not have been: `c=rm; a && echo c=ls > f; . ./f; $c x`.
  const name = sourced && fileNameOf(path, child.cwd);
  if (name !== undefined && walker.files.isChanged(name))
    walker.journal.doubt('dynamic-code', 'What is run has been changed by a command before it', path.span);
  const isThere = name === undefined || walker.context.readScript(name) !== undefined;
  const missing = name !== undefined && (walker.files.isWritten(name) || (found.texts.length > 0 && !isThere));
  const before = missing ? child.clone() : undefined;
  const effects = runTexts(nested, found.texts, path, child, frame, walker, sourced);
  if (sourced && before) sourced.states = mergeStates([...sourced.states, before]);
  return [run, ...effects];
}

/** Every text that a file may hold; what comes after the file comes after each of them. */
function runTexts(
  nested: Exclude<Nested, OfKind<'argv'>>,
  texts: readonly Word[],
  { span }: Word,
  child: State,
  frame: Frame,
  walker: Walker,
  sourced?: Sourced,
): ShellEffect[] {
  if (texts.length === 1) return runCode(nested, texts[0] as Word, span, child, frame, walker, sourced);
  const ends: State[] = [];
  const effects = texts.flatMap((text) => {
    const own: Sourced | undefined = sourced && { states: [] };
    const result = runCode(nested, text, span, child.clone(), frame, walker, own);
    ends.push(...(own?.states ?? []));
    return result;
  });
  if (sourced && ends.length > 0) sourced.states = mergeStates(ends);
  return effects.slice(0, 1);
}

/** After an unknown beginning. Anything else may be an option: `sh "$x"-c 'code'`. */
function leadsToFile(rest: Word['pieces'][number] | undefined): boolean {
  return typeof rest === 'string' && /^[/.]/.test(rest);
}

function spanOfWords(words: readonly Word[], call: Call): Word['span'] {
  const start = Math.min(...words.slice(0, 100).map((word) => word.span.start));
  const end = Math.max(...words.slice(0, 100).map((word) => word.span.end));
  return start >= call.span.start && end <= call.span.end ? { start, end } : call.span;
}
