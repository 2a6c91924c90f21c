import type { Command, CompoundCommand, CompoundList, Redirected, Statement } from 'unbash';
import type { Span, Stdin } from '../../protocol/shell.ts';
import type { Text } from './text.ts';

export interface Variable {
  /** Undefined when it is known to be unset. */
  readonly value: Text | undefined;
  /** Of an array; undefined in it when its items are known only at run time. */
  readonly items?: readonly Text[] | undefined;
  readonly isArray?: boolean;
  readonly isExported?: boolean;
  readonly isInteger?: boolean;
  readonly isReadonly?: boolean;
  /** The value is the name of another variable. */
  readonly isReference?: boolean;
  readonly letters?: 'upper' | 'lower' | undefined;
}

export interface ShellFunction {
  readonly body: CompoundCommand | Redirected | CompoundList | Command;
  readonly span: Span | undefined;
  readonly isExported: boolean;
  /** The bodies it may have, when nobody knows which. */
  readonly alternatives?: readonly ShellFunction['body'][];
  /** On some of the ways it is not there, and the name is that of a program. */
  readonly isPerhaps?: boolean;
}

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
  scopes: Map<string, Variable | undefined>[] = [];
  /** Nothing comes after: `exit`, `return`, `exec`. */
  isDone = false;
  /** Only the function ends. */
  isReturned = false;

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
    return copy;
  }

  /** What a program that is started here finds: exported things only. */
  child(isExported: (name: string) => boolean): State {
    const copy = new State(this.cwd, this.previousCwd);
    for (const [name, variable] of this.variables) {
      if (!variable.isArray && (variable.isExported || isExported(name))) {
        copy.variables.set(name, { value: variable.value, isExported: true });
      }
    }
    for (const [name, fn] of this.functions) if (fn.isExported) copy.functions.set(name, fn);
    return copy;
  }
}

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
      // Then it cannot be given another value.
      isReadonly: a?.isReadonly === true || b?.isReadonly === true,
    });
  }
  for (const [name, fn] of other.functions) {
    const own = wide.functions.get(name);
    const isNew = own && bodiesOf(fn).some((body) => !bodiesOf(own).includes(body));
    if (!own || isNew) wide.functions.set(name, own ? either(own, fn) : { ...fn, isPerhaps: true });
    else if (fn.isPerhaps) wide.functions.set(name, { ...own, isPerhaps: true });
  }
  for (const [name, fn] of one.functions)
    if (!other.functions.has(name)) wide.functions.set(name, { ...fn, isPerhaps: true });
  for (const [name, text] of other.aliases) wide.aliases.set(name, text);
  for (const option of other.options) wide.options.add(option);
  if (!sameTexts(one.positional, other.positional)) wide.positional = undefined;
  if (one.stdin !== other.stdin) wide.stdin = someInput;
  return wide;
}

const someInput: Stdin = { kind: 'pipe', from: [] };

function bodiesOf(fn: ShellFunction): readonly ShellFunction['body'][] {
  return fn.alternatives ?? [fn.body];
}

/** A function that may be the one or the other does both. */
function either(one: ShellFunction, other: ShellFunction): ShellFunction {
  const alternatives = [...new Set([...bodiesOf(one), ...bodiesOf(other)])];
  const commands = alternatives.flatMap((body): Statement[] =>
    body.type === 'CompoundList'
      ? [...body.commands]
      : [{ type: 'Statement', pos: body.pos, end: body.end, command: body, background: undefined }],
  );
  const { pos, end } = one.body;
  return {
    ...one,
    body: { type: 'CompoundList', pos, end, commands },
    alternatives,
    isExported: one.isExported || other.isExported,
    isPerhaps: one.isPerhaps === true || other.isPerhaps === true,
  };
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
    sameMap(
      one.functions,
      other.functions,
      (a, b) => a.body === b.body && a.isExported === b.isExported && a.isPerhaps === b.isPerhaps,
    ) &&
    sameMap(one.aliases, other.aliases, sameText) &&
    sameList([...one.options], [...other.options])
  );
}

function sameVariable(a: Variable, b: Variable): boolean {
  return (
    a === b ||
    (sameText(a.value, b.value) &&
      sameTexts(a.items, b.items) &&
      a.isArray === b.isArray &&
      a.isExported === b.isExported &&
      a.isInteger === b.isInteger &&
      a.isReadonly === b.isReadonly &&
      a.isReference === b.isReference &&
      a.letters === b.letters)
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
      'unknown' in other && piece.unknown === other.unknown && piece.name === other.name && piece.from === other.from
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
