import type { Assignment, Command } from 'unbash';
import type { Span, Word } from '../../protocol/shell.ts';
import { argumentWord, carryOut, readArguments, readAssignment, valueWord } from './assignments.ts';
import { builtins } from './builtins/index.ts';
import { isPlain } from './expansion.ts';
import { contentOf } from './file-text.ts';
import { isSure } from './plain-output.ts';
import { syntaxWords } from './syntax-words.ts';
import { afterClosing, redirect, setsSomething, withOutput } from './redirects.ts';
import { mergeStates, type State, type Variable } from './state.ts';
import { concat, knownText, literalWord, wordOf, type Text } from './text.ts';
import { emit } from './emit.ts';
import { joinTouching, touches } from './touching.ts';
import { assign, eitherWay, lookUp, resolveName } from './variables.ts';
import { frameIn, mayBreak, spanOf, type Call, type Declared, type Frame, type Walker } from './walker.ts';

/** A command of words, assignments and redirects. */
export function runCommand(node: Command, state: State, frame: Frame, walker: Walker): State[] {
  if (walker.budget.isSpent || --walker.budget.commands < 0) return [state];
  const span = spanOf(node, frame);
  const { result, commands, doubts } = walker.journal.capture(() => prepare(node, state, frame, walker));
  const { words, redirected, prefix, declared, isGuess } = result;
  const callWith = (output: Call['output']): Call => ({
    words: words.length > 0 ? words : [literalWord(':', span)],
    assignments: prefix.map(({ value, word }) => ({ name: value.name, value: word })),
    effects: redirected.effects,
    stdin: redirected.stdin ?? state.stdin ?? frame.stdin,
    inputs: redirected.inputs,
    output,
    span,
    isGuess,
    declared,
    pending: commands,
    doubts,
  });
  if (words.length > 0) {
    // Nobody asks where nothing is redirected.
    const isCertain = node.redirects.length > 0 && isPrinter(node, state);
    const before = redirected.mayFail && changesShell(words[0] as Word, state) ? state.clone() : undefined;
    const after = withOutput(redirected, isCertain, frame, walker, (output) =>
      walker.runCall(callWith(output), state, frame),
    );
    return before ? mergeStates([...after, before]) : after;
  }
  const call = callWith(undefined);
  walker.budget.commands++;
  // `$(< file)` prints the file, `> file` empties it.
  withOutput(redirected, true, frame, walker, (output) => {
    if (redirected.stdin && prefix.length === 0) output?.write(inputText(call, state, walker));
  });
  if (doubts.length > 0 || redirected.effects.length > 0) {
    const path = prefix.length > 0 ? frame.path : [...frame.path, 'redirect'];
    emit(call, shellOnly, state, frameIn(frame, { path }), walker);
  }
  walker.journal.commands.push(...commands);
  return [state];
}

/** What `$(< file)` prints, when this text has written the file, or may have. */
function inputText(call: Call, state: State, walker: Walker): Text | undefined {
  const { stdin } = call;
  const held = stdin.kind === 'file' ? contentOf(stdin.path, call, state, walker) : undefined;
  return held && [{ unknown: 'substitution', isPerhaps: true }, ...held.pieces];
}

