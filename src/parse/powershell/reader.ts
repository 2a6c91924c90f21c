import type { Doubt, Span } from '../../protocol/shell.ts';

const mostNesting = 48;
const mostDoubts = 16;
const mostParts = 1_024;

/** A place in a text, and what PowerShell takes a character for. */
export class Reader {
  at = 0;
  readonly text: string;
  readonly doubts: Doubt[] = [];
  #depth = 0;
  #parts = 0;

  constructor(text: string) {
    this.text = text;
  }

  get isDone(): boolean {
    return this.at >= this.text.length;
  }

  peek(ahead = 0): string {
    return this.text[this.at + ahead] ?? '';
  }

  /** Takes a text when it comes next. */
  take(text: string): boolean {
    if (!this.text.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  /** Takes what a sticky pattern finds here. */
  match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) this.at += found[0].length;
    return found;
  }

  looksLike(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    return pattern.test(this.text);
  }

  /** Blanks, continued lines and comments. */
  skipBlanks(): void {
    while (this.match(blanks) || this.match(comments)) if (this.isDone) return;
  }

  skipLines(): void {
    do this.skipBlanks();
    while (this.match(newlines));
  }

  /** What stands between statements. */
  skipSeparators(): void {
    do this.skipBlanks();
    while (this.match(separators));
  }

  since(start: number): Span {
    return { start, end: this.at };
  }

  doubt(kind: Doubt['kind'], text: string, start = this.at): void {
    if (this.doubts.length >= mostDoubts || this.doubts.some((doubt) => doubt.text === text)) return;
    this.doubts.push({ kind, text, span: { start, end: Math.max(start, Math.min(this.at + 1, this.text.length)) } });
  }

  /** A character that nothing is expected to begin with; it is passed over, and the rest is still looked at. */
  stumble(where: string): void {
    const found = this.isDone ? 'the end' : `"${this.peek()}"`;
    this.doubt('syntax', `It cannot be read as PowerShell: ${found} ${where}`);
    this.at += 1;
    this.takePart();
  }

  /** Whether one more part may be read; behind the limit nothing is. */
  takePart(): boolean {
    if (++this.#parts <= mostParts) return true;
    this.doubt('too-large', 'It has too many parts');
    this.at = this.text.length;
    return false;
  }

  /** Brackets in brackets, up to a limit behind which nothing is read. */
  nested<T>(read: () => T, otherwise: T): T {
    if (this.#depth >= mostNesting) {
      this.doubt('too-deep', `More than ${mostNesting} brackets in each other`);
      this.at = this.text.length;
      return otherwise;
    }
    if (!this.takePart()) return otherwise;
    this.#depth += 1;
    try {
      return read();
    } finally {
      this.#depth -= 1;
    }
  }
}

// A text copied from a document has dashes and quotes of typesetters, and PowerShell takes them for its own.
export const dash = '[-\\u2013\\u2014\\u2015]';
export const isDash = (char: string): boolean => char !== '' && '-\u2013\u2014\u2015'.includes(char);
export const isSingleQuote = (char: string): boolean => char !== '' && "'\u2018\u2019\u201a\u201b".includes(char);
export const isDoubleQuote = (char: string): boolean => char !== '' && '"\u201c\u201d\u201e'.includes(char);

// A backtick before a blank is a blank too.
const blanks = /(?:[ \t\v\f\u00a0\u0085\p{Zs}]|`(?:\r\n|\s))+/uy;
const comments = /#[^\r\n]*|<#(?:[^#]|#(?!>))*(?:#>|$)/y;
const newlines = /[\r\n]+/y;
const separators = /[\r\n;]+/y;
