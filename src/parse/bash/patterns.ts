import type { Budget } from './budget.ts';
import { isAscii, type Field } from './text.ts';

/** What stands for any text, or a test of one character. */
type Token = '*' | ((char: string) => boolean);

const longestPattern = 200;
const longestText = 2_000;

/** A pattern of the shell, matched without backtracking, so that no pattern takes long. */
export class Pattern {
  readonly #tokens: readonly Token[];
  readonly #budget: Budget;

  private constructor(tokens: readonly Token[], budget: Budget) {
    this.#tokens = tokens;
    this.#budget = budget;
  }

  /** What is quoted stands for itself; undefined for what cannot be known or is not followed. */
  static of(field: Field, budget: Budget): Pattern | undefined {
    const tokens: Token[] = [];
    for (const [at, { piece, isQuoted }] of field.entries()) {
      if (typeof piece !== 'string' || piece.length > longestPattern) return undefined;
      if (isQuoted) for (const char of piece) tokens.push(exactly(char));
      else if (!addTokens(piece, tokens, at < field.length - 1)) return undefined;
      if (tokens.length > longestPattern) return undefined;
    }
    return new Pattern(tokens, budget);
  }

  matches(text: string): boolean | undefined {
    if (!isAscii(text)) return undefined;
    const chars = Array.from(text);
    return this.ends(chars, 0)?.includes(chars.length);
  }

  /** Where a match that starts at `from` can end, in rising order. */
  ends(chars: readonly string[], from: number): number[] | undefined {
    return this.#reach(this.#tokens, chars, from);
  }

  /** Where a match that ends at the end can start, in rising order. */
  starts(chars: readonly string[]): number[] | undefined {
    const ends = this.#reach(this.#tokens.toReversed(), chars.toReversed(), 0);
    return ends?.map((end) => chars.length - end).toReversed();
  }

  #reach(tokens: readonly Token[], chars: readonly string[], from: number): number[] | undefined {
    if (chars.length > longestText) return undefined;
    let reached = [from];
    for (const token of tokens) {
      if (!this.#budget.takeSteps(reached.length / 8)) return undefined;
      if (token === '*') {
        const first = reached[0] as number;
        reached = Array.from({ length: chars.length - first + 1 }, (_, at) => first + at);
      } else reached = reached.filter((at) => at < chars.length && token(chars[at] as string)).map((at) => at + 1);
      if (reached.length === 0) break;
    }
    return reached;
  }
}

function exactly(char: string): Token {
  return (other) => other === char;
}

function addTokens(text: string, tokens: Token[], goesOn: boolean): boolean {
  const chars = Array.from(text);
  // What a quoted or expanded part after it belongs to is not followed: `["x"]`, `[$x]`.
  if (text.startsWith('(') || (goesOn && text.endsWith('\\'))) return false;
  for (let at = 0; at < chars.length; at++) {
    const char = chars[at] as string;
    if (chars[at + 1] === '(' && '?*+@!'.includes(char)) return false;
    if (char === '*') {
      if (tokens.at(-1) !== '*') tokens.push('*');
    } else if (char === '?') tokens.push(() => true);
    else if (char === '\\') tokens.push(exactly(chars[++at] ?? '\\'));
    else if (char === '[') {
      const set = bracket(chars, at);
      if (set === undefined || (goesOn && set.end === at)) return false;
      tokens.push(set.token);
      at = set.end;
    } else tokens.push(exactly(char));
  }
  return true;
}

function bracket(chars: readonly string[], open: number): { token: Token; end: number } | undefined {
  const isNot = chars[open + 1] === '!' || chars[open + 1] === '^';
  const first = open + (isNot ? 2 : 1);
  const end = chars.indexOf(']', first + 1);
  if (end < 0) return { token: exactly('['), end: open };
  const set = chars.slice(first, end);
  // Classes, equivalences and ranges depend on the locale; escapes are rare.
  if (set.some((char) => char === '[' || char === '\\')) return undefined;
  const singles = new Set<string>();
  const ranges: [string, string][] = [];
  for (let at = 0; at < set.length; at++) {
    if (set[at + 1] === '-' && at + 2 < set.length) {
      const [low, high] = [set[at] as string, set[at + 2] as string];
      if (!/^(?:\d\d|[a-z][a-z]|[A-Z][A-Z])$/.test(low + high)) return undefined;
      ranges.push([low, high]);
      at += 2;
    } else singles.add(set[at] as string);
  }
  return {
    token: (char) => (singles.has(char) || ranges.some(([low, high]) => char >= low && char <= high)) !== isNot,
    end,
  };
}
