import type { Clock } from '../platform/clock.ts';

export interface ManualClock extends Clock {
  /** Lets time pass; what becomes due is called in order. */
  advance(ms: number): void;
}

/** Time that stands still until it is told to go on. */
export function manualClock(start = Date.UTC(2026, 0, 1)): ManualClock {
  let now = start;
  let waiting: { due: number; call: () => void }[] = [];
  return {
    now: () => now,
    monotonic: () => now - start,
    after(ms, call) {
      const entry = { due: now + ms, call };
      waiting.push(entry);
      return () => void (waiting = waiting.filter((other) => other !== entry));
    },
    advance(ms) {
      const until = now + ms;
      for (;;) {
        const next = waiting.filter(({ due }) => due <= until).sort((a, b) => a.due - b.due)[0];
        if (!next) break;
        waiting = waiting.filter((other) => other !== next);
        now = next.due;
        next.call();
      }
      now = until;
    },
  };
}
