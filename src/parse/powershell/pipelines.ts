import { numbers } from './expressions.ts';
import type { Grammar } from './grammar-parts.ts';
import { dash, isDoubleQuote, isSingleQuote } from './reader.ts';
import type { Element, Expression, Redirect, Statement } from './syntax.ts';

/** Pipelines joined by `&&` and `||`. */
export function readChain(grammar: Grammar): Statement | undefined {
  const { reader } = grammar;
  const start = reader.at;
  const parts: Statement[] = [];
  const operators: ('&&' | '||')[] = [];
  for (;;) {
    const one = readPipeline(grammar);
    if (one) parts.push(one);
    reader.skipBlanks();
    const operator = reader.match(/&&|\|\|/y)?.[0] as '&&' | '||' | undefined;
    if (operator === undefined) break;
    if (operators.length < parts.length) operators.push(operator);
    reader.skipLines();
  }
  return parts.length > 1 ? { type: 'chain', parts, operators, span: reader.since(start) } : parts[0];
}

function readPipeline(grammar: Grammar): Statement | undefined {
  const { reader } = grammar;
  const start = reader.at;
  const elements: Element[] = [];
  for (;;) {
    const element = reader.nested(() => readElement(grammar), undefined);
    if (!element) break;
    elements.push(element);
    // A line may begin with the pipe that continues the one before.
    reader.skipBlanks();
    const before = reader.at;
    if (reader.looksLike(/[\r\n]/y)) reader.skipLines();
    if (!reader.looksLike(/\|(?!\|)/y)) {
      reader.at = before;
      break;
    }
    reader.at += 1;
    reader.skipLines();
  }
  if (elements.length === 0) return undefined;
  const isBackground = reader.match(/&(?!&)/y) !== null;
  return { type: 'pipeline', elements, isBackground, span: reader.since(start) };
}

function readElement(grammar: Grammar): Element | undefined {
  const { reader } = grammar;
  const start = reader.at;
  const operator = reader.match(/&(?!&)|\.(?=[\s"'$({\u2018-\u201e])/y)?.[0] as '&' | '.' | undefined;
  if (operator === undefined && beginsValue(grammar)) {
    const value = grammar.expression();
    if (!value) return undefined;
    const redirects: Redirect[] = [];
    while (readRedirect(grammar, redirects));
    return { type: 'value', value, redirects, span: reader.since(start) };
  }
  if (operator !== undefined) reader.skipBlanks();
  const words: Expression[] = [];
  const redirects: Redirect[] = [];
  for (;;) {
    reader.skipBlanks();
    if (readRedirect(grammar, redirects)) continue;
    const word = grammar.argument();
    if (!word) break;
    if (words.length === 0 && word.type === 'list')
      reader.doubt('syntax', 'A comma follows the name of a command', start);
    if (word.type === 'text' && word.parts.length === 1 && word.parts[0] === '--%') {
      if (words.length === 0) words.push(word);
      words.push(...rawWords(grammar));
      break;
    }
    words.push(word);
  }
  // A loop that was not seen as one.
  if (words[0]?.type === 'text' && words[0].parts[0] === 'in')
    reader.doubt('syntax', 'It cannot be read as PowerShell: "in" is no command', start);
  if (words.length === 0 && operator !== undefined) reader.doubt('syntax', `Nothing follows "${operator}"`, start);
  if (words.length === 0 && redirects.length === 0) return undefined;
  return { type: 'command', operator: operator ?? '', words, redirects, span: reader.since(start) };
}

function beginsValue({ reader }: Grammar): boolean {
  const char = reader.peek();
  if (isSingleQuote(char) || isDoubleQuote(char) || '$([{@!,'.includes(char)) return char !== '';
  if (reader.looksLike(numbers)) return true;
  return reader.looksLike(new RegExp(`\\+|${dash}(?:[-$(\\d.\\s]|(?:not|bnot|split|join)(?!\\w))`, 'iy'));
}

function readRedirect(grammar: Grammar, redirects: Redirect[]): boolean {
  const { reader } = grammar;
  const before = reader.at;
  reader.skipBlanks();
  if (reader.match(/[\d*]?>&[12]/y)) return redirects.push({ isAppended: false, target: undefined }) > 0;
  const operator = reader.match(/[1-6*]?>>?/y)?.[0];
  if (operator === undefined) {
    reader.at = before;
    if (!reader.looksLike(/</y)) return false;
    reader.stumble('is no redirect of PowerShell');
    return true;
  }
  reader.skipBlanks();
  const target = grammar.argument();
  if (!target) reader.stumble('after a redirect');
  redirects.push({ isAppended: operator.endsWith('>>'), target });
  return true;
}

/** What follows `--%` is passed on as it stands. */
function rawWords({ reader }: Grammar): Expression[] {
  const start = reader.at;
  const line =
    reader.match(/(?:["\u201c-\u201e][^"\u201c-\u201e\r\n]*["\u201c-\u201e]|[^|&\r\n"\u201c-\u201e])*/y)?.[0] ?? '';
  if (line.includes('%')) reader.doubt('dynamic-code', 'Variables after --% are known only at run time', start);
  return [...line.matchAll(/(?:"[^"]*"|[^\s"])+/g)].map((found) => ({
    type: 'text',
    parts: [found[0].replaceAll('"', '')],
    isQuoted: true,
    span: { start: start + found.index, end: start + found.index + found[0].length },
  }));
}

/** An expression in the place of a statement. */
export function valueOf(value: Expression): Statement {
  const { span } = value;
  const element: Element = { type: 'value', value, redirects: [], span };
  return { type: 'pipeline', elements: [element], isBackground: false, span };
}
