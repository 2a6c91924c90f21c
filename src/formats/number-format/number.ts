import { decimalOf, rounded, shifted, type Decimal } from './decimal.ts';
import type { Token } from './parse.ts';

/** Compiles a section with places for digits; what it gives shows a number of 0 or more. */
export function numberRenderer(tokens: readonly Token[]): (value: number) => string {
  const layout = layoutOf(tokens);
  return (value) => fill(layout, shifted(decimalOf(value), layout.shift));
}

/** The same for sections such as `0.00E+00` and `##0.0E+0`, whose exponents are multiples of the places before the point. */
export function scientificRenderer(tokens: readonly Token[]): (value: number) => string {
  const mark = tokens.findIndex(({ kind }) => kind === 'exponent');
  const sign = tokens[mark];
  const showsPlus = sign?.kind === 'exponent' && sign.sign;
  const mantissa = layoutOf(tokens.slice(0, mark));
  const power = layoutOf(tokens.slice(mark + 1));
  const step = Math.max(1, mantissa.whole.length);
  return (value) => {
    const decimal = decimalOf(value);
    let exponent = Math.floor(decimal.exponent / step) * step;
    const [whole] = rounded(shifted(decimal, -exponent), mantissa.places);
    if (whole.length > step) exponent += step;
    const shown = fill(mantissa, shifted(decimal, -exponent));
    const lead = exponent < 0 ? '-' : showsPlus ? '+' : '';
    return `${shown}E${lead}${fill(power, decimalOf(Math.abs(exponent)))}`;
  };
}

interface Layout {
  readonly pieces: readonly (string | { readonly place: 'whole' | 'fraction'; readonly index: number })[];
  /** The signs `0`, `#` and `?` before and behind the point. */
  readonly whole: string;
  readonly fraction: string;
  readonly places: number;
  readonly isGrouped: boolean;
  readonly shift: number;
  /** Where the digits go when there is no place for any before the point. */
  readonly point: number;
}

function layoutOf(tokens: readonly Token[]): Layout {
  const pointAt = tokens.findIndex(({ kind }) => kind === 'point');
  const end = pointAt === -1 ? tokens.length : pointAt;
  const isDigit = (token: Token | undefined) => token?.kind === 'digit';
  const first = tokens.findIndex((token, at) => at < end && isDigit(token));
  const last = tokens.findLastIndex((token, at) => at < end && isDigit(token));
  const lastOfAll = tokens.findLastIndex(isDigit);
  const scales = (at: number) => {
    let before = at - 1;
    while (tokens[before]?.kind === 'comma') before--;
    return before === lastOfAll || before === last;
  };
  let [whole, fraction, isGrouped, shift, point] = ['', '', false, 0, -1];
  const pieces: Layout['pieces'][number][] = [];
  for (const [at, token] of tokens.entries()) {
    if (token.kind === 'digit' && at < end) {
      pieces.push({ place: 'whole', index: whole.length });
      whole += token.text;
    } else if (token.kind === 'digit') {
      pieces.push({ place: 'fraction', index: fraction.length });
      fraction += token.text;
    } else if (token.kind === 'comma') {
      if (at > first && at < last) isGrouped = true;
      else if (lastOfAll !== -1 && scales(at)) shift -= 3;
      else pieces.push(',');
    } else if (token.kind === 'percent') {
      shift += 2;
      pieces.push('%');
    } else if (token.kind === 'point') {
      if (at === pointAt) point = pieces.length;
      pieces.push('.');
    } else if (token.kind === 'literal') pieces.push(token.text);
    else if (token.kind === 'slash') pieces.push('/');
  }
  return { pieces, whole, fraction, places: fraction.length, isGrouped, shift, point };
}

function fill({ pieces, whole, fraction, places, isGrouped, point }: Layout, value: Decimal): string {
  const [digits, behind] = rounded(value, places);
  let last = places;
  while (last > 0 && behind.charCodeAt(last - 1) === 0x30 && fraction[last - 1] !== '0') last--;
  let text = '';
  for (const [at, piece] of pieces.entries()) {
    if (at === point && whole === '') text += digits;
    if (typeof piece === 'string') text += piece;
    else if (piece.place === 'fraction')
      text += piece.index < last ? behind.charAt(piece.index) : fraction[piece.index] === '?' ? ' ' : '';
    else text += wholeDigits(digits, whole, piece.index, isGrouped);
  }
  return text;
}

/** What goes to one place before the point; the first takes all digits that have no place of their own. */
function wholeDigits(digits: string, places: string, index: number, isGrouped: boolean): string {
  const fromRight = places.length - 1 - index;
  const from = index === 0 ? 0 : digits.length - 1 - fromRight;
  const to = digits.length - fromRight;
  const own = to > 0 ? digits.slice(Math.max(0, from), to) : places[index] === '0' ? '0' : '';
  if (own === '') return places[index] === '?' ? ' ' : '';
  if (!isGrouped) return own;
  let text = '';
  for (let at = 0; at < own.length; at++) {
    const right = own.length - 1 - at + fromRight;
    text += own.charAt(at) + (right > 0 && right % 3 === 0 ? ',' : '');
  }
  return text;
}
