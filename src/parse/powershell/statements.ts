import type { Grammar } from './grammar-parts.ts';
import { readChain, valueOf } from './pipelines.ts';
import { dash, isDash } from './reader.ts';
import type { Body, Statement } from './syntax.ts';

/** One statement; separators around it are somebody else's. */
export function readStatement(grammar: Grammar): Statement | undefined {
  const { reader } = grammar;
  skipLabel(grammar);
  const start = reader.at;
  const word = keyword(grammar);
  const read = word === undefined ? undefined : keywords[word];
  if (read) {
    reader.at += (word as string).length;
    return read(grammar, start, word as string);
  }
  return readChain(grammar);
}

/** `:name` before a loop; before anything else it is the name of a command. */
function skipLabel({ reader }: Grammar): void {
  const at = reader.at;
  if (!reader.match(/:[\p{L}_][\p{L}\p{Nd}_]*(?=\s)/uy)) return;
  reader.skipLines();
  if (!reader.looksLike(/(?:for|foreach|while|do|switch)(?=[\s({])/iy)) reader.at = at;
}

function keyword({ reader }: Grammar): string | undefined {
  const at = reader.at;
  const word = reader.match(/[a-z]+(?=[\s(){};|&,]|$)/iy)?.[0].toLowerCase();
  // `foreach { }` in the place of a statement is no loop.
  if (word === 'foreach') reader.skipLines();
  const isLoop = word !== 'foreach' || reader.peek() === '(' || isDash(reader.peek());
  reader.at = at;
  return word !== undefined && Object.hasOwn(keywords, word) && isLoop ? word : undefined;
}

type Read = (grammar: Grammar, start: number, word: string) => Statement;

const keywords: Readonly<Record<string, Read>> = {
  if: readIf,
  while: (grammar, start) => {
    const test = parens(grammar);
    return loop(grammar, start, { tests: [test], body: block(grammar) });
  },
  do(grammar, start) {
    const body = block(grammar);
    grammar.reader.skipLines();
    if (!grammar.reader.match(/(?:while|until)(?!\w)/iy)) grammar.reader.stumble('where "while" was expected');
    return loop(grammar, start, { tests: [], body: [...body, ...parens(grammar)] });
  },
  for: (grammar, start) => {
    // Which of its parts is the first, the text does not always show; none of them need run.
    const tests = parens(grammar).map((statement) => [statement]);
    return loop(grammar, start, { tests, body: block(grammar), isFor: true });
  },
  foreach: readForeach,
  switch: readSwitch,
  try: readTry,
  trap(grammar, start) {
    grammar.reader.doubt('dynamic-code', '"trap" runs whenever something fails', start);
    skipType(grammar);
    return blocks(grammar, start, [block(grammar)]);
  },
  function: readFunction,
  filter: readFunction,
  return: readFlow,
  throw: readFlow,
  exit: readFlow,
  break: readFlow,
  continue: readFlow,
  param: readParameters,
  begin: readPart,
  process: (grammar, start) => {
    const part = readPart(grammar, start);
    // Once for each thing that comes through a pipe.
    return part.type === 'blocks' ? loop(grammar, start, { tests: [], body: part.bodies[0] ?? [] }) : part;
  },
  end: readPart,
  clean: readPart,
  dynamicparam: readPart,
  data(grammar, start) {
    grammar.reader.skipBlanks();
    grammar.reader.match(/\w+/y);
    return blocks(grammar, start, [block(grammar)]);
  },
  using(grammar, start) {
    const line = grammar.reader.match(/[^\r\n;]*/y)?.[0] ?? '';
    if (!/^\s*namespace\s+[\w.]+\s*$/i.test(line))
      grammar.reader.doubt('dynamic-code', `"using${line}" loads code`, start);
    return blocks(grammar, start, []);
  },
  class: readOpaque,
  enum: readOpaque,
  workflow: readOpaque,
  configuration: readOpaque,
  parallel: readOpaque,
  sequence: readOpaque,
  inlinescript: readOpaque,
};

function readIf(grammar: Grammar, start: number): Statement {
  const { reader } = grammar;
  const tests = [parens(grammar)];
  const bodies = [block(grammar)];
  let hasElse = false;
  for (;;) {
    const before = reader.at;
    reader.skipLines();
    if (reader.match(/elseif(?!\w)/iy)) {
      tests.push(parens(grammar));
      bodies.push(block(grammar));
    } else if (reader.match(/else(?!\w)/iy)) {
      bodies.push(block(grammar));
      hasElse = true;
      break;
    } else {
      reader.at = before;
      break;
    }
  }
  return { type: 'branch', subjects: [], tests, bodies, hasElse, isSwitch: false, span: reader.since(start) };
}

function readForeach(grammar: Grammar, start: number): Statement {
  const { reader } = grammar;
  reader.skipBlanks();
  while (reader.match(new RegExp(`${dash}\\w+\\s*(?:\\d+\\s*)?`, 'y'))) reader.skipBlanks();
  if (!reader.take('(')) reader.stumble('after foreach');
  reader.skipLines();
  const variable = reader.match(/\$\{?(?:\w+:)?(\w+)\}?/y)?.[1]?.toLowerCase();
  reader.skipLines();
  if (variable === undefined || !reader.match(/in(?!\w)/iy)) reader.stumble('where "$name in" was expected');
  const list = grammar.body(')');
  const body = block(grammar);
  return {
    type: 'loop',
    tests: [],
    list,
    body,
    ...(variable !== undefined && { variable }),
    span: reader.since(start),
  };
}

function readSwitch(grammar: Grammar, start: number): Statement {
  const { reader } = grammar;
  const subjects: Body[] = [];
  const tests: Body[] = [];
  for (;;) {
    reader.skipBlanks();
    if (reader.peek() === '(') subjects.push(parens(grammar));
    else if (!reader.match(new RegExp(`${dash}\\w+`, 'y'))) {
      // The file of `-File`.
      const word = reader.peek() === '{' ? undefined : grammar.argument();
      if (!word) break;
      subjects.push([valueOf(word)]);
    }
  }
  reader.skipLines();
  const bodies: Body[] = [];
  if (!reader.take('{')) reader.stumble('where "{" was expected');
  else
    for (;;) {
      reader.skipSeparators();
      if (reader.take('}')) break;
      if (reader.isDone) {
        reader.doubt('syntax', 'It cannot be read as PowerShell: a bracket is not closed', start);
        break;
      }
      const test = grammar.argument();
      tests.push(test ? [valueOf(test)] : []);
      if (!test) reader.stumble('in a switch');
      bodies.push(block(grammar));
    }
  return { type: 'branch', subjects, tests, bodies, hasElse: false, isSwitch: true, span: reader.since(start) };
}

function readTry(grammar: Grammar, start: number): Statement {
  const { reader } = grammar;
  const body = block(grammar);
  const handlers: Body[] = [];
  for (;;) {
    const before = reader.at;
    reader.skipLines();
    const word = reader.match(/(?:catch|finally)(?!\w)/iy);
    if (!word) {
      reader.at = before;
      break;
    }
    skipType(grammar);
    handlers.push(block(grammar));
  }
  return { type: 'try', body, handlers, span: reader.since(start) };
}

function readFunction(grammar: Grammar, start: number): Statement {
  const { reader } = grammar;
  reader.skipBlanks();
  const name = reader.match(/(?:\w+:)?([^\s(){};|&"'`$,]+)/y)?.[1];
  if (name === undefined) reader.stumble('where the name of a function was expected');
  reader.skipLines();
  const parameters = reader.take('(') ? readParameterList(grammar) : [];
  const body = [...parameters, ...block(grammar)];
  return { type: 'function', name: (name ?? '').toLowerCase(), body, span: reader.since(start) };
}

function readFlow(grammar: Grammar, start: number, word: string): Statement {
  const { reader } = grammar;
  reader.skipBlanks();
  if (/^(?:break|continue)$/.test(word)) reader.match(/\w+/y);
  const ends = reader.isDone || /[;\r\n})]/.test(reader.peek());
  const value = ends ? undefined : grammar.statement();
  return { type: 'flow', value: value ? [value] : [], span: reader.since(start) };
}

function readParameters(grammar: Grammar, start: number): Statement {
  grammar.reader.skipLines();
  if (!grammar.reader.take('(')) grammar.reader.stumble('after param');
  return blocks(grammar, start, [readParameterList(grammar)]);
}

/** Names with their types and values. */
function readParameterList(grammar: Grammar): Body {
  const { reader } = grammar;
  const body: Statement[] = [];
  for (;;) {
    reader.skipSeparators();
    if (reader.take(',')) continue;
    if (reader.take(')')) return body;
    if (reader.isDone) {
      reader.doubt('syntax', 'It cannot be read as PowerShell: a bracket is not closed');
      return body;
    }
    const before = reader.at;
    const of = grammar.primary();
    reader.skipLines();
    let value: Body = [];
    if (reader.take('=')) {
      reader.skipLines();
      const item = grammar.item();
      if (item) value = [valueOf(item)];
    }
    if (of) body.push({ type: 'parameter', of, value, span: of.span });
    else body.push(...value);
    if (reader.at === before) reader.stumble('among parameters');
  }
}

function readPart(grammar: Grammar, start: number): Statement {
  const { reader } = grammar;
  reader.skipLines();
  if (reader.peek() === '{') return blocks(grammar, start, [block(grammar)]);
  // A program that is called like one.
  reader.at = start;
  return readChain(grammar) ?? blocks(grammar, start, []);
}

/** What is not looked into in detail; its blocks are code all the same. */
function readOpaque(grammar: Grammar, start: number, word: string): Statement {
  const { reader } = grammar;
  reader.doubt('syntax', `"${word}" is not looked into`, start);
  reader.match(/[^{\r\n;]*/y);
  return blocks(grammar, start, reader.peek() === '{' ? [block(grammar)] : []);
}

function parens(grammar: Grammar): Body {
  grammar.reader.skipLines();
  if (grammar.reader.take('(')) return grammar.body(')');
  grammar.reader.stumble('where "(" was expected');
  return [];
}

function block(grammar: Grammar): Body {
  grammar.reader.skipLines();
  if (grammar.reader.take('{')) return grammar.body('}');
  grammar.reader.stumble('where "{" was expected');
  return [];
}

function skipType({ reader }: Grammar): void {
  reader.skipLines();
  while (reader.match(/\[[\w.+,[\] \t]*\]\s*,?\s*/y));
}

function blocks({ reader }: Grammar, start: number, bodies: readonly Body[]): Statement {
  return { type: 'blocks', bodies, span: reader.since(start) };
}

function loop(
  { reader }: Grammar,
  start: number,
  parts: { readonly tests: readonly Body[]; readonly body: Body; readonly isFor?: boolean },
): Statement {
  return { type: 'loop', ...parts, span: reader.since(start) };
}
