import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownerOfThisProcess } from '../../platform/owner.ts';
import { readText } from './read-text.ts';

/** Ends the name of the group that this process has moved into, beside those of its boxes. */
export const aside = '-aside';

const mostTries = 5;
const mostAncestors = 64;

/**
 * Has the groups below one of version 2 limit what a controller counts. The kernel refuses that for most controllers while a process is
 * in the group itself (EBUSY, "no internal processes"). If those are only this process and what it has started, they move into a group
 * below it; processes of others stay where they are, and the kernel's word stands.
 */
export function limitBelow(folder: string, controller: string, prefix: string, self = process.pid): void {
  const enable = () => writeFileSync(join(folder, 'cgroup.subtree_control'), `+${controller}`, { flag: 'r+' });
  try {
    enable();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EBUSY' || !stepAside(folder, prefix, self)) throw error;
    enable();
  }
}

function stepAside(folder: string, prefix: string, self: number): boolean {
  const place = join(folder, `${prefix}${ownerOfThisProcess()}${aside}`);
  // What is forked meanwhile is found by the next look.
  for (let tries = 0; tries < mostTries; tries++) {
    const pids = readText(join(folder, 'cgroup.procs')).split('\n').filter(Boolean).map(Number);
    if (pids.length === 0) return true;
    if (!pids.every((pid) => isOf(pid, self))) return false;
    mkdirSync(place, { recursive: true });
    for (const pid of pids) move(pid, place);
  }
  return false;
}

function isOf(pid: number, self: number): boolean {
  let one = pid;
  for (let steps = 0; one > 1 && one !== self && steps < mostAncestors; steps++) {
    const stat = readText(`/proc/${one}/stat`);
    one = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0);
  }
  return one === self;
}

function move(pid: number, place: string): void {
  try {
    writeFileSync(join(place, 'cgroup.procs'), String(pid));
  } catch {
    // It has ended, or is still there at the next look.
  }
}