/** A program changes nothing that the shell holds, nor does what prints. */
function changesShell(word: Word, state: State): boolean {
  const name = knownText(word.pieces);
  return (
    name !== undefined && (state.functions.has(name) || (builtins.has(name) && !/^(?:echo|:|true|test|\[)$/.test(name)))
  );
}

/** With the redirects left aside, which are why it is asked. */
function isPrinter(node: Command, state: State): boolean {
  const { name, prefix } = node;
  const suffix = node.suffix.filter((item) => item.type !== 'Redirect');
  return isSure(
    { type: 'Command', pos: node.pos, end: node.end, name, prefix, suffix, args: [], redirects: [] },
    state,
  );
}

const shellOnly = { name: ':', isBuiltin: true, isQuiet: true, isUnknown: false, effects: [] };

interface Prepared {
  words: Word[];
  prefix: { value: Declared; node: Assignment; word: Word }[];
  declared: Map<Word, Declared>;
  redirected: ReturnType<typeof redirect>;
  isGuess: boolean;
}

/** Expands everything, in the order of bash: words, redirects, assignments. */
function prepare(node: Command, state: State, frame: Frame, walker: Walker): Prepared {
  const words: Word[] = [];
  const declared = new Map<Word, Declared>();
  let isGuess = false;
  const add = (word: Parameters<Walker['fields']>[0], span: Span) => {
    // The common case, and the one that comes ten thousand times in a long list of files.
    if (!walker.budget.takeSteps(1) && words.length > 0) return;
    if (isPlain(word.text)) return void words.push(literalWord(word.text, span));
    for (const field of walker.fields(word, state, frame)) {
      if (words.length === 0 && field.some((part) => part.isGuess)) isGuess = true;
      const made = wordOf(field, span);
      words.push(made.isPattern && state.options.has('nullglob') ? { ...made, isSplit: true } : made);
    }
  };
  // Bash writes the code of a substitution anew, with redirects at the end: `$(> x ! rm a)` becomes `! rm a > x`.
  if (node.prefix.length > 0 && syntaxWords.has(node.name?.text ?? ''))
    walker.journal.doubt('dynamic-command', `"${node.name?.text}" may be read as syntax`, spanOf(node, frame));
  let before: { readonly type: string; readonly pos: number; readonly end: number } | undefined = node.prefix.at(-1);
  for (const item of joinTouching(node.name ? [node.name, ...node.suffix] : node.suffix)) {
    if (item.type === 'Word' && touches(before, item))
      walker.journal.doubt(
        'arguments',
        `"${item.text.slice(0, 60)}" belongs to what is before it`,
        spanOf(item, frame),
      );
    before = item;
    if (item.type === 'Word') add(item, spanOf(item, frame));
    else if (item.type === 'Assignment') {
      for (const value of readArguments(item, state, frame, walker)) {
        const word = argumentWord(value, item, frame);
        declared.set(word, value);
        words.push(word);
      }
    } else {
      const rest = afterClosing(item);
      if (rest === undefined) continue;
      if (isPlain(rest)) words.push(literalWord(rest, spanOf(item, frame)));
      else walker.journal.doubt('arguments', `"${rest.slice(0, 60)}" is a word of its own`, spanOf(item, frame));
    }
  }
  const prefix: Prepared['prefix'] = [];
  let hidden: Map<string, Variable | undefined> | undefined;
  for (const item of node.prefix) {
    if (!walker.budget.takeSteps(6)) break;
    if (item.type !== 'Assignment') {
      const rest = afterClosing(item);
      if (rest !== undefined)
        walker.journal.doubt('dynamic-command', `"${rest.slice(0, 60)}" is a word of its own`, spanOf(item, frame));
      continue;
    }
    const read = () => readAssignment(item, state, frame, walker);
    if (words.length > 0 && item.index) {
      // `x[0]=a f` is refused, and f runs all the same.
      eitherWay(state, read);
      continue;
    }
    const value = read();
    if (words.length > 0 && state.variables.get(item.name)?.isReadonly) mayBreak(state, walker);
    const given = words.length > 0 ? { ...value, text: temporary(value, state, walker) } : value;
    prefix.push({ value, node: item, word: valueWord(given, item, frame) });
    // Later ones see it, and the shell itself keeps it only when there is no command.
    if (words.length === 0) carryOut(value, item, state, frame, walker);
    else if (node.prefix.length > 1) {
      const target = resolveName(item.name, state);
      hidden ??= new Map();
      if (!hidden.has(target)) hidden.set(target, state.variables.get(target));
      assign(item.name, value.text, { ...value, isWatched: false }, state, frame, walker, spanOf(item, frame));
    }
  }
  for (const [name, variable] of hidden ?? []) {
    if (variable) state.variables.set(name, variable);
    else state.variables.delete(name);
  }
  const expand = () => redirect(node.redirects, state, frame, walker);
  // A program is started first, and what its redirects set is lost.
  const isLost = words.length > 0 && node.redirects.some(setsSomething);
  return { words, prefix, declared, redirected: isLost ? eitherWay(state, expand) : expand(), isGuess };
}

/** What `c+=x program` gives the program; of an array it gives nothing. */
function temporary({ name, text, index, append, items }: Declared, state: State, walker: Walker): Text | undefined {
  if (index !== undefined || items !== undefined) return [{ unknown: 'variable', name }];
  if (!append || text === undefined) return text;
  const before = lookUp(resolveName(name, state), state, walker.context);
  if (before?.isInteger || before?.isArray) return [{ unknown: 'variable', name }];
  return concat(before?.value ?? [], text);
}
