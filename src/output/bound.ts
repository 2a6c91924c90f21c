import { completeEnd, sequenceLength } from './utf8.ts';

export interface Bounded {
  readonly text: string;
  readonly truncated: boolean;
  /** UTF-8 size of the whole text. */
  readonly bytes: number;
  /** How much of it is left out; 0 when it is not truncated. */
  readonly omittedBytes: number;
}

/**
 * The head and the tail of a text within a byte budget; the marker between them counts.
 *
 *     boundText('x'.repeat(100), 40).text // 'xxxxxxx\n[… 85 bytes omitted]\nxxxxxxxx'
 */
export function boundText(text: string, maxBytes: number, note = ''): Bounded {
  const total = Buffer.byteLength(text);
  const ascii = total === text.length;
  if (total <= maxBytes)
    return { text: ascii ? text : wellFormed(text), truncated: false, bytes: total, omittedBytes: 0 };
  const bytes = Buffer.from(text);
  return boundEnds(bytes.subarray(0, maxBytes), bytes.subarray(total - maxBytes), total, maxBytes, note);
}

/**
 * As boundText, for an output longer than maxBytes, as it is or as it is shown, of which only the first and last maxBytes
 * bytes are at hand. A byte that is no UTF-8 is shown as three.
 */
export function boundEnds(first: Buffer, last: Buffer, total: number, maxBytes: number, note: string): Bounded {
  // The count in the marker is smaller than the total, so a marker with the total is never shorter.
  const budget = maxBytes - Buffer.byteLength(marker(total, note));
  const head =
    budget < 0
      ? shownWithin(maxBytes, (size) => first.subarray(0, completeEnd(first, Math.min(size, first.length))))
      : shownWithin(budget >> 1, (size) => first.subarray(0, headEnd(first, Math.min(size, first.length))));
  const tail =
    budget < 0
      ? Buffer.alloc(0)
      : shownWithin(budget - (budget >> 1), (size) => last.subarray(tailStart(last, Math.max(0, last.length - size))));
  const omittedBytes = total - head.length - tail.length;
  const middle = budget < 0 ? '' : marker(omittedBytes, note);
  return { text: head.toString() + middle + tail.toString(), truncated: true, bytes: total, omittedBytes };
}

/** The longest piece that is shown in `budget` bytes. */
function shownWithin(budget: number, piece: (size: number) => Buffer): Buffer {
  const fits = (size: number) => Buffer.byteLength(piece(size).toString()) <= budget;
  let [low, high] = [0, budget];
  if (fits(high)) return piece(high);
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return piece(low);
}

function marker(omitted: number, note: string): string {
  return `\n[… ${omitted} bytes omitted${note}]\n`;
}

const LONE_SURROGATE = /\p{Surrogate}/gu;

function wellFormed(text: string): string {
  return text.replace(LONE_SURROGATE, '\ufffd');
}

/** How many characters a cut moves to keep a mark with its base; text made of marks only is cut anyway. */
const LOOKBACK = 8;

function headEnd(bytes: Buffer, budget: number): number {
  const hard = completeEnd(bytes, budget);
  let at = hard;
  for (let step = 0; step < LOOKBACK && at > 0; step++) {
    if (!joins(bytes, at)) return at;
    at = before(bytes, at);
  }
  return hard;
}

function tailStart(bytes: Buffer, from: number): number {
  let hard = from;
  while (isContinuation(bytes[hard])) hard++;
  let at = hard;
  for (let step = 0; step < LOOKBACK && at < bytes.length; step++) {
    if (!joins(bytes, at)) return at;
    at += sequenceLength(bytes[at] ?? 0);
  }
  return hard;
}

const EXTENDS = /^[\p{M}\p{Emoji_Modifier}\u200d]/u;

/** Whether the character at `at` belongs to the one before it: a mark, a joiner, or what a joiner joins. */
function joins(bytes: Buffer, at: number): boolean {
  return EXTENDS.test(characterAt(bytes, at)) || characterAt(bytes, before(bytes, at)) === '\u200d';
}

function characterAt(bytes: Buffer, at: number): string {
  return bytes.toString('utf8', at, at + sequenceLength(bytes[at] ?? 0));
}

function before(bytes: Buffer, at: number): number {
  let start = at - 1;
  while (start > 0 && isContinuation(bytes[start])) start--;
  return start;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
