import fs from 'node:fs';
import { codeOf } from './failure.ts';

/** A name is bytes where it may not be UTF-8. */
export type Name = string | Buffer;

/** Never overwrites: of many that move to one name, one wins. */
export function moveToNew(source: string, target: string): void {
  try {
    fs.linkSync(source, target);
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(codeOf(error) ?? '')) throw error;
    return moveToClaimed(source, target);
  }
  unlinkQuietly(source);
}

/** Without hard links (FAT, some network shares): claim the name with an empty file, then replace that one. */
function moveToClaimed(source: string, target: string): void {
  fs.closeSync(fs.openSync(target, fs.constants.O_WRONLY | fs.constants.O_CREAT | fs.constants.O_EXCL, 0o600));
  try {
    fs.renameSync(source, target);
  } catch (error) {
    unlinkQuietly(target);
    throw error;
  }
}

export function scan(path: string, limit: number, encoding: 'utf8'): fs.Dirent[];
export function scan(path: string, limit: number, encoding: 'buffer'): fs.Dirent<Buffer>[];
export function scan(path: string, limit: number, encoding: 'utf8' | 'buffer'): unknown[] {
  // Node takes 'buffer' here; its types do not say so.
  const folder = fs.opendirSync(path, { bufferSize: 256, encoding: encoding as 'utf8' });
  try {
    const found = [];
    for (let entry; found.length < limit && (entry = folder.readSync());) found.push(entry);
    return found;
  } finally {
    folder.closeSync();
  }
}

/** A time as the system calls of Node take it: they take a negative number for the present, but not a date before 1970. */
export function fileTime(ms: number): number | Date {
  return ms < 0 ? new Date(ms) : ms / 1000;
}

/** Undefined when there is more than `maxBytes`: a file may grow after its size was read. */
export function readAll(fd: number, size: number, maxBytes: number): Buffer | undefined {
  let buffer = Buffer.allocUnsafeSlow(Math.min(size, maxBytes) + 1);
  let length = 0;
  for (;;) {
    const count = fs.readSync(fd, buffer, length, buffer.length - length, null);
    length += count;
    if (length > maxBytes) return undefined;
    if (count === 0) return buffer.subarray(0, length);
    if (length < buffer.length) continue;
    const larger = Buffer.allocUnsafeSlow(Math.min(length * 2, maxBytes + 1));
    buffer.copy(larger);
    buffer = larger;
  }
}

export function lstatQuietly(at: Name): fs.Stats | undefined {
  try {
    return fs.lstatSync(at, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Some file systems cannot flush a directory and say so. */
export function flushFolder(fd: number): void {
  try {
    fs.fsyncSync(fd);
  } catch (error) {
    if (!['EINVAL', 'ENOSYS', 'ENOTSUP'].includes(codeOf(error) ?? '')) throw error;
  }
}

function unlinkQuietly(path: string): void {
  try {
    fs.unlinkSync(path);
  } catch {}
}
