import { display, knownText } from '../bash/text.ts';
import type { Described, Doubt, ShellCommand, ShellEffect, Word } from '../../protocol/shell.ts';
import { aliases, alsoPrograms } from './aliases.ts';
import { builtins } from './builtins.ts';
import { whole } from './flow.ts';
import { runFile, runNested } from './nested.ts';
import { driveDoubt, effectIn, needsFolder, variableSet } from './paths.ts';
import { unknownValue, type ShellFunction, type State, type Value } from './state.ts';
import { isRemote, rememberFetched, remoteScript, sourcesIn, type Call, type Frame, type Walker } from './walker.ts';

const mostRecursion = 2;

/** Runs words that are ready: a function, a cmdlet, a script, or a program that somebody must know. */
export function runCall(call: Call, state: State, frame: Frame, walker: Walker): Value {
  const { journal, budget } = walker;
  if (budget.isSpent || --budget.commands < 0) return unknownValue('substitution');
  const before = state.cwd;
  const { result, commands, doubts } = journal.capture(() => perform(call, state, frame, walker));
  const { output, ...known } = result;
  const effects = [...call.effects, ...known.effects];
  if (readsCode(effects, call, walker)) effects.push(remoteScript);
  const own: Doubt[] = doubts.slice();
  const doubt = (kind: Doubt['kind'], text: string) => own.push({ kind, text, span: call.span });
  for (const effect of effects) {
    const found = driveDoubt(effect);
    if (found) doubt(found.kind, found.text);
    const variable = variableSet(effect);
    if (variable !== undefined) state.variables.set(variable, unknownValue('variable', variable));
  }
  if (before === undefined && effects.some(needsFolder))
    doubt('folder', 'The folder it runs in is known only at run time');
  const command: ShellCommand = {
    name: known.name,
    ...(known.sub !== undefined && { sub: known.sub }),
    argv: call.words,
    assignments: [],
    cwd: before,
    span: call.span,
    path: frame.path,
    stdin: call.stdin,
    effects: walker.budget.takeEffects(effects),
    isUnknown: known.isUnknown,
    isQuiet: known.isQuiet,
    isBuiltin: known.isBuiltin,
    doubts: own,
  };
  if (call.start !== undefined) walker.places.set(command, { code: frame.code, start: call.start });
  rememberFetched(command, walker);
  journal.commands.push(command, ...commands);
  return output ?? unknownValue('substitution', undefined, [command, ...sourcesIn(call)]);
}

interface Performed {
  readonly name: string | null;
  readonly sub?: string | undefined;
  readonly isUnknown: boolean;
  readonly isQuiet: boolean;
  readonly isBuiltin: boolean;
  readonly effects: readonly ShellEffect[];
  readonly output?: Value | undefined;
}

const planned = { isUnknown: false, isQuiet: true, isBuiltin: true, effects: [] } as const;

function perform(call: Call, state: State, frame: Frame, walker: Walker): Performed {
  const { journal } = walker;
  const [word] = call.words as [Word];
  const [piece] = word.pieces;
  if (typeof piece === 'object' && word.pieces.length === 1 && walker.blocks.has(piece))
    return { ...planned, name: '{ }' };
  const text = knownText(word.pieces);
  if (text === undefined || text === '') {
    const last = word.pieces.at(-1);
    // `"$dir\tool"` is a program of that name, wherever it is.
    if (typeof last === 'string' && /[\\/][^\\/]+$/.test(last))
      return performFile(display(word.pieces), call, state, frame, walker);
    journal.doubt('dynamic-command', `The program "${display(word.pieces)}" is known only at run time`, word.span);
    return { name: null, isUnknown: true, isQuiet: false, isBuiltin: false, effects: [] };
  }
  const plain = text.trim().replace(/[\u2013-\u2015]/g, '-');
  // A letter of another script looks like one of ours, and is another command.
  // oxlint-disable-next-line no-control-regex
  const odd = /[^\x20-\x7e]/u.exec(plain);
  if (odd) journal.doubt('odd-characters', `The name of a command has ${codePoint(odd[0])} in it`, call.span);
  if (call.isProgram) return performProgram(plain, nameOf(plain), call, state, frame, walker);
  // `Storage\Format-Volume` is the cmdlet of a module.
  const name = /^[A-Za-z][\w.]*\\([A-Za-z]+-\w+)$/.exec(plain)?.[1] ?? plain;
  return performNamed(name, call, state, frame, walker, 0);
}

