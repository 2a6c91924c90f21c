/**
 * The memory that the threads of one job share: a ring of slots, each with room for the bytes of one task and for what
 * becomes of them. Task `n` lies in slot `n % slots`. Whoever raises CLAIMED from `n` does task `n`; nobody else does.
 */
export interface Shape {
  readonly slots: number;
  readonly inputBytes: number;
  readonly outputBytes: number;
}

export const SUBMITTED = 0;
export const CLAIMED = 1;

/** States of a slot. */
export const FREE = 0;
export const READY = 1;
export const DONE = 2;
export const FAILED = 3;

/** A slot has one task, and the task up to so many pieces. */
export const maxPieces = 1024;

export interface Slot {
  /** See `fields` for the first ones; then the length of each piece, then of what became of it. */
  readonly words: Int32Array;
  readonly input: Buffer;
  readonly output: Buffer;
}

/** Places in the words of a slot. */
export const fields = { coding: 0, level: 1, dictionary: 2, isLast: 3, pieces: 4, lengths: 8, made: 8 + maxPieces };

export interface Shared {
  readonly memory: SharedArrayBuffer;
  /** SUBMITTED and CLAIMED. */
  readonly counters: Int32Array;
  readonly states: Int32Array;
  readonly slots: readonly Slot[];
}

const headBytes = 64;
const wordsPerSlot = fields.made + maxPieces;

export function createShared({ slots, inputBytes, outputBytes }: Shape): Shared {
  const memory = new SharedArrayBuffer(headBytes + slots * (4 + wordsPerSlot * 4 + inputBytes + outputBytes));
  new Int32Array(memory, 8, 3).set([slots, inputBytes, outputBytes]);
  return openShared(memory);
}

export function openShared(memory: SharedArrayBuffer): Shared {
  const [count, inputBytes, outputBytes] = new Int32Array(memory, 8, 3) as unknown as [number, number, number];
  let at = headBytes;
  const take = (bytes: number) => (at += bytes) - bytes;
  const states = new Int32Array(memory, take(count * 4), count);
  const slots = Array.from({ length: count }, () => ({
    words: new Int32Array(memory, take(wordsPerSlot * 4), wordsPerSlot),
    input: undefined as unknown as Buffer,
    output: undefined as unknown as Buffer,
  }));
  for (const slot of slots) {
    slot.input = Buffer.from(memory, take(inputBytes), inputBytes);
    slot.output = Buffer.from(memory, take(outputBytes), outputBytes);
  }
  return { memory, counters: new Int32Array(memory, 0, 2), states, slots };
}

/** The number of a task that is now the caller's to do, or -1 when none is left. */
export function claim(counters: Int32Array): number {
  for (;;) {
    const next = Atomics.load(counters, CLAIMED);
    if (next >= Atomics.load(counters, SUBMITTED)) return -1;
    if (Atomics.compareExchange(counters, CLAIMED, next, next + 1) === next) return next;
  }
}
