import type { PlanContext, Span } from '../../protocol/shell.ts';
import { watchVariable } from './environment.ts';
import type { State, Variable } from './state.ts';
import { runTraps } from './traps.ts';
import { concat, hasNames, isAscii, knownText, type Piece, type Text } from './text.ts';
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
      return {
        value:
          state.positional && !hasNames(state.positional)
            ? [String(state.positional.length)]
            : [{ unknown: 'arithmetic' }],
      };
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
const setByShell =
  /^(?:_|BASH\w*|DIRSTACK|FUNCNAME|GROUPS|HISTCMD|OPTARG|OPTERR|OPTIND|PIPESTATUS|REPLY|SHELLOPTS|SHLVL)$/;

/** What bash gives a value when the environment has none. */
const filledByShell =
  /^(?:COLUMNS|COMP_WORDBREAKS|E?UID|EPOCH\w+|HOST\w+|LINENO|LINES|MACHTYPE|OSTYPE|PATH|PPID|PS[1-4]|SECONDS|SHELL|S?RANDOM|TERM)$/;

/** Whether it is set is known only at run time, when nothing in this text has set it: `$1` of unknown arguments, `OSTYPE`. */
export function isPerhapsSet(name: string): boolean {
  return !isName(name) || setByShell.test(name) || filledByShell.test(name);
}

/** What keeps a value of the shell's own, whatever is assigned: `_=ls; $_ rm x` runs rm. */
const keptByShell =
  /^(?:_|BASH_(?!ENV$|FUNC_)\w+|BASHPID|DIRSTACK|FUNCNAME|GROUPS|HISTCMD|LINENO|PIPESTATUS|S?RANDOM|SECONDS|E?UID|PPID|EPOCH\w+)$/;