function performNamed(name: string, call: Call, state: State, frame: Frame, walker: Walker, hops: number): Performed {
  const key = name.toLowerCase();
  const alias = hops < 4 ? state.aliases.get(key) : undefined;
  if (alias !== undefined) return performNamed(alias, call, state, frame, walker, hops + 1);
  if (state.aliases.has(key))
    walker.journal.doubt('dynamic-command', `What "${name}" stands for is known only at run time`, call.span);
  const fn = state.functions.get(key);
  if (fn) {
    walker.uncalled.delete(fn.body);
    runFunction(name, fn, call, state, frame, walker);
    return { ...planned, name };
  }
  const cmdlet = aliases.get(key) ?? name;
  const builtin = builtins.get(cmdlet.toLowerCase());
  if (/[\\/]/.test(name) || /\.(?:ps1|psm1|sh|cmd|bat)$/i.test(name))
    return performFile(name, call, state, frame, walker);
  forgetOutputs(call, state);
  const done = builtin?.(call.words.slice(1), state, call, walker);
  const performed = performCmdlet(cmdlet, key, call, state, frame, walker);
  if (!done) return performed;
  return {
    ...performed,
    isUnknown: false,
    isBuiltin: true,
    effects: [...performed.effects, ...done.effects],
    output: done.output,
  };
}

function runFunction(
  name: string,
  { body, code }: ShellFunction,
  call: Call,
  state: State,
  frame: Frame,
  walker: Walker,
): void {
  const key = name.toLowerCase();
  if (frame.calls.filter((each) => each === key).length >= mostRecursion) return;
  const inner = state.clone();
  for (const own of ['args', 'input', '_']) inner.variables.delete(own);
  const path = [...frame.path, name];
  const calls = [...frame.calls, key];
  const there = { ...frame, path, code, span: call.span, calls, depth: frame.depth + 1 };
  whole(inner, walker, () => walker.run(body, inner, there));
  // It may have set variables of its caller.
  state.cwd = inner.cwd;
  state.merge([inner]);
}

function performCmdlet(
  cmdlet: string,
  alias: string,
  call: Call,
  state: State,
  frame: Frame,
  walker: Walker,
): Performed {
  const { describe } = walker.context;
  const args = call.words.slice(1);
  const { stdin } = call;
  // A cmdlet that no table has is told by its verb.
  const verb = /^([a-z]+)-[a-z]\w*$/i.exec(cmdlet)?.[1];
  const byVerb = verb === undefined ? undefined : () => describe({ name: `${verb.toLowerCase()}-?`, args, stdin });
  let described = describe({ name: cmdlet, args, stdin }) ?? byVerb?.();
  const hasFlags = args.some((word) => typeof word.pieces[0] === 'string' && word.pieces[0].startsWith('-'));
  if (
    described &&
    cmdlet.toLowerCase() !== alias &&
    alsoPrograms.has(alias) &&
    described.doubts.length > 0 &&
    hasFlags
  ) {
    const program = describe({ name: alias, args, stdin });
    if (program) described = united(described, program);
    return finish(alias, described, call, state, frame, walker);
  }
  return finish(cmdlet, described, call, state, frame, walker);
}

const outputs =
  /^[-\u2013-\u2015](?:o(?:v|utv\w*)|e(?:v|rrorv\w*)|w(?:v|arningv\w*)|i(?:v|nformationv\w*)|p(?:v|ipelinev\w*)|v(?:ar\w*)?|s(?:v|essionv\w*|tatusc\w*)|r(?:hv|esponseh\w*)):?/i;

