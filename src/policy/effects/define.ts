import type { Invocation, Nested, ProgramEffect, Word, WrittenContent } from '../../protocol/shell.ts';

/**
 * What a value means, in words: one effect, or several joined by ` + `.
 *
 * - `read`, `write`, `delete`: a path. `contact`: a host, an address, or `host:path`.
 * - `run`, `privilege`, `terminal`, `change <thing>`: what else a program does.
 * - `recursive`, `force` after an effect; `here`: a path that a `folder` does not move; `: words` at the end is a note.
 * - `folder`: the program goes there first, and other paths are relative to it; of several, each is relative to the one
 *   before. `last-folder`: of several, only the last counts.
 * - `names` before an effect: a file with names in it, each of which has that effect.
 * - `script`: text in the language of the shell; `script-file`: a file of it; `argv`: another program and its arguments;
 *   `argv-beside`: one that runs in the folder of each file that is found.
 * - `program`: as `script`, of an option that makes a harmless-looking program start another one.
 * - `help`: it prints something and does nothing else. `flag`: for a condition. `text`: never looked at; several names
 *   are then several options, else they are names of one.
 *
 * Of an option without a value, `recursive` and `force` alone hold for all operands.
 *
 * Things are told in the same way everywhere, so that rules need no names of programs:
 * - `force` with a change: beyond repair, or against a safeguard. What is removed from a system, a cluster, a cloud, a
 *   set of containers or a place where packages are published is told so; what is made or stopped is not.
 * - `change remote`: something is sent out; `remote-history`: what is there is overwritten or removed.
 * - `change packages`: those of the project; `global-packages`: those of the user or the system.
 * - A note `packages` or `repository` with a contact: a registry or a repository, no address of somebody's choice.
 * - A note `cd` with a read: the program goes there. `moved` with a delete: its content is somewhere else.
 * - A note `folder` with a write: a folder is made, and nothing that is there is replaced.
 * - A note `found` with a read: it prints the names of files below.
 * - A note `names` with a read: names and sizes are shown, no content.
 * - A note `option` with a run, or one that begins so: an option or a setting starts another program.
 * - A note `standard input` with a run: what comes in is code of another language.
 */
export type Role = string | Reader;

/** For values with a language of their own. */
export type Reader = (value: Word, found: Found, call: Call) => void;

/** Where the evaluator and the readers put what they find. */
export interface Found {
  effect(effect: ProgramEffect): void;
  nest(nested: Nested): void;
  doubt(text: string): void;
}

/** An invocation, with its options told from its operands. */
export interface Call {
  readonly invocation: Invocation;
  readonly operands: readonly Word[];
  /** Whether an option was given, by any of its names. */
  has(option: string): boolean;
  /** The values that an option was given. */
  values(option: string): readonly Word[];
  /** How many of the operands come before `--`; undefined without one. */
  readonly separator: number | undefined;
  /** Where the program goes first. */
  readonly folder: Word | undefined;
}

/** Roles by position: `first` and `second` from the front, `last` from the end, `each` or `rest` for what remains. */
export interface Operands {
  readonly first?: Role;
  readonly second?: Role;
  readonly rest?: Role;
  readonly each?: Role;
  readonly last?: Role;
  /** `NAME=value` before anything else is for the environment of the program that `rest` starts. */
  readonly assignments?: boolean;
  /** What it works on when nothing is named. */
  readonly implied?: string;
}

/**
 * All of these, separated by blanks: an option by any of its names, `operands`, `second` (two or more of them),
 * `tty` (standard input is that of whoever called), `--`; each with `!` for its opposite.
 */
export type Condition = string;

export type Guarded<T> = T & { readonly if?: Condition };

/** A program, or one of its subcommands. */
export interface Part {
  /**
   * - `gnu` (default): `--long`, `--long=value`, unique beginnings of it, bundled letters, operands anywhere.
   * - `posix`: the same, but the first operand ends the options.
   * - `dash`: whole words after one dash or two: `-name`, `-name value`, `-name=value`.
   * - `keys`: `name=value`.
   * - `tar`: as gnu, and the first word may be letters without a dash.
   */
  readonly style?: 'gnu' | 'posix' | 'dash' | 'keys' | 'tar';
  /** An option that is not listed, or may hide in a variable, is a doubt. */
  readonly strict?: boolean;
  /** It only looks, as long as all its effects are reads. */
  readonly quiet?: boolean;
  /**
   * Names separated by blanks; the last ends in `=` when a value follows, in `[=]` when one may be attached, in `=…`
   * when only operands come after the value, in `==` when the second of two words is the value, in
   * `=_` when the first is: `'-o --output=': 'write'`. `-#` is any number.
   */
  readonly options?: Readonly<Record<string, Role>>;
  /** Of several, the first whose condition holds. */
  readonly operands?: Role | Operands | readonly Guarded<Operands>[];
  /** What it does in any case; changes and runs are told with the first operand as their target. */
  readonly effects?: Role;
  /** What it does besides, when a condition holds. */
  readonly also?: readonly Guarded<{
    readonly effects?: Role;
    readonly operands?: Role | Operands;
    readonly doubt?: string;
  }>[];
  /** Of several, the first whose condition holds; where nothing is said, nobody knows what is in what it writes. */
  readonly content?: readonly Guarded<{ readonly is: WrittenContent }>[];
  /** By names separated by blanks; a text is short for its `effects`, or `quiet`. */
  readonly subs?: Readonly<Record<string, Part | string>>;
  /** A subcommand that is not listed. */
  readonly otherwise?: Part | string;
  /** The options of this level are also understood after the subcommand. */
  readonly isGlobal?: boolean;
  /**
   * In the program that an `argv` option brings along, what stands for a name that is found below the operands; with
   * a `+` in front, such a name is added when there is none.
   */
  readonly mark?: string;
  /** The option whose value is the name of what is found. */
  readonly named?: string;
  /** Options that take variables from the environment of what it starts. */
  readonly forgets?: string;
  /** What prints help when it is the only argument; `--help --version` where nothing is said. */
  readonly help?: string;
  /** For what data cannot say. */
  readonly inspect?: (call: Call, found: Found) => void;
}

/**
 * Lines and what they do: `quiet`, effects as kind (`cd` for going into a folder),
 * thing, target, recursive, force, `> …` for what is nested and `?`
 * for a doubt, separated by `, `. `<<< text` at the end is standard input, `| ` in front one that is not known.
 */
export type Examples = Readonly<Record<string, string>>;

export interface Program extends Part {
  /** Separated by blanks; a `*` at the end stands for anything: `mkfs mkfs.*`. */
  readonly names: string;
  readonly summary: string;
  readonly examples: Examples;
}

export function namesOf(program: Program): readonly string[] {
  return program.names.trim().split(/\s+/);
}

export function defineProgram(program: Program): Program {
  return Object.freeze(program);
}
