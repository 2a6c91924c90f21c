/** What a glob pattern says of paths. No regular expressions: a pattern of many stars must not cost more than a simple one. */
export interface Glob {
  fits(path: string): boolean;
}

export class GlobProblem extends Error {}

const maxLength = 1024;
const maxAlternatives = 64;

/**
 * `*` and `?` stay within a name, `**` spans folders, `{a,b}` and `[a-z]` are as in a shell; names with a leading dot are like any other.
 *
 * @example compileGlob('src/**' + '/*.{ts,tsx}').fits('src/panel/app.tsx'); // true
 */
export function compileGlob(pattern: string): Glob {
  if (pattern.length > maxLength) throw new GlobProblem(`it is longer than ${maxLength} characters`);
  const compiled = expandBraces(pattern).map((alternative) =>
    splitPattern(alternative).map((name) => (name === '**' ? 'folders' : tokensOf(name))),
  );
  return {
    fits(path) {
      const names = path.split('/');
      return compiled.some((parts) =>
        matchesList(
          names,
          parts,
          (part) => part === 'folders',
          (name, part) => part !== 'folders' && nameFits(name, part),
        ),
      );
    },
  };
}

interface CharSet {
  readonly negated: boolean;
  readonly ranges: readonly (readonly [string, string])[];
}

type Token = 'star' | 'any' | CharSet | { readonly char: string };

/** `a{b,c{d,e}}` → `ab`, `acd`, `ace`. A brace without a comma or an end is an ordinary character. */
function expandBraces(pattern: string): string[] {
  const done: string[] = [];
  const waiting = [pattern];
  while (waiting.length > 0) {
    const text = waiting.pop()!;
    const found = firstBraces(text);
    if (found) for (const part of found.parts.toReversed()) waiting.push(found.before + part + found.after);
    else done.push(text);
    if (done.length + waiting.length > maxAlternatives)
      throw new GlobProblem(`its braces stand for more than ${maxAlternatives} patterns`);
  }
  return done;
}

function firstBraces(text: string): { before: string; parts: string[]; after: string } | undefined {
  for (let open = text.indexOf('{'); open >= 0; open = text.indexOf('{', open + 1)) {
    if (text[open - 1] === '\\') continue;
    const parts: string[] = [];
    let [depth, from] = [1, open + 1];
    for (let at = open + 1; at < text.length; at++) {
      const char = text[at];
      if (char === '\\') at++;
      else if (char === '{') depth++;
      else if (char === ',' && depth === 1) {
        parts.push(text.slice(from, at));
        from = at + 1;
      } else if (char === '}' && --depth === 0) {
        if (parts.length === 0) break;
        parts.push(text.slice(from, at));
        return { before: text.slice(0, open), parts, after: text.slice(at + 1) };
      }
    }
  }
  return undefined;
}

function splitPattern(pattern: string): string[] {
  const names = pattern.split('/').filter((name, at) => name !== '.' && (name !== '' || at === 0));
  if (names.every((name) => name === '')) throw new GlobProblem('it is empty');
  return names.filter((name, at) => !(name === '**' && names[at - 1] === '**'));
}

function tokensOf(name: string): Token[] {
  const chars = Array.from(name);
  const tokens: Token[] = [];
  for (let at = 0; at < chars.length; at++) {
    const char = chars[at]!;
    if (char === '*') {
      if (tokens.at(-1) !== 'star') tokens.push('star');
    } else if (char === '?') tokens.push('any');
    else if (char === '[') {
      const set = setAt(chars, at);
      tokens.push(set?.set ?? { char });
      at = set?.end ?? at;
    } else tokens.push({ char: char === '\\' ? (chars[++at] ?? '\\') : char });
  }
  return tokens;
}

/** `[a-z_]`, `[!0-9]`, `[]x]`; a bracket without an end is an ordinary character. */
function setAt(chars: readonly string[], open: number): { set: CharSet; end: number } | undefined {
  const negated = chars[open + 1] === '!' || chars[open + 1] === '^';
  const start = open + (negated ? 2 : 1);
  const end = chars.indexOf(']', start + 1);
  if (end < 0) return undefined;
  const ranges: [string, string][] = [];
  for (let at = start; at < end; at++) {
    const from = chars[at]!;
    const isRange = chars[at + 1] === '-' && at + 2 < end;
    ranges.push([from, isRange ? chars[at + 2]! : from]);
    if (isRange) at += 2;
  }
  return { set: { negated, ranges }, end };
}

function nameFits(name: string, tokens: readonly Token[]): boolean {
  return matchesList(Array.from(name), tokens, (token) => token === 'star', charFits);
}

function charFits(char: string, token: Token): boolean {
  if (token === 'star') return false;
  if (token === 'any') return true;
  if ('char' in token) return token.char === char;
  return token.ranges.some(([from, to]) => from <= char && char <= to) !== token.negated;
}

/** Only the last wildcard is ever tried again, which is enough: time is at most the product of both lengths. */
function matchesList<Item, Part>(
  items: readonly Item[],
  parts: readonly Part[],
  isMany: (part: Part) => boolean,
  fits: (item: Item, part: Part) => boolean,
): boolean {
  let [item, part, again, after] = [0, 0, -1, -1];
  while (item < items.length) {
    const current = parts[part];
    if (current !== undefined && isMany(current)) [after, again] = [++part, item];
    else if (current !== undefined && fits(items[item]!, current)) [item, part] = [item + 1, part + 1];
    else if (after >= 0) [part, item] = [after, ++again];
    else return false;
  }
  while (part < parts.length && isMany(parts[part]!)) part++;
  return part === parts.length;
}
