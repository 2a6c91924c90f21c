import { readFileSync } from 'node:fs';
import { SallyportError } from '../../protocol/errors.ts';
import type { BoxProfile } from './profile.ts';
import { isWithin } from './within.ts';

/**
 * Protected paths are mounted by name. A command in another box could put a link in the place of a folder between the moment it was
 * seen and the moment it was mounted, and so bring a folder of the host into the box: what came of it is looked at before anything runs.
 */
export function checkMounts(pid: number, { writable, locked, pinned }: BoxProfile): void {
  const sources = sourcesOf(readFileSync(`/proc/${pid}/mountinfo`, 'utf8'));
  for (const path of [...locked, ...pinned]) {
    const base = writable.find((folder) => isWithin(path, folder));
    if (base === undefined) continue;
    const expected = `${sources.get(base) ?? ''}${path.slice(base.length)}`;
    const isSame = sources.get(path)?.replace(/^\/(?=\/)/, '') === expected.replace(/^\/(?=\/)/, '');
    if (!isSame) throw new SallyportError('NoSandbox', { reason: `"${path}" changed while the sandbox was opened` });
  }
}

/** Where in its file system each mount begins; of several on one another the last counts. */
function sourcesOf(mountinfo: string): Map<string, string> {
  const plain = (text: string) =>
    text.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCodePoint(Number.parseInt(digits, 8)));
  return new Map(
    mountinfo.split('\n').flatMap((line) => {
      const [, , , root, point] = line.split(' ');
      return root === undefined || point === undefined ? [] : [[plain(point), plain(root)]];
    }),
  );
}
