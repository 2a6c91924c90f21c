import { lstatSync, readdirSync, readlinkSync, type Dirent, type Stats } from 'node:fs';
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
    kernelFiles: kernelFiles.filter(isOpenToUs),
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

/** The same that container runtimes hide, but for `kcore` and `kmsg`: to open those takes capabilities of the host (proc(5)). */
const kernelFiles = `keys kallsyms kpagecount kpageflags kpagecgroup latency_stats modules sched_debug sysrq-trigger
  timer_list timer_stats vmallocinfo slabinfo pagetypeinfo`
  .split(/\s+/)
  .map((name) => `/proc/${name}`);

/** Whoever owns root's files can take a disk away there (`scsi`), capabilities or not. */
const kernelFolders = ['/proc/acpi', '/proc/scsi'];

/** Most are for root alone; others need no cover. */
function isOpenToUs(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat !== undefined && (process.getuid?.() === stat.uid || (stat.mode & 0o006) !== 0);
}

export interface ClosedPath {
  readonly path: string;
  readonly isFolder: boolean;
}

const mostLookedAt = 20_000;

/**
 * What other users may not read in these folders. For root the owner's rights count, capabilities or not: /etc/shadow would be open.
 * Not what is another user's alone: without capabilities root is refused there too.
 */
export function closedToOthers(folders: readonly string[], depth: number): ClosedPath[] {
  const closed: ClosedPath[] = [];
  const waiting = folders.map((path) => ({ path, left: depth }));
  let looked = 0;
  for (const { path, left } of waiting) {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (!stat?.isDirectory()) continue;
    const isOpen = isOpenToOthers(stat.mode, 0o005);
    if (!isOpen && !isOnlyForAnother(stat)) closed.push({ path, isFolder: true });
    if (!isOpen || left < 0) continue;
    const listing = listingOf(path, stat.ctimeMs);
    looked += listing.size;
    if (looked > mostLookedAt) break;
    closed.push(...listing.closedFiles.map((file) => ({ path: file, isFolder: false })));
    waiting.push(...listing.folders.map((folder) => ({ path: folder, left: left - 1 })));
  }
  return closed;
}

interface Listing {
  readonly changedMs: number;
  readonly size: number;
  readonly folders: readonly string[];
  readonly closedFiles: readonly string[];
}

/**
 * For the sessions to come in this process; to look at every file takes longer than bubblewrap. Only of folders that nothing was put
 * into for a while: a file may be closed a moment after it was made. One that is closed later could be read by everybody until then.
 */
const known = new Map<string, Listing>();
const settledMs = 60_000;

function listingOf(path: string, changedMs: number): Listing {
  const last = known.get(path);
  if (last?.changedMs === changedMs) return last;
  const entries = entriesOf(path);
  const listing = {
    changedMs,
    size: entries.length,
    folders: entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${path}/${name}`),
    closedFiles: entries
      .filter((entry) => !entry.isDirectory() && !entry.isSymbolicLink())
      .map(({ name }) => `${path}/${name}`)
      .filter((file) => {
        const stat = lstatSync(file, { throwIfNoEntry: false });
        return stat !== undefined && !isOpenToOthers(stat.mode, 0o004) && !isOnlyForAnother(stat);
      }),
  };
  if (Date.now() - changedMs > settledMs) known.set(path, listing);
  return listing;
}

function isOpenToOthers(mode: number, needed: number): boolean {
  return (mode & needed) === needed;
}

/** Nobody but an owner who is not this user; an access list could only name others where the bits of the group leave it something. */
function isOnlyForAnother({ uid, mode }: Stats): boolean {
  return uid !== process.getuid?.() && (mode & 0o077) === 0;
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

function entriesOf(path: string): Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return [];
  }
}

function lines(path: string): string {
  const text = readText(path);
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
