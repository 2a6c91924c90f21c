import type { Clock } from '../platform/clock.ts';
import { isSallyportError, SallyportError } from '../protocol/errors.ts';
import { timeouts } from '../protocol/limits.ts';
import type { Request } from '../protocol/request.ts';
import { cancelled } from './cancel.ts';
import type { LanePlan } from './lane.ts';

/** How long a run may take. */
export interface TimeLimit {
  readonly timeoutMs: number;
  /** How long it may go on while it shows progress: no longer when somebody said how long. */
  readonly progressingMs: number;
  /** What can be asked for. */
  readonly maxMs: number;
}

/** The time limit of a run: what was asked for, within what the command and the contract allow. */
export function timeLimitOf({ timeoutMs }: Request, { limits, label }: LanePlan): TimeLimit {
  if (timeoutMs !== undefined && (!Number.isInteger(timeoutMs) || timeoutMs < 1)) {
    throw new SallyportError('InvalidArgs', {
      reason: 'timeout_ms takes a whole number from 1',
      usage: `${label} --help`,
    });
  }
  const maxMs = Math.min(limits.timeMs, timeouts.maxMs);
  const ms = Math.min(timeoutMs ?? timeouts.defaultMs, maxMs);
  return { timeoutMs: ms, progressingMs: timeoutMs === undefined ? maxMs : ms, maxMs };
}

/** Runs `work` until it ends, the time is up or the caller cancels; then tells it to stop, and answers even if it does not. */
export async function runWithin<T>(
  limit: TimeLimit & Pick<LanePlan, 'graceMs' | 'left'> & { cancel: AbortSignal; clock: Clock },
  work: (stop: AbortSignal, progressed: () => void) => T | Promise<T>,
): Promise<T> {
  const { timeoutMs, progressingMs, maxMs: max, cancel, clock } = limit;
  if (cancel.aborted) throw cancelled(cancel);
  const stop = new AbortController();
  const onCancel = () => stop.abort(cancelled(cancel, limit.left));
  cancel.addEventListener('abort', onCancel);
  const started = clock.monotonic();
  let due = started + timeoutMs;
  const progressed = () => void (due = Math.min(clock.monotonic() + timeoutMs, started + progressingMs));
  let clearLimit = clock.after(timeoutMs, onDue);
  function onDue(): void {
    const left = due - clock.monotonic();
    if (left >= 1) clearLimit = clock.after(left, onDue);
    else stop.abort(new SallyportError('Timeout', { ms: Math.round(due - started), max }));
  }
  let clearGrace = () => {};
  const leftBehind = new Promise<never>((_, reject) => {
    stop.signal.addEventListener(
      'abort',
      () => (clearGrace = clock.after(limit.graceMs, () => reject(stop.signal.reason))),
    );
  });
  try {
    const value = await Promise.race([work(stop.signal, progressed), leftBehind]);
    stop.signal.throwIfAborted();
    return value;
  } catch (error) {
    throw stop.signal.aborted ? explain(stop.signal.reason as SallyportError, error) : error;
  } finally {
    clearLimit();
    clearGrace();
    cancel.removeEventListener('abort', onCancel);
  }
}

/** Work that was stopped fails in its own words, which would hide why; only what it had counted is kept. */
function explain(why: SallyportError, error: unknown): SallyportError {
  return error === why
    ? why
    : new SallyportError(why.code, why.fields, { cause: error, result: isSallyportError(error) ? error.result : {} });
}
