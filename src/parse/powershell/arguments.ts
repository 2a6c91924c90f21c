import type { Grammar } from './grammar-parts.ts';
import { dash, isDoubleQuote, isSingleQuote } from './reader.ts';
import { readEscape, readExpansion, readString } from './strings.ts';
import type { Expression, Part } from './syntax.ts';

/** One argument of a command; `a,b` is a list. */
export function readArgument(grammar: Grammar): Expression | undefined {
  const { reader } = grammar;
  const start = reader.at;
  const first = readOne(grammar);
  if (!first) return undefined;
  const items = [first];
  for (;;) {
    const before = reader.at;
    reader.skipBlanks();
    if (!reader.take(',')) {
      reader.at = before;
      break;
    }
    reader.skipLines();
    const next = readOne(grammar);
    if (next) items.push(next);
    else break;
  }
  return items.length === 1 ? first : { type: 'list', items, span: reader.since(start) };
}

function readOne(grammar: Grammar): Expression | undefined {
  const { reader } = grammar;
  if (!reader.takePart()) return undefined;
  const start = reader.at;
  const char = reader.peek();
  if (char === '@') {
    const splat = reader.match(/@([\p{L}\p{Nd}_?]+(?::[\p{L}\p{Nd}_]+)?)/uy);
    if (splat)
      return { type: 'variable', name: (splat[1] as string).toLowerCase(), isSplat: true, span: reader.since(start) };
  }
  if (char === '(' || char === '{' || char === '@' || isSingleQuote(char) || isDoubleQuote(char)) {
    return grammar.primary() ?? readWord(grammar, []);
  }
  if (char === '$' && reader.looksLike(/\$[\p{L}\p{Nd}_?$^{(]/uy)) {
    const primary = grammar.primary();
    // `$HOME/a` and `$a$b` are one word; after `$( )` another one begins.
    if (!primary || primary.type === 'group') return primary;
    if (!reader.looksLike(wordGoesOn)) return endOfWord(grammar, primary);
    return readWord(grammar, [primary], start);
  }
  return readWord(grammar, []);
}

/** A bare word, with variables and quotes in it. */
function readWord(grammar: Grammar, parts: Part[], start = grammar.reader.at): Expression | undefined {
  const { reader } = grammar;
  const add = (part: Part) => {
    const last = parts.at(-1);
    if (typeof part === 'string' && typeof last === 'string') parts[parts.length - 1] = last + part;
    else if (part !== '') parts.push(part);
  };
  const parameter = parts.length === 0 ? reader.match(attached) : null;
  if (parameter) {
    add(parameter[0]);
    const value = readOne(grammar);
    if (value) add(value);
    return { type: 'text', parts, isQuoted: false, span: reader.since(start) };
  }
  if (parts.length === 0 && reader.looksLike(unlikeOthers))
    reader.doubt('syntax', 'A backtick or a quote stands where PowerShell may take it for a letter');
  while (!reader.isDone) {
    const before = reader.at;
    const char = reader.peek();
    if (char === '`') {
      if (reader.looksLike(/`\r?\n/y)) {
        // Whether the word ends here is nothing to guess about.
        if (parts.length > 0 && /\S/.test(reader.text.slice(reader.at + 1, reader.at + 3).trim()))
          reader.doubt('syntax', 'A line is continued in the middle of a word');
        break;
      }
      add(readEscape(reader, true));
    } else if (char === '$') add(readExpansion(reader, grammar.body));
    else if (isSingleQuote(char) || isDoubleQuote(char)) {
      const string = readString(reader, grammar.body);
      if (string?.type === 'text') for (const part of string.parts) add(part);
    } else add(reader.match(plain)?.[0] ?? '');
    if (reader.at === before) break;
  }
  if (reader.at === start) return undefined;
  return endOfWord(grammar, { type: 'text', parts, isQuoted: false, span: reader.since(start) });
}

/**
 * To PowerShell `<` and `>` are letters like others in a word: `a<# b #>` has no comment, `rm a> b` two arguments. That `a>b`
 * is taken for a redirect does no harm.
 */
function endOfWord({ reader }: Grammar, word: Expression): Expression {
  if (reader.looksLike(/<|>(?!>?(?:[\w.\\/~"']|\$\w))/y))
    reader.doubt('syntax', `"${reader.peek()}" stands in the middle of a word`);
  return word;
}

const attached = new RegExp(`${dash}[A-Za-z_]\\w*:(?=[^\\s;|&,)}])`, 'y');
/** In the name of a parameter a backtick escapes nothing; after `:name` the first quote opens nothing. */
const unlikeOthers = new RegExp(
  `${dash}[\\p{L}_?][^\\s\\u0085;|&,(){}.:["'\\u2018-\\u201e\`]*\`|:[\\p{L}_][\\p{L}\\p{Nd}_]*["'\\u2018-\\u201e\`]`,
  'uy',
);
const plain = /[^\s\u0085;|&,(){}<>`$'"\u2018-\u201e]+/y;
const wordGoesOn = /[^\s\u0085;|&,(){}<>]/y;
