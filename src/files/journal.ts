import fs from 'node:fs';
import { SallyportError } from '../protocol/errors.ts';
import type { Folder } from './folder.ts';

/** A draft that is about to be made. */
export interface Draft {
  readonly draft: string;
  readonly isFolder: boolean;
}

/** One line of a journal: a draft, or a new file that is about to get its name. */
export type Note =
  | Draft
  | { readonly placed: string; readonly ino: string; readonly size: number; readonly mtimeMs: number };

const maxBytes = 64 * 1024 * 1024;

/** An open file that is about to get its name. */
export function identityNote(fd: number, placed: string): Note {
  return { placed, ...identityOf(fs.fstatSync(fd, { bigint: true })) };
}

/** Says on disk what is going to be done before it is, so that another process can take it back. */
export function note(journal: string, line: Note): void {
  const fd = fs.openSync(journal, fs.constants.O_WRONLY | fs.constants.O_APPEND | fs.constants.O_CREAT, 0o600);
  try {
    // The line end first: a half line before this one must not take it along.
    fs.writeSync(fd, `\n${JSON.stringify(line)}\n`);
    if ('placed' in line) fs.fsyncSync(fd);
  } finally {
    fs.closeSync(fd);
  }
}

/** What a journal says; half a line, as a kill, a full disk or a power cut leaves it, is left out. */
export function readJournal(journal: string): Note[] {
  const stats = fs.statSync(journal, { throwIfNoEntry: false });
  if (!stats) return [];
  if (stats.size > maxBytes) throw new SallyportError('InternalError', { reason: `${journal} is too large` });
  return fs.readFileSync(journal, 'utf8').split('\n').flatMap(parseNote);
}

function parseNote(line: string): Note | [] {
  try {
    const said = JSON.parse(line) as Partial<Record<'draft' | 'placed', unknown>> | null;
    return typeof (said?.draft ?? said?.placed) === 'string' ? (said as Note) : [];
  } catch {
    return [];
  }
}

/** A file that was changed or replaced since it got its name belongs to somebody else by now. */
export function takeBackNote(folder: Folder, name: string, line: Note): void {
  if ('draft' in line) return line.isFolder ? folder.removeFolder(name) : folder.remove(name);
  const stats = folder.stat(name);
  if (!stats?.isFile()) return;
  const { fd } = folder.openRegular(name);
  try {
    const { ino, size, mtimeMs } = identityOf(fs.fstatSync(fd, { bigint: true }));
    if (ino === line.ino && size === line.size && mtimeMs === line.mtimeMs) folder.remove(name);
  } finally {
    fs.closeSync(fd);
  }
}

function identityOf({ dev, ino, size, mtimeMs }: fs.BigIntStats): { ino: string; size: number; mtimeMs: number } {
  return { ino: `${dev}:${ino}`, size: Number(size), mtimeMs: Number(mtimeMs) };
}
