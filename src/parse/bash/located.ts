import type { Unknown, Word } from '../../protocol/shell.ts';
import type { State } from './state.ts';
import { knownText, type Text } from './text.ts';

/** What `command -v x`, `which x` and `type -p x` print: where a program is, or nothing. */
export function locationOf(operands: readonly Word[], state: State): Text | undefined {
  const name = operands.length === 1 ? knownText(operands[0]?.pieces ?? []) : undefined;
  if (name === undefined || !/^[\w.+-]+$/.test(name)) return undefined;
  // A function or an alias is printed as such.
  if (state.functions.has(name) || state.aliases.has(name)) return undefined;
  return [{ unknown: 'substitution', program: name }];
}

/** The programs that a word names, when it is nothing but where programs are. */
export function locatedIn(word: Word): readonly string[] {
  const names = word.pieces.map((piece) => (typeof piece === 'object' ? piece.program : undefined));
  return names.every((name) => name !== undefined) ? names : [];
}

export function isLocation(text: Text): text is readonly Unknown[] {
  return text.every((piece) => typeof piece === 'object' && 'program' in piece);
}
