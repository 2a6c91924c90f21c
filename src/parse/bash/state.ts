import type { Command, CompoundCommand, CompoundList, Redirected } from 'unbash';
import type { Span, Stdin } from '../../protocol/shell.ts';
import type { Text } from './text.ts';

export interface Variable {
  /** Undefined when it is known to be unset. */
  readonly value: Text | undefined;
  /** Of an array; undefined in it when its items are known only at run time. */
  readonly items?: readonly Text[] | undefined;
  readonly isArray?: boolean;
  /** Its items are found by text, and stand in no order that is known. */
  readonly isAssociative?: boolean;
  readonly isExported?: boolean;
  readonly isInteger?: boolean;
  readonly isReadonly?: boolean;
  /** The value is the name of another variable. */
  readonly isReference?: boolean;
  readonly letters?: 'upper' | 'lower' | undefined;
  /** Given before the call of a function: when it goes, what it hid is seen again. */
  readonly isTemporary?: boolean;
  /** One of several ways gave it an attribute, so nobody knows what an assignment does to it. */
  readonly isOpen?: boolean;
}

export interface ShellFunction {
  readonly body: CompoundCommand | Redirected | CompoundList | Command;
  readonly span: Span | undefined;
  readonly isExported: boolean;
  /** The bodies it may have, when nobody knows which. */
  readonly alternatives?: readonly ShellFunction['body'][];
  /** On some ways to this point there is none of that name. */
  readonly isPerhaps?: boolean;
}

type Scope = Map<string, Variable | undefined>;

/** What the shell holds at one point of one way through the text. */
export class State {
  /** Undefined when it is known only at run time. */
  cwd: string | undefined;
  previousCwd: string | undefined;
  folders: (string | undefined)[] = [];
  variables: Map<string, Variable> = new Map();
  functions: Map<string, ShellFunction> = new Map();
  aliases: Map<string, Text> = new Map();
  /** Undefined when they are known only at run time. */
  positional: readonly Text[] | undefined = [];
  /** What `$0` says; undefined when it is known only at run time. */
  shellName: Text | undefined = ['bash'];
  options: Set<string> = new Set();
  /** Set by `exec < file`. */
  stdin: Stdin | undefined;
  /** What `local` hides, for each function that is being called. */
  scopes: Scope[] = [];
  /** Nothing comes after: `exit`, `return`, `exec`. */
  isDone = false;
  /** Only the function ends. */
  isReturned = false;
  /** Of a subshell, which an error ends. */
  isApart = false;

  constructor(cwd: string | undefined, previousCwd: string | undefined) {
    this.cwd = cwd;
    this.previousCwd = previousCwd;
  }

  clone(): State {
    const copy = new State(this.cwd, this.previousCwd);
    copy.folders = this.folders.slice();
    copy.variables = new Map(this.variables);
    copy.functions = new Map(this.functions);
    copy.aliases = new Map(this.aliases);
    copy.positional = this.positional;
    copy.shellName = this.shellName;
    copy.options = new Set(this.options);
    copy.stdin = this.stdin;
    copy.scopes = this.scopes.map((scope) => new Map(scope));
    copy.isDone = this.isDone;
    copy.isReturned = this.isReturned;
    copy.isApart = this.isApart;
    return copy;
  }

  /** Ends functions: what their `local` hid is seen again. */
  leave(depth: number): void {
    while (this.scopes.length > depth) {
      for (const [name, hidden] of this.scopes.pop() ?? []) {
        const last = this.variables.get(name);
        // `f() { readonly c; }; c=rm f` keeps it.
        if (last?.isTemporary && last.isReadonly)
          this.variables.set(name, { value: [{ unknown: 'variable', name }], isOpen: true });
        else if (hidden) this.variables.set(name, hidden);
        else this.variables.delete(name);
      }
    }
  }

  /** What a subshell starts with. */
  apart(): State {
    const copy = this.clone();
    copy.isApart = true;
    return copy;
  }

