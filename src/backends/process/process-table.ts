import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { findProgram, systemPath } from './program.ts';

/** A living process; one that has ended and waits for its parent is none. */
export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** Tells it from a later process with the same pid. */
  readonly start: string;
}

export function processTable(): Promise<ProcessRow[]> {
  return process.platform === 'linux' ? Promise.resolve(tableFromProc()) : tableFromPs();
}

function tableFromProc(): ProcessRow[] {
  const rows: ProcessRow[] = [];
  // The youngest first: one that forks and ends over and over would be gone before its turn came.
  for (const name of readdirSync('/proc').toReversed()) {
    const stat = /^\d+$/.test(name) ? readProc(Number(name), 'stat') : undefined;
    // The name of the program may hold spaces and parentheses: count from the last one.
    const [state, parent, group, ...rest] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? [];
    const start = rest[16];
    if (state === undefined || start === undefined || state === 'Z' || state === 'X') continue;
    rows.push({ pid: Number(name), parent: Number(parent), group: Number(group), start });
  }
  return rows;
}

/** For systems without /proc. */
export async function tableFromPs(): Promise<ProcessRow[]> {
  const columns = ['pid=', 'ppid=', 'pgid=', 'stat=', 'lstart='].flatMap((column) => ['-o', column]);
  const options = { maxBuffer: 1 << 26, env: { ...process.env, LC_ALL: 'C' } };
  const { stdout } = await promisify(execFile)(
    findProgram('ps', { PATH: systemPath }).path ?? 'ps',
    ['-A', ...columns],
    options,
  ).catch(() => ({ stdout: '' }));
  return stdout.split('\n').flatMap((line) => {
    const [, pid, parent, group, state, start] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.+?)\s*$/.exec(line) ?? [];
    if (start === undefined || state?.startsWith('Z')) return [];
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), start }];
  });
}

/** Undefined when the process is gone or may not be looked at. */
export function readProc(pid: number, file: 'stat' | 'environ' | 'limits'): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return undefined;
  }
}
