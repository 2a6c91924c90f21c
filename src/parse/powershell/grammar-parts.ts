import type { Reader } from './reader.ts';
import type { Body, Expression, Statement } from './syntax.ts';

/** The parts of the grammar that call each other. */
export interface Grammar {
  readonly reader: Reader;
  /** Statements up to a closing bracket, which is taken; the opening one has been. */
  body(close: ')' | '}'): Body;
  statement(): Statement | undefined;
  /** With operators that bind more strongly than `above`. */
  expression(above?: number): Expression | undefined;
  /** An expression where a comma begins the next one: an argument of a method, the value of a parameter. */
  item(): Expression | undefined;
  /** Whether a comma makes a list here. */
  readonly hasLists: boolean;
  /** Without operators, but with members and indexes. */
  primary(): Expression | undefined;
  /** A word as commands take it; undefined when none begins here. */
  argument(): Expression | undefined;
}
