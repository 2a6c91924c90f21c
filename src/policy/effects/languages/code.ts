import type { Stdin, Word } from '../../../protocol/shell.ts';
import type { Call, Found, Reader } from '../define.ts';
import { literal, shown, textOf } from '../words.ts';
import { isPlainCode } from './plain-code.ts';
import { hidden, languages, starting, type Language, type Sign } from './signs.ts';

const maxCode = 32_768;
const maxSigns = 32;
const maxAhead = 400;
/** Stands for a part of the code that is not known. */
const gap = '\u{FFFC}';

/** Code of another language in an argument: looked through for calls that run, delete, write or contact. */
export const code =
  (language: Language): Reader =>
  (value, found, { invocation }) => {
    const text = textOf(value);
    found.effect({ kind: 'run', note: `code of ${language}`, ...(text === undefined && { target: value }) });
    if (text === undefined || !isPlainCode(text, language)) scan(value, language, invocation.name, found);
  };

/** A script in a file; `-` is standard input. */
export const scriptFile =
  (language?: Language): Reader =>
  (target, found, { invocation }) => {
    if (textOf(target) === '-') return;
    found.effect({ kind: 'run', target });
    const content = invocation.content?.(target);
    if (content && language) scan(content, language, invocation.name, found);
    else if (content) found.doubt('code that is made here and not understood');
  };

/** What an interpreter does that is given no script: it reads one, or speaks with a person. */
export function withoutScript(language: Language): (call: Call, found: Found) => void {
  return (call, found) => {
    const [script] = call.operands;
    const { args } = call.invocation;
    // `-$X text` may be `-c text`.
    const options = script ? args.slice(0, args.indexOf(script)) : args;
    if (options.some(({ pieces }) => pieces.length > 1 && pieces[0] === '-'))
      found.doubt('an option that is known only when it runs');
    if (script && textOf(script) !== '-') return;
    if (['-e', '-c', '-m', '-p', '-r', '--eval', '--print'].some((option) => call.has(option))) return;
    input(call.invocation.stdin, language, call.invocation.name, found);
  };
}

function input(stdin: Stdin, language: Language, via: string, found: Found): void {
  if (stdin.kind === 'inherited') return found.effect({ kind: 'terminal' });
  found.effect({ kind: 'run', note: 'standard input', ...(stdin.kind === 'file' && { target: stdin.path }) });
  if (stdin.kind === 'text') scan(stdin.text, language, via, found);
  else if (stdin.kind === 'pipe' && stdin.text) scan(stdin.text, language, via, found);
  else if (stdin.kind === 'pipe') found.doubt(`code of ${language} that is known only when it runs`);
}

function scan(value: Word, language: Language, via: string, found: Found): void {
  const text = value.pieces.map((piece) => (typeof piece === 'string' ? piece : gap)).join('');
  if (text.length > maxCode) return found.doubt(`more code of ${language} than is looked at`);
  const outside = withoutStrings(text);
  if (outside.includes(gap))
    found.doubt(`${shown(value).slice(0, 40)}: code of ${language} that is known only when it runs`);
  const present = languages[language].filter(({ call }) => text.search(call) !== -1);
  let count = 0;
  for (const sign of present) {
    for (const match of text.matchAll(sign.call)) {
      if ((count += 1) > maxSigns) return found.doubt(`more code of ${language} than is looked at`);
      const args =
        match[1] === undefined
          ? literals(text, match.index + match[0].length, sign)
          : { texts: [match[1]], goesOn: false };
      report(sign, args, value, via, found);
    }
  }
  // An import of what starts programs, under a name that the signs do not know.
  const isStarting = present.some(({ does }) => does === 'shell' || does === 'program' || does === 'bomb');
  if (!isStarting && starting.test(text)) found.doubt('a program that the code names when it runs');
  if (hidden[language].test(text)) found.doubt(`code of ${language} that makes code`);
}

