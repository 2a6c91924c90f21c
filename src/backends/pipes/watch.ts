import type { ProcessEnd } from '../../protocol/backend.ts';
import type { PipeReader } from './read-pipe.ts';

/** How long what a program left running may hold its pipes after its exit. */
const drainMs = 2_000;
/** The same after everything was ended by force: only what could not be ended still holds them. */
const drainAfterKillMs = 250;

/** Of a run that was cancelled before it began. */
export const neverStarted: ProcessEnd = {
  exitCode: null,
  signal: null,
  timedOut: false,
  cancelled: true,
  durationMs: 0,
  survivors: 'none',
  killedBy: null,
  drainCut: false,
};

/** A program that runs, as the one who watches over it sees it. */
export interface Started {
  readonly exited: Promise<unknown>;
  /** Ends it with everything it started; done when nothing is left, or when what is left cannot be ended. */
  end(): Promise<void>;
}

export type Why = 'timedOut' | 'cancelled' | 'failed';

export interface Watch {
  /** The program's own exit, or that it could not be ended. */
  readonly exit: Promise<void>;
  /** Everything had to be ended and has been; never comes when nothing had to be. */
  readonly killed: Promise<void>;
  /** Stops watching, once everything that had to be ended has been. */
  end(): Promise<{ why?: Why; error?: unknown }>;
}

/** Ends a program when the time is up, the caller cancels, or the output cannot be taken. */
export function watchOver(
  started: Started,
  readers: readonly PipeReader[],
  { timeoutMs, cancel }: { timeoutMs: number; cancel: AbortSignal },
): Watch {
  const result: { why?: Why; error?: unknown } = {};
  let ending: Promise<void> | undefined;
  let resolveExit: () => void = () => {};
  let resolveKilled: () => void = () => {};
  const killed = new Promise<void>((resolve) => (resolveKilled = resolve));
  const stop = (why: Why, error?: unknown) => {
    if (ending) return;
    Object.assign(result, { why, error });
    ending = started.end().finally(() => {
      resolveExit();
      resolveKilled();
    });
    ending.catch(() => {}); // end() throws it
  };
  const exit = new Promise<void>((resolve) => {
    resolveExit = resolve;
    void started.exited.then(() => resolve());
  });
  const timer = setTimeout(() => stop('timedOut'), timeoutMs);
  const onCancel = () => stop('cancelled');
  cancel.addEventListener('abort', onCancel, { once: true });
  if (cancel.aborted) onCancel();
  for (const { ended } of readers) ended.catch((error: unknown) => stop('failed', error));
  return {
    exit: exit.then(() => clearTimeout(timer)),
    killed,
    async end() {
      cancel.removeEventListener('abort', onCancel);
      await ending;
      return result;
    },
  };
}

/** Waits until the pipes are at their end, for as long as others may hold them; false when those still do. */
export async function drained(readers: readonly PipeReader[], killed: Promise<void>): Promise<boolean> {
  const timers: NodeJS.Timeout[] = [];
  const passed = (ms: number) =>
    new Promise<boolean>((resolve) => void timers.push(setTimeout(() => resolve(false), ms)));
  const ended = Promise.allSettled(readers.map((reader) => reader.ended)).then(() => true);
  const isEnd = await Promise.race([ended, passed(drainMs), killed.then(() => passed(drainAfterKillMs))]);
  timers.forEach(clearTimeout);
  return isEnd;
}

/** Delivers what is left in the pipes; true for each that something still holds. */
export function cutAll(readers: readonly PipeReader[]): Promise<boolean[]> {
  return Promise.all(readers.map((reader) => reader.cut().catch(() => false)));
}
