import { isTemporaryName, segmentsOf, type Root, type SourceFile, type SourceFolder } from '../../files/index.ts';
import { isSallyportError, SallyportError } from '../../protocol/errors.ts';

/** Why something is not packed. */
export type LeftOut = 'links' | 'special' | 'protected' | 'unreadable' | 'unsafe_path';

export interface Visitor {
  /** Relative to the workspace: what is neither packed nor counted. */
  readonly exclude: string;
  /** Names as they would be in the archive. */
  wants(name: string): boolean;
  entersFolder(name: string): boolean;
  folder(name: string, mtimeMs: number): void;
  /** The file is closed after the call. */
  file(name: string, file: SourceFile): void;
  leaveOut(name: string, reason: LeftOut): void;
  checkStopped(): void;
}

const maxEntries = 1_000_000;
const maxDepth = 200;
const maxNameBytes = 4096;

/**
 * Visits all that is below a folder, or one file, in an order that is the same every time. Links are not followed. One
 * odd entry is left out and costs nothing else: it may be closed to this user, gone since it was seen, or have a name
 * that another system could take for another one.
 */
export function walk(root: Root, src: string, visitor: Visitor): void {
  const start = root.stat(src);
  if (!start) throw new SallyportError('NotFound', { path: src });
  let entries = 0;

  function inside(folder: SourceFolder, path: string, prefix: string, depth: number): void {
    for (const { name, kind, isExact } of folder.entries()) {
      visitor.checkStopped();
      if (++entries > maxEntries || depth > maxDepth)
        throw new SallyportError('ArchiveTooLarge', {
          reason: `"${src}" has more than ${maxEntries} entries or ${maxDepth} levels`,
        });
      const below = path === '.' ? name : `${path}/${name}`;
      const shown = prefix + name;
      if (below === visitor.exclude || isTemporaryName(name)) continue;
      if (kind === 'dir' ? !visitor.entersFolder(shown) : !visitor.wants(shown)) continue;
      if (root.isState(below)) visitor.leaveOut(shown, 'protected');
      else if (kind === 'link') visitor.leaveOut(shown, 'links');
      else if (kind === 'other') visitor.leaveOut(shown, 'special');
      else if (!isExact || !isPortable(name, shown)) visitor.leaveOut(shown, 'unsafe_path');
      else if (kind === 'file')
        openAnd(
          shown,
          () => folder.file(name),
          (file) => visitor.file(shown, file),
        );
      else
        openAnd(
          shown,
          () => folder.folder(name),
          (found) => enter(found, below, shown, depth),
        );
    }
  }

  function enter(folder: SourceFolder, path: string, name: string, depth: number): void {
    if (visitor.wants(name)) visitor.folder(`${name}/`, folder.mtimeMs);
    inside(folder, path, `${name}/`, depth + 1);
  }

  function openAnd<T extends Disposable>(name: string, open: () => T, use: (opened: T) => void): void {
    let opened: T;
    try {
      opened = open();
    } catch (error) {
      return visitor.leaveOut(name, reasonOf(error));
    }
    try {
      use(opened);
    } finally {
      opened[Symbol.dispose]();
    }
  }

  if (start.kind === 'dir') {
    using folder = root.sourceFolder(src);
    return inside(folder, src, '', 0);
  }
  const slash = src.lastIndexOf('/');
  using folder = root.sourceFolder(slash < 0 ? '.' : src.slice(0, slash));
  const name = src.slice(slash + 1);
  using file = folder.file(name);
  visitor.file(name, file);
}

function isPortable(name: string, whole: string): boolean {
  if (typeof segmentsOf(name, 'write') === 'string') return false;
  return whole.length * 3 < maxNameBytes || Buffer.byteLength(whole) < maxNameBytes;
}

/** What opening fails with; anything may have taken the place of what was seen. */
function reasonOf(error: unknown): LeftOut {
  if (!isSallyportError(error)) throw error;
  const reasons: Partial<Record<string, LeftOut>> = {
    ProtectedPath: 'protected',
    PathOutsideRoot: 'links',
    InvalidArgs: 'special',
  };
  return reasons[error.code] ?? 'unreadable';
}

/** `./a/` and `a` are one path. */
export function normalPath(path: string): string {
  return (
    path
      .split('/')
      .filter((segment) => segment !== '' && segment !== '.')
      .join('/') || '.'
  );
}
