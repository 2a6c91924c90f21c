import fs from 'node:fs';
import { SallyportError } from '../protocol/errors.ts';
import type { Folder } from './folder.ts';
import type { Witness } from './writer.ts';

/** One line of a journal: a draft that is about to be made, or a new file that is about to get its name. */
export type Note =
  | { readonly draft: string; readonly isFolder: boolean }
  | { readonly placed: string; readonly ino: string; readonly size: number; readonly mtimeMs: number };

const maxBytes = 64 * 1024 * 1024;

/** Says on disk what a file of `folder` is going to do before it does it, so that another process can take it back. */
export function witnessOf(journal: string, folder: readonly string[], name: string): Witness {
  return {
    drafting: (draft) => note(journal, { draft: [...folder, draft].join('/'), isFolder: false }),
    placing(fd) {
      const { ino, size, mtimeMs } = identityOf(fs.fstatSync(fd, { bigint: true }));
      note(journal, { placed: [...folder, name].join('/'), ino, size, mtimeMs });
    },
  };
}

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
