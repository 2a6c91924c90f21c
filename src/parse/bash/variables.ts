import type { PlanContext, Span } from '../../protocol/shell.ts';
import { watchVariable } from './environment.ts';
import type { State, Variable } from './state.ts';
import { runTraps } from './traps.ts';
import { concat, knownText, type Piece, type Text } from './text.ts';
import { mayBreak, type Frame, type Walker } from './walker.ts';

/** What a variable holds; undefined when nobody in this text set it and the environment does not tell. */
export function lookUp(name: string, state: State, context: PlanContext): Variable | undefined {
  const own = state.variables.get(name);
  if (own) return own;
  if (/^\d/.test(name)) return positional(Number(name), state);
  switch (name) {
    case 'PWD':
      return { value: state.cwd === undefined ? [{ unknown: 'variable', name }] : [state.cwd] };
    case 'OLDPWD':
      return { value: state.previousCwd === undefined ? [{ unknown: 'variable', name }] : [state.previousCwd] };
    case 'HOME':
      return { value: [context.home] };
    case 'IFS':
      return { value: [' \t\n'] };
    case '#':
      return { value: state.positional ? [String(state.positional.length)] : [{ unknown: 'arithmetic' }] };
    case '?':
    case '$':
    case '!':
    case 'RANDOM':
    case 'SRANDOM':
    case 'SECONDS':
    case 'LINENO':
    case 'BASHPID':
    case 'PPID':
    case 'UID':
    case 'EUID':
    case 'EPOCHSECONDS':
      return { value: [{ unknown: 'arithmetic', name }] };
  }
  if (setByShell.test(name)) return undefined;
  const value = Object.hasOwn(context.env, name) ? context.env[name] : undefined;
  return value === undefined ? undefined : { value: value === '' ? [] : [value], isExported: true };
}

/** What bash gives another value than the environment had. */
export const setByShell: RegExp =
  /^(?:_|BASH\w*|DIRSTACK|FUNCNAME|GROUPS|HISTCMD|OPTARG|OPTIND|PIPESTATUS|REPLY|SHELLOPTS|SHLVL)$/;

/** What keeps a value of the shell's own, whatever is assigned: `_=ls; $_ rm x` runs rm. */
const keptByShell =
  /^(?:_|BASH_(?!ENV$|FUNC_)\w+|BASHPID|DIRSTACK|FUNCNAME|GROUPS|HISTCMD|LINENO|PIPESTATUS|S?RANDOM|SECONDS|E?UID|PPID|EPOCH\w+)$/;

function positional(at: number, state: State): Variable | undefined {
  if (at === 0) return state.shellName && { value: state.shellName };
  if (!state.positional) return undefined;
  return { value: state.positional[at - 1] };
}

/** Follows `declare -n`. */
export function resolveName(name: string, state: State): string {
  let at = name;
  for (let step = 0; step < 8; step++) {
    const variable = state.variables.get(at);
    const next = variable?.isReference ? knownText(variable.value ?? []) : undefined;
    if (next === undefined || !/^\w+$/.test(next)) return at;
    at = next;
  }
  // A reference to itself, in the end, has no value and takes none.
  return '';
}

export interface Assigning {
  readonly append?: boolean | undefined;
  /** The item of an array. */
  readonly index?: number | '?' | undefined;
  /** Null when they are not known. */
  readonly items?: readonly Text[] | null | undefined;
  readonly attributes?: Partial<Variable> | undefined;
  /** Whoever starts the program looks at its environment. */
  readonly isWatched?: boolean;
}

/** Gives a variable a value, as its attributes ask. */
export function assign(
  name: string,
  value: Text | undefined,
  how: Assigning,
  state: State,
  frame: Frame,
  walker: Walker,
  span: Span,
): void {
  setValue(name, value, how, { state, frame, walker, span });
  if (walker.traps.length > 0) runTraps(state, frame, walker, name);
}

interface Place {
  readonly state: State;
  readonly frame: Frame;
  readonly walker: Walker;
  readonly span: Span;
}

function setValue(name: string, value: Text | undefined, how: Assigning, place: Place): void {
  const { state, frame, walker, span } = place;
  const target = how.attributes?.isReference ? name : resolveName(name, state);
  const before = state.variables.get(target) ?? environmentVariable(target, walker.context);
  // The assignment fails, and the old value stays.
  if (before?.isReadonly || target === '') return mayBreak(state, walker);
  if (before?.isOpen)
    walker.journal.doubt('dynamic-code', `What an assignment to "${target}" does is known only at run time`, span);
  if (how.isWatched !== false) {
    if (value !== undefined) watchVariable(target, value, state, frame, walker, span);
    else if (how.items !== undefined) watchVariable(target, [{ unknown: 'variable' }], state, frame, walker, span);
  }
  runIndexed(how.items ?? [value ?? []], state, frame, walker, span, `${target}=`);
  if (target === 'BASH_ARGV0') state.shellName = undefined;
  if (shellModes.test(target) && how.isWatched !== false)
    walker.journal.doubt('arguments', `What "${target}" changes is not followed`, span);
  if (target === 'FUNCNEST') walker.journal.doubt('arguments', 'How deep functions may call is not followed', span);
  if (target === 'DIRSTACK') state.folders = state.folders.map(() => undefined);
  if (keptByShell.test(target)) return forget(target, state);
  const isReference = how.attributes?.isReference === true || before?.isReference === true;
  if (isReference) return refer(target, value ?? before?.value, how, place);
  const attributes = { ...withoutValue(before), ...how.attributes };
  if (how.items !== undefined) {
    const items = how.append ? (before?.isArray ? before.items : before?.value ? [before.value] : []) : [];
    state.variables.set(target, {
      ...attributes,
      isArray: true,
      value: undefined,
      items: items && how.items ? [...items, ...how.items] : undefined,
    });
    return;
  }
  if (value === undefined) {
    state.variables.set(target, before ? { ...before, ...how.attributes } : { ...attributes, value: undefined });
    return;
  }
  let text: Text = how.append && how.index === undefined ? concat(before?.value ?? [], value) : value;
  if (attributes.isInteger) {
    const added = walker.number(value, state, frame, span);
    const old = how.append ? (before?.isArray ? undefined : walker.number(before?.value ?? [], state, frame, span)) : 0;
    const number = added === undefined || old === undefined ? undefined : old + added;
    text = number === undefined ? [{ unknown: 'arithmetic', name: target }] : [String(number)];
  }
  if (attributes.letters) {
    const known = knownText(text);
    text =
      known === undefined
        ? [{ unknown: 'variable', name: target }]
        : [attributes.letters === 'upper' ? known.toUpperCase() : known.toLowerCase()];
  }
  if (how.index !== undefined || before?.isArray) {
    state.variables.set(target, { ...attributes, isArray: true, value: undefined, items: withItem(before, how, text) });
  } else state.variables.set(target, { ...attributes, value: text });
}

