import { SallyportError } from '../../protocol/errors.ts';
import type { BoxProfile } from './profile.ts';
import { isWithin } from './within.ts';

/**
 * Protected paths are mounted by name. A command in another box could put a link in the place of a folder between the moment it was
 * seen and the moment it was mounted, and so bring a folder of the host into the box: what came of it is looked at before anything runs.
 */
export function checkMounts(mountinfo: string, { writable, locked, pinned }: BoxProfile): void {
  const places = [...locked, ...pinned];
  if (places.length === 0) return;
  const sources = sourcesOf(mountinfo);
  for (const path of places) {
    const base = writable.find((folder) => isWithin(path, folder));
    if (base === undefined) continue;
    const expected = `${sources.get(base) ?? ''}${path.slice(base.length)}`;
    const isSame = sources.get(path)?.replace(/^\/(?=\/)/, '') === expected.replace(/^\/(?=\/)/, '');
    if (!isSame) throw new SallyportError('NoSandbox', { reason: `"${path}" changed while the sandbox was opened` });
  }
}

/**
 * Those of the paths that still have a mount of their own. Whoever replaces a file from outside, as git does with its config and
 * `passwd` with /etc/shadow, takes along what was mounted on it in every box, and programs there find the new file, open.
 */
export function stillMounted(mounts: Mounts, paths: readonly string[]): readonly string[] {
  if (paths.length === 0 || mounts.now === mounts.atFirst) return paths;
  const sources = sourcesOf(mounts.now);
  return paths.filter((path) => sources.has(path));
}

/** What the kernel says is mounted in a box. */
export interface Mounts {
  readonly atFirst: string;
  readonly now: string;
}

/** Where in its file system each mount begins; of several on one another the last counts. */
function sourcesOf(mountinfo: string): Map<string, string> {
  const plain = (text: string) =>
    text.includes('\\')
      ? text.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCodePoint(Number.parseInt(digits, 8)))
      : text;
  return new Map(
    mountinfo.split('\n').flatMap((line) => {
      const [, , , root, point] = line.split(' ', 5);
      return root === undefined || point === undefined ? [] : [[plain(point), plain(root)]];
    }),
  );
}
