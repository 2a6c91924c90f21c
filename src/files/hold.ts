import fs from 'node:fs';
import { SallyportError } from '../protocol/errors.ts';

/** How a directory is held: by an open handle, by its path and identity, or no longer. */
export type Hold = Handle | ({ kind: 'path' } & Identity) | { kind: 'closed' };

interface Handle {
  readonly kind: 'handle';
  readonly fd: number;
  /** Where the system finds it. */
  readonly at: string;
  /** Where it finds all that this process has open. */
  readonly among: string;
}

export interface Identity {
  readonly dev: bigint;
  readonly ino: bigint;
}

export function holdRoot(path: string, handles: boolean | undefined): Hold {
  if (handles === false || (handles === undefined && process.platform !== 'linux')) return holdPath(path);
  const hold = holdHandle(path, ownHandles());
  if (isReachable(hold)) return hold;
  fs.closeSync(hold.fd);
  if (!handles) return holdPath(path);
  const next = 'Leave the option "handles" out; paths are then checked before and after each step.';
  throw new SallyportError('NotSupported', {
    format: 'Work by handle',
    platform: process.platform,
    reason: 'it needs /proc',
    next,
  });
}

/** /proc may be absent, hidden, or something else that was mounted there. */
function isReachable({ fd, at }: Handle): boolean {
  try {
    return isSame(fs.lstatSync(`${at}/.`, { bigint: true }), identity(fd));
  } catch {
    return false;
  }
}

export function holdHandle(path: string, among: string): Handle {
  const fd = fs.openSync(path, openFolder);
  return { kind: 'handle', fd, at: `${among}/${fd}`, among };
}

/** By our number, which is another in each PID namespace: to follow `self` again for each file costs a tenth of making it. */
function ownHandles(): string {
  try {
    return `/proc/${fs.readlinkSync('/proc/self')}/fd`;
  } catch {
    return '/proc/self/fd'; // which is not reachable either
  }
}

export function holdPath(path: string): Hold {
  const stats = fs.lstatSync(path, { bigint: true });
  if (!stats.isDirectory()) throw Object.assign(new Error('not a directory'), { code: 'ENOTDIR' });
  return { kind: 'path', dev: stats.dev, ino: stats.ino };
}

export function identity(fd: number): Identity {
  return fs.fstatSync(fd, { bigint: true });
}

export function isSame(a: Identity, b: Identity): boolean {
  return a.dev === b.dev && a.ino === b.ino;
}

/** Constants that a system lacks are undefined in Node, and `|` takes them for 0. */
const openFolder = fs.constants.O_RDONLY | fs.constants.O_DIRECTORY | fs.constants.O_NOFOLLOW;
