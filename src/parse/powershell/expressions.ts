import type { Grammar } from './grammar-parts.ts';
import { dash, isDash } from './reader.ts';
import { readString, readVariable } from './strings.ts';
import type { Expression, Statement } from './syntax.ts';

const comma = 7;

/** Binds more strongly the higher it is; all that is not listed is a comparison. */
const strength: Readonly<Record<string, number>> = {
  __proto__: null as unknown as number,
  ',': comma,
  '..': 6,
  '-f': 5,
  '*': 4,
  '/': 4,
  '%': 4,
  '+': 3,
  '-': 3,
  '-and': 1,
  '-or': 1,
  '-xor': 1,
  '??': 1,
};

const named = new RegExp(
  `${dash}([ci]?(?:eq|ne|ge|gt|le|lt|like|notlike|match|notmatch|contains|notcontains|in|notin|replace|split)|and|or|xor|band|bor|bxor|shl|shr|is|isnot|as|join|f)(?![\\w:])`,
  'iy',
);
const unaryNamed = new RegExp(`${dash}(not|bnot|split|isplit|csplit|join)(?![\\w:])`, 'iy');
const signs = /\.\.|\?\?(?!=)|[-+*/%,](?![=])/y;
const assigns = /(?:[-\u2013-\u2015+*/%]|\?\?)?=(?!=)/y;

