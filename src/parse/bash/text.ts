import type { ShellCommand, Span, Unknown, Word } from '../../protocol/shell.ts';

/** Known text that stands for the names of files, also inside quotes: the variable of `for f in *.c`. */
export interface Names {
  readonly names: string;
}

export type Piece = string | Unknown | Names;

/** What a variable or an output holds; no piece is the empty string. */
export type Text = readonly Piece[];

/** A stretch of a word after expansion. */
export interface Part {
  readonly piece: Piece;
  readonly isQuoted: boolean;
  /** Taken to be so because a variable that nobody knows is most likely not set. */
  readonly isGuess?: boolean;
}

/** One word after expansion and splitting. */
export type Field = readonly Part[];

export function isUnknown(piece: Piece): piece is Unknown {
  return typeof piece === 'object' && 'unknown' in piece;
}

/** The whole text, when nothing in it is unknown. */
export function knownText(text: Text): string | undefined {
  if (text.length === 1 && typeof text[0] === 'string') return text[0];
  let all = '';
  for (const piece of text) {
    if (typeof piece !== 'string') return undefined;
    all += piece;
  }
  return all;
}

export function concat(...texts: readonly Text[]): Text {
  const all: Piece[] = [];
  for (const text of texts) for (const piece of text) append(all, piece);
  return all;
}

export function append(to: Piece[], piece: Piece): void {
  const last = to.at(-1);
  if (typeof piece === 'string' && typeof last === 'string') to[to.length - 1] = last + piece;
  else if (piece !== '') to.push(piece);
}

/** Patterns in a list may become any number of items, so that nobody knows the places of those after them. */
export function hasNames(items: readonly Text[]): boolean {
  return items.some((item) => item.some((piece) => typeof piece === 'object' && 'names' in piece));
}

/** What depends on the locale is left to bash. */
export function isAscii(text: string): boolean {
  return /^[^\u0080-\uffff]*$/.test(text);
}

/** One unknown in the place of a text that was changed in a way nobody can follow. */
export function blur(text: Text, unknown: Unknown['unknown'], name?: string): Unknown {
  const from = sourcesOf(text);
  return { unknown, ...(name === undefined ? {} : { name }), ...(from.length === 0 ? {} : { from }) };
}

/** The commands whose output is in a text. */
export function sourcesOf(text: Text): readonly ShellCommand[] {
  let from: readonly ShellCommand[] = [];
  for (const piece of text) {
    if (isUnknown(piece) && piece.from) from = from.length === 0 ? piece.from : [...from, ...piece.from];
  }
  return from;
}

export function textOf(field: Field): Text {
  const pieces: Piece[] = [];
  for (const part of field) append(pieces, part.piece);
  return pieces;
}

/** The text of a word that needs no more expansion. */
export function textOfWord(word: Word): Text {
  return word.isPattern
    ? word.pieces.map((piece) => (typeof piece === 'string' ? { names: piece } : piece))
    : word.pieces;
}

/** A text as one word, whatever is in it. */
export function wordOfText(text: Text, span: Span): Word {
  const pieces: (string | Unknown)[] = [];
  for (const piece of text) append(pieces, typeof piece === 'string' || isUnknown(piece) ? piece : piece.names);
  return { pieces, isPattern: false, isSplit: false, span };
}

export function wordOf(field: Field, span: Span): Word {
  const pieces: (string | Unknown)[] = [];
  let isPattern = hasPattern(field);
  let isSplit = false;
  for (const { piece, isQuoted } of field) {
    if (typeof piece === 'string') {
      append(pieces, piece);
    } else if (isUnknown(piece)) {
      if (!isQuoted) isSplit = true;
      pieces.push(piece);
    } else {
      isPattern = true;
      append(pieces, piece.names);
    }
  }
  return { pieces, isPattern, isSplit, span };
}

export function literalWord(text: string, span: Span): Word {
  return { pieces: text === '' ? [] : [text], isPattern: false, isSplit: false, span };
}

/** As a person reads it; unknown parts are `…`. */
export function display(text: Text): string {
  if (text.length === 1 && typeof text[0] === 'string') return text[0];
  return text.map((piece) => (typeof piece === 'string' ? piece : isUnknown(piece) ? '…' : piece.names)).join('');
}

/** Something in it that is not quoted stands for the names of files; a `[` alone does not. */
export function hasPattern(field: Field): boolean {
  let isOpen = false;
  for (const { piece, isQuoted } of field) {
    if (isQuoted || typeof piece !== 'string') continue;
    if (
      /[*?]|[@+!]\(/.test(piece) ||
      (piece.includes('[') && piece.indexOf('[') < piece.lastIndexOf(']')) ||
      (isOpen && piece.includes(']'))
    )
      return true;
    isOpen ||= piece.includes('[');
  }
  return false;
}
