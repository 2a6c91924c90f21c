import { forEachChild, parse, type SyntaxNode, type Word as WordNode, type WordPart } from 'unbash';
import { limits, type Budget } from './budget.ts';

/**
 * Brace expansion, which works on the text of a word before anything else is looked at: `$v{x,y}` is `$vx $vy`.
 * The steps are those of bash, since its answers to odd nestings follow from them.
 * Gives back undefined when there is nothing to expand.
 */
export function expandBraces(word: WordNode, budget: Budget): (WordNode | undefined)[] | undefined {
  const { text } = word;
  if (!text.includes('{') || !text.includes('}') || !(text.includes(',') || text.includes('..'))) return undefined;
  if (text.length > longest) {
    budget.words = -1;
    return [undefined];
  }
  const texts = expand(tokensOf(word), budget, 0);
  if (texts.length === 1 && textOf(texts[0] as Token[]) === text) return undefined;
  // A `$` that comes to stand before a quote stays a `$`, as it would not when the text were read again.
  const joins = /\$[,}]/.test(text) ? /\$['"]/ : undefined;
  return texts.map((tokens) => {
    const made = textOf(tokens);
    return joins?.test(made) ? undefined : reread(made, budget);
  });
}

/** A list of a few hundred names fits in. */
const longest = 16 * 1024;

/** A character, or a whole substitution, which is passed through. */
type Token = string;

function tokensOf(word: WordNode): Token[] {
  const whole = new Map<number, number>();
  if (word.parts) findSubstitutions(word.parts, word.pos, whole);
  const tokens: Token[] = [];
  for (let at = 0; at < word.text.length;) {
    const end = whole.get(at) ?? at + 1;
    tokens.push(word.text.slice(at, end));
    at = end;
  }
  return tokens;
}

function findSubstitutions(parts: readonly WordPart[], base: number, found: Map<number, number>): void {
  for (const part of parts) {
    switch (part.type) {
      case 'CommandExpansion':
      case 'ProcessSubstitution':
      case 'ArithmeticExpansion':
        if (part.text[1] === '(') found.set(part.pos - base, part.end - base);
        // In `$[ ]` nothing is passed through but the substitutions.
        else if (part.type === 'ArithmeticExpansion') forEachChild(part, (child) => findInside(child, base, found));
        break;
      case 'ParameterExpansion': {
        const { operation } = part;
        const words = [part.index];
        if (operation && 'operand' in operation) words.push(operation.operand);
        if (operation && 'pattern' in operation) words.push(operation.pattern, operation.replacement);
        if (operation && 'offset' in operation) words.push(operation.offset, operation.length);
        for (const word of words) if (word?.parts) findSubstitutions(word.parts, base, found);
        break;
      }
      case 'DoubleQuoted':
      case 'LocaleString':
      case 'Glob':
      case 'ExtendedGlob':
      case 'BraceExpansion':
        if (part.parts) findSubstitutions(part.parts, base, found);
    }
  }
}

function findInside(node: SyntaxNode, base: number, found: Map<number, number>): void {
  if (node.type === 'CommandExpansion' || node.type === 'ArithmeticCommandExpansion')
    found.set(node.pos - base, node.end - base);
  else forEachChild(node, (child) => findInside(child, base, found));
}

function expand(text: readonly Token[], budget: Budget, depth: number): Token[][] {
  if (depth > 24 || !budget.takeText(text.length)) return [[...text]];
  let open = gobble(text, 0, '{');
  while (open < text.length && gobble(text, open + 1, '}') >= text.length) open = gobble(text, open + 1, '{');
  if (open >= text.length) return [[...text]];
  const close = gobble(text, open + 1, '}');
  const inside = text.slice(open + 1, close);
  const rest = text.slice(close + 1);
  let middle: Token[][] | undefined;
  if (hasComma(inside)) middle = alternatives(inside, budget, depth);
  else {
    middle = sequence(inside);
    if (!middle && rest.length === 0) return [[...text]];
    middle ??= [text.slice(open, close + 1)];
  }
  const ends = rest.length === 0 ? [[]] : expand(rest, budget, depth + 1);
  const start = text.slice(0, open);
  const all: Token[][] = [];
  for (const part of middle) {
    for (const end of ends) {
      if (!budget.takeWord() || !budget.takeText(start.length + part.length + end.length)) return all;
      all.push([...start, ...part, ...end]);
    }
  }
  return all;
}

