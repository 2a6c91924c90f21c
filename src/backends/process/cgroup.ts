import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomName } from '../../platform/ids.ts';
import { livenessOf, ownerOfThisProcess } from '../../platform/owner.ts';
import { SallyportError } from '../../protocol/errors.ts';
import { signalProcess, type ProcessTree, type TreeRoot } from './tree.ts';

/** A control group of this process; each run gets a group in it. */
export interface CgroupFolder extends Disposable {
  openTree(): ProcessTree;
}

const prefix = 'sallyport-';
const notEntered = 125;
/** The shell puts itself into the group before it becomes the program: nothing can be forked outside it. */
const enter = `{ echo 0 >"$1/cgroup.procs"; } 2>/dev/null || exit ${notEntered}; shift; exec "$@"`;

/**
 * A control group holds whatever a program starts, through setsid, double forks and an emptied environment, and the kernel kills
 * all of it in one step. Unlike a pid namespace it changes nothing for the program: there, a first process cannot be ended by its
 * own signals, and what a command leaves running dies with it, with output that nobody has read yet.
 * Undefined where this user has no version 2 groups of their own; tried with a real process.
 */
export async function openCgroupFolder(): Promise<CgroupFolder | undefined> {
  const own = ownCgroup();
  if (own === undefined) return undefined;
  removeThoseOfTheDead(own);
  const folder = join(own, `${prefix}${ownerOfThisProcess()}-${randomName()}`);
  if (!succeeds(() => mkdirSync(folder))) return undefined;
  const populated = new Set<string>();
  let count = 0;
  const opened: CgroupFolder = {
    openTree() {
      for (const group of populated) if (succeeds(() => removeGroup(group))) populated.delete(group);
      const group = join(folder, String(count++));
      mkdirSync(group);
      return cgroupTree(group, populated);
    },
    [Symbol.dispose]: () => void succeeds(() => removeGroup(folder)),
  };
  if (existsSync(join(folder, 'cgroup.kill')) && (await isUsable(opened))) return opened;
  opened[Symbol.dispose]();
  return undefined;
}

async function isUsable(folder: CgroupFolder): Promise<boolean> {
  const tree = folder.openTree();
  const [program = '', ...args] = tree.wrap(['/bin/sh', '-c', 'exit 3'], {});
  const code = await new Promise<number | null>((resolve) => {
    const child = spawn(program, args, { stdio: 'ignore', env: {}, cwd: '/' });
    child.on('exit', resolve);
    child.on('error', () => resolve(null));
  });
  const { survivors } = await tree.close({ exitCode: code, look: true }).catch(() => ({ survivors: 'unknown' }));
  return code === 3 && survivors === 'none';
}

function cgroupTree(group: string, populated: Set<string>): ProcessTree {
  let root: TreeRoot | undefined;
  const read = (file: string) => tryRead(join(group, file)) ?? '';
  const isEmpty = () => !/^populated 1$/m.test(read('cgroup.events'));
  // 0 stands for a process that cannot be seen from here; to kill() it would mean this process and its group.
  const members = () =>
    read('cgroup.procs')
      .split('\n')
      .map(Number)
      .filter((pid) => pid > 1);
  return {
    kind: 'cgroup',
    wrap: (argv, env) => ['/bin/sh', '-c', enter, 'sh', group, ...withOddNames(argv, env)],
    began: (first) => void (root = first),
    terminate() {
      // Parents first: a shell whose child ends goes on to its next command. The first may not be in the group yet.
      const first = root && !root.hasEnded() ? [root.pid] : [];
      const others = members().toSorted((a, b) => a - b);
      for (const pid of new Set([...first, ...others])) signalProcess(pid, 'SIGTERM');
      return Promise.resolve();
    },
    kill() {
      if (root && !root.hasEnded()) signalProcess(root.pid, 'SIGKILL');
      succeeds(() => writeFileSync(join(group, 'cgroup.kill'), '1'));
      return Promise.resolve();
    },
    isEmpty: () => Promise.resolve(isEmpty()),
    close({ exitCode }) {
      const usec = Number(/^usage_usec (\d+)$/m.exec(read('cpu.stat'))?.[1] ?? 0);
      const survivors = isEmpty() ? 'none' : members().length || 'unknown';
      if (!succeeds(() => removeGroup(group))) populated.add(group);
      if (usec > 0 || exitCode !== notEntered) return Promise.resolve({ survivors, cpuMs: usec / 1000 });
      return Promise.reject(
        new SallyportError('InternalError', { reason: `the program could not enter its control group ${group}` }),
      );
    },
  };
}

/** A shell does not hand on variables that it could not have itself; `env` brings them back. */
function withOddNames(argv: readonly string[], env: Readonly<Record<string, string>>): readonly string[] {
  const odd = Object.entries(env).filter(([name]) => !/^[A-Za-z_]\w*$/.test(name));
  return odd.length === 0 ? argv : ['env', ...odd.map(([name, value]) => `${name}=${value}`), ...argv];
}

/** Where this process is in the tree of version 2 groups. */
function ownCgroup(): string | undefined {
  const mounts = tryRead('/proc/self/mountinfo')?.split('\n') ?? [];
  const [, , , shown, point] = mounts.find((line) => / - cgroup2 /.test(line))?.split(' ') ?? [];
  const path = /^0::(\/.*)$/m.exec(tryRead('/proc/self/cgroup') ?? '')?.[1];
  if (path === undefined || shown === undefined || point === undefined) return undefined;
  // In a container the mount may show only a part of the tree.
  const below = shown === '/' ? path : path.startsWith(shown) ? path.slice(shown.length) : undefined;
  return below === undefined ? undefined : join(point, below);
}

function removeThoseOfTheDead(own: string): void {
  succeeds(() => {
    for (const name of readdirSync(own)) {
      const isDead = name.startsWith(prefix) && livenessOf(name.slice(prefix.length)) === 'dead';
      if (isDead) succeeds(() => removeGroup(join(own, name)));
    }
  });
}

/** With the groups in it; a group that still has processes stays, and so do those around it. */
function removeGroup(group: string): void {
  if (succeeds(() => rmdirSync(group))) return;
  for (const entry of readdirSync(group, { withFileTypes: true })) {
    if (entry.isDirectory()) succeeds(() => removeGroup(join(group, entry.name)));
  }
  rmdirSync(group);
}

function tryRead(file: string): string | undefined {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return undefined;
  }
}

function succeeds(act: () => unknown): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}
