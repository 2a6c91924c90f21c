import { SallyportError } from '../../protocol/errors.ts';
import { codings, encode, type Coding } from './encode.ts';
import { claim, createShared, DONE, FAILED, fields, FREE, READY, SUBMITTED, type Slot } from './shared.ts';

/**
 * Spreads the work of one job over threads. The job's own thread fills slots, takes results in the order of the tasks,
 * and works itself whenever it would have to wait; so all goes the same way, only slower, without helpers. Where one
 * task takes seconds, it leaves all of them to helpers, so that it can be stopped at any time and clean up.
 */
export interface Crew {
  /** Where the bytes of the next task go. Waits until there is room. */
  input(): Buffer;
  /** `done` is called once, after those of all earlier tasks, and may use the slot's memory during the call only. */
  submit(task: Task, done: (result: Slot) => void): void;
  /** Waits for all tasks. */
  finish(): void;
}

export interface Task {
  readonly coding: Coding;
  readonly level: number;
  /** Bytes at the start of the input that come before what is to be encoded. */
  readonly dictionary?: number;
  readonly isLast?: boolean;
  /** The pieces of the input, one behind the other. */
  readonly lengths: ArrayLike<number>;
  readonly pieces?: number;
}

/** How a job gets threads to help it; they are ended with the job. */
export interface Helpers {
  readonly most: number;
  start(memory: SharedArrayBuffer, count: number): void;
}

export interface CrewOptions {
  readonly inputBytes: number;
  /** What a thread needs beside the slots. */
  readonly threadBytes?: number;
  /** One task takes seconds. */
  readonly isSlow?: boolean;
  readonly helpers: Helpers | undefined;
  readonly checkStopped: () => void;
}

/** Below this a thread costs more than it saves. */
const helpFromBytes = 4 * 1024 * 1024;
/** Results may be a little larger than what they are made of. */
const spareBytes = 64 * 1024;
const memoryBytes = 128 * 1024 * 1024;
const waitMs = 50;

export function createCrew(options: CrewOptions): Crew {
  const { inputBytes, threadBytes = 0, isSlow = false, helpers, checkStopped } = options;
  const outputBytes = inputBytes + spareBytes;
  const wanted = helpers ? Math.max(0, helpers.most) + (isSlow ? 1 : 0) : 0;
  const perHelper = threadBytes + (isSlow ? 1 : 2) * (inputBytes + outputBytes);
  const count = Math.min(wanted, Math.floor(memoryBytes / perHelper));
  const worksItself = count === 0 || !isSlow;
  const slotCount = (isSlow ? 1 : 2) * count + 2;
  const { memory, counters, states, slots } = createShared({ slots: slotCount, inputBytes, outputBytes });
  const waiting: ((result: Slot) => void)[] = [];
  let [submitted, drained, bytes] = [0, 0, 0];
  let isHelped = false;

  /** Gives the oldest result to whoever waits for it; false when it is not there yet. */
  function drain(): boolean {
    const at = drained % slotCount;
    const state = Atomics.load(states, at);
    if (drained === submitted || state === READY) return false;
    if (state === FAILED) throw new SallyportError('InternalError', { reason: 'a helper thread failed' });
    Atomics.store(states, at, FREE);
    waiting[at]?.(slots[at]!);
    drained++;
    return true;
  }

  function workOrWait(): void {
    checkStopped();
    const task = worksItself ? claim(counters) : -1;
    if (task < 0) return void Atomics.wait(states, drained % slotCount, READY, waitMs);
    encode(slots[task % slotCount]!);
    Atomics.store(states, task % slotCount, DONE);
  }

  return {
    input() {
      while (drain());
      while (submitted - drained === slotCount) if (!drain()) workOrWait();
      return slots[submitted % slotCount]!.input;
    },
    submit({ coding, level, dictionary = 0, isLast = false, lengths, pieces = lengths.length }, done) {
      const at = submitted % slotCount;
      const { words } = slots[at]!;
      words[fields.coding] = codings.indexOf(coding);
      words[fields.level] = level;
      words[fields.dictionary] = dictionary;
      words[fields.isLast] = isLast ? 1 : 0;
      words[fields.pieces] = pieces;
      for (let piece = 0; piece < pieces; piece++) {
        words[fields.lengths + piece] = lengths[piece] as number;
        bytes += lengths[piece] as number;
      }
      waiting[at] = done;
      Atomics.store(states, at, READY);
      Atomics.store(counters, SUBMITTED, ++submitted);
      Atomics.notify(counters, SUBMITTED, 1);
      if (isHelped || count === 0 || (worksItself && bytes < helpFromBytes)) return;
      isHelped = true;
      helpers?.start(memory, count);
    },
    finish() {
      while (drained < submitted) if (!drain()) workOrWait();
    },
  };
}
