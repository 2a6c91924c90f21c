import { isDoubleQuote, isSingleQuote, type Reader } from './reader.ts';
import type { Body, Expression, Part } from './syntax.ts';

/** Reads what stands between brackets, up to the closing one. */
export type ReadBody = (close: ')' | '}') => Body;

/** A string in any of its four forms; undefined when none begins here. */
export function readString(reader: Reader, readBody: ReadBody): Expression | undefined {
  const start = reader.at;
  const first = reader.peek();
  if (first === '@') return readHereString(reader, readBody);
  const isSingle = isSingleQuote(first);
  if (!isSingle && !isDoubleQuote(first)) return undefined;
  reader.at += 1;
  const parts = isSingle ? [readSingle(reader)] : readDouble(reader, readBody, isClosed, readsQuotesTwice);
  return { type: 'text', parts, isQuoted: true, span: reader.since(start) };
}

function readSingle(reader: Reader): string {
  let text = '';
  for (;;) {
    const rest = reader.match(plainInSingle)?.[0];
    if (rest !== undefined) text += rest;
    if (reader.isDone) {
      reader.doubt('syntax', 'It cannot be read as PowerShell: a quote is not closed');
      return text;
    }
    reader.at += 1;
    if (!isSingleQuote(reader.peek())) return text;
    text += "'";
    reader.at += 1;
  }
}

const plainInSingle = /[^'\u2018\u2019\u201a\u201b]+/y;

/** Up to the closing quote; two of them are one. */
function isClosed(reader: Reader): boolean | string {
  if (!isDoubleQuote(reader.peek())) return false;
  reader.at += 1;
  if (!isDoubleQuote(reader.peek())) return true;
  reader.at += 1;
  return '"';
}

function readDouble(
  reader: Reader,
  readBody: ReadBody,
  ends: (reader: Reader) => boolean | string,
  isOdd: (code: string) => boolean,
): Part[] {
  const parts: Part[] = [];
  const add = (text: string) => {
    const last = parts.at(-1);
    if (typeof last === 'string') parts[parts.length - 1] = last + text;
    else parts.push(text);
  };
  while (!reader.isDone) {
    const end = ends(reader);
    if (end === true) return parts;
    if (typeof end === 'string') {
      add(end);
      continue;
    }
    const char = reader.peek();
    if (char === '`') add(readEscape(reader, false));
    else if (char === '$') {
      const part = readExpansion(reader, readBody, isOdd);
      if (typeof part === 'string') add(part);
      else parts.push(part);
    } else add(reader.match(plainInDouble)?.[0] ?? reader.text[reader.at++] ?? '');
  }
  reader.doubt('syntax', 'It cannot be read as PowerShell: a quote is not closed');
  return parts;
}

const plainInDouble = /[^"\u201c\u201d\u201e`$\r\n]+/y;

function readHereString(reader: Reader, readBody: ReadBody): Expression | undefined {
  const start = reader.at;
  const head = reader.match(/@(["'\u2018-\u201e])[ \t]*\r?\n/y);
  if (!head) return undefined;
  const isSingle = isSingleQuote(head[1] as string);
  reader.at -= 1;
  if (isSingle) {
    const from = reader.at + 1;
    const end = /\r?\n['\u2018-\u201b]@/g;
    end.lastIndex = from - 1;
    const found = end.exec(reader.text);
    if (!found) reader.doubt('syntax', 'It cannot be read as PowerShell: a here-string is not closed', start);
    reader.at = found ? found.index + found[0].length : reader.text.length;
    const text = found ? reader.text.slice(from, Math.max(from, found.index)) : reader.text.slice(from);
    return { type: 'text', parts: [text], isQuoted: true, span: reader.since(start) };
  }
  const parts = readDouble(reader, readBody, (at) => at.match(/\r?\n["\u201c-\u201e]@/y) !== null, endsElsewhere);
  // The newline that opens it is no part of it.
  if (typeof parts[0] === 'string') parts[0] = parts[0].replace(/^\r?\n/, '');
  return { type: 'text', parts, isQuoted: true, span: reader.since(start) };
}

/** `$name`, `${name}` or `$( )` in a text; a `$` before anything else is itself. */
export function readExpansion(reader: Reader, readBody: ReadBody, isOdd = readsQuotesTwice): Part {
  const start = reader.at;
  if (!reader.takePart()) return '';
  if (reader.take('$(')) {
    const body = readBody(')');
    if (isOdd(reader.text.slice(start, reader.at)))
      reader.doubt('syntax', 'PowerShell may see another end of $( ) in a text', start);
    return { type: 'group', body, span: reader.since(start) };
  }
  return readVariable(reader) ?? (reader.take('$') ? '$' : '');
}

/** In a text, `$( )` ends where its brackets are even, whatever quotes and comments they stand in. */
function endsElsewhere(code: string): boolean {
  let depth = 0;
  for (let at = 1; at < code.length; at += 1) {
    if (code[at] === '(') depth += 1;
    else if (code[at] === ')' && --depth === 0) return at + 1 < code.length;
  }
  return true;
}

/** Between quotes, two quotes in `$( )` are made one before it is read as code. */
function readsQuotesTwice(code: string): boolean {
  return /["\u201c-\u201e`]["\u201c-\u201e]/.test(code) || endsElsewhere(code);
}

export function readVariable(reader: Reader): Expression | undefined {
  const start = reader.at;
  const found = reader.match(/\$(?:\{((?:[^}`]|`[^])*)\}|((?:[\p{L}\p{Nd}_?]+:(?!:))?[\p{L}\p{Nd}_?]+|[$^]))/uy);
  if (!found) return undefined;
  const name = (found[1]?.replace(/`([^])/g, '$1') ?? found[2] ?? '').toLowerCase();
  const plain = name.replace(/^(?:global|script|local|private|using|variable):/, '');
  return { type: 'variable', name: plain, isSplat: false, isScoped: plain !== name, span: reader.since(start) };
}

/** A backtick and what it stands for; in a name, the letter that older versions take `e` for. */
export function readEscape(reader: Reader, inWord: boolean): string {
  reader.at += 1;
  const code = reader.match(/u\{([0-9a-fA-F]{1,6})\}/y)?.[1];
  if (code !== undefined) {
    const point = Number.parseInt(code, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd';
  }
  const char = reader.text[reader.at++] ?? '';
  if (inWord && char === 'e') return 'e';
  return escapes[char] ?? char;
}

const escapes: Readonly<Record<string, string>> = {
  __proto__: null as unknown as string,
  '0': '\0',
  a: '\u0007',
  b: '\b',
  e: '\u001b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};