/** The place of the next `wanted` that stands outside quotes and inner braces; the length when there is none. */
function gobble(text: readonly Token[], from: number, wanted: '{' | '}' | ','): number {
  let level = 0;
  let quote = '';
  let separators = wanted === '}' ? 0 : 1;
  let at = from;
  for (; at < text.length; at++) {
    const char = text[at] as string;
    if (char === '\\' && quote !== "'") at++;
    else if (char === '$' && text[at + 1] === '{' && quote !== "'") {
      at++;
      if (quote === '') level++;
    } else if (quote !== '') {
      if (char === quote) quote = '';
    } else if (char === '"' || char === "'" || char === '`') quote = char;
    else if (char === wanted && level === 0 && separators > 0) {
      const isAlone = char === '{' && at === 0 && text[at + 1] === '}';
      if (!isAlone) return at;
    } else if (char === '{') level++;
    else if (char === '}' && level > 0) level--;
    else if (wanted === '}' && level === 0) {
      if (char === ',' || (char === '.' && text[at + 1] === '.' && text[at + 2] !== '}')) separators++;
    }
  }
  return text.length;
}

function hasComma(text: readonly Token[]): boolean {
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === ',') return true;
  }
  return false;
}

function alternatives(inside: readonly Token[], budget: Budget, depth: number): Token[][] {
  const parts: Token[][] = [];
  for (let from = 0; from <= inside.length;) {
    const comma = gobble(inside, from, ',');
    const expanded = expand(inside.slice(from, comma), budget, depth + 1);
    for (const part of expanded) parts.push(part);
    from = comma + 1;
  }
  return parts;
}

const number = String.raw`[-+]?\d{1,15}`;
const form = new RegExp(`^(?:(${number})\\.\\.(${number})|([a-zA-Z])\\.\\.([a-zA-Z]))(?:\\.\\.(${number}))?$`);

/** `1..9`, `a..e`, `1..9..2`, `01..10`. */
function sequence(inside: readonly Token[]): Token[][] | undefined {
  const match = form.exec(inside.join(''));
  if (!match) return undefined;
  const [, first, last, letter, lastLetter, by] = match;
  const start = first === undefined ? (letter as string).charCodeAt(0) : Number(first);
  const end = last === undefined ? (lastLetter as string).charCodeAt(0) : Number(last);
  const step = Math.max(1, Math.abs(Number(by ?? 1)));
  const isPadded = [first, last].some((text) => text !== undefined && /^-?0\d/.test(text));
  const width = isPadded ? Math.max((first as string).length, (last as string).length) : 0;
  const isLong = Math.abs(end - start) / step >= mostItems;
  if (isLong && first !== undefined && start >= 0 && end >= 0)
    return [padded(start, width), anyNumber, padded(end, width)].map((text) => [text]);
  const items: Token[][] = [];
  for (let at = start; start <= end ? at <= end : at >= end; at += start <= end ? step : -step) {
    if (items.length > limits.words) break;
    // Between Z and a there are characters that mean something to the shell.
    const text = first === undefined ? String.fromCharCode(at).replace(/[^\w]/, '\\$&') : padded(at, width);
    items.push(Array.from(text));
  }
  return items;
}

/** Of what comes out of one sequence. Of longer ones the ends are looked at, and a number that nobody knows. */
const mostItems = 256;
const anyNumber = '$((RANDOM))';

function padded(value: number, width: number): string {
  const digits = String(Math.abs(value));
  return value < 0 ? `-${digits.padStart(width - 1, '0')}` : digits.padStart(width, '0');
}

function textOf(tokens: readonly Token[]): string {
  return tokens.join('');
}

/** The new text as a word; undefined when it is none any more. */
function reread(text: string, budget: Budget): WordNode | undefined {
  if (/^[\w%+,./:@^=-]*$/.test(text)) return { type: 'Word', text, value: text, pos: 0, end: text.length };
  // No comment, but a part of the word: `a[ #]{,}`.
  if (!budget.takeText(text.length) || /\s#/.test(text)) return undefined;
  try {
    const script = parse(`: ${text.startsWith('#') ? `\\${text}` : text}`);
    const command = script.commands[0]?.command;
    if (script.errors?.length || script.commands.length !== 1 || command?.type !== 'Command') return undefined;
    const [word] = command.suffix;
    return command.suffix.length === 1 && word?.type === 'Word' ? word : undefined;
  } catch {
    return undefined;
  }
}