export function readExpression(grammar: Grammar, above = 0): Expression | undefined {
  const { reader } = grammar;
  const start = reader.at;
  let left = readUnary(grammar);
  if (!left) return undefined;
  let list: { readonly of: Expression; readonly items: Expression[] } | undefined;
  for (;;) {
    const before = reader.at;
    reader.skipBlanks();
    if (above === 0 && reader.looksLike(assigns)) {
      left = readAssignment(grammar, left, start);
      continue;
    }
    const operator = readOperator(grammar);
    if (operator === undefined) {
      if (above === 0 && reader.looksLike(/\?(?=[\s(])/y)) {
        left = readTernary(grammar, left, start);
        continue;
      }
      reader.at = before;
      return left;
    }
    const strengthHere = strength[operator] ?? 2;
    if (strengthHere <= above || (operator === ',' && !grammar.hasLists)) {
      reader.at = before;
      return left;
    }
    reader.skipLines();
    const right = grammar.expression(strengthHere);
    if (!right) {
      reader.stumble(`after ${operator}`);
      return left;
    }
    const span = reader.since(start);
    if (operator !== ',') left = { type: 'operation', operator, left, right, span };
    else if (list && left === list.of) list.items.push(right);
    else {
      const items: Expression[] = [left, right];
      left = { type: 'list', items, span };
      list = { of: left, items };
    }
  }
}

function readOperator({ reader }: Grammar): string | undefined {
  const word = reader.match(named);
  if (word) return `-${(word[1] as string).toLowerCase()}`;
  const sign = reader.match(signs)?.[0];
  if (sign === undefined && isDash(reader.peek()) && !reader.looksLike(/.=/y)) {
    reader.at += 1;
    return '-';
  }
  return sign;
}

function readAssignment(grammar: Grammar, to: Expression, start: number): Expression {
  const { reader } = grammar;
  const operator = reader.match(assigns)?.[0] ?? '=';
  reader.skipLines();
  const value: Statement = grammar.statement() ?? { type: 'blocks', bodies: [], span: reader.since(reader.at) };
  return { type: 'assignment', to, operator, value, span: reader.since(start) };
}

function readTernary(grammar: Grammar, test: Expression, start: number): Expression {
  const { reader } = grammar;
  reader.at += 1;
  const items = [test];
  reader.skipLines();
  const yes = grammar.expression();
  if (yes) items.push(yes);
  reader.skipLines();
  if (!reader.take(':')) reader.stumble('where ":" was expected');
  reader.skipLines();
  const no = grammar.expression();
  if (no) items.push(no);
  const right: Expression = { type: 'list', items, span: reader.since(start) };
  return { type: 'operation', operator: '?', right, span: right.span };
}

function readUnary(grammar: Grammar): Expression | undefined {
  const { reader } = grammar;
  const start = reader.at;
  const operator = unaryOperator(grammar);
  if (operator === undefined) return grammar.primary();
  reader.skipBlanks();
  const right = grammar.expression(comma);
  if (!right) {
    reader.doubt('syntax', `It cannot be read as PowerShell: nothing follows ${operator}`, start);
    return undefined;
  }
  return { type: 'operation', operator, right, span: reader.since(start) };
}

function unaryOperator({ reader }: Grammar): string | undefined {
  const word = reader.match(unaryNamed);
  if (word) return `-${(word[1] as string).toLowerCase()}`;
  const sign = reader.match(/\+\+|--|[!,+]|-(?!\s*[A-Za-z_])/y)?.[0];
  return sign;
}

/** A value with its members and indexes. */
export function readPrimary(grammar: Grammar): Expression | undefined {
  const { reader } = grammar;
  const start = reader.at;
  let found = readAtom(grammar);
  if (!found) return undefined;
  for (;;) {
    // A comment may stand before a member, a blank may not.
    reader.match(/(?:<#(?:[^#]|#(?!>))*#>)+(?=::|\.[^.]|\[)/y);
    if (!reader.looksLike(/[?[.:+-]/y) || !reader.takePart()) return found;
    if (reader.looksLike(/\.\s/y)) reader.doubt('syntax', 'A blank follows the dot of a member');
    if (reader.match(/\?(?=\.\w|\[)/y)) continue;
    if (reader.looksLike(/\[/y) && found.type !== 'text') found = readIndex(grammar, found, start);
    else if (reader.looksLike(/::|\.(?=[\p{L}_$("'])/uy)) found = readMember(grammar, found, start);
    else if (reader.match(/\+\+|--(?!%)/y))
      found = { type: 'operation', operator: '++', right: found, span: reader.since(start) };
    else return found;
  }
}

function readAtom(grammar: Grammar): Expression | undefined {
  const { reader } = grammar;
  const start = reader.at;
  const string = readString(reader, grammar.body);
  if (string) return string;
  if (reader.match(/[$@]?\(/y)) return { type: 'group', body: grammar.body(')'), span: reader.since(start) };
  if (reader.take('@{')) return readHash(grammar, start);
  if (reader.take('{')) return { type: 'block', body: grammar.body('}'), span: reader.since(start) };
  const variable = readVariable(reader);
  if (variable) return variable;
  const number = reader.match(numbers)?.[0];
  if (number !== undefined) return { type: 'text', parts: [number], isQuoted: false, span: reader.since(start) };
  const splat = reader.match(/@([\p{L}_][\p{L}\p{Nd}_]*)/uy);
  if (splat)
    return { type: 'variable', name: (splat[1] as string).toLowerCase(), isSplat: true, span: reader.since(start) };
  return reader.peek() === '[' ? readType(grammar, start) : undefined;
}

export const numbers =
  /[-+]?(?:0x[0-9a-f]+|(?:\d+(?:\.\d+)?|\.\d+)(?:e[-+]?\d+)?)(?:u?[lsy]|u|d|n)?(?:[kmgtp]b)?(?![\w:\\"'`$@~^\u2018-\u201e])/iy;

/** `[name]`, and what it converts. */
function readType(grammar: Grammar, start: number): Expression {
  const { reader } = grammar;
  const name = readBrackets(grammar);
  // What looks like a comment or a quote in it may be none, and end elsewhere.
  if (/[#`\u2018-\u201e]|@["']|^[^(]*["']/.test(name))
    reader.doubt('syntax', `[${name}] cannot be read for certain`, start);
  // An attribute may bring code along.
  if (/[{$]/.test(name.replace(/\$(?:true|false|null)\b/gi, '')))
    reader.doubt('dynamic-code', `[${name}] has code in it`, start);
  const type: Expression = { type: 'type', name, span: reader.since(start) };
  if (reader.looksLike(/::|\./y)) return type;
  const before = reader.at;
  reader.skipLines();
  if (reader.looksLike(/[$@([{'"\u2018-\u201e\d]|[-+!](?=[\w$(])/y) && !reader.looksLike(named)) {
    const of = grammar.expression(comma);
    if (of) return { type: 'cast', to: name, of, span: reader.since(start) };
  }
  reader.at = before;
  return type;
}

function readBrackets({ reader }: Grammar): string {
  const start = reader.at + 1;
  let depth = 0;
  while (!reader.isDone) {
    const char = reader.text[reader.at++];
    if (char === '[') depth += 1;
    else if (char === ']' && --depth === 0) return reader.text.slice(start, reader.at - 1);
    else if (char === "'" || char === '"') {
      const end = reader.text.indexOf(char, reader.at);
      reader.at = end === -1 ? reader.text.length : end + 1;
    }
  }
  reader.doubt('syntax', 'It cannot be read as PowerShell: a bracket is not closed', start - 1);
  return reader.text.slice(start);
}

function readIndex(grammar: Grammar, of: Expression, start: number): Expression {
  const { reader } = grammar;
  reader.at += 1;
  reader.skipLines();
  const at = grammar.expression() ?? { type: 'text' as const, parts: [], isQuoted: true, span: reader.since(start) };
  reader.skipLines();
  if (!reader.take(']')) reader.stumble('where "]" was expected');
  return { type: 'index', of, at, span: reader.since(start) };
}

function readMember(grammar: Grammar, of: Expression, start: number): Expression {
  const { reader } = grammar;
  const isStatic = reader.take('::');
  if (!isStatic) reader.at += 1;
  const at = reader.at;
  const word = reader.match(/[\p{L}_][\p{L}\p{Nd}_]*/uy)?.[0];
  const name =
    word === undefined
      ? readAtom(grammar)
      : ({ type: 'text', parts: [word], isQuoted: false, span: reader.since(at) } as const);
  if (!name) {
    reader.stumble('where the name of a member was expected');
    return of;
  }
  if (!reader.take('(')) {
    // `.where{ }` and `.foreach{ }` need no brackets.
    const block = reader.peek() === '{' ? readAtom(grammar) : undefined;
    return { type: 'member', of, name, isStatic, ...(block && { args: [block] }), span: reader.since(start) };
  }
  const args: Expression[] = [];
  for (;;) {
    reader.skipLines();
    if (reader.take(')')) break;
    const before = reader.at;
    const arg = grammar.item();
    if (arg) args.push(arg);
    reader.skipLines();
    if (reader.take(',') || reader.peek() === ')') continue;
    if (reader.isDone) {
      reader.doubt('syntax', 'It cannot be read as PowerShell: a bracket is not closed', start);
      break;
    }
    if (reader.at === before || arg) reader.stumble('among the arguments of a method');
  }
  return { type: 'member', of, name, isStatic, args, span: reader.since(start) };
}

function readHash(grammar: Grammar, start: number): Expression {
  const { reader } = grammar;
  const values: (Expression | Statement)[] = [];
  for (;;) {
    reader.skipSeparators();
    if (reader.take('}')) break;
    if (reader.isDone) {
      reader.doubt('syntax', 'It cannot be read as PowerShell: a bracket is not closed', start);
      break;
    }
    const before = reader.at;
    if (!reader.match(/[\p{L}_][\p{L}\p{Nd}_.-]*(?=\s*=)/uy)) {
      const key = grammar.expression(comma);
      if (key) values.push(key);
    }
    reader.skipBlanks();
    if (reader.take('=')) {
      reader.skipLines();
      const value = grammar.statement();
      if (value) values.push(value);
    }
    if (reader.at === before) reader.stumble('in a table of values');
  }
  return { type: 'hash', values, span: reader.since(start) };
}