  /** What a program that is started here finds: exported things only. */
  child(isExported: (name: string) => boolean): State {
    const copy = new State(this.cwd, this.previousCwd);
    for (const [name, variable] of this.variables) {
      if (ownOfEachShell.test(name)) continue;
      if (!variable.isArray && variable.value !== undefined && (variable.isExported ?? isExported(name))) {
        copy.variables.set(name, { value: variable.value, isExported: true });
      } else if (isExported(name)) copy.variables.set(name, { value: [{ unknown: 'variable', name }] });
    }
    for (const [name, fn] of this.functions) if (fn.isExported) copy.functions.set(name, fn);
    return copy;
  }
}

/** A shell that is started does not take them from its environment. */
export const ownOfEachShell: RegExp = /^(?:IFS|OPTIND|PWD)$/;

const mostStates = 6;

/** The different ones of several ways to a point; what is over stops the way that is like the first. */
export function mergeStates(states: readonly State[]): State[] {
  if (states.length === 1) return [states[0] as State];
  const alive = states.filter((state) => !state.isDone);
  const kept: State[] = [];
  for (const state of alive.length > 0 ? alive : states) {
    if (!kept.some((other) => sameState(other, state))) kept.push(state);
  }
  if (kept.length <= mostStates) return kept;
  return [kept.reduce((one, other) => widen(one, other))];
}

/** What holds in both; whatever differs is known only at run time. */
export function widen(one: State, other: State): State {
  const wide = one.clone();
  if (one.cwd !== other.cwd) wide.cwd = undefined;
  if (one.previousCwd !== other.previousCwd) wide.previousCwd = undefined;
  if (!sameList(one.folders, other.folders)) wide.folders = wide.folders.map(() => undefined);
  for (const name of new Set([...one.variables.keys(), ...other.variables.keys()])) {
    const [a, b] = [one.variables.get(name), other.variables.get(name)];
    if (a === b || (a && b && sameVariable(a, b))) continue;
    wide.variables.set(name, {
      value: [{ unknown: 'variable', name }],
      isArray: a?.isArray === true || b?.isArray === true,
      isExported: a?.isExported === true || b?.isExported === true,
      ...(sameAttributes(a, b) && !a?.isReference ? attributesOf(a) : { isOpen: true }),
    });
  }
  wide.scopes = one.scopes.map((scope, at) => widenScope(scope, other.scopes[at] ?? new Map()));
  for (const name of new Set([...one.functions.keys(), ...other.functions.keys()])) {
    const [a, b] = [one.functions.get(name), other.functions.get(name)];
    if (a !== b) wide.functions.set(name, either(a, b));
  }
  for (const [name, fn] of one.functions)
    if (!other.functions.has(name)) wide.functions.set(name, { ...fn, isPerhaps: true });
  for (const [name, text] of other.aliases) wide.aliases.set(name, text);
  for (const option of other.options) wide.options.add(option);
  if (!sameTexts(one.positional, other.positional)) wide.positional = undefined;
  if (one.stdin !== other.stdin) wide.stdin = someInput;
  return wide;
}

/** A variable that only one of both ways made local is known only at run time when the function has ended. */
function widenScope(one: Scope, other: Scope): Scope {
  const wide = new Map(one);
  for (const name of new Set([...one.keys(), ...other.keys()]))
    if (!one.has(name) || !other.has(name) || !sameHidden(one.get(name), other.get(name)))
      wide.set(name, { value: [{ unknown: 'variable', name }] });
  return wide;
}

function sameHidden(a: Variable | undefined, b: Variable | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && sameVariable(a, b));
}

function attributesOf(variable: Variable | undefined): Partial<Variable> {
  const { isInteger, isReadonly, isAssociative, letters, isOpen } = variable ?? {};
  return {
    ...(isAssociative ? { isAssociative } : {}),
    ...(isInteger ? { isInteger } : {}),
    ...(isReadonly ? { isReadonly } : {}),
    ...(letters ? { letters } : {}),
    ...(isOpen ? { isOpen } : {}),
  };
}

