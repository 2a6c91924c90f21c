import { languageOf } from './names.ts';

/** What a piece of a format code stands for. */
export type Token =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'digit'; readonly text: '0' | '#' | '?' }
  | { readonly kind: 'point' | 'comma' | 'percent' | 'slash' | 'text' | 'general' }
  /** `sign`: a plus is shown too. */
  | { readonly kind: 'exponent'; readonly sign: boolean }
  /** A run of one letter: `yyyy`, `mm`; `minute` when an m is one. */
  | { readonly kind: 'date'; readonly letter: string; readonly length: number }
  | { readonly kind: 'elapsed'; readonly letter: string; readonly length: number }
  | { readonly kind: 'half'; readonly am: string; readonly pm: string }
  | { readonly kind: 'subsecond'; readonly length: number };

export interface Section {
  readonly tokens: readonly Token[];
  readonly kind: 'date' | 'number' | 'fraction' | 'scientific' | 'general' | 'text' | 'literal';
  readonly condition?: { readonly sign: string; readonly operand: number };
  /** The language of names, as Windows numbers them. */
  readonly language: number | undefined;
  /** Digits in Chinese characters (`[DBNum1]`): 1 everyday, 2 as on cheques, 3 full width. */
  readonly han: number | undefined;
}

const maxLength = 2048;
const maxSections = 8;

/** Reads a number format code (ECMA-376-1, 18.8.31). Anything is a format: what means nothing is shown as it is. */
export function parseFormat(code: string): Section[] {
  const sections: Section[] = [];
  const text = code.slice(0, maxLength);
  for (let at = 0; at <= text.length && sections.length < maxSections;) {
    const reading = readSection(text, at);
    sections.push(reading.section);
    at = reading.end + 1;
  }
  return sections;
}

function readSection(text: string, start: number): { section: Section; end: number } {
  const tokens: Token[] = [];
  let [condition, language, han]: [Section['condition'], number | undefined, number | undefined] = [
    undefined,
    undefined,
    undefined,
  ];
  let at = start;
  const literal = (shown: string) => void tokens.push({ kind: 'literal', text: shown });
  while (at < text.length && text[at] !== ';') {
    const char = text.charAt(at);
    if (char === '"') {
      const end = text.indexOf('"', at + 1);
      literal(text.slice(at + 1, end === -1 ? undefined : end));
      at = end === -1 ? text.length : end + 1;
    } else if (char === '\\' || char === '!') {
      literal(text.charAt(at + 1));
      at += 2;
    } else if (char === '_') {
      literal(' ');
      at += 2;
    } else if (char === '*') at += 2;
    else if (char === '[') {
      const end = text.indexOf(']', at);
      const inner = text.slice(at + 1, end === -1 ? undefined : end);
      at = end === -1 ? text.length : end + 1;
      const [, sign, operand] = /^\s*(<=|>=|<>|<|>|=)\s*(-?[\d.]+(?:E[+-]?\d+)?)\s*$/i.exec(inner) ?? [];
      const [, currency, locale] = /^\$(.*?)(?:-((?:[a-z\d]+(?:-[a-z\d]+)*)?)(?:,[\da-f]+)*)?$/is.exec(inner) ?? [];
      if (sign !== undefined) condition = { sign, operand: Number(operand) };
      else if (currency !== undefined) {
        if (currency !== '') literal(currency);
        language = languageOf(locale ?? '') ?? language;
      } else if (/^(?:h+|m+|s+)$/i.test(inner))
        tokens.push({ kind: 'elapsed', letter: inner.charAt(0).toLowerCase(), length: inner.length });
      else if (/^dbnum[123]$/i.test(inner)) han = Number(inner.at(-1));
    } else {
      const { token, length } = plainToken(text, at);
      tokens.push(token);
      at += length;
    }
  }
  const section = { ...settled(tokens), language, han };
  return { section: condition ? { ...section, condition } : section, end: at };
}

/** Programs write the name that Excel shows in Chinese, Japanese and Korean. */
const generals = /^(?:general|g\/(?:通用格式|標準|표준))/i;
const halves = /^(?:AM\/PM|A\/P|上午\/下午|午前\/午後|오전\/오후)/i;
const kinds: ReadonlyMap<string, 'point' | 'comma' | 'percent' | 'slash' | 'text'> = new Map([
  ['.', 'point'],
  [',', 'comma'],
  ['%', 'percent'],
  ['/', 'slash'],
  ['@', 'text'],
]);

