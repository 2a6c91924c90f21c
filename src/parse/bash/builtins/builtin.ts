import type { ShellEffect, Word } from '../../../protocol/shell.ts';
import type { State } from '../state.ts';
import { knownText, type Text } from '../text.ts';
import type { Call, Frame, Walker } from '../walker.ts';

/** What a command turned out to be, filled in while it runs. */
export interface Report {
  effects: ShellEffect[];
  /** What it prints; undefined when it is known only at run time. */
  output: Text | undefined;
  isQuiet: boolean;
}

export interface BuiltinCall extends Call {
  readonly name: string;
  readonly args: readonly Word[];
  readonly state: State;
  readonly frame: Frame;
  readonly walker: Walker;
  readonly report: Report;
}

/** Gives back the states after it, when it is more than the one it was called in. */
export type Builtin = (call: BuiltinCall) => State[] | void;

export interface Options {
  /** The letters given, with the values of those that take one. */
  readonly flags: ReadonlyMap<string, Word | true>;
  readonly operands: readonly Word[];
  /** An option may hide in a word that is known only at run time. */
  readonly isOpen: boolean;
}

/** The variable that a builtin is told to set, and the item of it: `read 'c[1]'`; undefined when it is no name. */
export function placeOf(word: Word): { readonly name: string; readonly index: number | '?' | undefined } | undefined {
  const [, name, index] = /^([A-Za-z_]\w*)(?:\[([^]*)\])?$/.exec(knownText(word.pieces) ?? '') ?? [];
  if (name === undefined) return undefined;
  return { name, index: index === undefined ? undefined : /^(?:0|[1-9]\d{0,5})$/.test(index) ? Number(index) : '?' };
}

/**
 * Reads options as builtins do: bundled letters, `--`, the first operand ends them.
 * A letter that `allowed` does not have (those with a value are followed by `:`) makes the builtin do nothing at all,
 * so what was taken to be set is not: `declare -Z c=ls; $c rm x` runs rm.
 */
export function readOptions(call: BuiltinCall, allowed: string, plus = false): Options {
  const { args } = call;
  const flags = new Map<string, Word | true>();
  for (let at = 0; at < args.length; at++) {
    const word = args[at] as Word;
    const text = knownText(word.pieces);
    if (text === undefined) {
      const isOpen = word.isSplit || typeof word.pieces[0] !== 'string' || word.pieces[0].startsWith('-');
      return { flags, operands: args.slice(at), isOpen };
    }
    if (text === '--') return { flags, operands: args.slice(at + 1), isOpen: false };
    if (!/^-./.test(text) && !(plus && /^\+./.test(text))) return { flags, operands: args.slice(at), isOpen: false };
    for (let letter = 1; letter < text.length; letter++) {
      const flag = text[letter] as string;
      const place = flag === ':' ? -1 : allowed.indexOf(flag);
      if (place < 0) call.walker.journal.doubt('arguments', `"${text}" is no option of ${call.name}`, word.span);
      if (allowed[place + 1] !== ':' || place < 0) {
        flags.set(text[0] === '+' ? `+${flag}` : flag, true);
        continue;
      }
      const rest = text.slice(letter + 1);
      const value = rest === '' ? args[++at] : { ...word, pieces: [rest] };
      flags.set(flag, value ?? { ...word, pieces: [] });
      break;
    }
  }
  return { flags, operands: [], isOpen: false };
}
