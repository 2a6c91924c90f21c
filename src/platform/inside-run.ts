import { readFileSync } from 'node:fs';

const mostAncestors = 64;

/**
 * Whether this process was started by a command that Sallyport runs: by its environment, that of those who started it, and
 * its control group, because the first can be emptied and the second can be left by a double fork.
 */
export function isInsideRun(env: Readonly<Record<string, string | undefined>>): boolean {
  return env['SALLYPORT'] !== undefined || isInRunGroup() || hasMarkedAncestor();
}

/** Where each run has a group of its own, in one that is named after the process that keeps it. */
function isInRunGroup(): boolean {
  return /\/sallyport-[^/\n]+\/\d+(?:\/|$)/m.test(read('/proc/self/cgroup'));
}

function hasMarkedAncestor(): boolean {
  let pid = process.ppid;
  for (let steps = 0; pid > 1 && steps < mostAncestors; steps++) {
    if (/(?:^|\0)SALLYPORT=/.test(read(`/proc/${pid}/environ`))) return true;
    const stat = read(`/proc/${pid}/stat`);
    pid = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0);
  }
  return false;
}

/** Empty where the system does not tell. */
function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
