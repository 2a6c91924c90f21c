import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Folder, isFolder } from '../files/index.ts';
import { randomName } from '../platform/ids.ts';
import { isSallyportError, SallyportError } from '../protocol/errors.ts';
import { encodeHead, firstHead } from './head.ts';

/** What belongs to the user and one workspace, outside the workspace: the key, the head of the chain, who is at work. */
export interface UserState extends Disposable {
  readonly folder: Folder;
  /** One file for each open audit log; one whose process has gone tells of interrupted runs. */
  readonly live: Folder;
  readonly key: Buffer;
}

/** Opens the user state of a workspace; `undefined` when there is none yet and `create` is not asked for. */
export function openUserState(path: string, options: { create: boolean }): UserState | undefined {
  if (!statSync(path, { throwIfNoEntry: false })) {
    if (!options.create) return undefined;
    try {
      createWhole(path);
    } catch (error) {
      throw cannotBeMade(path, error);
    }
  }
  tighten(path);
  const folder = Folder.open(path);
  const key = folder.read('key', 64);
  if (key?.length !== 32) {
    folder[Symbol.dispose]();
    throw new SallyportError('InternalError', { reason: `the audit key in ${path} is missing or damaged` });
  }
  const live = folder.folder('live', { create: true });
  return {
    folder,
    live,
    key,
    [Symbol.dispose]() {
      live[Symbol.dispose]();
      folder[Symbol.dispose]();
    },
  };
}

/**
 * Key and head must come into being together, and once, however many processes start at the same moment:
 * they are made in a folder of another name, which only one rename can turn into the real one.
 */
function createWhole(path: string): void {
  // Not mkdirSync with `recursive`: where nothing can be made though the parent is there, as in /proc, it never ends.
  if (!isFolder(dirname(path))) Folder.open(dirname(path), { create: true, mode: 0o700 })[Symbol.dispose]();
  const draft = join(dirname(path), `.${basename(path)}-${randomName()}`);
  mkdirSync(draft, { mode: 0o700 });
  {
    using folder = Folder.open(draft);
    folder.write('key', randomBytes(32), { mode: 0o600 });
    folder.write('head', encodeHead(firstHead), { mode: 0o600 });
  }
  try {
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!statSync(path, { throwIfNoEntry: false })) throw error;
  }
}

function cannotBeMade(path: string, error: unknown): SallyportError {
  const cause = isSallyportError(error) ? (error.cause ?? error) : error;
  const { code = 'of an unknown cause' } = cause as { code?: string };
  return new SallyportError(
    'InternalError',
    { reason: `user state cannot be made at ${path} (${code}); set XDG_STATE_HOME to a folder that you can write to` },
    { cause: error },
  );
}

function tighten(path: string): void {
  const { uid, mode } = statSync(path);
  if (process.getuid && uid !== process.getuid()) {
    throw new SallyportError('InternalError', {
      reason: `${path} belongs to another user; set XDG_STATE_HOME to a folder of your own`,
    });
  }
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) chmodSync(path, 0o700);
}
