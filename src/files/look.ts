import fs from 'node:fs';
import { dirname, join } from 'node:path';

// Looking at paths that are named before they are used. What is found may change until then: a box holds what this cannot.

/** Where a path leads when every link on the way is followed; the part that does not exist stays as it is. */
export function followLinks(path: string): string {
  const missing: string[] = [];
  for (let existing = path; ; existing = dirname(existing)) {
    try {
      return join(fs.realpathSync.native(existing), ...missing);
    } catch {
      if (dirname(existing) === existing) return path;
      missing.unshift(existing.slice(dirname(existing).length).replace(/^[\\/]/, ''));
    }
  }
}

/** The text of a regular file; undefined when there is none, when it is larger, or when it is no text. */
export function readSmallText(path: string, maxBytes: number): string | undefined {
  let fd: number | undefined;
  try {
    // Not blocking: opening a FIFO would wait for its other end.
    fd = fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
    const stats = fs.fstatSync(fd);
    if (!stats.isFile() || stats.size > maxBytes) return undefined;
    const text = fs.readFileSync(fd, 'utf8');
    return text.includes('\0') || text.length > maxBytes ? undefined : text;
  } catch {
    return undefined;
  } finally {
    if (fd !== undefined) fs.closeSync(fd);
  }
}

/** Undefined when there is nothing. */
export function isFolder(path: string): boolean | undefined {
  try {
    return fs.statSync(path, { throwIfNoEntry: false })?.isDirectory();
  } catch {
    return undefined; // below a file, or in a folder that is closed to us
  }
}
