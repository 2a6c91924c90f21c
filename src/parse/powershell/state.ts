import { display, knownText } from '../bash/text.ts';
import type { ShellCommand, Unknown } from '../../protocol/shell.ts';
import type { Body } from './syntax.ts';

export type Text = readonly (string | Unknown)[];

/** What an expression is: one text, or the items of a list. */
export type Value = readonly Text[];

export interface ShellFunction {
  readonly body: Body;
  /** The text that it is part of. */
  readonly code: string;
}

/** What the shell holds at one point. */
export class State {
  /** Undefined when it is known only at run time. */
  cwd: string | undefined;
  previousCwd: string | undefined;
  folders: (string | undefined)[] = [];
  /** By names in lower case; environment variables as `env:name`. */
  variables: Map<string, Value> = new Map();
  functions: Map<string, ShellFunction> = new Map();
  /** Undefined when it is known only at run time what a name stands for. */
  aliases: Map<string, string | undefined> = new Map();

  constructor(cwd: string | undefined) {
    this.cwd = cwd;
  }

  clone(): State {
    const copy = new State(this.cwd);
    copy.previousCwd = this.previousCwd;
    copy.folders = this.folders.slice();
    copy.variables = new Map(this.variables);
    copy.functions = new Map(this.functions);
    copy.aliases = new Map(this.aliases);
    return copy;
  }

  /** Goes on with what holds on all of several ways; whatever differs is known only at run time. */
  merge(ways: readonly State[]): void {
    for (const way of ways) {
      if (way.cwd !== this.cwd) this.cwd = undefined;
      if (way.previousCwd !== this.previousCwd) this.previousCwd = undefined;
      if (way.folders.length !== this.folders.length) this.folders = [];
      for (const name of new Set([...way.variables.keys(), ...this.variables.keys()])) {
        const [here, there] = [this.variables.get(name), way.variables.get(name)];
        if (here !== there && !sameValue(here, there)) this.variables.set(name, unknownValue('variable', name));
      }
      // The one that is not called is planned all the same.
      for (const [name, fn] of way.functions) this.functions.set(name, fn);
      for (const name of new Set([...way.aliases.keys(), ...this.aliases.keys()]))
        if (way.aliases.get(name) !== this.aliases.get(name)) this.aliases.set(name, undefined);
    }
  }
}

export function unknownValue(unknown: Unknown['unknown'], name?: string, from?: readonly ShellCommand[]): Value {
  return [[{ unknown, ...(name !== undefined && { name }), ...(from && from.length > 0 && { from }) }]];
}

/** The whole of a value as one text, as between double quotes. */
export function joinedText(value: Value): Text {
  return value.flatMap((text, index) => (index === 0 ? text : [' ', ...text]));
}

export function knownValue(value: Value): string | undefined {
  return knownText(joinedText(value));
}

export function knownItems(value: Value): string[] | undefined {
  const items = value.map((text) => knownText(text));
  return items.every((item) => item !== undefined) ? items : undefined;
}

/** The commands whose output is in a value. */
export function sourcesOf(value: Value): readonly ShellCommand[] {
  const from = new Set<ShellCommand>();
  for (const text of value) {
    for (const piece of text) if (typeof piece === 'object') for (const source of piece.from ?? []) from.add(source);
  }
  return [...from];
}

function sameValue(one: Value | undefined, other: Value | undefined): boolean {
  if (!one || !other || one.length !== other.length) return false;
  const known = one.every((text) => knownText(text) !== undefined);
  return known && one.every((text, at) => display(text) === knownText(other[at] ?? []));
}