function sameAttributes(a: Variable | undefined, b: Variable | undefined): boolean {
  return (
    (a?.isInteger ?? false) === (b?.isInteger ?? false) &&
    (a?.isReadonly ?? false) === (b?.isReadonly ?? false) &&
    (a?.isReference ?? false) === (b?.isReference ?? false) &&
    (a?.isAssociative ?? false) === (b?.isAssociative ?? false) &&
    (a?.isOpen ?? false) === (b?.isOpen ?? false) &&
    a?.letters === b?.letters
  );
}

const someInput: Stdin = { kind: 'pipe', from: [] };

export function bodiesOf(fn: ShellFunction): readonly ShellFunction['body'][] {
  return fn.alternatives ?? [fn.body];
}

/** A function that may be the one or the other, or none at all. */
function either(one: ShellFunction | undefined, other: ShellFunction | undefined): ShellFunction {
  const fn = (one ?? other) as ShellFunction;
  if (!one || !other) return fn.isPerhaps ? fn : { ...fn, isPerhaps: true };
  const isPerhaps = one.isPerhaps === true || other.isPerhaps === true;
  return {
    ...one,
    alternatives: [...new Set([...bodiesOf(one), ...bodiesOf(other)])],
    isExported: one.isExported || other.isExported,
    ...(isPerhaps ? { isPerhaps } : {}),
  };
}

function sameFunction(a: ShellFunction, b: ShellFunction): boolean {
  return (
    a === b || (sameList(bodiesOf(a), bodiesOf(b)) && a.isExported === b.isExported && a.isPerhaps === b.isPerhaps)
  );
}

export function sameState(one: State, other: State): boolean {
  return (
    one.cwd === other.cwd &&
    one.previousCwd === other.previousCwd &&
    one.isDone === other.isDone &&
    one.stdin === other.stdin &&
    sameList(one.folders, other.folders) &&
    sameTexts(one.positional, other.positional) &&
    sameMap(one.variables, other.variables, sameVariable) &&
    sameMap(one.functions, other.functions, sameFunction) &&
    sameMap(one.aliases, other.aliases, sameText) &&
    sameList([...one.options], [...other.options]) &&
    one.scopes.length === other.scopes.length &&
    one.scopes.every((scope, at) => sameScope(scope, other.scopes[at] as Scope))
  );
}

function sameScope(a: Scope, b: Scope): boolean {
  if (a.size !== b.size) return false;
  for (const [name, variable] of a) if (!b.has(name) || !sameHidden(variable, b.get(name))) return false;
  return true;
}

function sameVariable(a: Variable, b: Variable): boolean {
  return (
    a === b ||
    (sameText(a.value, b.value) &&
      sameTexts(a.items, b.items) &&
      a.isArray === b.isArray &&
      a.isExported === b.isExported &&
      sameAttributes(a, b))
  );
}

function sameText(a: Text | undefined, b: Text | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined || a.length !== b.length) return false;
  return a.every((piece, at) => {
    const other = b[at];
    if (piece === other) return true;
    if (typeof piece === 'string' || typeof other === 'string' || other === undefined) return false;
    if ('names' in piece) return 'names' in other && piece.names === other.names;
    return (
      'unknown' in other &&
      piece.unknown === other.unknown &&
      piece.name === other.name &&
      piece.from === other.from &&
      piece.isPerhaps === other.isPerhaps
    );
  });
}

function sameTexts(a: readonly Text[] | undefined, b: readonly Text[] | undefined): boolean {
  if (a === b) return true;
  return a !== undefined && b !== undefined && a.length === b.length && a.every((text, at) => sameText(text, b[at]));
}

function sameList<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((item, at) => item === b[at]);
}

function sameMap<T>(a: ReadonlyMap<string, T>, b: ReadonlyMap<string, T>, same: (a: T, b: T) => boolean): boolean {
  if (a.size !== b.size) return false;
  for (const [name, value] of a) {
    const other = b.get(name);
    if (other === undefined || !same(value, other)) return false;
  }
  return true;
}
