import { boxHandles } from './box.ts';
import { isWithin } from './within.ts';

/** What a box lets its programs see and touch. Paths are absolute; where they lie in one another, the deeper one counts. */
export interface BoxProfile {
  /** Can be read: the system and the toolchains. */
  readonly readable: readonly string[];
  /** Links of the system as they are outside, such as /bin to usr/bin. */
  readonly links: readonly { readonly path: string; readonly target: string }[];
  /** Can be written: the workspace, and what else was allowed. */
  readonly writable: readonly string[];
  /** What is shown and written in the place of one of them. */
  readonly standIn?: { readonly of: string; readonly by: string };
  /** Parts of the writable that cannot be changed. */
  readonly locked: readonly string[];
  /** Parts of the writable that can be changed, but neither moved nor replaced. */
  readonly pinned: readonly string[];
  /** Files and folders that are there, but closed. */
  readonly closed: readonly { readonly path: string; readonly isFolder: boolean }[];
  /** Files that show another content. */
  readonly replaced: readonly { readonly path: string; readonly by: string }[];
  /** In /proc, hidden: they tell about the host or act on it. */
  readonly kernelFiles: readonly string[];
  readonly kernelFolders: readonly string[];
  /** Folders of the host that stand for /tmp and the home folder. */
  readonly tmp: string;
  readonly home: { readonly path: string; readonly by: string };
  readonly nothing: { readonly file: string; readonly folder: string };
  /** Whom the programs are told they are; absent when that is who runs them. */
  readonly user?: { readonly uid: number; readonly gid: number };
}

/** More mounts would make a box slow to open; what is beyond is only looked at after each command. */
const mostPlaces = 200;

/**
 * The profile with the protected paths of the workspace, other than those that were granted; the ones nearest to its top where there
 * are too many.
 */
export function withPlaces(
  profile: BoxProfile,
  places: Pick<BoxProfile, 'locked' | 'pinned'>,
  granted: readonly string[] = [],
): BoxProfile {
  const isFree = (path: string) => granted.some((one) => isWithin(one, path) || isWithin(path, one));
  const locked = places.locked.filter((path) => !isFree(path)).slice(0, mostPlaces);
  const isMovable = (path: string) => granted.some((one) => isWithin(path, one));
  const pinned = places.pinned.filter((path) => !isMovable(path)).slice(0, mostPlaces);
  return { ...profile, locked, pinned };
}

/** The profile with other folders for /tmp and the home folder. */
export function withOwn(profile: BoxProfile, { tmp, home }: { tmp: string; home: string }): BoxProfile {
  return { ...profile, tmp, home: { ...profile.home, by: home } };
}

/** The arguments of bubblewrap for a profile, up to the program. */
export function bwrapArgs(profile: BoxProfile, pipes: string): string[] {
  const { user, standIn } = profile;
  const source = (path: string) =>
    standIn && isWithin(path, standIn.of) ? standIn.by + path.slice(standIn.of.length) : path;
  return [
    ['--unshare-all', '--unshare-user', '--disable-userns', '--die-with-parent', '--new-session', '--as-pid-1'],
    ['--cap-drop', 'ALL', '--seccomp', String(boxHandles.filter), '--info-fd', String(boxHandles.info)],
    ['--hostname', 'box'],
    user ? ['--uid', String(user.uid), '--gid', String(user.gid)] : [],
    ...profile.links.map(({ path, target }) => ['--symlink', target, path]),
    ['--dev', '/dev'],
    ['--bind', profile.tmp, '/tmp'],
    // What is written to shared memory would count for nobody; /tmp is the place for it.
    ['--bind', profile.tmp, '/dev/shm'],
    // A mount costs bubblewrap more the more there are: it reads the list of all after each. A link costs nothing.
    hasPlaceIn(profile, '/var/tmp') ? ['--bind', profile.tmp, '/var/tmp'] : ['--symlink', '../tmp', '/var/tmp'],
    ['--dir', '/run'],
    ...inOrderOfDepth([
      { path: profile.home.path, args: ['--bind', profile.home.by, profile.home.path] },
      ...profile.readable.map((path) => ({ path, args: ['--ro-bind', path, path] })),
      ...profile.writable.map((path) => ({ path, args: ['--bind', source(path), path] })),
      ...profile.pinned.map((path) => ({ path, args: ['--bind', source(path), path] })),
      ...profile.locked.map((path) => ({ path, args: ['--ro-bind', source(path), path] })),
      ...profile.replaced.map(({ path, by }) => ({ path, args: ['--ro-bind', by, path] })),
      ...profile.closed.map(({ path, isFolder }) => ({
        path,
        args: ['--ro-bind', profile.nothing[isFolder ? 'folder' : 'file'], path],
      })),
    ]),
    ['--proc', '/proc', '--ro-bind', '/proc/sys', '/proc/sys'],
    // The memory and the file handles of the first process, which is of the same user.
    ['--ro-bind', profile.nothing.folder, '/proc/1'],
    ...profile.kernelFiles.map((path) => ['--ro-bind', '/dev/null', path]),
    ...profile.kernelFolders.map((path) => ['--ro-bind', profile.nothing.folder, path]),
    ['--ro-bind', pipes, '/run/sallyport', '--remount-ro', '/dev', '--remount-ro', '/'],
    ['--chdir', '/'],
  ].flat();
}

/** Whether anything is mounted below a folder. */
function hasPlaceIn({ readable, writable, closed, home }: BoxProfile, folder: string): boolean {
  return [...readable, ...writable, ...closed.map(({ path }) => path), home.path].some((path) =>
    isWithin(path, folder),
  );
}

/** A later mount hides what an earlier one put below it. */
function inOrderOfDepth(mounts: readonly { path: string; args: string[] }[]): string[][] {
  const depth = (path: string) => (path === '/' ? 0 : path.split('/').length);
  return mounts.toSorted((a, b) => depth(a.path) - depth(b.path)).map(({ args }) => args);
}
