import type { Stdin, Word } from '../../../protocol/shell.ts';
import { watchVariable } from '../environment.ts';
import { contentOf } from '../nested.ts';
import { runPrompt } from '../prompt.ts';
import { optionLetters, optionNames, switchOption } from '../shell-options.ts';
import type { State, Variable } from '../state.ts';
import { knownText, sourcesOf, textOfWord, type Text } from '../text.ts';
import { runTraps } from '../traps.ts';
import { assign, eitherWay, forget, resolveName, runIndexed } from '../variables.ts';
import { frameIn } from '../walker.ts';
import { placeOf, readOptions, type Builtin, type BuiltinCall } from './builtin.ts';

const optionsOf: Readonly<Record<string, string>> = {
  export: 'fnp',
  readonly: 'aAfp',
  declare: 'aAfFgiIlnprtux',
  typeset: 'aAfFgiIlnprtux',
  local: 'aAfFgiIlnprtux',
};

/** export, declare, typeset, local, readonly. */
export const declare: Builtin = (call) => {
  const { name, state, frame, walker } = call;
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
  if (flags.has('+n')) walker.journal.doubt('arguments', `"${name} +n" is not followed`, call.span);
  const attributes: Partial<Variable> = {
    ...(name === 'export' || flags.has('x') ? { isExported: !flags.has('n') || name !== 'export' } : {}),
    ...(flags.has('+x') ? { isExported: false } : {}),
    ...(flags.has('r') || name === 'readonly' ? { isReadonly: true } : {}),
    ...(flags.has('i') ? { isInteger: true } : flags.has('+i') ? { isInteger: false } : {}),
    ...(flags.has('n') && name !== 'export' ? { isReference: true } : {}),
    ...(flags.has('u') ? { letters: 'upper' as const } : flags.has('l') ? { letters: 'lower' as const } : {}),
  };
  const isGlobal = flags.has('g');
  for (const word of operands) {
    const ready = call.declared?.get(word);
    if (ready) {
      if (hide(call, ready.name, isGlobal) === 'both') continue;
      const { items, index } = ready;
      // `declare -a b=$x` reads `($(code))` in x as an array once more.
      if (flags.has('a') || flags.has('A')) walker.runHidden(ready.text ?? [], state, frame, word.span, name);
      assign(
        ready.name,
        ready.text,
        {
          append: ready.append,
          items,
          index,
          attributes: items === undefined ? attributes : { ...attributes, isArray: true },
        },
        state,
        frame,
        walker,
        word.span,
      );
      continue;
    }
    const text = knownText(word.pieces);
    const match = /^([A-Za-z_]\w*)(\[[^]*\])?(?:(\+?)=([^]*))?$/.exec(text ?? lead(word));
    if (!match) {
      if (text === undefined)
        walker.journal.doubt('dynamic-code', `What "${name}" declares is known only at run time`, word.span);
      walker.runHidden(word.pieces, state, frame, word.span, name);
      continue;
    }
    const [, variable, index, plus, value] = match as unknown as [string, string, string?, string?, string?];
    if (index) walker.runHidden([index], state, frame, word.span, name);
    if (hide(call, variable, isGlobal) === 'both') continue;
    if (value === undefined) {
      if (variable === 'PATH' && state.scopes.at(-1)?.has('PATH') && state.variables.get('PATH')?.value === undefined)
        watchVariable('PATH', [], state, frame, walker, word.span);
      assign(
        variable,
        undefined,
        { attributes: flags.has('a') || flags.has('A') ? { ...attributes, isArray: true } : attributes },
        state,
        frame,
        walker,
        word.span,
      );
      continue;
    }
    // `declare "a=($(x))"` is read as an array once more.
    if (value.startsWith('(')) walker.runHidden([value], state, frame, word.span, name);
    const rest: Text =
      text === undefined
        ? [value, ...word.pieces.slice(1)].filter((piece) => piece !== '')
        : value === ''
          ? []
          : [value];
    if (index || value.startsWith('(') || flags.has('a') || flags.has('A')) {
      watchVariable(variable, [{ unknown: 'variable' }], state, frame, walker, word.span);
      forget(variable, state);
    } else assign(variable, rest, { append: plus === '+', attributes }, state, frame, walker, word.span);
  }
};

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
  scope.set(variable, state.variables.get(variable));
  // The new one has no value of its own yet.
  state.variables.set(variable, { value: undefined });
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
    if (name === undefined) continue;
    // `unset 1` is refused, and so is a name that is none with -n.
    if (/^\d/.test(name) || (flags.has('n') && !state.variables.get(name)?.isReference)) continue;
    // A variable of that name goes before a function.
    const isVariable = state.variables.get(name)?.value !== undefined || Object.hasOwn(walker.context.env, name);
    if (flags.has('f') || (!flags.has('v') && !isVariable)) state.functions.delete(name);
    if (flags.has('f')) continue;
    const target = flags.has('n') ? name : resolveName(name, state);
    if (state.variables.get(target)?.isReadonly) continue;
    // Programs are then looked for in the current folder.
    if (target === 'PATH') watchVariable(target, [], state, frame, walker, word.span);
    if (/^\w+$/.test(name)) state.variables.set(target, uncovered(target, state) ?? { value: undefined });
    else if (/^\w+\[/.test(name)) forget(name.replace(/\[.*/s, ''), state);
    runTraps(state, frame, walker, target);
  }
};