/** Parameters that name a variable to be set: `-OutVariable x`. */
function forgetOutputs({ words }: Call, state: State): void {
  for (const [at, word] of words.entries()) {
    const [head] = word.pieces;
    const found = typeof head === 'string' && at > 0 ? outputs.exec(head) : null;
    if (!found) continue;
    const rest = (head as string).slice(found[0].length);
    const name = rest === '' ? knownText(words[at + 1]?.pieces ?? []) : rest;
    if (name === undefined) state.variables.clear();
    else state.variables.delete(name.replace(/^\+/, '').toLowerCase());
  }
}

/** What one of two programs does, whichever it is; the arguments were meant for the second. */
function united(one: Described, other: Described): Described {
  const effects = [...other.effects];
  for (const effect of one.effects) {
    const isSame = (each: (typeof effects)[number]) => each.kind === effect.kind && each.thing === effect.thing;
    if (!effects.some(isSame) && effect.kind !== 'read') effects.push(effect);
  }
  return { ...other, effects, nested: [...one.nested, ...other.nested] };
}

function performFile(text: string, call: Call, state: State, frame: Frame, walker: Walker): Performed {
  const name = nameOf(text);
  if (!/\.(?:ps1|psm1)$/i.test(name)) return performProgram(text, name, call, state, frame, walker);
  const [path] = call.words as [Word];
  const nested = {
    kind: 'file',
    via: call.operator === '.' ? 'Invoke-Expression' : name,
    path,
    shell: 'powershell',
  } as const;
  const inner: Frame = {
    ...frame,
    path: [...frame.path, name],
    span: call.span,
    depth: frame.depth + 1,
    items: undefined,
  };
  const child = call.operator === '.' ? state : state.clone();
  // What a file sets is not followed.
  if (call.operator === '.') state.variables.clear();
  const effects = frame.depth > 8 ? [] : runFile(nested, path, call, child, inner, walker);
  return { name, isUnknown: true, isQuiet: false, isBuiltin: false, effects };
}

/** A program that is given by its path is whatever stands in that file, not the program of that name. */
function performProgram(text: string, name: string, call: Call, state: State, frame: Frame, walker: Walker): Performed {
  const args = call.words.slice(1);
  const hasFolder = /[\\/]/.test(text);
  const described = walker.context.describe({ name, args, stdin: call.stdin, ...(hasFolder && { path: text }) });
  const performed = finish(name, described, call, state, frame, walker);
  if (!hasFolder || /^(?:\/(?:usr\/(?:local\/)?)?s?bin\/|[a-z]:[\\/](?:windows|program files))/i.test(text))
    return performed;
  const target = effectIn({ kind: 'run', target: call.words[0] }, { ...walker.context, cwd: state.cwd });
  return { ...performed, isQuiet: false, effects: [...performed.effects, target] };
}

function finish(
  name: string,
  described: Described | undefined,
  call: Call,
  state: State,
  frame: Frame,
  walker: Walker,
): Performed {
  const place = { ...walker.context, cwd: state.cwd };
  const effects = (described?.effects ?? []).map((effect) => effectIn(effect, place));
  for (const doubt of described?.doubts ?? []) walker.journal.doubt('arguments', doubt, call.span);
  for (const nested of described?.nested ?? []) effects.push(...runNested(nested, call, state, frame, walker));
  return {
    name,
    sub: described?.sub,
    isUnknown: described === undefined,
    isQuiet: described?.isQuiet ?? false,
    isBuiltin: /^[A-Z][A-Za-z]*-[A-Za-z]+$/.test(name),
    effects,
  };
}

/** A program that runs code and names no file for it takes the code from its input. */
function readsCode(effects: readonly ShellEffect[], { stdin }: Call, walker: Walker): boolean {
  return effects.some(({ kind, note, target }) => {
    if (kind !== 'run' || note === remoteScript.note) return false;
    if (target) return target.path !== undefined && walker.fetched.has(target.path);
    return stdin.kind === 'pipe' && isRemote(stdin.from, walker);
  });
}

function nameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

function codePoint(char: string): string {
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
