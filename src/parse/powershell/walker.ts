import type { Budget } from '../bash/budget.ts';
import type { Journal } from '../bash/journal.ts';
import type { PlanContext, ShellCommand, ShellEffect, Span, Stdin, Unknown, Word } from '../../protocol/shell.ts';
import type { State, Text, Value } from './state.ts';
import type { Body, Element, Expression } from './syntax.ts';

/** Where a piece of code stands. */
export interface Frame {
  readonly path: readonly string[];
  /** The text that this code is part of. */
  readonly code: string;
  /** What carries this code in the outer text, when its own positions mean nothing there. */
  readonly span: Span | undefined;
  readonly stdin: Stdin;
  /** What a pipe brings, one after the other, as `$_`; undefined outside of a pipe. */
  readonly items: Value | undefined;
  readonly depth: number;
  /** The functions that are being called. */
  readonly calls: readonly string[];
}

/** Words that are ready to run. */
export interface Call {
  readonly words: readonly Word[];
  readonly operator: '' | '&' | '.';
  /** Of its redirects. */
  readonly effects: readonly ShellEffect[];
  readonly stdin: Stdin;
  readonly span: Span;
  /** Where it stands in its own code; undefined when it is written nowhere. */
  readonly start?: number;
  /** It is started by another program: no alias, function or cmdlet. */
  readonly isProgram?: boolean;
}

/** The parts of the interpreter that call each other. */
export interface Walker {
  readonly context: PlanContext;
  readonly budget: Budget;
  readonly journal: Journal;
  /** Values that are script blocks, which are planned where they are written, and once more where a variable brings them. */
  readonly blocks: WeakMap<Unknown, { readonly body: Body; readonly frame: Frame }>;
  /** What may hold at the end of a body besides what holds after its last statement; see `flow`. */
  left: State | undefined;
  /** Files that hold what came over the network, written by commands of this text. */
  readonly fetched: Set<string>;
  /** Functions that nobody has called yet, by their bodies, and where they were made. */
  readonly uncalled: Map<Body, { readonly name: string; readonly state: State; readonly frame: Frame }>;
  /** All texts that were run as code. */
  readonly codes: Set<string>;
  /** Where commands stand in the code that they are part of. */
  readonly places: Map<ShellCommand, { readonly code: string; readonly start: number }>;
  /** Runs statements, and gives what they print. */
  run(body: Body, state: State, frame: Frame): Value;
  value(expression: Expression, state: State, frame: Frame): Value;
  element(element: Element, state: State, frame: Frame): Value;
  call(call: Call, state: State, frame: Frame): Value;
  /** Runs a text as code; what is unknown in it is a doubt, and the rest is looked at all the same. */
  text(text: Text, state: State, frame: Frame, span: Span): Value;
}

export function wordOf(text: Text, span: Span): Word {
  const pieces = text.filter((piece) => piece !== '');
  const isPattern = pieces.some((piece) => typeof piece === 'string' && /[*?]|\[[^\][]*\]/.test(piece));
  // A variable alone may hold a list, which a program gets as several words.
  const isSplit = pieces.length === 1 && typeof pieces[0] === 'object' && pieces[0].unknown === 'variable';
  return { pieces: merged(pieces), isPattern, isSplit, span };
}

function merged(pieces: Text): Text {
  const result: Text[number][] = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') result[result.length - 1] = last + piece;
    else result.push(piece);
  }
  return result;
}

/** Whether what these commands print may have come over the network. */
export function isRemote(commands: readonly ShellCommand[], { fetched }: Pick<Walker, 'fetched'>): boolean {
  return commands.some(({ effects }) =>
    effects.some(
      ({ kind, target }) =>
        kind === 'contact' || (kind === 'read' && target?.path !== undefined && fetched.has(target.path)),
    ),
  );
}

export const remoteScript: ShellEffect = { kind: 'run', note: 'remote script' };

/** Remembers the files that hold what came over the network. */
export function rememberFetched(command: ShellCommand, walker: Walker): void {
  const { effects, stdin } = command;
  const writes = effects.filter(({ kind }) => kind === 'write');
  if (writes.length === 0) return;
  const from = [command, ...(stdin.kind === 'pipe' ? stdin.from : []), ...sourcesIn({ words: command.argv })];
  if (!isRemote(from, walker)) return;
  for (const { target } of writes) if (target?.path !== undefined) walker.fetched.add(target.path);
}

export function sourcesIn({ words }: Pick<Call, 'words'>): readonly ShellCommand[] {
  return words.flatMap((word) => word.pieces.flatMap((piece) => (typeof piece === 'object' ? (piece.from ?? []) : [])));
}
