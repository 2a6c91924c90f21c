import type { ProgramEffect, ShellEffect, Word } from '../../protocol/shell.ts';
import { limits } from './budget.ts';
import type { Builtin, BuiltinCall, Report } from './builtins/builtin.ts';
import { builtins } from './builtins/index.ts';
import { emit, type Known } from './emit.ts';
import { watchVariable } from './environment.ts';
import { runFunction } from './functions.ts';
import { programsLike } from './globbed-programs.ts';
import { outputOf } from './known-output.ts';
import { locatedIn } from './located.ts';
import { contentOf } from './file-text.ts';
import { runNested } from './nested.ts';
import { isSubstitution } from './redirects.ts';
import { rememberWritten } from './remembered.ts';
import { feedRemote } from './remote.ts';
import { mergeStates, type State, type Variable } from './state.ts';
import { effectIn, pathTarget } from './targets.ts';
import { concat, display, knownText, literalWord, textOfWord } from './text.ts';
import { assign, resolveName } from './variables.ts';
import { frameIn, type Call, type Frame, type Walker } from './walker.ts';
import { fileNameOf } from './written.ts';

/** Runs words that are ready: a function, a builtin, or a program that somebody must know. */
export function runCall(call: Call, state: State, frame: Frame, walker: Walker): State[] {
  // What has been started is always in the plan, even if its own substitutions used up the rest.
  if (!call.pending && (walker.budget.isSpent || --walker.budget.commands < 0)) return [state];
  const { journal } = walker;
  const before = { cwd: state.cwd };
  const { result, commands, doubts } = journal.capture(() => {
    for (const { name, value } of call.assignments) watchVariable(name, value.pieces, state, frame, walker, value.span);
    return perform(call, state, frame, walker);
  });
  const command = emit(call, result.known, before, frame, walker, doubts);
  journal.commands.push(...feedRemote(command, call.pending ?? [], walker), ...commands);
  return result.states;
}

interface Performed {
  readonly known: Known;
  readonly states: State[];
}

function perform(call: Call, state: State, frame: Frame, walker: Walker): Performed {
  const [word] = call.words as [Word];
  const text = knownText(word.pieces);
  if (text === undefined || word.isPattern) return performUnknown(word, call, state, frame, walker);
  if (call.isGuess) walker.journal.doubt('dynamic-command', `"${text}" runs only if a variable is not set`, word.span);
  return performNamed(text, call, state, frame, walker);
}

/** The name is not known: it is a doubt, and what it would be without the unknown part is planned as well. */
function performUnknown(word: Word, call: Call, state: State, frame: Frame, walker: Walker): Performed {
  const shown = display(word.pieces);
  const last = word.pieces.at(-1);
  // `"$DIR"/bin/tool` is a program of that name, wherever it is.
  const isPerhaps = word.pieces.some((piece) => typeof piece === 'object' && piece.isPerhaps === true);
  if (!word.isPattern && !word.isSplit && !isPerhaps && typeof last === 'string' && /\/[^/]+$/.test(last)) {
    return performNamed(shown, call, state, frame, walker);
  }
  const rest = call.words.slice(1);
  const reading = (words: Word[]) =>
    void walker.runCall(
      { ...call, words, effects: [], pending: [], doubts: [], output: undefined },
      state.clone(),
      frame,
    );
  const [located, ...others] = locatedIn(word);
  if (located !== undefined) {
    // It prints nothing for a program that is not there, and the next word is then the command.
    if (word.isSplit && rest.length > 0) reading(rest);
    for (const name of others) reading([literalWord(name, word.span), ...rest]);
    // Of what the shell does itself only the name is printed.
    const without = { functions: true, builtins: !builtins.has(located) };
    return performNamed(located, { ...call, without }, state, frame, walker);
  }
  walker.journal.doubt('dynamic-command', `The program "${shown}" is known only at run time`, word.span);
  call.output?.write(undefined);
  const empty = word.pieces.filter((piece) => typeof piece === 'string').join('');
  if (empty !== '' && !word.isPattern) reading([{ ...word, pieces: [empty], isSplit: false }, ...rest]);
  if (empty === '' && word.isSplit && rest.length > 0) reading(rest);
  for (const name of programsLike(word, walker)) reading([literalWord(name, word.span), ...rest]);
  return { known: { name: null, isBuiltin: false, isQuiet: false, isUnknown: true, effects: [] }, states: [state] };
}

