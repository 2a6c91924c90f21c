import type { Clock } from '../../platform/clock.ts';

/** A question is deaf until nothing was typed for so long: typed ahead, or a finger still on the key, was meant for something else. */
const quietMs = 350;
/** A key stands alone: what comes in a burst is a paste, an arrow key, or what a terminal answers to a program. */
const burstMs = 40;

export interface KeyListener {
  /** What came in, in whatever pieces. */
  typed(text: string): void;
  stop(): void;
}

/** Tells the keys that are answers to one question. Each listener hears one; Ctrl-C is heard at once and always. */
export function openKeys(clock: Clock): (heard: (key: string) => void) => KeyListener {
  let isDeaf = true;
  return (heard) => {
    let burst = '';
    const listen = () => void (isDeaf = false);
    const settle = () => {
      const key = burst;
      burst = '';
      if (isDeaf) stop = clock.after(quietMs, listen);
      else if (key.length === 1) heard(key);
    };
    let stop = isDeaf ? clock.after(quietMs, listen) : () => {};
    return {
      typed(text) {
        burst = (burst + text).slice(-64);
        if (burst.includes('\x03')) return heard('\x03');
        stop();
        stop = clock.after(burstMs, settle);
      },
      stop: () => stop(),
    };
  };
}
