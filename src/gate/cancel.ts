import type { Broker } from '../protocol/approver.ts';
import { SallyportError } from '../protocol/errors.ts';

/** What ends a run before its time: its caller, or a panic stop. Both outlive the run and must not keep it. */
export function openCancel(caller: AbortSignal | undefined, broker: Broker): { signal: AbortSignal } & Disposable {
  const stop = new AbortController();
  const cancel = () => stop.abort();
  if (caller?.aborted) cancel();
  caller?.addEventListener('abort', cancel);
  const leave = broker.whileRunning((who) => stop.abort(new PanicStop(who)));
  return {
    signal: stop.signal,
    [Symbol.dispose]() {
      caller?.removeEventListener('abort', cancel);
      leave();
    },
  };
}

class PanicStop extends Error {
  readonly who: string;

  constructor(who: string) {
    super('stopped');
    this.who = who;
  }
}

/** Why a run did not come to its end. `left`: what is to be told of the work that it leaves, where some may be. */
export function cancelled({ reason }: AbortSignal, left?: string): SallyportError {
  const who = reason instanceof PanicStop ? reason.who : undefined;
  return new SallyportError('Cancelled', {
    ...(who === undefined ? {} : { says: `Cancelled before it finished: ${who} stopped everything (panic).` }),
    ...(left === undefined ? {} : { next: left }),
  });
}
