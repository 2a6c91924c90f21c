import { privateKey, secretFormats, type SecretFormat } from './secrets.ts';

export interface RedactorOptions {
  /** Exact secret values; those shorter than 6 characters are ignored. */
  readonly literals?: Iterable<string>;
  /** Patterns of the user; each sees one line at a time. */
  readonly patterns?: Iterable<RegExp>;
}

export interface Redactor {
  /** The text with every secret replaced by `[redacted:<kind>]`. */
  redact(text: string): string;
  /** Kinds of the tokens in a text that are beyond doubt; literals, patterns and context do not count. */
  find(text: string): { kind: string }[];
  /** Redacts a text that comes in pieces, with the same result as the whole text would have. */
  stream(): RedactionStream;
}

/**
 * Holds back the unfinished line, at most WINDOW units of it; and the lines of a literal that spans lines.
 * Not promised: a secret broken up by colour codes or wrapping, or encoded otherwise than as JSON, URL or base64 text;
 * a whole secret longer than half the window on a line longer than the window (a private key block has no such limit).
 */
export interface RedactionStream {
  /** Returns what is decided by now: whole lines, as a rule. */
  push(chunk: string): string;
  end(): string;
}

/** The most that a stream holds back, in UTF-16 units. */
export const WINDOW = 16 * 1024;
/** The longest secret found wherever it stands; of a longer one, the rest is dropped up to white space or a quote. */
const REACH = WINDOW / 2;
/** What patterns may look back at behind a cut inside a line. */
const LOOKBEHIND = 64;
const SHORTEST_LITERAL = 6;
const LONGEST_LITERAL = REACH / 2;

/**
 * Precompiles everything once; redact and stream are then cheap and share no state.
 *
 *     createRedactor({ literals: ['hunter22'] }).redact('pw hunter22') // 'pw [redacted:literal]'
 */
export function createRedactor(options: RedactorOptions = {}): Redactor {
  const finder = spanFinder(options);

  /** `all`: nothing but end() will follow, so that lines need not be let go one by one. */
  function stream(all = ''): RedactionStream {
    let context = '';
    let pending = all;
    let inKey = false;
    let dropping = false;

    /** Rewrites what starts in the first `limit` units of pending, seeing the first `size`. */
    function decide(limit: number, size: number): string {
      const text = context + pending.slice(0, size);
      const from = context.length;
      const until = from + limit;
      const clusters = merge(finder.spans(text, from, inKey));
      const decided = clusters.findLastIndex((cluster) => cluster.from < until);
      let out = '';
      let at = from;
      for (const { start, end, kind } of clusters.slice(0, decided + 1)) {
        out += text.slice(at, start) + (inKey && start === from ? '' : `[redacted:${kind}]`);
        at = end;
      }
      inKey = at === Infinity;
      if (inKey) at = until;
      out += text.slice(at, until);
      at = Math.max(at, until);
      dropping = limit < size && at === text.length;
      context = limit < size ? text.slice(Math.max(0, at - LOOKBEHIND), at) : '';
      pending = pending.slice(at - from);
      return out;
    }

    function dropRest(): void {
      const stop = pending.search(/[\s"'`]/);
      dropping = stop < 0;
      pending = dropping ? '' : pending.slice(stop);
      context = '';
    }

    return {
      push(chunk) {
        pending += chunk;
        if (pending.length < WINDOW && !/[\r\n]/.test(chunk)) return '';
        let out = '';
        for (;;) {
          if (dropping) dropRest();
          const cut = finder.lineCut(pending.length > WINDOW ? pending.slice(0, WINDOW) : pending);
          if (cut > 0) out += decide(cut, cut);
          else if (pending.length >= WINDOW) out += decide(characterStart(pending, WINDOW - REACH), WINDOW);
          else return out;
        }
      },
      end() {
        if (dropping) dropRest();
        return pending === '' ? '' : decide(pending.length, pending.length);
      },
    };
  }

  return {
    stream: () => stream(),
    redact(text) {
      if (text.length < WINDOW) return stream(text).end();
      const whole = stream();
      return whole.push(text) + whole.end();
    },
    find(text) {
      const kinds = candidates(text)
        .filter((format) => format.confidence === 'high' && text.search(format.pattern) >= 0)
        .map((format) => ({ kind: format.id }));
      return privateKey.filled.test(text) ? [...kinds, { kind: privateKey.id }] : kinds;
    },
  };
}

interface Span {
  /** Where the match starts; `start` is where the secret in it does. */
  from: number;
  start: number;
  end: number;
  /** Among overlapping spans the lowest rank names the kind. */
  rank: number;
  kind: string;
}

interface SpanFinder {
  /** All secrets at or behind `from`, in no order. `inKey`: the text goes on inside a private key block. */
  spans(text: string, from: number, inKey: boolean): Span[];
  /** The last start of a line that no secret can lie across, or 0. */
  lineCut(text: string): number;
}

function spanFinder(options: RedactorOptions): SpanFinder {
  const literals = literalForms(options.literals ?? []);
  const patterns = [...(options.patterns ?? [])].map(
    (pattern) => new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, '') + 'g'),
  );
  // Private keys apart, only a literal that spans lines can lie across a line end.
  const joints = literals.flatMap(({ text }) =>
    [...text.slice(0, -1).matchAll(/[\r\n]/g)].map(({ index }) => ({ literal: text, offset: index + 1 })),
  );

  return {
    spans(text, from, inKey) {
      const spans = keySpans(text, from, inKey);
      addFormats(spans, text, from);
      for (const literal of literals) addLiteral(spans, literal, text, from);
      for (const pattern of patterns) addByLine(spans, pattern, text, from);
      return spans;
    },
    lineCut(text) {
      let cut = lineStart(text, text.length);
      for (let joint; (joint = joints.find(({ literal, offset }) => mayBegin(literal, text, cut - offset)));) {
        cut = lineStart(text, cut - joint.offset);
      }
      return cut;
    },
  };
}

