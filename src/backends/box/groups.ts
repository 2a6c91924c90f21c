import { mkdirSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { randomName } from '../../platform/ids.ts';
import { livenessOf, ownerOfThisProcess } from '../../platform/owner.ts';
import { aside, limitBelow } from './controllers.ts';
import type { BoxLimits, LimitName } from './limits.ts';
import { readText } from './read-text.ts';

/** The control groups of one box. */
export interface BoxGroup extends Disposable {
  readonly inForce: readonly LimitName[];
  /** Why not all are: the kernel's own words, and what would help. */
  readonly refused?: { readonly said: string; readonly fix: string };
  /** Puts a process in, with all that it starts from now on. */
  add(pid: number): Promise<void>;
  /** Since it was last asked: the limit that was run into, and the time of the processor. */
  used(): { readonly hit?: LimitName; readonly cpuMs?: number };
}

/** Where a group can be made: one tree for all controllers, or one for each. */
export interface GroupPlan {
  readonly version: 1 | 2;
  /** Folders of this process, by what they are there for. */
  readonly folders: Readonly<Partial<Record<'pids' | 'memory' | 'cpuacct', string>>>;
}

const prefix = 'sallyport-box-';

export function planGroups(mountinfo: string, cgroups: string): GroupPlan {
  const mounts = mountinfo.split('\n').flatMap((line) => {
    const [left = '', right = ''] = line.split(' - ');
    const [, , , shown = '/', point = ''] = left.split(' ');
    const [type = '', , options = ''] = right.split(' ');
    return type.startsWith('cgroup') ? [{ type, shown, point, options: options.split(',') }] : [];
  });
  const own = (controller: string) => {
    const line = cgroups.split('\n').find((one) => one.split(':')[1]?.split(',').includes(controller));
    return line?.split(':').slice(2).join(':');
  };
  const folder = (type: string, controller: string) => {
    const mount = mounts.find((one) => one.type === type && (type === 'cgroup2' || one.options.includes(controller)));
    const path = own(type === 'cgroup2' ? '' : controller);
    if (!mount || path === undefined) return undefined;
    // In a container the mount may show only a part of the tree.
    if (mount.shown === '/') return join(mount.point, path);
    return path.startsWith(mount.shown) ? join(mount.point, path.slice(mount.shown.length)) : undefined;
  };
  const first = (['pids', 'memory', 'cpuacct'] as const).map((name) => [name, folder('cgroup', name)] as const);
  const split = Object.fromEntries(first.filter(([, path]) => path !== undefined));
  if (Object.keys(split).length > 0) return { version: 1, folders: split };
  const found = folder('cgroup2', '');
  const hasMoved = found?.endsWith(aside) === true && basename(found).startsWith(prefix);
  const one = hasMoved ? dirname(found) : found;
  return { version: 2, folders: one === undefined ? {} : { pids: one, memory: one, cpuacct: one } };
}

/** Files to be written in a new group, in this order; a file that starts with `?` need not exist. */
export function groupFiles(
  version: 1 | 2,
  { processes, memoryBytes }: BoxLimits,
): Record<'pids' | 'memory', string[][]> {
  const memory = String(memoryBytes);
  return {
    pids: [['pids.max', String(processes)]],
    memory:
      version === 2
        ? [
            ['memory.max', memory],
            ['?memory.swap.max', '0'],
          ]
        : [
            ['memory.limit_in_bytes', memory],
            ['?memory.memsw.limit_in_bytes', memory],
          ],
  };
}

const limitOf = { pids: 'processes', memory: 'memoryBytes' } as const;

/** Groups as far as this user may make them; what could not be made is not in force. */
export function openGroup(plan: GroupPlan, limits: BoxLimits): BoxGroup {
  const name = `${prefix}${ownerOfThisProcess()}-${randomName()}`;
  const files = groupFiles(plan.version, limits);
  const made = new Map<'pids' | 'memory' | 'cpuacct', string>();
  let said: string | undefined;
  const insist = (act: () => void): boolean => {
    try {
      act();
      return true;
    } catch (error) {
      said ??= (error as Error).message;
      return false;
    }
  };
  for (const [kind, folder] of Object.entries(plan.folders) as ['pids' | 'memory' | 'cpuacct', string][]) {
    removeThoseOfTheDead(folder);
    const path = join(folder, name);
    const wanted = kind === 'cpuacct' ? [] : files[kind];
    if (plan.version === 2 && kind !== 'cpuacct') insist(() => limitBelow(folder, kind, prefix));
    const isMade = [...made.values()].includes(path) || insist(() => mkdirSync(path));
    if (isMade && wanted.every(([file = '', value = '']) => insist(() => set(path, file, value)))) made.set(kind, path);
    // One tree for all: what another controller took holds.
    else if (![...made.values()].includes(path)) attempt(() => rmdirSync(path));
  }
  const read = (kind: 'pids' | 'memory' | 'cpuacct', file: string) => {
    const path = made.get(kind);
    return path === undefined ? '' : readText(join(path, file));
  };
  const count = (text: string, word: string) => Number(new RegExp(`^${word} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
  const counts = () => ({
    processes: count(read('pids', 'pids.events'), 'max'),
    memoryBytes: count(read('memory', plan.version === 2 ? 'memory.events' : 'memory.oom_control'), 'oom_kill'),
    cpuMs:
      plan.version === 2
        ? count(read('cpuacct', 'cpu.stat'), 'usage_usec') / 1e3
        : Number(read('cpuacct', 'cpuacct.usage')) / 1e6,
  });
  let last = { processes: 0, memoryBytes: 0, cpuMs: 0 };
  const limited = (['pids', 'memory'] as const).filter((kind) => made.has(kind));
  const isRefused = limited.length < Object.keys(limitOf).length;
  return {
    inForce: limited.map((kind) => limitOf[kind]),
    ...(isRefused ? { refused: { said: said ?? 'no control groups are mounted', fix: fixOf(plan.version) } } : {}),
    async add(pid) {
      // At once: in each the kernel waits for all processors.
      await Promise.all([...new Set(made.values())].map((path) => writeFile(join(path, 'cgroup.procs'), String(pid))));
    },
    used() {
      const now = counts();
      const hit = (['processes', 'memoryBytes'] as const).find((name) => now[name] > last[name]);
      const cpuMs = now.cpuMs - last.cpuMs;
      last = now;
      return { ...(hit ? { hit } : {}), ...(made.has('cpuacct') ? { cpuMs } : {}) };
    },
    [Symbol.dispose]() {
      for (const path of new Set(made.values())) attempt(() => rmdirSync(path));
    },
  };
}

function set(path: string, file: string, value: string): void {
  const write = (name: string) => writeFileSync(join(path, name), value, { flag: 'r+' });
  if (file.startsWith('?')) attempt(() => write(file.slice(1)));
  else write(file);
}

/** Of version 1 only root gets any; of version 2 whoever is alone in a group that was handed over. */
function fixOf(version: 1 | 2): string {
  const asRoot = process.getuid?.() === 0;
  return version === 1 && !asRoot
    ? 'run Sallyport as root'
    : `start Sallyport as the only program of a control group: systemd-run ${asRoot ? '' : '--user '}--scope -p Delegate=yes sallyport …`;
}

function removeThoseOfTheDead(folder: string): void {
  attempt(() => {
    for (const name of readdirSync(folder)) {
      const isDead = name.startsWith(prefix) && livenessOf(name.slice(prefix.length)) === 'dead';
      if (isDead) attempt(() => rmdirSync(join(folder, name)));
    }
  });
}

function attempt(act: () => unknown): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}
