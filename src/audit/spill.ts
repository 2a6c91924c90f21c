import { createHash } from 'node:crypto';
import { closeSync, constants, writeSync } from 'node:fs';
import type { SpillFile } from '../output/index.ts';
import { draftName, type StateFolder } from './state-folder.ts';

/** A file of one run in the state folder, under its real name only once it is whole. */
export function openSpill(state: StateFolder, tool: string, name: string): SpillFile {
  const folder = state.out(tool);
  const draft = draftName(name);
  const fd = folder.open(draft, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
  const sum = createHash('sha256');
  let bytes = 0;
  return {
    write(chunk) {
      for (let done = 0; done < chunk.length;) done += writeSync(fd, chunk, done);
      sum.update(chunk);
      bytes += chunk.length;
    },
    commit() {
      closeSync(fd);
      folder.rename(draft, name);
      return { path: [state.prefix, 'artifacts/', tool, '/out/', name].join(''), sha256: sum.digest('hex'), bytes };
    },
    abort() {
      closeSync(fd);
      folder.remove(draft);
    },
  };
}