/** Whether the literal stands at `at`, or might once the text goes on. */
function mayBegin(literal: string, text: string, at: number): boolean {
  return at >= 0 && literal.startsWith(text.slice(at, at + literal.length));
}

function lineStart(text: string, at: number): number {
  while (at > 0 && !isLineEnd(text.charCodeAt(at - 1))) at--;
  return at;
}

function isLineEnd(code: number): boolean {
  return code === 0x0a || code === 0x0d;
}

function characterStart(text: string, at: number): number {
  return (text.codePointAt(at - 1) ?? 0) > 0xffff ? at - 1 : at;
}

function* matches(pattern: RegExp, text: string, from: number): Generator<RegExpExecArray> {
  pattern.lastIndex = from;
  for (let match; (match = pattern.exec(text));) {
    // By whole characters: inside a surrogate pair, a unicode pattern would start over at the pair for ever.
    if (match[0] === '') pattern.lastIndex += (text.codePointAt(match.index) ?? 0) > 0xffff ? 2 : 1;
    else yield match;
  }
}

const KEY_RANK = -1;
const LITERAL_RANK = secretFormats.length;
const USER_RANK = LITERAL_RANK + 1;

function keySpans(text: string, from: number, inKey: boolean): Span[] {
  const spans: Span[] = [];
  let start = inKey ? from : markAt(privateKey.begin, text, from)?.index;
  while (start !== undefined) {
    const endMark = markAt(privateKey.end, text, start);
    const end = endMark ? endMark.index + endMark[0].length : Infinity;
    spans.push({ from: start, start, end, rank: KEY_RANK, kind: privateKey.id });
    start = endMark ? markAt(privateKey.begin, text, end)?.index : undefined;
  }
  return spans;
}

function markAt(mark: RegExp, text: string, from: number): RegExpExecArray | undefined {
  if (!text.includes(' PRIVATE KEY', from)) return undefined;
  mark.lastIndex = from;
  return mark.exec(text) ?? undefined;
}

const ANY_ANCHOR = new RegExp([...new Set(secretFormats.flatMap((format) => format.anchors))].join('|'));

