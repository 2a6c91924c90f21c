import type fs from 'node:fs';
import { SallyportError } from '../protocol/errors.ts';
import { lstatQuietly, type Name } from './disk.ts';
import { codeOf, explain, linkRefused, wrongKind } from './failure.ts';

/** The system says ENOTDIR or ELOOP for a link, depending on the call; look which it was. */
export function refusal(error: unknown, at: Name, shown: string): SallyportError {
  if (['ENOTDIR', 'ELOOP', 'EISDIR', 'EPERM'].includes(codeOf(error) ?? '')) {
    const stats = lstatQuietly(at);
    if (stats?.isSymbolicLink()) return linkRefused(shown);
    if (stats?.isDirectory() && codeOf(error) !== 'ENOTDIR') return wrongKind(shown, 'a folder', 'a file');
    // It was something else when it was opened.
    if (stats?.isDirectory()) return exchanged(shown);
    if (stats && codeOf(error) === 'ENOTDIR') return wrongKind(shown, kindOf(stats), 'a folder');
  }
  return explain(error, shown);
}

export function kindOf(stats: fs.Stats): string {
  if (stats.isFile()) return 'a file';
  if (stats.isDirectory()) return 'a folder';
  if (stats.isFIFO()) return 'a pipe';
  if (stats.isSocket()) return 'a socket';
  return stats.isSymbolicLink() ? 'a symbolic link' : 'a device';
}

export function exchanged(path: string): SallyportError {
  return new SallyportError('PathOutsideRoot', { path, reason: 'it was exchanged while it was being used' });
}

/** Changing it in place would change the same file under its other name, which may be anywhere. */
export function hardLinked(path: string): SallyportError {
  return new SallyportError('PathOutsideRoot', { path, reason: 'the file has another name elsewhere (hard link)' });
}
