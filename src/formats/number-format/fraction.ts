import type { Token } from './parse.ts';

/** Compiles a section such as `# ?/?` or `0 ??/16`; what it gives shows a number of 0 or more. */
export function fractionRenderer(tokens: readonly Token[]): (value: number) => string {
  const slash = tokens.findIndex(({ kind }) => kind === 'slash');
  let start = slash;
  while (tokens[start - 1]?.kind === 'digit') start--;
  let end = slash + 1;
  let below = '';
  while (isBelow(tokens[end])) below += textOf(tokens[end++]);
  const before = tokens.slice(0, start);
  const wholeSigns = before.filter(({ kind }) => kind === 'digit').map(textOf);
  const [prefix, suffix] = [before.filter(isLiteral).map(textOf), tokens.slice(end).filter(isLiteral).map(textOf)];
  const fixed = /^[1-9]/.test(below) ? Number(below) : undefined;
  const limit = 10 ** Math.min(7, Math.max(1, below.length)) - 1;
  return (value) => {
    const hasWhole = wholeSigns.length > 0;
    const whole = hasWhole ? Math.floor(value) : 0;
    let [above, under] =
      fixed === undefined ? nearest(value - whole, limit) : [Math.round((value - whole) * fixed), fixed];
    let shown = whole;
    if (hasWhole && above === under) [shown, above, under] = [whole + 1, 0, 1];
    const parts = [];
    if (hasWhole && (shown > 0 || above === 0 || wholeSigns.includes('0'))) parts.push(String(shown));
    if (above > 0 || !hasWhole) parts.push(`${above}/${under}`);
    return `${prefix.join('').trimEnd()}${parts.join(' ')}${suffix.join('')}`;
  };
}

function isBelow(token: Token | undefined): boolean {
  return token?.kind === 'digit' || (token?.kind === 'literal' && /^\d$/.test(token.text));
}

function isLiteral({ kind }: Token): boolean {
  return kind === 'literal';
}

function textOf(token: Token | undefined): string {
  return token && 'text' in token ? token.text : '';
}

/** The fraction nearest to a number whose lower part is within the limit, by its continued fraction. */
function nearest(value: number, limit: number): readonly [above: number, under: number] {
  let [above, under, lastAbove, lastUnder] = [1, 0, 0, 1];
  let rest = value;
  for (let step = 0; step < 64; step++) {
    const whole = Math.floor(rest);
    const nextUnder = whole * under + lastUnder;
    if (nextUnder > limit) {
      // A part of the last step may still be nearer than none of it.
      const part = Math.floor((limit - lastUnder) / under);
      const [a, u] = [part * above + lastAbove, part * under + lastUnder];
      return Math.abs(a / u - value) < Math.abs(above / under - value) ? [a, u] : [above, under];
    }
    [above, lastAbove] = [whole * above + lastAbove, above];
    [under, lastUnder] = [nextUnder, under];
    if (Math.abs(above / under - value) < 1e-13 || rest === whole) break;
    rest = 1 / (rest - whole);
  }
  return [above, under];
}
