import type { Clock } from '../platform/clock.ts';
import { orderIn, type Orders } from './orders.ts';

/** The panic stop: everything that runs is told to end, and nothing begins until it is lifted. */
export interface Stop {
  /** Who has stopped everything. */
  readonly by: string | undefined;
  panic(who: string): void;
  /** False when nothing was stopped. */
  resume(): boolean;
  whileRunning(stop: (who: string) => void): () => void;
}

/** How often what runs looks for orders that another process was given. */
const lookMs = 250;

/** `onLook` is called each time that the orders are looked at while something runs. */
export function openStop(orders: Orders, clock: Clock, onLook: () => void): Stop {
  /** What runs, and the last stop that was lifted before it began. */
  const running = new Map<(who: string) => void, string>();
  /** Where the order could not be written, it holds for this process at least. */
  let unwritten: string | undefined;
  let stopLooking = () => {};

  function lookAgain(): void {
    stopLooking = clock.after(lookMs, () => {
      const [stopped, lifted] = [orders.stopped(), orders.lastLifted()];
      for (const [end, before] of running)
        if (stopped || lifted !== before) end((stopped ?? orderIn(lifted))?.who ?? 'somebody');
      onLook();
      lookAgain();
    });
  }

  return {
    get by() {
      return unwritten ?? orders.stopped()?.who;
    },
    panic(who) {
      unwritten = who;
      for (const end of running.keys()) end(who);
      orders.stop({ who, how: 'panic' });
      unwritten = undefined;
    },
    resume() {
      const wasHere = unwritten !== undefined;
      unwritten = undefined;
      return orders.lift() || wasHere;
    },
    whileRunning(stop) {
      if (running.size === 0) lookAgain();
      running.set(stop, orders.lastLifted());
      return () => {
        running.delete(stop);
        if (running.size === 0) stopLooking();
      };
    },
  };
}
