import type { Word } from '../../../protocol/shell.ts';
import { watchVariable } from '../environment.ts';
import { runPrompt } from '../prompt.ts';
import { optionLetters, optionNames, switchOption } from '../shell-options.ts';
import type { State, Variable } from '../state.ts';
import { display, hasNames, knownText, textOfWord, type Text } from '../text.ts';
import { runTraps } from '../traps.ts';
import { runSubscript } from '../subscripts.ts';
import { assign, eitherWay, forget, resolveName, runIndexed } from '../variables.ts';
import type { Declared } from '../walker.ts';
import { readOptions, type Builtin, type BuiltinCall, type Options } from './builtin.ts';

const optionsOf: Readonly<Record<string, string>> = {
  export: 'fnp',
  readonly: 'aAfp',
  declare: 'aAfFgiIlnprtux',
  typeset: 'aAfFgiIlnprtux',
  local: 'aAfFgiIlnprtux',
};

/** export, declare, typeset, local, readonly. */
export const declare: Builtin = (call) => {
  const { name, state, walker } = call;
  // Outside a function it is an error, and sets nothing.
  if (name === 'local' && call.state.scopes.length === 0)
    return walker.journal.doubt('arguments', '"local" stands in no function', call.span);
  const { flags, operands, isOpen } = readOptions(
    call,
    optionsOf[name] ?? '',
    name !== 'export' && name !== 'readonly',
  );
  if (isOpen) walker.journal.doubt('dynamic-code', `What "${name}" declares is known only at run time`, call.span);
  if (flags.has('p')) {
    // Names alone are printed by declare; export and readonly set all the same.
    const isName = (word: Word) =>
      (name === 'declare' || name === 'typeset') && /^[A-Za-z_]\w*$/.test(knownText(word.pieces) ?? '');
    if (!operands.every(isName)) walker.journal.doubt('arguments', `"${name} -p" sets nothing`, call.span);
    return void (call.report.output = undefined);
  }
  if (operands.length === 0) call.report.output = undefined;
  if (flags.has('f') || flags.has('F')) {
    // A function of that name is not defined again.
    if (flags.has('r') || name === 'readonly')
      walker.journal.doubt('arguments', 'A function is made readonly', call.span);
    if (flags.has('x') || name === 'export') exportFunctions(call, operands, !flags.has('n'));
    else if (flags.has('+x')) exportFunctions(call, operands, false);
    return void (call.report.output = undefined);
  }
  if (flags.has('I')) walker.journal.doubt('arguments', `"${name} -I" is not followed`, call.span);
  if (flags.has('+n') || (flags.has('n') && (flags.has('a') || flags.has('A'))))
    walker.journal.doubt('arguments', `"${name} +n" is not followed`, call.span);
  const attributes: Partial<Variable> = {
    ...(name === 'export' || flags.has('x') ? { isExported: !flags.has('n') || name !== 'export' } : {}),
    ...(flags.has('r') || name === 'readonly' ? { isReadonly: true } : {}),
    ...(flags.has('i') ? { isInteger: true } : {}),
    ...(flags.has('n') && name !== 'export' ? { isReference: true } : {}),
    ...(flags.has('A') ? { isAssociative: true } : {}),
    ...(flags.has('+i') ? { isInteger: false } : {}),
    ...(flags.has('+x') ? { isExported: false } : {}),
    ...lettersIn(flags),
  };
  const how: Declaring = { flags, attributes, isArray: flags.has('a') || flags.has('A') };
  for (const word of operands) {
    const ready = call.declared?.get(word);
    if (ready) declareReady(call, word, ready, how);
    else declareWord(call, word, how);
  }
  // Bash sets lists first: `declare c=rm c=(ls)` leaves rm.
  const lists = operands.flatMap((word) => call.declared?.get(word) ?? []).filter(({ items }) => items !== undefined);
  for (const { name: list } of lists)
    if (operands.filter((word) => lead(word).startsWith(list)).length > 1) forget(list, state);
};

interface Declaring {
  readonly flags: Options['flags'];
  readonly attributes: Partial<Variable>;
  readonly isArray: boolean;
}

/** What the grammar has read as an assignment. */
function declareReady(call: BuiltinCall, word: Word, ready: Declared, { flags, attributes, isArray }: Declaring): void {
  const { name, state, frame, walker } = call;
  if (hide(call, ready.name, flags.has('g')) === 'both') return;
  const { items, index, append } = ready;
  // `declare -a b=$x` reads `($(code))` in x as an array once more.
  if (isArray) walker.runHidden(ready.text ?? [], state, frame, word.span, name);
  const mayHold = isArray || state.variables.get(ready.name)?.isArray === true;
  if (mayHold && ready.text && display(ready.text).startsWith('(')) return forget(ready.name, state);
  const own = items === undefined ? attributes : { ...attributes, isArray: true };
  assign(ready.name, ready.text, { append, items, index, attributes: own }, state, frame, walker, word.span);
}

