import { join } from 'node:path';
import { Folder, isFolder, readSmallText } from '../files/index.ts';
import type { Clock } from '../platform/clock.ts';
import { randomName } from '../platform/ids.ts';
import { maxAllowAllMinutes } from '../protocol/limits.ts';

export interface Order {
  readonly who: string;
  readonly how: string;
  /** ISO. */
  readonly since: string;
}

/** Everything that would be asked is allowed until then. */
export interface OpenOrder extends Order {
  readonly until: string;
}

/**
 * What a person has ordered for a whole workspace. It is read from disk each time, so that an order given by one process
 * holds for all of them at once, and for those that start later.
 */
export interface Orders {
  stopped(): Order | undefined;
  open(): OpenOrder | undefined;
  /** Changes when a stop is lifted: a run that saw another value has missed one. */
  lastLifted(): string;
  stop(by: Pick<Order, 'who' | 'how'>): void;
  /** False when nothing was stopped. */
  lift(): boolean;
  allowAll(minutes: number, by: Pick<Order, 'who' | 'how'>): OpenOrder;
  /** Ends an allow-all; false when there was none. */
  askAgain(): boolean;
}

const files = { stop: 'stop.json', lifted: 'lifted.json', open: 'open.json' };
const maxBytes = 4096;

/** `path` is a folder of user state, closed to every command, and belongs to one workspace. */
export function openOrders(path: string, clock: Clock): Orders {
  const isThere = (name: string) => isFolder(join(path, name)) !== undefined;
  const textOf = (name: string) => (isThere(name) ? (readSmallText(join(path, name), maxBytes) ?? '') : undefined);

  function give(name: string, order: Order): void {
    using folder = Folder.open(path, { create: true, mode: 0o700 });
    folder.write(name, `${JSON.stringify({ version: 1, id: randomName(), ...order })}\n`, { mode: 0o600 });
  }

  function askAgain(): boolean {
    if (!isThere(files.open)) return false;
    using folder = Folder.open(path);
    folder.remove(files.open);
    return true;
  }

  return {
    stopped() {
      const text = textOf(files.stop);
      // One that is damaged stops all the same.
      return text === undefined ? undefined : (orderIn(text) ?? { who: 'somebody', how: 'panic', since: '' });
    },
    open() {
      const order = orderIn(textOf(files.open) ?? '');
      return order && isOpenAt(clock.now(), order) ? order : undefined;
    },
    lastLifted: () => textOf(files.lifted) ?? '',
    stop(by) {
      give(files.stop, { who: by.who, how: by.how, since: new Date(clock.now()).toISOString() });
      askAgain();
    },
    lift() {
      if (!isThere(files.stop)) return false;
      using folder = Folder.open(path);
      folder.rename(files.stop, files.lifted);
      return true;
    },
    allowAll(minutes, { who, how }) {
      const until = clock.now() + Math.min(minutes, maxAllowAllMinutes) * 60_000;
      const order = { who, how, since: new Date(clock.now()).toISOString(), until: new Date(until).toISOString() };
      give(files.open, order);
      return order;
    },
    askAgain,
  };
}

/** A clock that was set back opens nothing again, and no file can open for longer than a person can. */
function isOpenAt(now: number, order: Order): order is OpenOrder {
  const { since, until = '' } = order as Partial<OpenOrder>;
  const [start, end] = [Date.parse(since ?? ''), Date.parse(until)];
  return start <= now && now < end && end - start <= maxAllowAllMinutes * 60_000;
}

export function orderIn(text: string): Order | undefined {
  try {
    const order = JSON.parse(text) as Partial<Record<string, unknown>> | null;
    const isOrder = order?.['version'] === 1 && [order['who'], order['how'], order['since']].every(isText);
    return isOrder ? (order as unknown as Order) : undefined;
  } catch {
    return undefined;
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
