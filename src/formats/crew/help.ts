import { encode } from './encode.ts';
import { claim, DONE, FAILED, openShared, SUBMITTED } from './shared.ts';

/** The life of a helper thread: does tasks as they come, until the thread is ended from outside. */
export function help(memory: SharedArrayBuffer): never {
  const { counters, states, slots } = openShared(memory);
  for (;;) {
    const submitted = Atomics.load(counters, SUBMITTED);
    const task = claim(counters);
    if (task < 0) {
      Atomics.wait(counters, SUBMITTED, submitted);
      continue;
    }
    const at = task % slots.length;
    let state = DONE;
    try {
      encode(slots[at]!);
    } catch {
      state = FAILED;
    }
    Atomics.store(states, at, state);
    Atomics.notify(states, at);
  }
}
