import { lstatSync, readlinkSync } from 'node:fs';
import type { BoxFolder } from './folder.ts';
import type { BoxProfile } from './profile.ts';

export interface WorldOptions {
  readonly workspace: string;
  readonly allowedPaths: readonly string[];
  /** Of the user, absolute. */
  readonly home: string;
  readonly folder: BoxFolder;
}

/** Looks at this machine and says what of it a box has to show. */
export function profileFor({ workspace, allowedPaths, home, folder }: WorldOptions): BoxProfile {
  const system = systemPaths.flatMap((path) => lookAt(path));
  return {
    readable: system.filter(({ target }) => target === undefined).map(({ path }) => path),
    links: system.flatMap(({ path, target }) => (target === undefined ? [] : [{ path, target }])),
    writable: [workspace, ...allowedPaths],
    locked: [],
    pinned: [],
    closed: [],
    replaced: [],
    kernelFiles: kernelFiles.filter((path) => lookAt(path).length > 0),
    tmp: folder.tmp,
    home: { path: home, by: folder.home },
    nothing: folder.nothing,
    ...(process.getuid?.() === 0 ? { user: nobodySpecial } : {}),
  };
}

const systemPaths = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/etc', '/opt', '/nix', '/gnu'];

/** The same that container runtimes hide. */
const kernelFiles = [
  'kcore',
  'keys',
  'kallsyms',
  'kmsg',
  'latency_stats',
  'sched_debug',
  'sysrq-trigger',
  'timer_list',
].map((name) => `/proc/${name}`);

/** Programs behave better when they do not take themselves for root: they do not try to give files away. */
const nobodySpecial = { uid: 60_606, gid: 60_606 };

function lookAt(path: string): { path: string; target?: string }[] {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat) return [];
  return [stat.isSymbolicLink() ? { path, target: readlinkSync(path) } : { path }];
}
