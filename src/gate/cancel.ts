import type { Broker } from '../protocol/approver.ts';

/** What ends a run before its time: its caller, or a panic stop. Both outlive the run and must not keep it. */
export function openCancel(caller: AbortSignal | undefined, broker: Broker): { signal: AbortSignal } & Disposable {
  const stop = new AbortController();
  const cancel = () => stop.abort();
  if (caller?.aborted) cancel();
  caller?.addEventListener('abort', cancel);
  const leave = broker.whileRunning(cancel);
  return {
    signal: stop.signal,
    [Symbol.dispose]() {
      caller?.removeEventListener('abort', cancel);
      leave();
    },
  };
}
