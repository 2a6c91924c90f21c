import { setTimeout } from 'node:timers/promises';
import type { Folder } from '../files/index.ts';
import { systemClock } from '../platform/clock.ts';
import { randomName } from '../platform/ids.ts';
import { livenessOf } from '../platform/owner.ts';
import { isSallyportError, SallyportError } from '../protocol/errors.ts';

export const lockName = 'lock';

const patienceMs = 15_000;

/**
 * Runs `work` while no other process can. The lock is a file that is renamed to a name which no other holder ever has;
 * that of a dead process is taken over by another rename. `work` is synchronous, so it is held for a moment only.
 */
export async function whileLocked<T>(folder: Folder, owner: string, work: () => T): Promise<T> {
  const held = `${lockName}.${owner}.${randomName()}`;
  const start = systemClock.monotonic();
  for (let tries = 1; !tryRename(folder, lockName, held) && !takeOver(folder, held, tries); tries++) {
    if (systemClock.monotonic() - start > patienceMs)
      throw new SallyportError('InternalError', {
        reason: `the queue in ${folder.path} is held by another process that does not let go`,
      });
    await setTimeout(1 + Math.random() * 5);
  }
  try {
    return work();
  } finally {
    folder.rename(held, lockName);
  }
}

function takeOver(folder: Folder, held: string, tries: number): boolean {
  if (tries % 16 !== 0) return false;
  const left = folder.entries().find(({ name }) => {
    const [first, owner = ''] = name.split('.');
    return first === lockName && owner !== '' && isGone(owner, folder.stat(name)?.ctimeMs, 30_000);
  });
  return left !== undefined && tryRename(folder, left.name, held);
}

/** A process of another container cannot be looked up; it counts as gone when it has done nothing for long enough. */
export function isGone(owner: string, lastSeen: number | undefined, longestMs: number): boolean {
  const liveness = livenessOf(owner);
  return liveness === 'unknown' ? Date.now() - (lastSeen ?? Date.now()) > longestMs : liveness === 'dead';
}

/** False when the file has another name by now: somebody else was faster. */
export function tryRename(folder: Folder, from: string, to: string): boolean {
  try {
    folder.rename(from, to);
    return true;
  } catch (error) {
    if (isSallyportError(error) && error.code === 'NotFound') return false;
    throw error;
  }
}
