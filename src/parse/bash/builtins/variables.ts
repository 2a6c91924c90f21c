import type { Stdin, Word } from '../../../protocol/shell.ts';
import { watchVariable } from '../environment.ts';
import { contentOf } from '../nested.ts';
import { runPrompt } from '../prompt.ts';
import type { State, Variable } from '../state.ts';
import { knownText, sourcesOf, textOfWord, type Text } from '../text.ts';
import { runTraps } from '../traps.ts';
import { assign, forget, resolveName, runIndexed } from '../variables.ts';
import { frameIn } from '../walker.ts';
import { readOptions, type Builtin, type BuiltinCall } from './builtin.ts';

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
  if (flags.has('f') && (flags.has('r') || name === 'readonly'))
    walker.journal.doubt('arguments', 'A function that cannot be changed is not followed', call.span);
  if (flags.has('f') || flags.has('F')) return exportFunctions(call, operands, flags.has('x') || name === 'export');
  const odd = [...flags.keys()].find((flag) => flag.startsWith('+') || flag === 'I');
  if (odd !== undefined || (flags.has('u') && flags.has('l')))
    walker.journal.doubt('arguments', `"${name} ${odd ?? '-ul'}" is not followed`, call.span);
  const attributes: Partial<Variable> = {
    ...(name === 'export' || flags.has('x') ? { isExported: !flags.has('n') || name !== 'export' } : {}),
    ...(flags.has('r') || name === 'readonly' ? { isReadonly: true } : {}),
    ...(flags.has('i') ? { isInteger: true } : {}),
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
    if (index || value.startsWith('(') || flags.has('a') || flags.has('A')) forget(variable, state);
    else assign(variable, rest, { append: plus === '+', attributes }, state, frame, walker, word.span);
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

function exportFunctions({ state, report }: BuiltinCall, names: readonly Word[], isExported: boolean): void {
  report.output = undefined;
  for (const word of names) {
    const name = knownText(word.pieces) ?? '';
    const fn = state.functions.get(name);
    if (fn && isExported) state.functions.set(name, { ...fn, isExported });
  }
}

export const unset: Builtin = (call) => {
  const { state, frame, walker } = call;
  const { flags, operands } = readOptions(call, 'fvn');
  for (const word of operands) {
    walker.runHidden(word.pieces, state, frame, word.span, 'unset');
    const name = knownText(word.pieces);
    if (name === undefined) {
      walker.journal.doubt('arguments', 'What "unset" removes is known only at run time', word.span);
      continue;
    }
    // A variable of that name goes before a function.
    const isVariable = state.variables.has(name) || Object.hasOwn(walker.context.env, name);
    const fn = state.functions.get(name);
    if (flags.has('f') || (!flags.has('v') && !isVariable)) state.functions.delete(name);
    else if (fn && !flags.has('v')) state.functions.set(name, { ...fn, isPerhaps: true });
    if (flags.has('f')) continue;
    // What is no name for another stays.
    if (flags.has('n') && !state.variables.get(name)?.isReference) continue;
    const target = flags.has('n') ? name : resolveName(name, state);
    if (state.variables.get(target)?.isReadonly) continue;
    if (/^\w+$/.test(name)) state.variables.set(target, uncovered(target, state) ?? { value: undefined });
    else if (/^\w+\[/.test(name)) forget(name.replace(/\[.*/s, ''), state);
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
    const name = /^\w+/.exec(knownText(word.pieces) ?? '')?.[0];
    if (name === undefined) return;
    const value = line === undefined || array || names.length > 1 ? undefined : at === 0 ? line.trim() : '';
    if (value === undefined) forget(name, state, [inputOf(call.stdin, name)]);
    else assign(name, value === '' ? [] : [value], {}, state, frame, walker, span);
    if (array) state.variables.set(resolveName(name, state), { value: undefined, items: undefined, isArray: true });
    if (value === undefined) watchVariable(name, [inputOf(call.stdin, name)], state, frame, walker, word.span);
  });
  if (names.length === 0) forget('REPLY', state, [inputOf(call.stdin, 'REPLY')]);
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
  const name = word ? knownText(word.pieces) : 'MAPFILE';
  if (name !== undefined && /^\w+$/.test(name))
    state.variables.set(resolveName(name, state), { value: undefined, items: undefined, isArray: true });
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
  for (const word of args) walker.number(word.pieces, state, frame, word.span);
};

/** Those that something here asks for. */
const optionLetters = [
  ['a', 'allexport'],
  ['e', 'errexit'],
  ['m', 'monitor'],
  ['u', 'nounset'],
] as const;

function switchOption({ options }: State, name: string, isOn: boolean): void {
  if (isOn) options.add(name);
  else options.delete(name);
}

export const set: Builtin = ({ args, state, frame, walker, report, span }) => {
  const doubt = (option: string) => walker.journal.doubt('arguments', `"set ${option}" is not followed`, span);
  if (args.length === 0) return void (report.output = undefined);
  let at = 0;
  let end = '';
  for (; at < args.length && end === ''; at++) {
    const option = knownText(args[at]?.pieces ?? []);
    if (option === undefined || !/^(?:[-+].|-$)/.test(option)) break;
    if (option === '--' || option === '-') {
      // What follows are arguments, also another `--`.
      end = option;
      continue;
    }
    if (!/^[-+][abefhkmnptuvxBCEHPTo]+$/.test(option) || /^\+.*B|^-.*k/.test(option)) doubt(option);
    if (option.includes('o')) {
      const name = knownText(args[++at]?.pieces ?? []);
      if (name === undefined || name === 'posix' || name === 'braceexpand' || name === 'keyword')
        doubt(`-o ${name ?? '…'}`);
      if (name !== undefined) switchOption(state, name, option.startsWith('-'));
    }
    for (const [letter, name] of optionLetters)
      if (option.includes(letter)) switchOption(state, name, option.startsWith('-'));
    if (/^-.*x/.test(option)) {
      state.options.add('xtrace');
      runPrompt(state.variables.get('PS4')?.value ?? [], state, frame, walker, span, 'PS4');
    }
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
  if (walker.traps.length > 0) runTraps(state, frame, walker, '@');
};

export const shift: Builtin = ({ args, state, frame, walker }) => {
  const text = args.length === 0 ? '1' : (knownText(args[0]?.pieces ?? []) ?? '');
  // What is no number is an error, and shifts nothing.
  const count = args.length > 1 || !/^\d+$/.test(text) ? undefined : Number(text);
  if (!state.positional) return;
  if (count === undefined) state.positional = undefined;
  else if (count <= state.positional.length) state.positional = state.positional.slice(count);
  if (walker.traps.length > 0) runTraps(state, frame, walker, '@');
};

export const test: Builtin = ({ args, state, frame, walker }) => {
  args.forEach((word, at) => {
    const before = knownText(args[at - 1]?.pieces ?? []);
    if (before === '-v' || before === '-R') walker.runHidden(word.pieces, state, frame, word.span, 'test -v');
  });
};