function positional(at: number, state: State): Variable | undefined {
  if (at === 0) return state.shellName && { value: state.shellName };
  if (!state.positional || hasNames(state.positional.slice(0, at - 1))) return undefined;
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
  const before = state.variables.get(target) ?? inherited(target, state, walker.context);
  if (before?.isReadonly || !isName(target)) {
    if (value !== undefined || how.items !== undefined) refuse(name, place);
    return;
  }
  if (typeof how.index === 'number' && how.index < 0 && !hasItem(before, how.index)) return refuse(name, place);
  if (before?.isOpen)
    walker.journal.doubt('dynamic-code', `What an assignment to "${target}" does is known only at run time`, span);
  if (how.isWatched !== false) {
    if (value !== undefined) watchVariable(target, value, state, frame, walker, span);
    else if (how.items !== undefined) watchVariable(target, [{ unknown: 'variable' }], state, frame, walker, span);
  }
  runIndexed(how.items ?? [value ?? []], state, frame, walker, span, `${target}=`);
  // `read 1` and `printf -v 1` are refused: `$1` is what it was.
  if (/^\d/.test(target)) return;
  if (target === 'BASH_ARGV0') state.shellName = undefined;
  if (shellModes.test(target) && how.isWatched !== false)
    walker.journal.doubt('arguments', `What "${target}" changes is not followed`, span);
  if (target === 'FUNCNEST') walker.journal.doubt('arguments', 'How deep functions may call is not followed', span);
  if (target === 'DIRSTACK') state.folders = state.folders.map(() => undefined);
  if (keptByShell.test(target)) return forget(target, state);
  const isReference = how.attributes?.isReference === true || before?.isReference === true;
  // What it is a name for is looked up, and counted, whenever it is used.
  const item = isReference ? /^([A-Za-z_]\w*)\[/.exec(knownText(value ?? []) ?? '')?.[1] : undefined;
  if (item !== undefined) {
    walker.journal.doubt('arguments', `"${target}" is a name for an item`, span);
    watchVariable(item, [{ unknown: 'variable' }], state, frame, walker, span);
  }
  if (isReference && before?.isArray) return refuse(name, place);
  if (isReference) return refer(target, value ?? before?.value, how, place);
  const isTemporary = how.attributes?.isTemporary === true;
  const attributes: Partial<Variable> = {
    ...(isTemporary ? {} : withoutValue(before)),
    ...(state.options.has('allexport') ? { isExported: true } : {}),
    ...how.attributes,
  };
  if (how.items !== undefined) {
    const items = how.append ? (before?.isArray ? before.items : before?.value ? [before.value] : []) : [];
    const added = how.items?.map((item) => asAsked(item, attributes, target, place));
    state.variables.set(target, {
      ...attributes,
      isArray: true,
      value: undefined,
      items: items && added && !attributes.isAssociative ? [...items, ...added] : undefined,
    });
    return;
  }
  if (value === undefined) {
    state.variables.set(target, before ? { ...before, ...how.attributes } : { ...attributes, value: undefined });
    return;
  }
  const isItem = how.index !== undefined || (before?.isArray === true && !isTemporary);
  const whole = how.append && !isItem ? concat(before?.value ?? [], value) : value;
  // To a number it is added, after which nobody follows it.
  const isSum = how.append === true && attributes.isInteger === true;
  const text: Text = isSum ? [{ unknown: 'arithmetic', name: target }] : asAsked(whole, attributes, target, place);
  if (isItem) {
    const items = isSum || attributes.isAssociative ? undefined : withItem(before, how, text);
    state.variables.set(target, { ...attributes, isArray: true, value: undefined, items });
  } else state.variables.set(target, { ...attributes, value: text });
}

/** What switches options of this shell, or of those that it starts. */
const shellModes = /^(?:POSIXLY_CORRECT|SHELLOPTS|BASHOPTS|BASH_COMPAT)$/;

/** A value as `declare -i`, `-u` and `-l` make it. */
function asAsked(text: Text, { isInteger, letters }: Partial<Variable>, name: string, place: Place): Text {
  if (isInteger) {
    const number = place.walker.number(text, place.state, place.frame, place.span);
    return number === undefined ? [{ unknown: 'arithmetic', name }] : [String(number)];
  }
  if (!letters) return text;
  const known = knownText(text);
  if (known === undefined || !isAscii(known)) return [{ unknown: 'variable', name }];
  const changed = letters === 'upper' ? known.toUpperCase() : known.toLowerCase();
  return changed === '' ? [] : [changed];
}

export function isName(text: string): boolean {
  return /^[A-Za-z_]\w*$/.test(text);
}

/** Bash leaves out what stands after it on the line, and goes on with the next one. */
function refuse(name: string, { state, walker, span }: Place): void {
  mayBreak(state, walker);
  walker.journal.doubt('arguments', `"${name}" takes no value, which is an error`, span);
}

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
  return typeof piece === 'string' && /(?:^|\w)\[[^\][]*[$`]/.test(piece);
}

/** Makes a variable a name for another; what is no name is refused, and the variable stays as it was. */
function refer(name: string, value: Text | undefined, how: Assigning, { state, walker, span }: Place): void {
  const to = value && knownText(value);
  const attributes = { ...how.attributes, isReference: true };
  // In a function it stands for the one of the caller.
  if (to === name) walker.journal.doubt('dynamic-code', `"${name}" is a name for itself`, span);
  if (/\[[^\][]*(?:=|\+\+|--)/.test(to ?? ''))
    walker.journal.doubt('dynamic-code', 'A name for an item sets something whenever it is used', span);
  if (value === undefined || to === '') state.variables.set(name, { ...attributes, value: [] });
  else if (to !== undefined && /^[A-Za-z_]\w*$/.test(to) && to !== name && !how.append)
    state.variables.set(name, { ...attributes, value: [to] });
  // An item of an array is not followed; nor is what it was a name for until now.
  else if (to === undefined || to === name || /^[A-Za-z_]\w*\[/.test(to) || how.append)
    state.variables.set(name, { value: [{ unknown: 'variable', name }] });
  else mayBreak(state, walker);
}

/** Makes a variable one that is known only at run time. */
export function forget(name: string, state: State, text?: Text): void {
  const target = resolveName(name, state);
  const before = state.variables.get(target);
  if (before?.isReadonly || !isName(target)) return;
  const held = before?.isArray
    ? { isArray: true, value: undefined, items: undefined }
    : { value: text ?? [{ unknown: 'variable' as const, name: target }] };
  state.variables.set(target, { ...withoutValue(before), ...held });
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

function hasItem(variable: Variable | undefined, at: number): boolean {
  const count = variable?.isArray ? variable.items?.length : variable?.value ? 1 : 0;
  return count === undefined || -at <= count;
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
  const { isExported, isInteger, isAssociative, isTemporary, letters, isOpen } = variable;
  return {
    ...(isExported === undefined ? {} : { isExported }),
    ...(isInteger ? { isInteger } : {}),
    ...(isAssociative ? { isAssociative } : {}),
    ...(letters ? { letters } : {}),
    ...(isOpen ? { isOpen } : {}),
    ...(isTemporary ? { isTemporary } : {}),
  };
}

/** What a variable holds that no assignment of this text has touched. */
function inherited(name: string, state: State, context: PlanContext): Variable | undefined {
  if (!isName(name)) return undefined;
  return lookUp(name, state, context) ?? (isPerhapsSet(name) ? { value: [{ unknown: 'variable', name }] } : undefined);
}