/** What switches options of this shell, or of those that it starts. */
const shellModes = /^(?:POSIXLY_CORRECT|SHELLOPTS|BASHOPTS|BASH_COMPAT)$/;

/** Text like `a[$(…)]` in a variable is run as soon as the variable is used as a number. */
export function runIndexed(
  texts: readonly Text[],
  state: State,
  frame: Frame,
  walker: Walker,
  span: Span,
  via: string,
): void {
  for (const text of texts) if (text.some(looksIndexed)) walker.runHidden(text, state, frame, span, via);
}

function looksIndexed(piece: Piece): boolean {
  return typeof piece === 'string' && /(?:^|\w)\[[^\]]*[$`]/.test(piece);
}

/** Makes a variable a name for another; what is no name is refused, and the variable stays as it was. */
function refer(name: string, value: Text | undefined, how: Assigning, { state, walker, span }: Place): void {
  const to = value && knownText(value);
  const attributes = { ...how.attributes, isReference: true };
  // In a function it stands for the one of the caller.
  if (to === name) walker.journal.doubt('dynamic-code', `"${name}" is a name for itself`, span);
  if (/\[[^\]]*(?:=|\+\+|--)/.test(to ?? ''))
    walker.journal.doubt('dynamic-code', 'A name for an item sets something whenever it is used', span);
  if (value === undefined || to === '') state.variables.set(name, { ...attributes, value: [] });
  else if (to !== undefined && /^[A-Za-z_]\w*$/.test(to) && to !== name && !how.append)
    state.variables.set(name, { ...attributes, value: [to] });
  // An item of an array is not followed; nor is what it was a name for until now.
  else if (to === undefined || /^[A-Za-z_]\w*\[/.test(to) || how.append)
    state.variables.set(name, { value: [{ unknown: 'variable', name }] });
  else mayBreak(state, walker);
}

/** Makes a variable one that is known only at run time. */
export function forget(name: string, state: State, text?: Text): void {
  const target = resolveName(name, state);
  const before = state.variables.get(target);
  if (before?.isReadonly || target === '') return;
  state.variables.set(target, { ...withoutValue(before), value: text ?? [{ unknown: 'variable', name: target }] });
}

/** What runs only perhaps: the variables it sets are unknown afterwards. */
export function eitherWay<T>(state: State, run: () => T): T {
  const before = new Map(state.variables);
  const result = run();
  for (const [name, variable] of state.variables) {
    const old = before.get(name);
    if (old === variable) continue;
    const unknown = isNumber(variable) && (old === undefined || isNumber(old)) ? 'arithmetic' : 'variable';
    forget(name, state, [{ unknown, name }]);
  }
  return result;
}

function isNumber({ value }: Variable): boolean {
  return (
    value?.every((piece) =>
      typeof piece === 'string' ? /^-?\d*$/.test(piece) : 'unknown' in piece && piece.unknown === 'arithmetic',
    ) === true
  );
}

function withItem(before: Variable | undefined, { index, append }: Assigning, text: Text): readonly Text[] | undefined {
  const items = before?.isArray ? before.items : before?.value ? [before.value] : [];
  if (!items || index === '?') return undefined;
  const at = index ?? 0;
  // Arrays with holes are not followed.
  if (at < 0 || at > items.length) return undefined;
  const copy = [...items];
  copy[at] = append ? concat(items[at] ?? [], text) : text;
  return copy;
}

function withoutValue(variable: Variable | undefined): Partial<Variable> {
  if (!variable) return {};
  const { isExported, isInteger, letters, isOpen, isTemporary } = variable;
  return {
    ...(isExported ? { isExported } : {}),
    ...(isInteger ? { isInteger } : {}),
    ...(letters ? { letters } : {}),
    ...(isOpen ? { isOpen } : {}),
    ...(isTemporary ? { isTemporary } : {}),
  };
}

function environmentVariable(name: string, context: PlanContext): Variable | undefined {
  const value = Object.hasOwn(context.env, name) ? context.env[name] : undefined;
  return value === undefined ? undefined : { value: [value], isExported: true };
}
