import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { Folder, followLinks } from '../../files/index.ts';
import type { Word } from '../../protocol/shell.ts';

/** Where a line would run, and how its programs are found. */
export interface Place {
  /** The workspace, links followed. */
  readonly root: string;
  /** The file that the name of a program stands for; a name with a slash is a path from `cwd`. */
  findProgram(name: string, cwd: string): string | undefined;
}

/** Relative to the workspace, links followed; undefined when it is not in it. */
export function inside(path: string, { root }: Place): string | undefined {
  const relative = posix.relative(root, followLinks(path));
  return relative === '..' || relative.startsWith('../') || posix.isAbsolute(relative) ? undefined : relative || '.';
}

/** The text of a word; undefined when some of it is known only at run time. */
export function known({ pieces }: Word): string | undefined {
  return pieces.every((piece) => typeof piece === 'string') ? pieces.join('') : undefined;
}

const maxFileBytes = 32 * 1024 ** 2;

/** Undefined when it is no regular file, cannot be read, or is too large. */
export function readBound(path: string): Buffer | undefined {
  const real = followLinks(path);
  try {
    using folder = Folder.open(posix.dirname(real));
    return folder.read(posix.basename(real), maxFileBytes);
  } catch {
    return undefined;
  }
}

export function hashOfFile(path: string): string | undefined {
  const content = readBound(path);
  return content && sha256(content);
}

export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}
