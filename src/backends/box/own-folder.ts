import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { systemProgram } from '../process/program.ts';
import { livenessOf, ownerOfThisProcess } from '../../platform/owner.ts';
import { makeTemporaryFolder } from '../../platform/temporary.ts';

/** A folder for this user and this process alone. */
export function makeOwnFolder(parent: string, prefix: string): string {
  return makeTemporaryFolder(`${prefix}${ownerOfThisProcess()}-`, parent);
}

/** Those of processes that were killed; of other users' nobody could be removed. */
export function removeThoseOfTheDead(parent: string, prefix: string): void {
  try {
    for (const name of readdirSync(parent)) {
      if (!name.startsWith(prefix)) continue;
      const path = join(parent, name);
      const isOurs = statSync(path, { throwIfNoEntry: false })?.uid === process.getuid?.();
      if (isOurs && livenessOf(name.slice(prefix.length)) === 'dead') remove(path);
    }
  } catch {
    // Another process is at it too; what is left is for the next one.
  }
}

export function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // Programs may have left folders that even their owner cannot list.
    execFileSync(systemProgram('chmod'), ['-R', 'u+rwX', path], { stdio: 'ignore' });
    rmSync(path, { recursive: true, force: true });
  }
}
