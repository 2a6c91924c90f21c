import { closeSync, constants, readSync, writeSync } from 'node:fs';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Folder } from '../files/index.ts';
import { systemClock } from '../platform/clock.ts';
import { livenessOf } from '../platform/owner.ts';
import { isSallyportError, SallyportError } from '../protocol/errors.ts';
import { upgrade } from './format.ts';
import { genesis } from './line.ts';

/** How far the chain has come. Kept in user state, so that what happens to the chain file can be told. */
export interface Head {
  readonly v: 1;
  /** Lines ever written, and the HMAC of the last one. */
  readonly count: number;
  readonly mac: string;
  /** Size of the chain file. */
  readonly bytes: number;
  /** The last line that pruning took away; the chain file starts after it. */
  readonly base: Link;
  /** Set while a prune is under way: the base that it is moving to. */
  readonly pending?: Link;
}

export interface Link {
  readonly seq: number;
  readonly mac: string;
}

export interface HeldHead {
  readonly head: Head;
  /** True when the last holder died while it held the head. */
  readonly recovered: boolean;
  update(next: Head): void;
}

export const firstHead: Head = { v: 1, count: 0, mac: genesis, bytes: 0, base: { seq: 0, mac: genesis } };

const size = 1024; // under a page, so that no kill can leave half of it

export function encodeHead(head: Head): Buffer {
  return Buffer.from(`${JSON.stringify(head).padEnd(size - 1)}\n`);
}

/**
 * Runs `work` while no other process can: the head file is the token. Taking it is a rename to a name that no other
 * holder ever has, so exactly one of many succeeds, and a token left by a dead process is taken over in the same way,
 * with no moment at which two can hold it. `holder` starts with the owner of the process and a dot. `work` is synchronous: the head is never held across a turn of the event loop.
 */
export async function holdHead<T>(folder: Folder, holder: string, work: (held: HeldHead) => T): Promise<T> {
  const token = `head.${holder}`;
  const recovered = await take(folder, token);
  try {
    const fd = folder.open(token, constants.O_RDWR);
    try {
      const text = Buffer.alloc(size);
      readSync(fd, text, 0, size, 0);
      return work({ head: parse(text), recovered, update: (next) => void writeSync(fd, encodeHead(next), 0, size, 0) });
    } finally {
      closeSync(fd);
    }
  } finally {
    folder.rename(token, 'head');
  }
}

/** True when the token was taken from a dead holder. */
async function take(folder: Folder, token: string): Promise<boolean> {
  const patience = 15_000;
  const start = systemClock.monotonic();
  for (let tries = 0; ; tries++) {
    if (tryRename(folder, 'head', token)) return false;
    if (tries % 16 === 15) {
      const holder = abandoned(folder);
      if (holder && tryRename(folder, holder, token)) return true;
    }
    if (systemClock.monotonic() - start > patience) throw stuck(folder);
    await (tries < 8 ? setImmediate() : setTimeout(Math.random() * 3));
  }
}

function tryRename(folder: Folder, from: string, to: string): boolean {
  try {
    folder.rename(from, to);
    return true;
  } catch (error) {
    if (isSallyportError(error) && error.code === 'NotFound') return false;
    throw error;
  }
}

function abandoned(folder: Folder): string | undefined {
  return tokens(folder).find((name) => {
    const liveness = livenessOf(name.split('.')[1] ?? '');
    // A holder in another container cannot be looked up; none that lives keeps the head for half a minute.
    return liveness === 'unknown'
      ? Date.now() - (folder.stat(name)?.ctimeMs ?? Date.now()) > 30_000
      : liveness === 'dead';
  });
}

function tokens(folder: Folder): string[] {
  return folder.entries().flatMap(({ name }) => (name.startsWith('head.') ? [name] : []));
}

function stuck(folder: Folder): SallyportError {
  const holder = tokens(folder)[0];
  const reason = holder
    ? `the audit log is held by process ${holder.split('.')[1]?.split('-')[0]}, which does not let go; end that process`
    : `the head of the audit log is missing from ${folder.path}; restore it from a backup, or move the folder away to start a new history`;
  return new SallyportError('InternalError', { reason });
}

function parse(text: Buffer): Head {
  let head: Head | undefined;
  try {
    head = upgrade(JSON.parse(text.toString('utf8')) as { v: number });
  } catch (error) {
    if (isSallyportError(error)) throw error;
  }
  const whole =
    head && [head.count, head.bytes, head.base?.seq].every(Number.isSafeInteger) && typeof head.mac === 'string';
  if (head && whole) return head;
  const reason =
    'the head of the audit log is damaged; restore it from a backup, or move its folder away to start a new history';
  throw new SallyportError('InternalError', { reason });
}
