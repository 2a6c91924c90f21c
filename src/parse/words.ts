import { SallyportError } from '../protocol/errors.ts';
import { lineLimits } from '../protocol/limits.ts';

export interface Word {
  readonly text: string;
  /** A word that starts inside quotes is data: it is never taken for a flag. */
  readonly quoted: boolean;
}

/**
 * Splits one line into words: spaces separate, "…" knows \" and \\, '…' is literal.
 * Nothing is ever expanded; what a shell would act on is refused outside quotes.
 */
export function splitWords(line: string): Word[] {
  if (Buffer.byteLength(line) > lineLimits.bytes) throw invalid(`it is longer than ${lineLimits.bytes} bytes`);
  const bad = forbidden.exec(line);
  if (bad) throw invalid(`it contains ${nameOf(bad[0])}`);
  if (!line.isWellFormed()) throw invalid('it contains half a surrogate pair');

  const words: Word[] = [];
  let at = 0;
  while (at < line.length) {
    if (line[at] === ' ') {
      at++;
      continue;
    }
    if (words.length === lineLimits.words) throw invalid(`it has more than ${lineLimits.words} words`);
    const start = at;
    let text = '';
    while (at < line.length && line[at] !== ' ') {
      const char = line[at] as string;
      if (char === "'" || char === '"') {
        const end = char === "'" ? line.indexOf("'", at + 1) : endOfDoubleQuotes(line, at + 1);
        if (end < 0 || end >= line.length) throw invalid(`the quote at column ${at + 1} is never closed`);
        const inside = line.slice(at + 1, end);
        text += char === "'" ? inside : inside.replace(/\\(["\\])/g, '$1');
        at = end + 1;
      } else {
        const operator = shellOperator(line, at);
        if (operator) throw invalid(`it contains ${operator} outside quotes (column ${at + 1})`);
        text += char;
        at++;
      }
    }
    words.push({ text, quoted: line[start] === '"' || line[start] === "'" });
  }
  if (words.length === 0) throw invalid('it is empty');
  return words;
}

// Control characters, line separators, and the bidi controls that make a line read differently from what it is.
const forbidden = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

function endOfDoubleQuotes(line: string, from: number): number {
  for (let at = from; at < line.length; at++) {
    if (line[at] === '\\' && (line[at + 1] === '"' || line[at + 1] === '\\')) at++;
    else if (line[at] === '"') return at;
  }
  return -1;
}

function shellOperator(line: string, at: number): string | undefined {
  const pair = line.slice(at, at + 2);
  if (pair === '$(' || pair === '&&' || pair === '||') return `"${pair}"`;
  return ';&|<>`'.includes(pair[0] as string) ? (pair[0] === '`' ? 'a backquote' : `"${pair[0]}"`) : undefined;
}

function nameOf(char: string): string {
  if (char === '\n' || char === '\r' || char === '\u2028' || char === '\u2029')
    return 'a line break; send one command at a time';
  if (char === '\t') return 'a tab; use spaces';
  return `the control character U+${char.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;
}

function invalid(reason: string): SallyportError {
  return new SallyportError('InvalidCommand', { reason });
}
