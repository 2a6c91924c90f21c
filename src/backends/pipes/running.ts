import type { ProcessEnd } from '../../protocol/backend.ts';

/** The runs of a backend, each with a signal of its own: very many listeners on one that they share would look like a leak. */
export interface Running {
  /** Cancelled with `signal`, and by `end`. */
  run(signal: AbortSignal, start: (stop: AbortSignal) => Promise<ProcessEnd>): Promise<ProcessEnd>;
  /** Cancels all of them and waits for them. */
  end(): Promise<void>;
}

export function openRunning(): Running {
  const running = new Map<Promise<ProcessEnd>, AbortController>();
  return {
    async run(signal, start) {
      const stop = new AbortController();
      const onCancel = () => stop.abort();
      if (signal.aborted) stop.abort();
      signal.addEventListener('abort', onCancel);
      const run = start(stop.signal);
      running.set(run, stop);
      try {
        return await run;
      } finally {
        running.delete(run);
        signal.removeEventListener('abort', onCancel);
      }
    },
    async end() {
      for (const stop of running.values()) stop.abort();
      await Promise.allSettled(running.keys());
    },
  };
}
