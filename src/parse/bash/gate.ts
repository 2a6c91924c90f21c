import { forEachChild, type Script, type SyntaxNode } from 'unbash';
import type { Doubt } from '../../protocol/shell.ts';
import { limits } from './budget.ts';

/** A text cut to what can be looked at in a bounded time. */
export interface Clipped {
  readonly text: string;
  readonly doubt: Pick<Doubt, 'kind' | 'text'> | undefined;
}

const mostWeight = 10_000;
const mostNesting = 48;

/** What parser and walk take long for, by the character it starts with. */
const weights = new Uint8Array(128);
for (const [chars, weight] of [
  [';|&`', 12],
  ['\n', 12],
  ['$><', 8],
  ['{', 4],
  [' \t', 3],
  ['"\'[(*?=', 2],
] as const)
  for (const char of chars) weights[char.charCodeAt(0)] = weight;

const [openRound, closeRound, openCurly, closeCurly, less, backquote, blank, tab, dollar] = codesOf('(){}<` \t$');

/** Cuts what is too long, too dense or too deeply nested before it comes to the parser. */
export function clip(text: string): Clipped {
  let end = text.length;
  let doubt: Clipped['doubt'];
  if (text.length > limits.bytes || (text.length * 3 > limits.bytes && Buffer.byteLength(text) > limits.bytes)) {
    end = Math.min(end, limits.bytes);
    doubt = { kind: 'too-large', text: `It is longer than ${limits.bytes} bytes` };
  }
  // Short texts cannot be dense enough to matter.
  if (end < 90) return { text, doubt };
  let weight = 0;
  let depth = 0;
  let free: Free = { end: 0, isExpanded: false };
  let before = 0;
  for (let at = 0; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === openRound || code === openCurly) depth++;
    else if (code === closeRound || code === closeCurly) depth = Math.max(0, depth - 1);
    else if (code === less && before === less) {
      weight += 112;
      if (at > free.end) free = freeText(text, at - 1);
    }
    const isBlank = code === blank || code === tab;
    const counts = at >= free.end || code === backquote || (free.isExpanded && code === dollar);
    if (counts && code < 128 && !(isBlank && (before === blank || before === tab))) weight += weights[code] as number;
    before = code;
    if (depth > mostNesting || weight > mostWeight)
      return { text: text.slice(0, at), doubt: depth > mostNesting ? tooDeep : tooMany };
  }
  return { text: end < text.length ? text.slice(0, end) : text, doubt };
}

function codesOf(chars: string): number[] {
  return Array.from(chars, (char) => char.charCodeAt(0));
}

const tooDeep = { kind: 'too-deep', text: `More than ${mostNesting} brackets in each other` } as const;
const tooMany = { kind: 'too-large', text: 'It has too many parts' } as const;

interface Free {
  readonly end: number;
  /** What is expanded in it costs all the same. */
  readonly isExpanded: boolean;
}

/** The body of a here-document, whose words and lines cost the parser nothing: it is how files are written. */
function freeText(text: string, at: number): Free {
  const start = /^<<-?[ \t]*(?:'(\w{1,60})'|"(\w{1,60})"|\\(\w{1,60})|(\w{1,60}))/.exec(text.slice(at, at + 70));
  const before = text.slice(Math.max(0, text.lastIndexOf('\n', at) + 1), at);
  // Not in a comment or a quoted string, where it would be a way to make the parser work for nothing.
  if (!start || /#/.test(before) || (before.split("'").length + before.split('"').length) % 2 === 1)
    return { end: at, isExpanded: false };
  const close = text.indexOf(`\n${start[1] ?? start[2] ?? start[3] ?? start[4]}\n`, at);
  return { end: close < 0 ? at : close, isExpanded: start[4] !== undefined };
}

// Control characters but tab and newline, and those that change the order in which a person sees the text.
// oxlint-disable-next-line no-control-regex
const neverFine = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]|\p{Cs}/gu;

// What nobody sees, and blanks that are none to the shell; emoji need the selectors of variants.
const fineInQuotes = /(?!\p{Variation_Selector})\p{Default_Ignorable_Code_Point}|(?![ \u3000])\p{Zs}|[\ufff9-\ufffb]/gu;

/** The characters of a text that are not what they seem. */
export function findOddCharacters(text: string, parsed: () => Script | undefined): Doubt | undefined {
  if (/^[\t\n\x20-\x7e]*$/.test(text)) return undefined;
  const odd = [...text.matchAll(neverFine)].slice(0, 100);
  const hidden = [...text.matchAll(fineInQuotes)].filter(
    (match) => !odd.some(({ index }) => index === match.index) && !joinsEmoji(text, match),
  );
  if (hidden.length > 0) {
    // So many are no accident, wherever they stand.
    const ranges = hidden.length > 1_000 ? [] : quotedRanges(parsed());
    odd.push(
      ...hidden.slice(0, 1_001).filter(({ index }) => !ranges.some(([start, end]) => index >= start && index < end)),
    );
  }
  if (odd.length === 0) return undefined;
  odd.sort((a, b) => a.index - b.index);
  const names = [...new Set(odd.map(([char]) => codePoint(char)))].slice(0, 8).join(', ');
  const first = odd[0]!;
  return {
    kind: 'odd-characters',
    text: `It has ${names} in it`,
    span: { start: first.index, end: first.index + first[0].length },
  };
}

function joinsEmoji(text: string, { 0: char, index }: RegExpExecArray): boolean {
  return (
    char === '\u200d' &&
    /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]$/u.test(text.slice(Math.max(0, index - 2), index))
  );
}

function quotedRanges(script: Script | undefined): [number, number][] {
  const ranges: [number, number][] = [];
  let left = 20_000;
  const visit = (node: SyntaxNode): void => {
    if (--left < 0) return;
    // Positions in code between escaped backquotes are positions in another text.
    if (node.type === 'Script' && node.source !== undefined) return;
    if (/^(?:SingleQuoted|DoubleQuoted|AnsiCQuoted|LocaleString|HereDocBody)$/.test(node.type))
      ranges.push([node.pos, node.end]);
    forEachChild(node, visit);
  };
  try {
    if (script) visit(script);
  } catch {
    return [];
  }
  return ranges;
}

function codePoint(char: string): string {
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