/** A name, or a text that becomes an assignment only now: `declare "$x=1"`. */
function declareWord(call: BuiltinCall, word: Word, { flags, attributes, isArray }: Declaring): void {
  const { name, state, frame, walker } = call;
  const text = knownText(word.pieces);
  const match = /^([A-Za-z_]\w*)(\[[^]*\])?(?:(\+?)=([^]*))?$/.exec(text ?? lead(word));
  if (!match) {
    if (text === undefined)
      walker.journal.doubt('dynamic-code', `What "${name}" declares is known only at run time`, word.span);
    walker.runHidden(word.pieces, state, frame, word.span, name);
    return;
  }
  const [, variable, index, plus, value] = match as unknown as [string, string, string?, string?, string?];
  if (index) {
    walker.runHidden([index], state, frame, word.span, name);
    runSubscript(`${variable}${index}`, state, frame, walker, word.span);
  }
  if (hide(call, variable, flags.has('g')) === 'both') return;
  if (value === undefined) {
    if (variable === 'PATH' && state.scopes.at(-1)?.has('PATH') && state.variables.get('PATH')?.value === undefined)
      watchVariable('PATH', [], state, frame, walker, word.span);
    const own = isArray ? { ...attributes, isArray: true } : attributes;
    return assign(variable, undefined, { attributes: own }, state, frame, walker, word.span);
  }
  // `declare "a=($(x))"` is read as an array once more.
  if (value.startsWith('(')) walker.runHidden([value], state, frame, word.span, name);
  const rest: Text = [value, ...(text === undefined ? word.pieces.slice(1) : [])].filter((piece) => piece !== '');
  if (index || value.startsWith('(') || isArray) {
    watchVariable(resolveName(variable, state), rest, state, frame, walker, word.span);
    forget(variable, state);
  } else assign(variable, rest, { append: plus === '+', attributes }, state, frame, walker, word.span);
}

/** Both together are neither. */
function lettersIn(flags: Options['flags']): Pick<Variable, 'letters'> {
  if (flags.has('+u') || flags.has('+l') || (flags.has('u') && flags.has('l'))) return { letters: undefined };
  return flags.has('u') ? { letters: 'upper' } : flags.has('l') ? { letters: 'lower' } : {};
}

/** The text before the first unknown part. */
function lead(word: Word): string {
  return typeof word.pieces[0] === 'string' ? word.pieces[0] : '';
}

/**
 * `local` and `declare` in a function give back the old value at its end, unless `-g` asks for the outer one.
 * Where there is a local one as well, neither is followed any more.
 */
function hide({ name, state }: BuiltinCall, variable: string, isGlobal: boolean): 'one' | 'both' {
  if (isGlobal) {
    const hiding = state.scopes.filter((scope) => scope.has(variable));
    for (const scope of hiding) scope.set(variable, { value: [{ unknown: 'variable', name: variable }] });
    if (hiding.length > 0) forget(variable, state);
    return hiding.length > 0 ? 'both' : 'one';
  }
  if (state.variables.get(variable)?.isReadonly) return 'both';
  const scope = state.scopes.at(-1);
  if (!scope || name === 'export' || name === 'readonly' || scope.has(variable)) return 'one';
  const outer = state.variables.get(variable);
  // The new one has no value of its own yet, or that of `c=rm f`, and nobody follows what that hides.
  const unknown: Variable = { value: [{ unknown: 'variable', name: variable }] };
  scope.set(variable, outer?.isTemporary ? unknown : outer);
  state.variables.set(variable, outer?.isTemporary ? unknown : { value: undefined });
  return 'one';
}

function exportFunctions({ state }: BuiltinCall, names: readonly Word[], isExported: boolean): void {
  for (const word of names) {
    const name = knownText(word.pieces) ?? '';
    const fn = state.functions.get(name);
    if (fn) state.functions.set(name, { ...fn, isExported });
  }
}

