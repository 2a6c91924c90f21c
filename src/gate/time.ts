import type { Clock } from '../platform/clock.ts';
import { isSallyportError, SallyportError } from '../protocol/errors.ts';
import { timeouts } from '../protocol/limits.ts';
import type { Request } from '../protocol/request.ts';
import type { LanePlan } from './lane.ts';

/** The time limit of a run: what was asked for, within what the command and the contract allow. */
export function timeoutFor({ timeoutMs = timeouts.defaultMs }: Request, { limits, label }: LanePlan): number {
  if (!Number.isInteger(timeoutMs) || timeoutMs < 1) {
    throw new SallyportError('InvalidArgs', {
      reason: 'timeout_ms takes a whole number from 1',
      usage: `${label} --help`,
    });
  }
  return Math.min(timeoutMs, limits.timeMs, timeouts.maxMs);
}

/** Runs `work` until it ends, the time is up or the caller cancels; then tells it to stop, and answers even if it does not. */
export async function runWithin<T>(
  limit: { timeoutMs: number; maxMs: number; graceMs: number; cancel: AbortSignal; clock: Clock },
  work: (stop: AbortSignal) => T | Promise<T>,
): Promise<T> {
  const { timeoutMs: ms, cancel, clock } = limit;
  if (cancel.aborted) throw new SallyportError('Cancelled');
  const stop = new AbortController();
  const onCancel = () => stop.abort(new SallyportError('Cancelled'));
  cancel.addEventListener('abort', onCancel);
  const clearLimit = clock.after(ms, () =>
    stop.abort(new SallyportError('Timeout', { ms, max: Math.min(limit.maxMs, timeouts.maxMs) })),
  );
  let clearGrace = () => {};
  const leftBehind = new Promise<never>((_, reject) => {
    stop.signal.addEventListener(
      'abort',
      () => (clearGrace = clock.after(limit.graceMs, () => reject(stop.signal.reason))),
    );
  });
  try {
    const value = await Promise.race([work(stop.signal), leftBehind]);
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
