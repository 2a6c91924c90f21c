/** The panic stop: everything that runs is told to end, and nothing begins until it is lifted. */
export interface Stop {
  readonly by: string | undefined;
  panic(who: string): void;
  resume(): void;
  whileRunning(stop: () => void): () => void;
}

export function openStop(): Stop {
  const running = new Set<() => void>();
  let by: string | undefined;
  return {
    get by() {
      return by;
    },
    panic(who) {
      by = who;
      for (const end of running) end();
    },
    resume: () => void (by = undefined),
    whileRunning(stop) {
      running.add(stop);
      return () => void running.delete(stop);
    },
  };
}
