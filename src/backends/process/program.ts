import { accessSync, constants, statSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import { SallyportError } from '../../protocol/errors.ts';
import type { ProcessSpec } from '../../protocol/backend.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Refuses in our words what the system would refuse in its own, and what a launcher in between would hide. */
export function checkStart({ argv, cwd, env }: ProcessSpec): void {
  const [name] = argv;
  if (!name) throw invalid('there is no program to run');
  if ([...argv, cwd, ...Object.entries(env).flat()].some((text) => text.includes('\0'))) {
    throw invalid('a NUL character stands in an argument or in the environment');
  }
  checkFolder(cwd);
  const { path, isForbidden } = findProgram(name, env, cwd);
  if (path !== undefined) return;
  if (isForbidden) throw invalid(`"${name}" is not a program that this user may run (EACCES)`);
  throw new SallyportError('NotFound', noProgram(name));
}

/** What the system said when it was asked to start a program. */
export function explainStart(error: unknown, { argv }: Pick<ProcessSpec, 'argv'>): SallyportError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  const name = argv[0] ?? '';
  const options = { cause: error };
  if (code === 'ENOENT') return new SallyportError('NotFound', noProgram(name), options);
  if (code === 'EACCES') return invalid(`"${name}" is not a program that this user may run (EACCES)`, options);
  if (code === 'E2BIG') {
    return invalid('the arguments and the environment are larger than the system hands to a program', options);
  }
  return new SallyportError('InternalError', { reason: `the system could not start "${name}" (${code})` }, options);
}

/** What the system would say to arguments that are too large, for those who cannot ask it: one text, or all of them. */
export function checkSize({ argv, env }: ProcessSpec): void {
  const sizes = [...argv, ...Object.entries(env).map((pair) => pair.join('='))].map((text) => Buffer.byteLength(text));
  const sum = sizes.reduce((total, size) => total + size + 9, 0);
  if (sum > 2 * 1024 * 1024 - 4096 || sizes.some((size) => size >= 128 * 1024)) throw explainStart('E2BIG', { argv });
}

export interface FoundProgram {
  readonly path?: string;
  /** There is a file of this name, but this user cannot run it. */
  readonly isForbidden: boolean;
}

/** The file that a program's name stands for. */
export function findProgram(name: string, env: Env, cwd = process.cwd()): FoundProgram {
  const isWindows = process.platform === 'win32';
  const { resolve, delimiter } = isWindows ? win32 : posix;
  const hasFolder = isWindows ? /[\\/]/.test(name) : name.includes('/');
  const path = env['PATH'] ?? env['Path'] ?? (isWindows ? '' : '/usr/bin:/bin');
  const folders = hasFolder ? [''] : path.split(delimiter);
  const endings = isWindows ? ['', ...(env['PATHEXT'] ?? '.COM;.EXE;.BAT;.CMD').split(';')] : [''];
  let isForbidden = false;
  for (const folder of folders) {
    for (const ending of endings) {
      const file = resolve(cwd, folder, name + ending);
      if (!isFile(file)) continue;
      if (mayRun(file)) return { path: file, isForbidden: false };
      isForbidden = true;
    }
  }
  return { isForbidden };
}

/**
 * The file of a program that this process itself runs, outside of every sandbox. Never one in a folder that commands can write to, or
 * that PATH names by a relative path: `npx` puts node_modules/.bin of the workspace first.
 */
export function findTrusted(name: string, env: Env, writable: readonly string[]): string | undefined {
  const isTrusted = (folder: string) =>
    folder.startsWith('/') &&
    !writable.some((place) => `${posix.normalize(folder)}/`.startsWith(place.endsWith('/') ? place : `${place}/`));
  const folders = (env['PATH'] ?? '').split(':').filter(isTrusted);
  return folders.length === 0 ? undefined : findProgram(name, { PATH: folders.join(':') }, '/').path;
}

export const systemPath = '/usr/bin:/bin:/usr/sbin:/sbin:/run/current-system/sw/bin';

/** The same for programs that every system has, in its own folders. */
export function systemProgram(name: string): string {
  const { path } = findProgram(name, { PATH: systemPath });
  if (path === undefined) throw new SallyportError('InternalError', { reason: `the system has no program "${name}"` });
  return path;
}

function checkFolder(cwd: string): void {
  if (!(process.platform === 'win32' ? win32 : posix).isAbsolute(cwd))
    throw invalid(`"${cwd}" is not an absolute path`);
  let isFolder: boolean;
  try {
    isFolder = statSync(cwd).isDirectory();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw new SallyportError(
        'NotFound',
        { says: `The folder to run in, "${cwd}", does not exist.` },
        { cause: error },
      );
    }
    throw invalid(`"${cwd}" is not a folder that this user may enter (EACCES)`, { cause: error });
  }
  if (!isFolder) throw invalid(`"${cwd}" is not a folder`);
  if (!mayRun(cwd)) throw invalid(`"${cwd}" is not a folder that this user may enter (EACCES)`);
}

function noProgram(name: string) {
  return { says: `The program "${name}" does not exist.`, next: 'Look whether it is installed, and where PATH leads.' };
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function mayRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function invalid(reason: string, options: { cause?: unknown } = {}): SallyportError {
  return new SallyportError('InvalidArgs', { reason, usage: 'help' }, options);
}
