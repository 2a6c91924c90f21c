import type {
  AnsiCQuotedPart,
  ArithmeticExpansionPart,
  CommandExpansionPart,
  ParameterExpansionPart,
  ProcessSubstitutionPart,
  SimpleExpansionPart,
  WordPart,
} from 'unbash';
import type { Unknown } from '../../protocol/shell.ts';
import { ansiText } from './ansi-quotes.ts';

export type Expansion =
  | SimpleExpansionPart
  | ParameterExpansionPart
  | CommandExpansionPart
  | ArithmeticExpansionPart
  | ProcessSubstitutionPart;

/** A stretch of a word before expansion. */
export type Atom =
  | { readonly text: string; readonly isQuoted: boolean }
  | { readonly expansion: Expansion; readonly isQuoted: boolean }
  | { readonly unknown: Unknown }
  /** Something like an expansion that the parser did not see. */
  | { readonly lost: string };

interface Source {
  readonly text: string;
  readonly pos: number;
  readonly parts?: readonly WordPart[] | undefined;
}

/**
 * Cuts a word into literal text, with its quotes taken away, and expansions.
 * Quotes are read from the text itself, since the parser's own literals no longer tell `\*` from `*`.
 */
export function scanWord(word: Source, isInsideDouble = false): Atom[] {
  return new Scanner(word).word(isInsideDouble);
}

/** The same for the body of a here-document whose delimiter is not quoted. */
export function scanHereDoc(body: Source, stripsTabs: boolean): Atom[] {
  return new Scanner(body).hereDoc(stripsTabs);
}

class Scanner {
  readonly #text: string;
  readonly #base: number;
  readonly #at: Map<number, Expansion | AnsiCQuotedPart> = new Map();
  readonly #atoms: Atom[] = [];
  #literal = '';
  #isQuoted = false;
  #pos = 0;

  constructor({ text, pos, parts }: Source) {
    this.#text = text;
    this.#base = pos;
    if (parts) this.#index(parts);
  }

  word(isInsideDouble: boolean): Atom[] {
    const text = this.#text;
    while (this.#pos < text.length) {
      const char = text[this.#pos] as string;
      if (isInsideDouble) {
        if (char === '"') this.#pos++;
        else this.#double(true);
      } else if (char === "'") this.#single();
      else if (char === '"') this.#quotes(1);
      else if (char === '\\') {
        const next = text[this.#pos + 1];
        if (next === undefined) this.#push('\\', true);
        else if (next !== '\n') this.#push(next, true);
        this.#pos += 2;
      } else if (char === '$' && (text[this.#pos + 1] === "'" || text[this.#pos + 1] === '"')) this.#dollarQuote();
      else if (char === '$' || char === '`' || ((char === '<' || char === '>') && text[this.#pos + 1] === '(')) {
        this.#expansion(false);
      } else this.#plain(/["'\\$`<>]/g, false);
    }
    return this.#end();
  }

  hereDoc(stripsTabs: boolean): Atom[] {
    const text = this.#text;
    while (this.#pos < text.length) {
      if (stripsTabs && (this.#pos === 0 || (text[this.#pos - 1] === '\n' && text[this.#pos - 2] !== '\\'))) {
        while (text[this.#pos] === '\t') this.#pos++;
        if (this.#pos >= text.length) break;
      }
      const char = text[this.#pos] as string;
      if (char === '\\') this.#backslash('$`\\\n');
      else if (char === '$' || char === '`') this.#expansion(true);
      else if (char === '\n') {
        this.#push('\n', true);
        this.#pos++;
      } else this.#plain(/[\\$`\n]/g, true);
    }
    return this.#end();
  }

  /** From an opening quote to the closing one. */
  #quotes(length: number): void {
    this.#pos += length;
    const first = this.#text[this.#pos];
    if (first === '"' || (first === '\\' && this.#text[this.#pos + 1] === '\n')) this.#push('', true);
    while (this.#pos < this.#text.length && this.#text[this.#pos] !== '"') this.#double(false);
    this.#pos++;
  }

  #double(keepsQuotes: boolean): void {
    const char = this.#text[this.#pos];
    if (char === '\\') this.#backslash(keepsQuotes ? '$`"\\\n}' : '$`"\\\n');
    else if (keepsQuotes && char === '$' && /['"]/.test(this.#text[this.#pos + 1] ?? '')) this.#dollarQuote();
    else if (char === '$' || char === '`') this.#expansion(true);
    else this.#plain(/["\\$`]/g, true);
  }

  #backslash(special: string): void {
    const next = this.#text[this.#pos + 1];
    if (next !== undefined && special.includes(next)) {
      if (next !== '\n') this.#push(next, true);
      this.#pos += 2;
    } else {
      this.#push('\\', true);
      this.#pos++;
    }
  }

  #single(): void {
    const end = this.#text.indexOf("'", this.#pos + 1);
    this.#push(this.#text.slice(this.#pos + 1, end < 0 ? undefined : end), true);
    this.#pos = end < 0 ? this.#text.length : end + 1;
  }

  #dollarQuote(): void {
    if (this.#text[this.#pos + 1] === '"') return this.#quotes(2);
    const part = this.#at.get(this.#pos + this.#base);
    const text = part?.type === 'AnsiCQuoted' ? ansiText(part) : undefined;
    if (part === undefined || text === undefined) return this.#lost();
    this.#push(text, true);
    this.#pos = part.end - this.#base;
  }

  #expansion(isQuoted: boolean): void {
    const part = this.#at.get(this.#pos + this.#base);
    if (part && part.type !== 'AnsiCQuoted') {
      this.#flush();
      this.#atoms.push({ expansion: part, isQuoted });
      this.#pos = Math.max(part.end - this.#base, this.#pos + 1);
      return;
    }
    // Bash joins lines before it looks for a name: `$\` at the end of a line, and the rest on the next.
    let after = this.#pos + 1;
    while (this.#text.startsWith('\\\n', after)) after += 2;
    const next = this.#text[after];
    if (this.#text[this.#pos] !== '$' || (next !== undefined && /[({[A-Za-z0-9_@*#?$!-]/.test(next)))
      return this.#lost();
    this.#push('$', isQuoted);
    this.#pos++;
  }

  #lost(): void {
    this.#flush();
    this.#atoms.push({ lost: this.#text.slice(this.#pos, this.#pos + 40) });
    this.#pos = this.#text.length;
  }

  #plain(stop: RegExp, isQuoted: boolean): void {
    stop.lastIndex = this.#pos + 1;
    const end = stop.exec(this.#text)?.index ?? this.#text.length;
    this.#push(this.#text.slice(this.#pos, end), isQuoted);
    this.#pos = end;
  }

  #push(text: string, isQuoted: boolean): void {
    if (isQuoted !== this.#isQuoted) this.#flush();
    this.#isQuoted = isQuoted;
    if (text === '' && this.#literal === '') this.#atoms.push({ text: '', isQuoted });
    this.#literal += text;
  }

  #flush(): void {
    if (this.#literal !== '') this.#atoms.push({ text: this.#literal, isQuoted: this.#isQuoted });
    this.#literal = '';
  }

  #end(): Atom[] {
    this.#flush();
    return this.#atoms;
  }

  #index(parts: readonly WordPart[]): void {
    for (const part of parts) {
      switch (part.type) {
        case 'DoubleQuoted':
        case 'LocaleString':
        case 'Glob':
        case 'ExtendedGlob':
        case 'BraceExpansion':
          if (part.parts) this.#index(part.parts);
          break;
        case 'Literal':
        case 'SingleQuoted':
          break;
        default:
          this.#at.set(part.pos, part);
      }
    }
  }
}
