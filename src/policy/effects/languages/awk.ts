import type { Reader } from '../define.ts';
import { anyName, literal } from '../words.ts';

const gap = '\u{FFFC}';
const maxProgram = 65_536;
const readsCode = /^"\s*(?:[\w./-]*\/)?(?:(?:ba|da|z|k|a)?sh|python[\d.]*|perl|ruby|node|php)(?:\s+-\w*)*\s*"$/;

/** A program of awk: what it starts, and the files it writes and reads by name. */
export const awk: Reader = (value, found, { invocation }) => {
  const text = value.pieces.map((piece) => (typeof piece === 'string' ? piece : gap)).join('');
  if (text.length > maxProgram) return found.doubt('a program that is too long');
  const tokens = tokenize(text);
  const word = (content: string) => literal(content, value.span);
  const run = (token: string | undefined) => {
    if (token?.startsWith('"') && !token.includes(gap)) {
      found.nest({ kind: 'script', via: `${invocation.name} system`, text: word(unquoted(token)), shell: 'bash' });
    } else {
      found.effect({ kind: 'run', note: 'a command that the program makes' });
      found.doubt('a command that is known only when it runs');
    }
  };
  /** A shell or an interpreter without a script runs what is printed to it. */
  const runWithInput = (token: string | undefined) => run(token && readsCode.test(token) ? undefined : token);
  const file = (kind: 'read' | 'write', token: string | undefined) => {
    if (!token?.startsWith('"') || token.includes(gap))
      found.effect({ kind, target: anyName(value.span), note: 'a file that the program names' });
    else if (!/^"(\/dev\/std(out|err|in)|-)"$/.test(token)) found.effect({ kind, target: word(unquoted(token)) });
  };
  let isPrinting = false;
  let depth = 0;
  for (const [index, token] of tokens.entries()) {
    const next = tokens[index + 1];
    if (token === gap) found.doubt('a program that is known only when it runs');
    else if (token === 'system' && next === '(') {
      const isLiteral = tokens[index + 3] === ')';
      run(isLiteral ? tokens[index + 2] : undefined);
    } else if (token === 'ARGV')
      found.effect({ kind: 'read', target: anyName(value.span), note: 'what the program names' });
    else if (token === '@load' || token === '@include') found.effect({ kind: 'run', note: 'more code' });
    else if (token === 'print' || token === 'printf') [isPrinting, depth] = [true, 0];
    else if (/^[;\n}{]$/.test(token)) isPrinting = false;
    else if (token === '(') depth += 1;
    else if (token === ')') depth -= 1;
    else if ((token === '|' || token === '|&') && next === 'getline') run(tokens[index - 1]);
    else if ((token === '|' || token === '|&') && depth <= 0) runWithInput(isEnd(tokens[index + 2]) ? next : undefined);
    else if ((token === '>' || token === '>>') && isPrinting && depth <= 0) {
      file('write', isEnd(tokens[index + 2]) ? next : undefined);
    } else if (token === 'getline' && next === '<') file('read', tokens[index + 2]);
    else if (token === 'getline' && tokens[index + 2] === '<') file('read', tokens[index + 3]);
  }
};

function isEnd(token: string | undefined): boolean {
  return token === undefined || /^[;\n})]$/.test(token);
}

/** Strings, patterns between slashes, names and signs; comments are left out. */
/** A program in a file. */
export const awkFile: Reader = (path, found, call) => {
  found.effect({ kind: 'run', target: path, note: 'a program of awk' });
  const content = call.invocation.content?.(path);
  if (content) awk(content, found, call);
};

function tokenize(text: string): string[] {
  const tokens: string[] = [];
  const pattern = /#[^\n]*|"(?:\\.|[^"\\])*"?|\|\||\|&|>>|>=|@?\w+|\$|\n|[^\S\n]+|./gsuy;
  let previous = '';
  while (pattern.lastIndex < text.length) {
    // A slash begins a pattern where no value stands before it.
    if (text[pattern.lastIndex] === '/' && !/^([\w)\]$]|")/.test(previous)) {
      const end = /\/(?:\\.|\[[^\]\n]{0,100}\]|[^/\\\n])*\/?/y;
      end.lastIndex = pattern.lastIndex;
      pattern.lastIndex += end.exec(text)?.[0].length ?? 1;
      previous = '/';
      continue;
    }
    const token = pattern.exec(text)?.[0];
    if (token === undefined) break;
    if (/^(#|[^\S\n])/.test(token)) continue;
    tokens.push(token);
    previous = /^(print|printf|return|in|getline)$/.test(token) ? '' : token;
  }
  return tokens;
}

/** A line may go on after a backslash. */
const letters: Readonly<Record<string, string>> = {
  '\n': '',
  n: '\n',
  t: '\t',
  r: '\r',
  f: '\f',
  v: '\v',
  a: '\u0007',
  b: '\b',
};

function unquoted(token: string): string {
  return token.replace(/^"|"$/g, '').replaceAll(/\\(?:([0-7]{1,3})|x([\da-f]{1,2})|(.))/gis, (_, octal, hex, one) => {
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(String(octal), 8));
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(String(hex), 16));
    return letters[String(one)] ?? String(one);
  });
}