/** Where a caller's `local` of that name goes, what it hid is seen again. */
function uncovered(name: string, { scopes }: State): Variable | undefined {
  const at = scopes.findLastIndex((scope) => scope.has(name));
  if (at < 0 || at === scopes.length - 1) return undefined;
  const hidden = scopes[at]?.get(name);
  scopes[at]?.delete(name);
  return hidden;
}

export const read: Builtin = (call) => {
  const { state, frame, walker, span } = call;
  const { flags, operands } = readOptions(call, 'ersa:d:i:n:N:p:t:u:');
  const array = flags.get('a');
  const names = array && array !== true ? [array] : operands.length > 0 ? operands : [];
  // A question is for a person; without one, an empty input is an answer as well.
  const asks = call.stdin.kind === 'inherited' && flags.has('p') && !flags.has('t') && !flags.has('u');
  if (asks) call.report.effects.push({ kind: 'terminal' });
  // What the read of a loop or group gets is what others left over.
  const isOwn = call.inputs.has(0) && !state.variables.has('IFS');
  const line = isOwn && [...flags.keys()].every((flag) => flag === 'r') ? firstLine(call.stdin) : undefined;
  names.forEach((word, at) => {
    walker.runHidden(word.pieces, state, frame, word.span, 'read');
    const place = placeOf(word);
    if (!place) return;
    const { name, index } = place;
    const value = line === undefined || array || names.length > 1 ? undefined : at === 0 ? line.trim() : '';
    if (value === undefined) forget(name, state, [inputOf(call.stdin, name)]);
    else assign(name, value === '' ? [] : [value], { index }, state, frame, walker, span);
    if (array) state.variables.set(name, { value: undefined, items: undefined, isArray: true });
    if (value === undefined) watchVariable(name, [inputOf(call.stdin, name)], state, frame, walker, word.span);
    runTraps(state, frame, walker, name);
  });
  if (names.length === 0) forget('REPLY', state, [inputOf(call.stdin, 'REPLY')]);
  runTraps(state, frame, walker, 'REPLY');
  runIndexedInput(call);
};

/** Input may be code as well when it is used as a number. */
function runIndexedInput(call: BuiltinCall): void {
  const { stdin, state, frame, walker, span, name } = call;
  const text =
    stdin.kind === 'file'
      ? contentOf(stdin.path, call, state, walker)
      : stdin.kind === 'inherited'
        ? undefined
        : stdin.text;
  runIndexed(text?.pieces.map((piece) => [piece]) ?? [], state, frame, walker, span, name);
}

function firstLine(stdin: Stdin): string | undefined {
  if (stdin.kind !== 'text') return undefined;
  const text = knownText(stdin.text.pieces);
  const line = text?.split('\n', 1)[0];
  return line === undefined || line.includes('\\') ? undefined : line;
}

function inputOf(stdin: Stdin, name: string): { unknown: 'input'; name: string; from?: ReturnType<typeof sourcesOf> } {
  const from = stdin.kind === 'pipe' ? stdin.from : stdin.kind === 'text' ? sourcesOf(stdin.text.pieces) : [];
  return { unknown: 'input', name, ...(from.length > 0 ? { from } : {}) };
}

export const mapfile: Builtin = (call) => {
  const { state, frame, walker, span } = call;
  const { flags, operands } = readOptions(call, 'd:n:O:s:tu:C:c:');
  const callback = flags.get('C');
  if (callback && callback !== true) {
    walker.runText(
      [...callback.pieces, ' ', { unknown: 'arithmetic' }, ' ', { unknown: 'input' }],
      state.clone(),
      frameIn(frame, { path: [...frame.path, 'mapfile -C'], depth: frame.depth + 1 }),
      span,
    );
  }
  runIndexedInput(call);
  const word = operands[0];
  if (word) walker.runHidden(word.pieces, state, frame, span, 'mapfile');
  const name = word ? placeOf(word)?.name : 'MAPFILE';
  if (name === undefined) return;
  watchVariable(resolveName(name, state), [{ unknown: 'input', name }], state, frame, walker, span);
  state.variables.set(resolveName(name, state), { value: undefined, items: undefined, isArray: true });
  runTraps(state, frame, walker, name);
};

export const getopts: Builtin = ({ args, state, frame, walker, span }) => {
  runIndexed(
    args.map((word) => word.pieces),
    state,
    frame,
    walker,
    span,
    'getopts',
  );
  const name = /^\w+/.exec(knownText(args[1]?.pieces ?? []) ?? '')?.[0];
  if (name !== undefined) forget(name, state);
  forget('OPTARG', state);
  forget('OPTIND', state);
  for (const changed of ['OPTARG', name ?? 'OPTIND']) runTraps(state, frame, walker, changed);
};

/** `-p` names a variable. */
export const wait: Builtin = (call) => {
  const { flags } = readOptions(call, 'fnp:');
  const variable = flags.get('p');
  if (!variable || variable === true) return;
  call.walker.runHidden(variable.pieces, call.state, call.frame, variable.span, 'wait -p');
  const name = /^\w+/.exec(knownText(variable.pieces) ?? '')?.[0];
  if (name !== undefined) forget(name, call.state);
};

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
  const count = args.length < 2 && text !== undefined && /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!state.positional) return;
  if (Number.isNaN(count)) state.positional = undefined;
  else if (count >= 0 && count <= state.positional.length) state.positional = state.positional.slice(count);
  runTraps(state, frame, walker, '@');
};

export const test: Builtin = ({ args, state, frame, walker }) => {
  args.forEach((word, at) => {
    const before = knownText(args[at - 1]?.pieces ?? []);
    if (before === '-v' || before === '-R') walker.runHidden(word.pieces, state, frame, word.span, 'test -v');
  });
};
