import { SallyportError, isSallyportError } from '../protocol/errors.ts';

/** A system error as one of ours. The system's own sentence is left out: it names handles and absolute paths. */
export function explain(error: unknown, path: string): SallyportError {
  if (isSallyportError(error)) return error;
  const code = codeOf(error) ?? String(error);
  // Of a draft, what it is to become is of use to a reader.
  const shown = path.replace(/\/?\.sallyport-[0-9a-f-]{36}\.tmp/, '') || '.';
  const failure = (failures[code] ?? broken('the system failed on'))(shown, code);
  return new SallyportError(failure.code, failure.fields, { cause: error });
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

export function linkRefused(path: string): SallyportError {
  return new SallyportError('PathOutsideRoot', { path, reason: 'a symbolic link on the way' });
}

export function wrongKind(path: string, is: string, wanted: string): SallyportError {
  const reason = `"${path}" is ${is}, not ${wanted}`;
  return new SallyportError('InvalidArgs', { reason, next: `Give the path of ${wanted}.` });
}

type Failure = (path: string, code: string) => { code: SallyportError['code']; fields: Record<string, string> };

const failures: Readonly<Record<string, Failure>> = {
  ENOENT: (path) => ({ code: 'NotFound', fields: { path } }),
  EEXIST: (path) => ({ code: 'AlreadyExists', fields: { path } }),
  ELOOP: (path) => ({ code: 'PathOutsideRoot', fields: { path, reason: 'a symbolic link on the way' } }),
  ENAMETOOLONG: (path) => ({ code: 'PathOutsideRoot', fields: { path, reason: 'too long for this file system' } }),
  EISDIR: invalid('is a folder, not a file'),
  ENOTDIR: invalid('is not a folder'),
  ENOTEMPTY: invalid('is not empty'),
  ENXIO: invalid('is a special file, not a regular one'),
  EACCES: broken('the system does not let this user use', 'Change its permissions, or choose another place.'),
  EPERM: broken('the system does not let this user use', 'Change its permissions, or choose another place.'),
  EROFS: broken('the file system is read-only at', 'Choose a place that can be written to.'),
  ENOSPC: broken('no space is left to write', 'Free some space on that disk, or choose another place.'),
  EDQUOT: broken('no space is left to write', 'Free some space on that disk, or choose another place.'),
  EFBIG: broken('the system allows no larger file than what was written of'),
  EMFILE: broken('too many files are open to use'),
  ENFILE: broken('too many files are open to use'),
  EIO: broken('the disk failed on'),
};

function invalid(what: string): Failure {
  return (path) => ({ code: 'InvalidArgs', fields: { reason: `"${path}" ${what}`, usage: 'help' } });
}

function broken(what: string, next?: string): Failure {
  const hint = next === undefined ? {} : { next };
  return (path, code) => ({ code: 'InternalError', fields: { reason: `${what} "${path}" (${code})`, ...hint } });
}