function performNamed(text: string, call: Call, state: State, frame: Frame, walker: Walker): Performed {
  const name = text.slice(text.lastIndexOf('/') + 1);
  // A letter of another script looks like one of ours, and is another program.
  // oxlint-disable-next-line no-control-regex
  const odd = /[^\x20-\x7e]/u.exec(name);
  if (odd) walker.journal.doubt('odd-characters', `The name of a program has ${codePoint(odd[0])} in it`, call.span);
  const isPlain = !text.includes('/');
  if (isPlain && !call.without?.functions) {
    const alias = state.aliases.get(name);
    if (alias) runAlias(alias, call, state, frame, walker);
    const fn = state.functions.get(name);
    if (fn) {
      const known: Known = { name, isBuiltin: true, isQuiet: true, isUnknown: false, effects: [] };
      const before = fn.isPerhaps ? state.clone() : undefined;
      const hidden = assignForNow(call, state, frame, walker);
      const states = runFunction(name, fn, call, state, frame, walker, hidden);
      if (!before) return { known, states };
      const without = { ...call.without, functions: true };
      const other = { ...call, without, effects: [], pending: [], doubts: [] };
      return { known, states: mergeStates([...states, ...walker.runCall(other, before, frame)]) };
    }
  }
  const builtin = isPlain && !call.without?.builtins ? builtins.get(name) : undefined;
  if (builtin) return performBuiltin(builtin, name, call, state, frame, walker);
  return performProgram(text, name, call, state, frame, walker);
}

function performBuiltin(run: Builtin, name: string, call: Call, state: State, frame: Frame, walker: Walker): Performed {
  const report: Report = { effects: [], output: [], isQuiet: true };
  const args = call.words.slice(1);
  const own: BuiltinCall = {
    words: call.words,
    assignments: call.assignments,
    effects: call.effects,
    stdin: call.stdin,
    inputs: call.inputs,
    output: call.output,
    span: call.span,
    declared: call.declared,
    name,
    args,
    state,
    frame,
    walker,
    report,
  };
  // Code within code may be that of a sh.
  const isKept = special.has(name) && (frame.depth > 0 || state.options.has('posix'));
  const states = withAssignments(call, state, frame, walker, () => run(own) ?? [state], isKept);
  const described = walker.context.describe({ name, args, stdin: call.stdin, content: undefined, path: undefined });
  const more = described ? described.effects.map((effect) => effectIn(effect, state.cwd)) : [];
  // What another command prints on its behalf, it has already said.
  if (!speaksForItself.has(name)) call.output?.write(report.output);
  return {
    known: {
      name,
      sub: described?.sub,
      isBuiltin: true,
      isQuiet: described ? described.isQuiet : report.isQuiet,
      isUnknown: false,
      effects: [...report.effects, ...(speaksForItself.has(name) ? [] : more)],
    },
    states,
  };
}

/** Builtins whose assignments stay, in shells that go by POSIX. */
const special = new Set(
  ': . break continue eval exec exit export readonly return set shift source times trap unset'.split(' '),
);

/** Builtins that run other commands. */
const speaksForItself = new Set(['eval', 'command', 'builtin', 'exec', 'source', '.']);

function performProgram(text: string, name: string, call: Call, state: State, frame: Frame, walker: Walker): Performed {
  walker.budget.takeSteps(4);
  const args = call.words.slice(1);
  const hasFolder = text.includes('/');
  const content = (path: Word) => contentOf(path, call, state, walker);
  const described = walker.context.describe({
    name,
    args,
    stdin: call.stdin,
    content,
    path: hasFolder ? text : undefined,
  });
  const effects: ShellEffect[] = [];
  for (const effect of described?.effects ?? []) {
    const left = withoutSubstitution(effect, walker);
    if (left) effects.push(effectIn(left, state.cwd));
  }
  for (const doubt of described?.doubts ?? []) walker.journal.doubt('arguments', doubt, call.span);
  const isOwn = hasFolder && !/^\/(?:usr\/(?:local\/)?)?s?bin\/|^\/opt\/homebrew\/bin\//.test(text);
  if (isOwn) effects.push(...runOwnProgram(call, state, frame, walker));
  for (const nested of described?.nested ?? []) effects.push(...runNested(nested, call, state, frame, walker));
  rememberWritten(call, described, state, walker);
  call.output?.write(outputOf(name, call, state, content));
  return {
    known: {
      name,
      sub: described?.sub,
      isBuiltin: false,
      isQuiet: (described?.isQuiet ?? false) && !isOwn,
      isUnknown: described === undefined,
      effects,
    },
    states: [state],
  };
}

