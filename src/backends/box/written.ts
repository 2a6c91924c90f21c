import { readText } from './read-text.ts';

/** How often what a command writes is looked at; it may write for as long before it is stopped. */
export const lookEveryMs = 500;

const mostProcesses = 5_000;

/**
 * Bytes that the processes below one, and itself, have sent to disk. Those of a process that has ended count for its parent once that
 * has waited for it. Zero for what may not be looked at.
 */
export function writtenBytes(pid: number): number {
  const waiting = [pid];
  let sum = 0;
  for (const one of waiting) {
    if (waiting.length > mostProcesses) break;
    sum += Number(/^write_bytes: (\d+)$/m.exec(readText(`/proc/${one}/io`))?.[1] ?? 0);
    waiting.push(...readText(`/proc/${one}/task/${one}/children`).split(' ').filter(Boolean).map(Number));
  }
  return sum;
}
