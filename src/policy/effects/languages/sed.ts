import type { Word } from '../../../protocol/shell.ts';
import type { Call, Found } from '../define.ts';
import { literal, textOf, within } from '../words.ts';
import { runsNamed } from './named-program.ts';

/** Stands for a part of a script that is not known; it is taken for text that ends nothing. */
const gap = '\u{FFFC}';
const maxScript = 65_536;

/** Files and scripts of sed: `-e`, else the first operand is the script, and files are changed with `-i`. */
export function sed(call: Call, found: Found): void {
  let files = call.operands;
  const scripts = [...call.values('-e'), ...call.values('-f').flatMap((path) => call.invocation.content?.(path) ?? [])];
  if (scripts.length > 0) scan(scripts, call, found);
  else if (!call.has('-f')) {
    // On BSD and macOS the suffix of -i is a word of its own, mostly an empty one.
    const first = call.has('-i') && textOf(files[0] ?? literal('x', { start: 0, end: 0 })) === '' ? 1 : 0;
    const script = files[first];
    if (script) scan([script], call, found);
    files = files.slice(first + 1);
  }
  // A suffix with a slash is where the old file goes, with `*` for its name.
  for (const suffix of call.values('-i')) {
    const text = textOf(suffix);
    if (text === undefined) found.doubt('where the old file goes is known only when it runs');
    else if (text.includes('/'))
      found.effect({ kind: 'write', target: literal(text.slice(0, text.lastIndexOf('/') + 1), suffix.span) });
  }
  for (const file of files) {
    const target = within(call.folder, file);
    found.effect({ kind: 'read', target });
    if (call.has('-i')) found.effect({ kind: 'write', target });
  }
}

function scan(scripts: readonly Word[], call: Call, found: Found): void {
  const text = scripts
    .map(({ pieces }) => pieces.map((piece) => (typeof piece === 'string' ? piece : gap)).join(''))
    .join('\n');
  const span = scripts[0]?.span ?? { start: 0, end: 0 };
  const isDone =
    text.length <= maxScript &&
    new Script(text, {
      program: (command) => {
        if (command === undefined) {
          found.effect({ kind: 'run', note: 'what the script makes' });
          found.doubt('a script that runs what it makes');
        } else {
          runsNamed(literal(command, span), `${call.invocation.name} e`, found);
        }
      },
      file: (kind, path) => {
        if (path.includes(gap)) found.doubt('a script names a file when it runs');
        else if (!/^\/dev\/std(out|err|in)$/.test(path)) found.effect({ kind, target: literal(path, span) });
      },
    }).read();
  if (!isDone) found.doubt('a script that is not understood');
}

interface Findings {
  program(command: string | undefined): void;
  file(kind: 'read' | 'write', path: string): void;
}

/** Reads a script command by command, so that an `e` or `w` in a text or pattern is not taken for one. */
class Script {
  readonly #text: string;
  readonly #found: Findings;
  #at = 0;

  constructor(text: string, found: Findings) {
    this.#text = text;
    this.#found = found;
  }

  /** Whether all of it was understood. */
  read(): boolean {
    while (this.#at < this.#text.length) {
      this.#skip(/[\s;{}]*/y);
      if (this.#at >= this.#text.length) return true;
      if (this.#peek() === '#') this.#line();
      else if (!this.#addresses() || !this.#command()) return false;
    }
    return true;
  }

  #addresses(): boolean {
    if (!this.#address()) return false;
    this.#skip(/\s*/y);
    if (this.#peek() === ',') {
      this.#at += 1;
      this.#skip(/\s*[+~]?/y);
      if (!this.#address()) return false;
    }
    this.#skip(/[\s!]*/y);
    return true;
  }

  #address(): boolean {
    const char = this.#peek();
    if (char === '/') {
      this.#at += 1;
      if (this.#until('/') === undefined) return false;
      this.#skip(/[IM]*/y);
    } else if (char === '\\') {
      const end = this.#text[this.#at + 1];
      this.#at += 2;
      if (end === undefined || this.#until(end) === undefined) return false;
      this.#skip(/[IM]*/y);
    } else this.#skip(/(?:\$|[\d\u{FFFC}]+(?:~[\d\u{FFFC}]+)?)?/uy);
    return true;
  }

  #command(): boolean {
    const command = this.#text[this.#at++];
    switch (command) {
      case undefined:
        return false;
      case '{':
      case '}':
        return true;
      case 's':
        return this.#substitute();
      case 'y':
        return this.#delimited() && this.#end();
      case 'a':
      case 'i':
      case 'c':
        return this.#append();
      case ':':
      case 'b':
      case 't':
      case 'T':
      case 'v':
        this.#skip(/[^\n;}]*/y);
        return true;
      case 'r':
      case 'R':
        this.#found.file('read', this.#line().trim());
        return true;
      case 'w':
      case 'W':
        this.#found.file('write', this.#line().trim());
        return true;
      case 'e': {
        const program = this.#line().trim();
        this.#found.program(program === '' || program.includes(gap) ? undefined : program);
        return true;
      }
      default:
        if (!/[=dDgGhHnNpPxzFlLqQ]/.test(command)) return false;
        this.#skip(/[ \t]*\d*/y);
        return this.#end();
    }
  }

  #substitute(): boolean {
    if (!this.#delimited()) return false;
    const flags = this.#skip(/[gpiIMme\d\u{FFFC}]*/uy);
    if (flags.includes('e')) this.#found.program(undefined);
    if (this.#peek() === 'w') {
      this.#at += 1;
      this.#found.file('write', this.#line().trim());
      return true;
    }
    return this.#end();
  }

  /** Two parts between three of the same character. */
  #delimited(): boolean {
    const end = this.#text[this.#at++];
    if (end === undefined || end === '\n' || end === '\\') return false;
    return this.#until(end) !== undefined && this.#until(end, true) !== undefined;
  }

  #until(end: string, isReplacement = false): string | undefined {
    const start = this.#at;
    let classStart: number | undefined;
    for (; this.#at < this.#text.length; this.#at += 1) {
      const char = this.#text[this.#at];
      if (char === '\\') this.#at += 1;
      else if (classStart !== undefined) {
        // A bracket right at the beginning is one of the characters.
        if (char === ']' && this.#at > classStart + (this.#text[classStart] === '^' ? 1 : 0)) classStart = undefined;
      } else if (char === end) return this.#text.slice(start, this.#at++);
      else if (char === '[' && !isReplacement) classStart = this.#at + 1;
    }
    return undefined;
  }

  /** The text of a, i and c: the rest of the line, and of the next one after each backslash. */
  #append(): boolean {
    for (;;) {
      const line = this.#line();
      if (!line.endsWith('\\') || this.#at >= this.#text.length) return true;
    }
  }

  #end(): boolean {
    this.#skip(/[ \t]*/y);
    const next = this.#peek();
    return next === undefined || /[;\n}#]/.test(next);
  }

  #line(): string {
    const end = this.#text.indexOf('\n', this.#at);
    const line = this.#text.slice(this.#at, end === -1 ? undefined : end);
    this.#at = end === -1 ? this.#text.length : end + 1;
    return line;
  }

  #peek(): string | undefined {
    return this.#text[this.#at];
  }

  #skip(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text)?.[0] ?? '';
    this.#at += match.length;
    return match;
  }
}