/** A substitution is no file, but what is done by way of it is done. */
function withoutSubstitution(effect: ProgramEffect, walker: Walker): ProgramEffect | undefined {
  const { kind, target } = effect;
  if (!target || !isSubstitution(target, walker)) return effect;
  return kind === 'read' || kind === 'write' || kind === 'delete' ? undefined : { ...effect, target: undefined };
}

/** A program that is given by its path is whatever stands in that file, not the program of that name. */
function runOwnProgram(call: Call, state: State, frame: Frame, walker: Walker): ShellEffect[] {
  const [word] = call.words as [Word];
  const target = pathTarget(word, state.cwd);
  if (/^\/(?:proc|dev)\//.test(target.path ?? ''))
    walker.journal.doubt('dynamic-command', `The program "${target.text}" is known only at run time`, word.span);
  const name = fileNameOf(word, state.cwd);
  const texts = name === undefined ? [] : walker.files.textsOf(name, walker.context.readScript, true).map(display);
  // Text that names no interpreter is run by the shell itself.
  const isShell = /^(?!#!)|^#![ \t]*(?:\/\S*\/env[ \t]+)?(?:\S*\/)?(?:ba|da|z|k|a)?sh(?:[ \t]+[-+]\w*)?[ \t]*(?:\n|$)/;
  const effects: ShellEffect[] = [];
  if (texts.some((text) => isShell.test(text))) {
    const nested = { kind: 'file', via: target.text, path: word, shell: 'bash', args: call.words } as const;
    effects.push(...runNested(nested, call, state, frame, walker));
  }
  const written = name === undefined ? [] : walker.files.textsOf(name, () => undefined, true).map(display);
  for (const text of written) {
    const interpreter = isShell.test(text) ? undefined : /^#![ \t]*(\S[^\n]*)/.exec(text)?.[1];
    if (interpreter === undefined) continue;
    const words = [
      ...interpreter
        .trim()
        .split(/\s+/)
        .map((text) => literalWord(text, word.span)),
      ...call.words,
    ];
    runNested({ kind: 'argv', via: target.text, words }, call, state, frame, walker);
  }
  return effects.length > 0 ? effects : [{ kind: 'run', target }];
}

function runAlias(alias: ReturnType<typeof textOfWord>, call: Call, state: State, frame: Frame, walker: Walker): void {
  const name = display(call.words[0]?.pieces ?? []);
  walker.journal.doubt('dynamic-code', `"${name}" is an alias`, call.span);
  if (frame.depth >= limits.depth) return;
  const inner = state.clone();
  inner.aliases.delete(name);
  inner.positional = call.words.slice(1).map(textOfWord);
  const path = [...frame.path, 'alias'];
  walker.runText(
    concat(alias, [' "$@"']),
    inner,
    frameIn(frame, { path, depth: frame.depth + 1, output: undefined }),
    call.span,
  );
}

/** Assignments before a builtin hold only as long as it runs. */
function withAssignments(
  call: Call,
  state: State,
  frame: Frame,
  walker: Walker,
  run: () => State[],
  isKept = false,
): State[] {
  if (call.assignments.length === 0) return run();
  const before = assignForNow(call, state, frame, walker);
  const during = new Map([...before.keys()].map((name) => [name, state.variables.get(name)]));
  const states = run();
  for (const after of states) {
    for (const [name, variable] of before) {
      // `c[0]=x unset 'c[1]'`, `c=x read c`: which of the two has changed is not followed.
      if (isKept || after.variables.get(name) !== during.get(name))
        after.variables.set(name, {
          value: [{ unknown: 'variable', name }],
          isOpen: after.variables.get(name)?.isReadonly === true,
        });
      else if (variable) after.variables.set(name, variable);
      else after.variables.delete(name);
    }
  }
  return states;
}

/** Gives back what was there before, by the names that references lead to. */
function assignForNow(
  { assignments }: Call,
  state: State,
  frame: Frame,
  walker: Walker,
): Map<string, Variable | undefined> {
  const before = new Map<string, Variable | undefined>();
  for (const { name, value } of assignments) {
    const target = resolveName(name, state);
    if (!before.has(target)) before.set(target, state.variables.get(target));
    const how = { attributes: { isExported: true, isTemporary: true }, isWatched: false };
    assign(name, value.pieces, how, state, frame, walker, value.span);
  }
  return before;
}

function codePoint(char: string): string {
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
