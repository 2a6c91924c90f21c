import { lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { readText } from './read-text.ts';

/** What of the system every box shows. */
export interface SystemView {
  readonly readable: readonly string[];
  readonly links: readonly { readonly path: string; readonly target: string }[];
  readonly kernelFiles: readonly string[];
  readonly kernelFolders: readonly string[];
}

export function systemView(): SystemView {
  const found = systemPaths.flatMap((path) => {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (!stat) return [];
    return [stat.isSymbolicLink() ? { path, target: readlinkSync(path) } : { path, target: undefined }];
  });
  return {
    readable: found.filter(({ target }) => target === undefined).map(({ path }) => path),
    links: found.flatMap(({ path, target }) => (target === undefined ? [] : [{ path, target }])),
    kernelFiles: kernelFiles.filter((path) => lstatSync(path, { throwIfNoEntry: false })),
    kernelFolders: kernelFolders.filter((path) => lstatSync(path, { throwIfNoEntry: false })),
  };
}

/**
 * By list: whatever else lies on the machine, or is mounted on it later, is not there. Programs, libraries and settings; of /var only
 * what compilers and package tools look up.
 */
const systemPaths =
  `/usr /bin /sbin /lib /lib32 /lib64 /libx32 /etc /opt /nix /gnu /var/lib/dpkg /var/lib/alternatives /var/lib/texmf
  /var/lib/ghc /var/cache/fontconfig /sys/devices/system/cpu`.split(/\s+/);

/** The same that container runtimes hide. */
const kernelFiles =
  `kcore keys kallsyms kmsg kpagecount kpageflags kpagecgroup latency_stats modules sched_debug sysrq-trigger
  timer_list timer_stats vmallocinfo slabinfo pagetypeinfo`
    .split(/\s+/)
    .map((name) => `/proc/${name}`);

/** Whoever owns root's files can take a disk away there (`scsi`), capabilities or not. */
const kernelFolders = ['/proc/acpi', '/proc/scsi'];

const mostLookedAt = 20_000;

/**
 * What other users may not read in these folders. For root the owner's rights count, capabilities or not: /etc/shadow would be open.
 */
export function closedToOthers(folders: readonly string[], depth: number): { path: string; isFolder: boolean }[] {
  const closed: { path: string; isFolder: boolean }[] = [];
  const waiting = folders.map((path) => ({ path, left: depth }));
  let looked = 0;
  for (const { path, left } of waiting) {
    for (const name of namesIn(path)) {
      if (++looked > mostLookedAt) return closed;
      const entry = join(path, name);
      const stat = lstatSync(entry, { throwIfNoEntry: false });
      if (!stat || stat.isSymbolicLink()) continue;
      const isFolder = stat.isDirectory();
      const needed = isFolder ? 0o005 : 0o004;
      if ((stat.mode & needed) !== needed) closed.push({ path: entry, isFolder });
      else if (isFolder && left > 0) waiting.push({ path: entry, left: left - 1 });
    }
  }
  return closed;
}

/** Programs behave better when they do not take themselves for root: they do not try to give files away. */
export const plainUser = { uid: 60_606, gid: 60_606, name: 'boxed' } as const;

/** The lists of users and groups with the one that root's programs are told they are. */
export function accountFiles(home: string): { passwd: string; group: string } {
  const { uid, gid, name } = plainUser;
  return {
    passwd: `${lines('/etc/passwd')}${name}:x:${uid}:${gid}::${home}:/bin/bash\n`,
    group: `${lines('/etc/group')}${name}:x:${gid}:\n`,
  };
}

function namesIn(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

function lines(path: string): string {
  const text = readText(path);
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
