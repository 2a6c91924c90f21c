import type { Nested, ShellCommand, Stdin, Word } from '../../../protocol/shell.ts';
import type { Call, Found, Reader } from '../define.ts';
import { headOf, isKnown, literal, replaced, textOf } from '../words.ts';

const maxWords = 64;

/** A command in one text that is cut at blanks: `env -S 'A=1 rm x'`. */
export const splitString: Reader = (value, found, call) => {
  const text = textOf(value);
  if (text === undefined) return found.doubt('a command line is known only when it runs');
  if (/["'\\$#]/.test(text)) found.doubt('quotes in a command line that no shell reads');
  const split = text.split(/\s+/).filter((part) => part !== '');
  if (split.length > maxWords) found.doubt('more words than are looked at');
  if (call.folder && split.some((part) => /^-\w*C|^--c/.test(part)))
    found.doubt('it goes to another folder than it says');
  const words = [...split.slice(0, maxWords).map((part) => literal(part, value.span)), ...call.operands];
  // Options and assignments may be among them.
  const { name } = call.invocation;
  if (words.length > 0) found.nest({ kind: 'argv', via: `${name} -S`, words: [literal(name, value.span), ...words] });
};

/** The program of xargs, with what it reads as further words. */
export function fed(call: Call, found: Found): void {
  const { operands, invocation } = call;
  const via = invocation.name;
  const words = operands.length > 0 ? operands : [literal('echo', { start: 0, end: 0 })];
  const given = [...call.values('-I'), ...call.values('-i')].map((word) => textOf(word));
  if (call.has('-i') && call.values('-i').length === 0) given.push('{}');
  // Of several the last one counts, and `-n` or `-L` after one undoes it: each is looked at.
  const marks = new Set(given.filter((mark) => mark !== undefined));
  if (marks.size > mostMarks) found.doubt('more replacement texts than are looked at');
  // Where the end is a word of the input, or there are two ways to cut it, that is not followed.
  const isOpen = call.has('-a') || call.has('-E') || call.has('-e') || (call.has('-d') && call.has('-0'));
  const known = isOpen ? undefined : inputWords(invocation.stdin, call, marks.size > 0);
  const way = { kind: 'argv', via, withoutInput: !call.has('-a') } as const;
  const isPlain = ['-n', '-L', '-l'].some((option) => call.has(option));
  if (marks.size === 0 || given.includes(undefined) || isPlain) {
    // What stands in a file did not come over the pipe.
    if (call.has('-a'))
      found.nest({ ...way, words: [...words, { ...braces, pieces: [{ unknown: 'argument' }], isSplit: true }] });
    else found.nest({ ...way, words: [...words, ...(known ?? [])], ...(!known && { more: true }) });
    for (const share of shares(known ?? [], call)) found.nest({ ...way, words: [...words, ...share] });
    if (known && known.length > mostRanges && ['-L', '-l', '-s'].some((option) => call.has(option)))
      found.nest({ ...way, words, more: true });
  }
  const { stdin } = invocation;
  const isPiped = stdin.kind === 'pipe' && !call.has('-a');
  const unknown = { unknown: 'argument' as const, ...(isPiped && { from: stdin.from }) };
  const inputs = known ?? [{ ...braces, pieces: [unknown] }];
  for (const mark of [...marks].slice(0, mostMarks))
    for (const input of inputs) {
      const [program, ...args] = words.map((word) => replaced(word, mark, input)) as [Word, ...Word[]];
      found.nest({ ...way, words: [program, ...args] });
      // GNU xargs leaves the name of the program as it is.
      if (program !== words[0]) found.nest({ ...way, words: [words[0] as Word, ...args] });
    }
}

/** What each start gets when there is a limit: `echo true reboot | xargs -n1 env` is no `env true reboot`. */
function shares(words: readonly Word[], call: Call): readonly (readonly Word[])[] {
  const [limit, ...others] = call.values('-n').map((word) => Number(textOf(word)));
  const isOther = ['-L', '-l', '-s'].some((name) => call.has(name));
  if (limit !== undefined && limit >= 1 && others.length === 0 && !isOther) {
    if (limit >= words.length) return [];
    return words.flatMap((_, at) => (at % limit === 0 ? [words.slice(at, at + limit)] : []));
  }
  // Lines and lengths are not followed: a start may have any stretch of the words.
  if (!call.has('-n') && !isOther) return [];
  const most = words.length > mostRanges ? 1 : words.length;
  return words
    .flatMap((_, at) => Array.from({ length: most }, (__, less) => words.slice(at, words.length - less)))
    .filter((share) => share.length > 0 && share.length < words.length);
}

const mostMarks = 4;
/** Words of which all stretches are looked at. */
const mostRanges = 6;
const braces: Word = literal('{}', { start: 0, end: 0 });

/** The words that come over standard input, when they can be known. */
function inputWords(stdin: Stdin, call: Call, isByLine: boolean): readonly Word[] | undefined {
  const source = stdin.kind === 'text' || stdin.kind === 'pipe' ? stdin.text : undefined;
  const text = source && textOf(source);
  if (stdin.kind === 'pipe' && text === undefined) return isByLine || call.has('-d') ? undefined : printed(stdin.from);
  if (!source || text === undefined) return undefined;
  const end = call.has('-d') ? delimiter(call.values('-d')) : call.has('-0') ? '\0' : undefined;
  // Where no zero is looked for, it ends a word in its middle.
  if (end !== '\0' && text.includes('\0')) return undefined;
  if (end === undefined && (call.has('-d') || /["'\\\0]/.test(text))) return undefined;
  const parts =
    end !== undefined ? text.split(end) : isByLine ? text.split('\n').map((line) => line.trim()) : text.split(/\s+/);
  // Between two delimiters there may be nothing, which is a word as well.
  const last = parts.at(-1) === '' ? parts.length - 1 : parts.length;
  const words = parts
    .slice(0, last)
    .filter((part) => part !== '' || end !== undefined)
    .map((part) => literal(part, source.span));
  return words.length > maxWords ? undefined : words;
}

/** What `-d` names: a character, or an escape for one. */
function delimiter(values: readonly Word[]): string | undefined {
  const name = values.length === 1 && values[0] ? textOf(values[0]) : undefined;
  return name?.length === 1 ? name : name === undefined ? undefined : escapes[name];
}

const escapes: Readonly<Record<string, string>> = { '\\n': '\n', '\\0': '\0', '\\t': '\t' };

/** The words of a single command that does nothing but print them, patterns too, which are no known text. */
function printed(from: readonly ShellCommand[]): readonly Word[] | undefined {
  const [only] = from;
  if (!only || from.length > 1 || !only.isBuiltin || only.argv.length > maxWords) return undefined;
  const [first, ...rest] = only.argv.slice(1);
  const words = only.name === 'echo' && first ? [first, ...rest] : only.name === 'printf' && first ? rest : [];
  const format = only.name === 'printf' && first ? textOf(first) : '%s';
  const isPlain = words.every((word) => isKnown(word) && !/["'\\\s]|^-/.test(headOf(word)));
  if (!isPlain || format === undefined) return undefined;
  // `printf %s a b` prints one word.
  if (only.name === 'printf' && format === '%s' && words.length > 1) return undefined;
  if (/^%s(?:\\0|\\n| )?$/.test(format)) return words.length > 0 ? words : undefined;
  // A format without anything to fill in: `printf '/\\0'`.
  if (/[%"']|\\[^0n]/.test(format) || rest.length > 0 || !first) return undefined;
  return format.split(/\\[0n]|\s/).flatMap((part) => (part === '' ? [] : [literal(part, first.span)]));
}

/** The command of parallel: a text for the shell, for each of the words after `:::`. */
export function inParallel(call: Call, found: Found): void {
  const via = call.invocation.name;
  const at = call.operands.findIndex((word) => headOf(word).startsWith(':::'));
  const words = at === -1 ? call.operands : call.operands.slice(0, at);
  const inputs = at === -1 ? [] : call.operands.slice(at + 1, at + 1 + maxWords);
  if (at !== -1 && call.operands.length - at - 1 > maxWords) found.doubt('more words than are looked at');
  const nest = (nested: Nested) => found.nest(nested);
  if (words.length === 0) {
    if (call.invocation.stdin.kind === 'file') found.doubt('commands that come from a file');
    if (at === -1) nest({ kind: 'input', via, shell: 'bash' });
    for (const text of inputs) nest({ kind: 'script', via, text, shell: 'bash' });
    return;
  }
  const unknown: Word = { ...braces, pieces: [{ unknown: 'argument' }] };
  for (const input of inputs.length > 0 ? inputs : [unknown]) {
    const isNamed = words.some((word) => textOf(word)?.includes('{}') ?? false);
    const quoted = quotedWord(input);
    const line = isNamed ? words.map((word) => replaced(word, '{}', quoted)) : [...words, quoted];
    nest({ kind: 'script', via, text: joined(line), shell: 'bash' });
  }
}

/** An input of parallel stays one word. */
function quotedWord(word: Word): Word {
  const text = textOf(word);
  if (text === undefined || /^[\w./:=@%+,-]+$/.test(text)) return word;
  return literal(`'${text.replaceAll("'", String.raw`'\''`)}'`, word.span);
}

/** What a program makes of several words when it hands them to a shell. */
export function joined(words: readonly Word[]): Word {
  const pieces: Word['pieces'][number][] = [];
  for (const [index, word] of words.entries()) {
    for (const piece of index === 0 ? word.pieces : [' ', ...word.pieces]) {
      const last = pieces.at(-1);
      if (typeof piece === 'string' && typeof last === 'string') pieces[pieces.length - 1] = last + piece;
      else pieces.push(piece);
    }
  }
  const start = words[0]?.span.start ?? 0;
  return { pieces, isPattern: false, isSplit: false, span: { start, end: words.at(-1)?.span.end ?? start } };
}