export const unset: Builtin = (call) => {
  const { state, frame, walker } = call;
  const { flags, operands } = readOptions(call, 'fvn');
  if (flags.has('f') && flags.has('v')) walker.journal.doubt('arguments', '"unset -fv" does nothing', call.span);
  for (const word of operands) {
    walker.runHidden(word.pieces, state, frame, word.span, 'unset');
    const name = knownText(word.pieces);
    if (name === undefined) {
      walker.journal.doubt('arguments', 'What "unset" takes away is known only at run time', word.span);
      continue;
    }
    // `unset 1` is refused, and so is a name that is none with -n.
    if (/^\d/.test(name) || (flags.has('n') && !state.variables.get(name)?.isReference)) continue;
    // A variable of that name goes before a function.
    const isVariable = state.variables.has(name) || Object.hasOwn(walker.context.env, name);
    const fn = state.functions.get(name);
    if (flags.has('f') || (!flags.has('v') && !isVariable)) state.functions.delete(name);
    else if (fn && !flags.has('v')) state.functions.set(name, { ...fn, isPerhaps: true });
    if (flags.has('f')) continue;
    const target = flags.has('n') ? name : resolveName(name, state);
    if (state.variables.get(target)?.isReadonly) continue;
    // Programs are then looked for in the current folder.
    if (target === 'PATH') watchVariable(target, [], state, frame, walker, word.span);
    // What `c=ls f` hid is seen again.
    if (state.variables.get(target)?.isTemporary) forget(target, state);
    else if (/^\w+$/.test(name))
      state.variables.set(target, uncovered(target, state) ?? { value: undefined, isExported: false });
    else if (/^\w+\[/.test(name)) {
      runSubscript(name, state, frame, walker, word.span);
      forget(name.replace(/\[.*/s, ''), state);
    }
    runTraps(state, frame, walker, target);
  }
};

/** Where a caller's `local` of that name goes, what it hid is seen again. */
function uncovered(name: string, { scopes, variables }: State): Variable | undefined {
  const at = scopes.findLastIndex((scope) => scope.has(name));
  if (at < 0 || (at === scopes.length - 1 && !variables.get(name)?.isTemporary)) return undefined;
  const hidden = scopes[at]?.get(name);
  scopes[at]?.delete(name);
  return hidden;
}

export const letBuiltin: Builtin = ({ args, state, frame, walker }) => {
  const [first, ...others] = args;
  const count = (word: Word) => walker.number(word.pieces, state, frame, word.span);
  if (first) count(first);
  // What cannot be counted ends it, and the rest is not done.
  if (others.length > 0) eitherWay(state, () => others.forEach(count));
};

export const set: Builtin = ({ args, state, frame, walker, report, span }) => {
  const doubt = (option: string) => walker.journal.doubt('arguments', `"set ${option}" is not followed`, span);
  if (args.length === 0) return void (report.output = undefined);
  let at = 0;
  let end = '';
  for (; at < args.length && end === ''; at++) {
    const option = knownText(args[at]?.pieces ?? []);
    if (option === undefined || !/^[-+]/.test(option)) break;
    if (option === '--' || option === '-') {
      // What follows are arguments, also another `--`.
      end = option;
      continue;
    }
    if (!/^[-+][abefhkmnptuvxBCEHPT]*o?[abefhkmnptuvxBCEHPT]*$/.test(option) || option === '+') doubt(option);
    const isOn = option.startsWith('-');
    const names = Array.from(option.slice(1), (letter) => optionLetters[letter]);
    if (option.includes('o')) {
      const next = args[at + 1];
      const name = knownText(next?.pieces ?? []);
      if (name === undefined || (next && !/^[-+]/.test(name) && !optionNames.has(name))) doubt(`-o ${name ?? '…'}`);
      // Without a name it shows all of them.
      if (name === '' || /^[-+]/.test(name ?? '')) report.output = undefined;
      else names.push(args[++at] && name);
    }
    for (const name of names) if (name !== undefined) switchOption(name, isOn, state, walker, span);
    if (isOn && names.includes('xtrace'))
      runPrompt(state.variables.get('PS4')?.value ?? [], state, frame, walker, span, 'PS4');
  }
  // What nobody knows may be an option, or the end of them.
  if (
    end === '' &&
    at < args.length &&
    knownText(args[at]?.pieces ?? []) === undefined &&
    /^(?:[-+]|$)/.test(lead(args[at] as Word))
  )
    return void (state.positional = undefined);
  // Only after `--` none means none; otherwise those of before stay.
  if (at >= args.length && end !== '--') return;
  const rest = args.slice(at);
  runIndexed(
    rest.map((word) => word.pieces),
    state,
    frame,
    walker,
    span,
    'set',
  );
  state.positional = rest.some((word) => word.isSplit) ? undefined : rest.map(textOfWord);
  runTraps(state, frame, walker, '@');
};

export const shift: Builtin = ({ args, state, frame, walker }) => {
  const text = args.length === 0 ? '1' : knownText(args[0]?.pieces ?? []);
  if (!state.positional) return;
  // What is no number is an error, and shifts nothing; forms of numbers that nobody writes are not followed.
  const count = args.length < 2 && text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(count) || hasNames(state.positional.slice(0, count))) state.positional = undefined;
  else if (count <= state.positional.length) state.positional = state.positional.slice(count);
  if (walker.traps.length > 0) runTraps(state, frame, walker, '@');
};

export const test: Builtin = ({ args, state, frame, walker }) => {
  args.forEach((word, at) => {
    const before = knownText(args[at - 1]?.pieces ?? []);
    if (before !== '-v' && before !== '-R') return;
    walker.runHidden(word.pieces, state, frame, word.span, 'test -v');
    runSubscript(knownText(word.pieces) ?? '', state, frame, walker, word.span);
  });
};