function report(sign: Sign, { texts, goesOn }: Arguments, value: Word, via: string, found: Found): void {
  if (sign.does === 'bomb') {
    return found.effect({ kind: 'change', thing: 'power', note: 'code that starts itself without end' });
  }
  const [first] = texts;
  const isWhole = first !== undefined && !texts.some((text) => text.includes(gap));
  const word = (text: string) => literal(text, value.span);
  if (sign.does === 'shell' || sign.does === 'program') {
    found.effect({ kind: 'run', note: 'a program that the code starts' });
    if (!isWhole) return found.doubt('a program that the code names when it runs');
    const more: Word = { ...value, pieces: [{ unknown: 'argument' }], isSplit: true };
    // One text goes to a shell, or is a program without arguments.
    if (texts.length === 1 && !goesOn) found.nest({ kind: 'script', via, text: word(first), shell: 'bash' });
    else found.nest({ kind: 'argv', via, words: [...texts.map(word), ...(goesOn ? [more] : [])] });
    return;
  }
  const at = sign.does === 'copy' ? texts[1] : first;
  const target = isWhole && at !== undefined && sign.does !== 'contact' ? { target: word(at) } : {};
  switch (sign.does) {
    case 'copy':
      if (isWhole) found.effect({ kind: 'read', target: word(first) });
      return found.effect({ kind: 'write', ...target });
    case 'go':
      return found.effect({ kind: 'read', note: 'cd', ...target });
    case 'permissions':
      return found.effect({ kind: 'change', thing: 'permissions', ...target });
    case 'kill':
      return found.effect({ kind: 'change', thing: 'process', force: true });
  }
  const recursive = sign.recursive === 'outside' ? /^[/~]/.test(first ?? '') : sign.recursive === true;
  found.effect({ kind: sign.does, ...(recursive && { recursive }), ...target });
}

interface Arguments {
  readonly texts: readonly string[];
  /** More follow that are no literals. */
  readonly goesOn: boolean;
}

const noTexts: Arguments = { texts: [], goesOn: false };

/** The texts at the beginning of an argument list: `'rm', ['-rf', '/']`, as far as they are literal. */
function literals(text: string, at: number, { does, mode }: Sign): Arguments {
  const texts: string[] = [];
  let isList = does === 'program';
  const pattern =
    /([\s([,]*(?:\{\s*args\s*:[\s[]*)?)(?:[rbuRBU]{0,2})(?:'''((?:\\.|[^\\])*?)'''|"""((?:\\.|[^\\])*?)"""|'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|`((?:\\.|[^`\\$])*)`)/sy;
  let end = at;
  for (let count = 0; count < maxSigns; count += 1) {
    pattern.lastIndex = end;
    const match = pattern.exec(text);
    const next = text.slice(end, end + maxAhead).trimStart();
    if (!match) return { texts, goesOn: isList && next.startsWith(',') && !lastArgument.test(next) };
    end = pattern.lastIndex;
    isList ||= match[1]?.includes('[') === true;
    const content = (match.slice(2).find((group) => group !== undefined) ?? '').replaceAll(/\\(.)/gs, '$1');
    const bare = mode && texts.length === 0 ? content.replace(mode, '') : content;
    if (bare !== '' || !mode) texts.push(bare);
    const after = text.slice(end, end + maxAhead).trimStart();
    // `'rm ' + x` and `'rm ' '-rf'` are no literals.
    if (/^(?:[+.%](?!\s*\))|['"`])/.test(after)) return noTexts;
    if (!after.startsWith(',')) break;
  }
  return { texts, goesOn: false };
}

/** What may follow the arguments of a program: options, by name or in an object, and what is called afterwards. */
const lastArgument =
  /^,\s*(?:[)\]}]|\[\s*\]|\{(?!\s*args\b)|\w+\s*=(?!=)|(?:async\s+)?function\b|(?:async\s*)?(?:\w+|\([^)]{0,80}\))\s*=>|$)/;

/** One pass, so that quotes that never end cost no more than others; what follows such a quote is kept. */
function withoutStrings(text: string): string {
  let outside = '';
  let start = 0;
  let quote: string | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (quote === undefined ? char === "'" || char === '"' || char === '`' : char === quote) {
      if (quote === undefined) outside += text.slice(start, at);
      quote = quote === undefined ? char : undefined;
      start = quote === undefined ? at + 1 : at;
    } else if (quote !== undefined && char === '\\') at += 1;
  }
  return outside + text.slice(start);
}
