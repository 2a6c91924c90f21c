import type { ParameterExpansionPart, Word as WordNode } from 'unbash';
import type { State } from './state.ts';
import type { Text } from './text.ts';
import type { Frame, Walker } from './walker.ts';

/** What an expansion became: one text, or the items of `$@` and `${a[@]}`, which stay apart even in quotes. */
export interface Expanded {
  readonly items: readonly Text[];
  /** `@` keeps the items apart inside quotes; `*` joins them. */
  readonly isList: boolean;
  readonly isJoined: boolean;
  readonly isGuess?: boolean;
  /** How many items there are is known only at run time. */
  readonly isOpen?: boolean;
  /** One word, also outside quotes: the name of a process substitution. */
  readonly isWhole?: boolean;
  /** A default that is still to be expanded in its place. */
  readonly operand?: WordNode;
}

/** What an operation like `${x:-y}` works with. */
export interface Operating {
  readonly part: ParameterExpansionPart;
  /** The variable it is about; undefined when that is known only at run time. */
  readonly subject: { readonly name: string; readonly index: string | undefined } | undefined;
  readonly isQuoted: boolean;
  readonly state: State;
  readonly frame: Frame;
  readonly walker: Walker;
}

export const none: Expanded = { items: [], isList: false, isJoined: false };

export function one(text: Text): Expanded {
  return { items: [text], isList: false, isJoined: false };
}

export function list(items: readonly Text[] | undefined, name: string, isJoined: boolean): Expanded {
  return { items: items ?? [[{ unknown: 'variable', name }]], isList: true, isJoined, isOpen: items === undefined };
}
