import fs from 'node:fs';
import { lstatQuietly } from './disk.ts';
import { explain, linkRefused, wrongKind } from './failure.ts';
import { identity, isSame } from './hold.ts';
import { exchanged, hardLinked, kindOf } from './refusal.ts';

export interface OpenedFile {
  readonly fd: number;
  readonly size: number;
  /** Absent for a file that was made. */
  readonly stats?: fs.Stats;
}

/** Where a file is looked for. */
interface FilePlace {
  readonly at: string;
  /** Where its folder is held by its path: where the file is now, for it may have been exchanged meanwhile. */
  readonly again: (() => string) | undefined;
  /** What error messages call it. */
  readonly shown: () => string;
}

/** Opens a regular file and nothing else: no link, no FIFO, and for writing no file that has another name elsewhere. */
export function openFile({ at, again, shown }: FilePlace, flags: number, mode: number): OpenedFile {
  // Windows has no O_NOFOLLOW.
  if (again && lstatQuietly(at)?.isSymbolicLink()) throw linkRefused(shown());
  const fd = openQuietly(at, flags, mode, shown);
  if ((flags & newFile) === newFile && !again) return { fd, size: 0 };
  try {
    const stats = fs.fstatSync(fd);
    if (!stats.isFile()) throw wrongKind(shown(), kindOf(stats), 'a regular file');
    if ((flags & (O_WRONLY | O_RDWR)) !== 0 && stats.nlink > 1) throw hardLinked(shown());
    if (again && !isSame(fs.lstatSync(again(), { bigint: true }), identity(fd))) throw exchanged(shown());
    if ((flags & O_TRUNC) !== 0) fs.ftruncateSync(fd);
    return { fd, size: stats.size, stats };
  } catch (error) {
    fs.closeSync(fd);
    throw explain(error, shown());
  }
}

/** Not blocking: opening a FIFO would wait for its other end. Not truncating: the file is not judged yet. */
function openQuietly(at: string, flags: number, mode: number, shown: () => string): number {
  try {
    return fs.openSync(at, (flags & ~O_TRUNC) | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, mode & 0o777);
  } catch (error) {
    throw explain(error, shown());
  }
}

const { O_TRUNC, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_NOCTTY, O_WRONLY, O_RDWR } = fs.constants;
const newFile = O_CREAT | O_EXCL;
/** Whatever has the name already is refused. */
export const newFileFlags = O_WRONLY | newFile | O_NOFOLLOW;
