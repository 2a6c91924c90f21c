import type { ParsedScript, Statement, Word as WordNode } from 'unbash';
import type {
  Doubt,
  PlanContext,
  ShellCommand,
  ShellEffect,
  Span,
  Stdin,
  Unknown,
  Word,
} from '../../protocol/shell.ts';
import type { Budget } from './budget.ts';
import type { Journal } from './journal.ts';
import type { Output } from './output.ts';
import { widen, type ShellFunction, type State } from './state.ts';
import type { Field, Text } from './text.ts';
import type { Trap } from './traps.ts';
import type { WrittenFiles } from './written.ts';

/** Where a piece of code stands. */
export interface Frame {
  readonly path: readonly string[];
  /** What carries this code in the outer text, when its own positions mean nothing there. */
  readonly span: Span | undefined;
  readonly stdin: Stdin;
  /** Who takes what is printed; undefined when nobody asks. */
  readonly output: Output | undefined;
  readonly depth: number;
  /** Within a `((` that turned out to be two subshells, which bash reads a second time. */
  readonly isReadTwice: boolean;
  /** The functions that are being called. */
  readonly calls: readonly { readonly name: string; readonly state: State; isRepeated: boolean }[];
}

/** A frame with some things changed. A spread would give each a layout of its own, and all that reads them would be slower. */
export function frameIn(frame: Frame, changes: Partial<Frame>): Frame {
  return {
    path: changes.path ?? frame.path,
    span: 'span' in changes ? changes.span : frame.span,
    stdin: changes.stdin ?? frame.stdin,
    output: 'output' in changes ? changes.output : frame.output,
    depth: changes.depth ?? frame.depth,
    isReadTwice: changes.isReadTwice ?? frame.isReadTwice,
    calls: changes.calls ?? frame.calls,
  };
}

/** Words that are ready to run, with all that belongs to them. */
export interface Call {
  readonly words: readonly Word[];
  readonly assignments: readonly { readonly name: string; readonly value: Word }[];
  readonly effects: readonly ShellEffect[];
  readonly stdin: Stdin;
  /** What is open besides standard input. */
  readonly inputs: ReadonlyMap<number, Stdin>;
  readonly output: Output | undefined;
  readonly span: Span;
  /** The name is a guess about a variable that nobody knows. */
  readonly isGuess?: boolean;
  /** Words of `export` and its like that are assignments by themselves. */
  readonly declared?: ReadonlyMap<Word, Declared> | undefined;
  /** What the expansions of its words run. */
  readonly pending?: readonly ShellCommand[];
  readonly doubts?: readonly Doubt[];
  /** Functions, aliases and builtins are not asked: `env f`, `command f`. */
  readonly without?: { readonly functions?: boolean; readonly builtins?: boolean };
}

export interface Declared {
  readonly name: string;
  readonly append: boolean;
  readonly index: number | '?' | undefined;
  readonly text: Text | undefined;
  /** Null when it is an array that nobody knows. */
  readonly items: readonly Text[] | null | undefined;
}

/** The parts of the interpreter that call each other. */
export interface Walker {
  readonly context: PlanContext;
  readonly budget: Budget;
  readonly journal: Journal;
  /** What can be read from a process substitution, where it is known. */
  readonly contents: WeakMap<Unknown, Text>;
  readonly files: WrittenFiles;
  /** Files that hold what came over the network, written by commands of this text. */
  readonly fetched: Set<string>;
  readonly called: Set<string>;
  /** Functions of all ways through the text. */
  readonly defined: Map<string, ShellFunction>;
  /** States at a `break` or `continue`, for the loops around them. */
  loopExits: { readonly state: State; readonly levels: number }[];
  /** How an error that ends the line leaves the shell, where another line comes after; null where none has come up. */
  broken: State | null | undefined;
  /** The functions that were being called where the line began. */
  brokenDepth: number;
  /** Of those that a `break` here would end. */
  loops: number;
  /** Standard input or output may be closed, and a copy of it fail. */
  hasClosed: boolean;
  /** Those that were set so far, in whatever shell. */
  traps: readonly Trap[];
  /** States at a `return`, for the function around them. */
  returns: State[];
  run(statements: readonly Statement[], state: State, frame: Frame): State[];
  runScript(script: ParsedScript, state: State, frame: Frame): State[];
  runBody(body: ShellFunction['body'], state: State, frame: Frame): State[];
  /** Runs a text as code; what is unknown in it is a doubt, and the rest is looked at all the same. */
  runText(text: Text, state: State, frame: Frame, span: Span): State[];
  runCall(call: Call, state: State, frame: Frame): State[];
  fields(word: WordNode, state: State, frame: Frame): Field[];
  /** As one field, as between double quotes. */
  quoted(word: WordNode, state: State, frame: Frame): Field;
  /** As one field that remembers what was quoted. */
  pattern(word: WordNode, state: State, frame: Frame): Field;
  /** Without splitting, as the value of an assignment. */
  text(word: WordNode, state: State, frame: Frame): Text;
  /** A text as a number, as arithmetic takes it; undefined when it is known only at run time. */
  number(text: Text, state: State, frame: Frame, span: Span): number | undefined;
  /** Runs the substitutions in a text that the shell expands once more: `${x@P}`, a subscript, PS4. False when one has no end. */
  runHidden(text: Text, state: State, frame: Frame, span: Span, via: string): boolean;
}

/** An expansion that may go wrong ends the line, or the code of `eval`; what comes after that runs all the same. */
export function mayBreak(state: State, walker: Walker): void {
  if (walker.broken === undefined || state.isApart || !walker.budget.takeSteps(4 + state.variables.size / 4)) return;
  const left = state.clone();
  left.leave(walker.brokenDepth);
  walker.broken = walker.broken ? widen(walker.broken, left) : left;
}

export function spanOf(node: { readonly pos: number; readonly end: number }, frame: Frame): Span {
  return frame.span ?? { start: node.pos, end: node.end };
}