/** The formats that a text may hold; most texts hold none, and one search tells. */
function candidates(text: string): SecretFormat[] {
  const lower = text.toLowerCase();
  if (!ANY_ANCHOR.test(lower)) return [];
  return secretFormats.filter(({ anchors }) => anchors.some((anchor) => lower.includes(anchor)));
}

function addFormats(spans: Span[], text: string, from: number): void {
  for (const format of candidates(text)) {
    const rank = secretFormats.indexOf(format);
    for (const match of matches(format.pattern, text, from)) {
      const start = match.index + (match[1]?.length ?? 0);
      spans.push({ from: match.index, start, end: match.index + match[0].length, rank, kind: format.id });
    }
  }
}

function addByLine(spans: Span[], pattern: RegExp, text: string, from: number): void {
  for (let start = lineStart(text, from); start < text.length;) {
    const length = text.slice(start).search(/[\r\n]/);
    const end = length < 0 ? text.length : start + length;
    for (const match of matches(pattern, text.slice(start, end), Math.max(0, from - start))) {
      const at = start + match.index;
      spans.push({ from: at, start: at, end: at + match[0].length, rank: USER_RANK, kind: 'user' });
    }
    start = end + 1;
  }
}

interface Literal {
  readonly text: string;
  /** What may follow it and belongs to it. */
  readonly rest?: RegExp;
}

function addLiteral(spans: Span[], { text: literal, rest }: Literal, text: string, from: number): void {
  for (let at = text.indexOf(literal, from); at >= 0; at = text.indexOf(literal, at + literal.length)) {
    let end = at + literal.length;
    if (rest) {
      rest.lastIndex = end;
      end += rest.exec(text)?.[0].length ?? 0;
    }
    spans.push({ from: at, start: at, end, rank: LITERAL_RANK, kind: 'literal' });
  }
}

/** Whole groups of base64 do not depend on what follows the value; the last, partial one does. */
const BASE64_REST = /[\w+/-]{0,3}={0,2}/y;

/** The forms in which a value may be printed. */
function literalForms(values: Iterable<string>): Literal[] {
  const forms = new Set<string>();
  const encoded = new Set<string>();
  for (const value of values) {
    if (value.trim().length < SHORTEST_LITERAL) continue;
    const bytes = Buffer.from(value);
    const groups = bytes.subarray(0, bytes.length - (bytes.length % 3));
    for (const form of [
      value,
      value.replace(/\r?\n/g, '\r\n'),
      JSON.stringify(value).slice(1, -1),
      encodeURIComponent(bytes.toString()),
      // Of a value that is not UTF-8 only what lies between its odd bytes is known.
      ...(value.includes('\ufffd') ? value.split(/\ufffd+/).filter((part) => part.length >= SHORTEST_LITERAL) : []),
    ]) {
      for (const piece of pieces(form)) forms.add(piece);
    }
    for (const form of [groups.toString('base64'), groups.toString('base64url')]) {
      for (const piece of pieces(form)) encoded.add(piece);
    }
  }
  const byLength = (a: Literal, b: Literal) => b.text.length - a.text.length;
  return [
    ...[...forms].map((text) => ({ text })),
    ...[...encoded].map((text) => ({ text, rest: BASE64_REST })),
  ].toSorted(byLength);
}

/** A value too long for the window is looked for in pieces. */
function pieces(value: string): string[] {
  if (value.length <= LONGEST_LITERAL) return [value];
  const count = Math.ceil(value.length / LONGEST_LITERAL);
  const size = Math.ceil(value.length / count);
  return Array.from({ length: count }, (_, index) => value.slice(index * size, (index + 1) * size));
}

/** Overlapping spans become one. Those that only touch stay apart: whether they are seen together is chance. */
function merge(spans: Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start || a.rank - b.rank)) {
    const last = merged.at(-1);
    if (!last || span.start >= last.end) {
      merged.push({ ...span });
      continue;
    }
    last.from = Math.min(last.from, span.from);
    last.end = Math.max(last.end, span.end);
    if (span.rank < last.rank) [last.rank, last.kind] = [span.rank, span.kind];
  }
  return merged;
}