function plainToken(text: string, at: number): { token: Token; length: number } {
  const char = text.charAt(at);
  const kind = kinds.get(char);
  if (kind) return { token: { kind }, length: 1 };
  if (char === '0' || char === '#' || char === '?') return { token: { kind: 'digit', text: char }, length: 1 };
  const rest = text.slice(at, at + 16);
  const general = generals.exec(rest)?.[0];
  if (general !== undefined) return { token: { kind: 'general' }, length: general.length };
  const half = halves.exec(rest)?.[0];
  if (half !== undefined) {
    // Only one letter keeps its case.
    const [am = '', pm = ''] = (half.length === 5 ? half.toUpperCase() : half).split('/');
    return { token: { kind: 'half', am, pm }, length: half.length };
  }
  const exponent = /^e([+-])(?=[0#?])/i.exec(rest);
  if (exponent) return { token: { kind: 'exponent', sign: exponent[1] === '+' }, length: 2 };
  const run = /^(?:y+|m+|d+|h+|s+|e+|g+|b+|aaa+)/i.exec(rest)?.[0];
  if (run === undefined) return { token: { kind: 'literal', text: char }, length: 1 };
  return { token: { kind: 'date', letter: run.charAt(0).toLowerCase(), length: run.length }, length: run.length };
}

/** What the section as a whole is, which says what its signs mean. */
function settled(tokens: readonly Token[]): Pick<Section, 'tokens' | 'kind'> {
  const has = (kind: Token['kind']) => tokens.some((token) => token.kind === kind);
  if (
    has('elapsed') ||
    has('half') ||
    tokens.some((token) => token.kind === 'date' && isDate(token.letter, token.length))
  )
    return { kind: 'date', tokens: dateTokens(tokens) };
  // The year of an era may stand alone: ggge"年".
  const isEra = !has('digit') && !has('general') && !has('text');
  if (isEra && tokens.some((token) => token.kind === 'date' && token.letter === 'e'))
    return { kind: 'date', tokens: dateTokens(tokens) };
  const plain = tokens.map((token) =>
    token.kind === 'date' ? ({ kind: 'literal', text: token.letter.repeat(token.length) } as const) : token,
  );
  if (has('digit')) {
    const slash = plain.findIndex(({ kind }) => kind === 'slash');
    const isFraction = slash > 0 && plain.slice(0, slash).some(({ kind }) => kind === 'digit');
    return { kind: has('exponent') ? 'scientific' : isFraction ? 'fraction' : 'number', tokens: plain };
  }
  if (has('general')) return { kind: 'general', tokens: plain };
  return { kind: has('text') ? 'text' : 'literal', tokens: plain };
}

/** A single b is more often a letter than a year of Thailand; an e and a g beside digits are letters. */
function isDate(letter: string, length: number): boolean {
  return /[ymdhsa]/.test(letter) || (letter === 'b' && length > 1);
}

const signs = { point: '.', comma: ',', percent: '%', slash: '/', text: '', general: '' } as const;

/** In a date, signs are signs; zeros behind the point after seconds are their fraction; an m beside hours or seconds is a minute. */
function dateTokens(tokens: readonly Token[]): Token[] {
  const found: Token[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as Token;
    const isZero = (at: number) => {
      const other = tokens[at];
      return other?.kind === 'digit' && other.text === '0';
    };
    if (token.kind === 'point' && isZero(index + 1)) {
      let end = index + 1;
      while (isZero(end)) end++;
      found.push({ kind: 'subsecond', length: Math.min(3, end - index - 1) });
      index = end - 1;
    } else if (token.kind in signs) found.push({ kind: 'literal', text: signs[token.kind as keyof typeof signs] });
    else if (token.kind === 'digit') found.push({ kind: 'literal', text: token.text === '0' ? '0' : '' });
    else found.push(token);
  }
  const clock = found.map((token) => ('letter' in token ? token.letter : ''));
  return found.map((token, index) => {
    if (token.kind !== 'date' || token.letter !== 'm' || token.length > 2) return token;
    const before = clock.slice(0, index).findLast((letter) => letter !== '');
    const after = clock.slice(index + 1).find((letter) => letter !== '');
    return before === 'h' || after === 's' ? { ...token, letter: 'minute' } : token;
  });
}
