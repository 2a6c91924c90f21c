import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SallyportError } from '../protocol/errors.ts';

/** A new folder where the system keeps temporary files, or in `place`; nobody else can look into it. */
export function makeTemporaryFolder(prefix: string, place: string = tmpdir()): string {
  try {
    return mkdtempSync(join(place, prefix));
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const says = `No folder for temporary files can be made in "${place}" (${code}).`;
    const next = 'Set TMPDIR to a folder that is there and that you can write to.';
    throw new SallyportError(code === 'ENOENT' ? 'NotFound' : 'InternalError', { says, next }, { cause: error });
  }
}
