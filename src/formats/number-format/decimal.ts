/** A number as people write it: `digits` with the point behind the first, times ten to the exponent. Zero has no digits. */
export interface Decimal {
  readonly digits: string;
  readonly exponent: number;
}

/** A spreadsheet counts in 15 digits: what binary fractions add behind them is not shown, and 1.005 rounds up. */
export function decimalOf(value: number): Decimal {
  if (value === 0) return { digits: '', exponent: 0 };
  const text = value.toExponential(14);
  const mark = text.indexOf('e');
  const digits = text.charAt(0) + text.slice(2, mark);
  let end = digits.length;
  while (digits.charCodeAt(end - 1) === 0x30) end--;
  return { digits: digits.slice(0, end), exponent: Number(text.slice(mark + 1)) };
}

/** Times a power of ten. */
export function shifted({ digits, exponent }: Decimal, by: number): Decimal {
  return { digits, exponent: exponent + by };
}

/** Rounded to so many places: what stands before the point ('' for nothing), and exactly so many digits behind it. */
export function rounded({ digits, exponent }: Decimal, places: number): readonly [whole: string, fraction: string] {
  const kept = exponent + 1 + places;
  let all = kept >= 0 ? digits.slice(0, kept).padEnd(kept, '0') : '';
  if (kept >= 0 && digits.charCodeAt(kept) >= 0x35) all = increased(all);
  if (all.length < places) all = all.padStart(places, '0');
  const point = all.length - places;
  return [all.slice(0, point).replace(/^0+/, ''), all.slice(point)];
}

function increased(digits: string): string {
  let at = digits.length - 1;
  while (at >= 0 && digits.charCodeAt(at) === 0x39) at--;
  const zeros = '0'.repeat(digits.length - 1 - at);
  return at < 0 ? `1${zeros}` : digits.slice(0, at) + String.fromCharCode(digits.charCodeAt(at) + 1) + zeros;
}

/**
 * A number in the format General: all its digits, also those that Excel cuts to the width of a cell, and an exponent where there
 * would be a row of zeros.
 */
export function generalText(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return String(value);
  const size = Math.abs(value);
  if (size >= 1e-4 && size < 1e15) return String(Number(value.toPrecision(15)));
  const [digits = '', power = ''] = value.toExponential(14).split('e');
  return `${Number(digits)}E${power.charAt(0)}${power.slice(1).padStart(2, '0')}`;
}
