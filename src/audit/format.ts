import { SallyportError } from '../protocol/errors.ts';
import type { Head } from './head.ts';

export const formatVersion = 1;

/** From each older format to the next. The head is read under the lock, so each step happens once for all processes. */
const steps: Readonly<Record<number, (head: { v: number }) => { v: number }>> = {};

/** The head of an older format brought up to date; that of a newer one is refused rather than guessed at. */
export function upgrade(head: { v: number }, to: number = formatVersion, known = steps): Head {
  if (!Number.isInteger(head.v) || head.v > to) {
    const reason = `the history of this workspace has format ${head.v}, newer than this version of Sallyport reads (${to}); update Sallyport`;
    throw new SallyportError('InternalError', { reason });
  }
  let current = head;
  while (current.v < to) {
    const step = known[current.v];
    if (!step)
      throw new SallyportError('InternalError', {
        reason: `the history has format ${current.v}, which is no longer read`,
      });
    current = step(current);
  }
  return current as Head;
}
