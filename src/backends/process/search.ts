import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { processTable, readProc, type ProcessRow } from './process-table.ts';
import { findProgram, systemPath } from './program.ts';
import { signalProcess, type ProcessTree, type TreeRoot } from './tree.ts';

/** In a fork storm each look finds what was forked since the last one. */
const mostLooks = 40;
/** One that forks and ends over and over is in none of its lives when a look comes by. */
const looksForNone = 6;

/**
 * Finds the processes of a run among all others, where there are no control groups: by process group, descent, a mark in the
 * environment and a mark in a resource limit. Who knows of the marks can take them off; that none was found is no proof.
 */
export function openSearch(): { openTree(marker: string): ProcessTree } {
  const prlimit =
    process.platform === 'linux' && hasNoRealtimeLimit() ? findProgram('prlimit', { PATH: systemPath }) : undefined;
  return {
    openTree: (marker) => searchTree(marker, prlimit?.path === undefined ? undefined : limitMark(prlimit.path)),
  };
}

interface LimitMark {
  readonly program: string;
  readonly value: number;
}

function searchTree(marker: string, limit: LimitMark | undefined): ProcessTree {
  const known = new Map<number, string>();
  let root: TreeRoot | undefined;

  const isOurs = ({ pid, group, start }: ProcessRow, since: number): boolean => {
    if (known.get(pid) === start) return true;
    if (root && !root.hasEnded() && (pid === root.pid || group === root.pid)) return true;
    return Number(start) >= since && isMarked(pid, marker, limit);
  };
  const find = async (): Promise<ProcessRow[]> => {
    const rows = await processTable();
    const since = Number(rows.find(({ pid }) => pid === process.pid)?.start);
    const found = withDescendants(
      rows,
      rows.filter((row) => isOurs(row, since)),
    );
    for (const { pid, start } of found) known.set(pid, start);
    return found;
  };

  return {
    kind: 'search',
    wrap: (argv) => (limit ? [limit.program, `--rttime=${limit.value}:${limit.value}`, '--', ...argv] : argv),
    began: (first) => void (root = first),
    async terminate() {
      if (process.platform === 'win32') return;
      for (const { pid } of await find()) signalProcess(pid, 'SIGTERM');
    },
    async kill() {
      if (process.platform === 'win32') return killOnWindows(root);
      // Stopped first: a parent that is dead no longer tells which children were its own.
      const stopped = new Set<number>();
      for (let look = 0; look < mostLooks; look++) {
        const running = (await find()).filter(({ pid }) => !stopped.has(pid));
        if (running.length === 0) break;
        for (const { pid } of running) {
          signalProcess(pid, 'SIGSTOP');
          stopped.add(pid);
        }
      }
      for (const { pid } of await find()) signalProcess(pid, 'SIGKILL');
      if (root && !root.hasEnded()) signalProcess(-root.pid, 'SIGKILL'); // even if no process can be looked up
    },
    async isEmpty() {
      if (process.platform === 'win32') return true;
      for (let look = 0; look < looksForNone; look++) {
        if ((await find()).length > 0) return false;
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      return true;
    },
    async close({ look }) {
      const count = look && process.platform !== 'win32' ? (await find()).length : 0;
      return { survivors: count || 'unknown' };
    },
  };
}

function withDescendants(rows: readonly ProcessRow[], ours: readonly ProcessRow[]): ProcessRow[] {
  const children = new Map<number, ProcessRow[]>();
  for (const row of rows) children.set(row.parent, [...(children.get(row.parent) ?? []), row]);
  const found = new Set(ours);
  // A set may grow while it is walked.
  for (const { pid } of found) for (const child of children.get(pid) ?? []) found.add(child);
  // Parents first: a shell whose child ends goes on to its next command.
  return [...found].toSorted((a, b) => Number(a.start) - Number(b.start) || a.pid - b.pid);
}

function isMarked(pid: number, marker: string, limit: LimitMark | undefined): boolean {
  if (limit && readProc(pid, 'limits')?.includes(` ${limit.value} `)) return true;
  return readProc(pid, 'environ')?.includes(marker) ?? false;
}

/**
 * A limit is inherited through everything that empties an environment, and nobody without rights can raise it again. This one counts
 * only for real-time processes, in microseconds, and is decades long.
 */
function limitMark(program: string): LimitMark {
  return { program, value: 2 ** 50 + randomInt(2 ** 47) };
}

/** Within a run that is marked already there is no room for a second mark; that one still finds everything. */
function hasNoRealtimeLimit(): boolean {
  return /^Max realtime timeout +unlimited +unlimited/m.test(readProc(process.pid, 'limits') ?? '');
}

async function killOnWindows(root: TreeRoot | undefined): Promise<void> {
  if (!root || root.hasEnded()) return;
  await new Promise<void>((resolve) => {
    const killer = spawn('taskkill', ['/PID', String(root.pid), '/T', '/F'], { stdio: 'ignore' });
    killer.on('exit', () => resolve());
    killer.on('error', () => resolve());
  });
}
