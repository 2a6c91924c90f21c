import { readFileSync, readlinkSync } from 'node:fs';

/**
 * Names this process so that a later one can tell whether it still runs: pid, start time, boot and pid namespace.
 * The pid alone is not enough, as it is given away again.
 */
export function ownerOfThisProcess(): string {
  return (ofThisProcess ??= [process.pid, startTime(process.pid) ?? 0, bootId(), pidNamespace()].join('-'));
}

/** Stays the same for as long as there is somebody to ask. */
let ofThisProcess: string | undefined;

export type Liveness = 'alive' | 'dead' | 'unknown';

/** `unknown` for a process of another pid namespace (a container sharing the folder), which cannot be looked up from here. */
export function livenessOf(owner: string): Liveness {
  const [pid, start, boot, namespace] = owner.split('-');
  const id = Number(pid);
  if (!Number.isSafeInteger(id) || id <= 0) return 'dead';
  if (boot !== bootId()) return 'dead';
  if (namespace !== pidNamespace()) return 'unknown';
  if (start !== '0') return startTime(id) === start ? 'alive' : 'dead';
  try {
    process.kill(id, 0);
    return 'alive';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? 'alive' : 'dead';
  }
}

/** Field 22 of /proc/<pid>/stat; the name in field 2 may hold spaces and parentheses, so count from the last one. */
function startTime(pid: number): string | undefined {
  const stat = tryRead(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields?.[0] === 'Z' ? undefined : fields?.[19];
}

function bootId(): string {
  return tryRead(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').slice(0, 8)) ?? '0';
}

function pidNamespace(): string {
  return tryRead(() => readlinkSync('/proc/self/ns/pid').replace(/\D/g, '')) ?? '0';
}

function tryRead(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
