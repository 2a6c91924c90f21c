import { openRandomAccess, type Root } from '../../files/index.ts';
import type { RandomAccess } from '../../protocol/bytes.ts';
import { isSallyportError, SallyportError } from '../../protocol/errors.ts';

export interface SourceFile {
  /** Relative to the workspace. */
  readonly path: string;
  /** In the archive, with forward slashes; a folder ends with one. */
  readonly name: string;
  readonly isFolder: boolean;
  readonly bytes: number;
  readonly mtimeMs: number;
  readonly executable: boolean;
}

export interface Walked {
  readonly files: readonly SourceFile[];
  /** Links are not followed and special files are not read; both are left out and counted. */
  readonly skipped: { readonly links: number; readonly special: number };
}

const maxEntries = 1_000_000;
const maxDepth = 200;

/** All that is below a folder, or one file, in an order that is the same every time. */
export function walk(
  root: Root,
  src: string,
  options: { exclude: string; wanted: (name: string) => boolean; checkStopped: () => void },
): Walked {
  const files: SourceFile[] = [];
  const skipped = { links: 0, special: 0 };
  const start = root.stat(src);
  if (!start) throw new SallyportError('NotFound', { path: src });

  const visit = (path: string, name: string, depth: number): void => {
    options.checkStopped();
    if (path === options.exclude) return;
    if (files.length >= maxEntries || depth > maxDepth)
      throw new SallyportError('ArchiveTooLarge', {
        reason: `"${src}" has more than ${maxEntries} entries or ${maxDepth} levels`,
      });
    const info = root.stat(path);
    if (!info) return;
    if (info.kind === 'link') return void skipped.links++;
    if (info.kind === 'other') return void skipped.special++;
    const isFolder = info.kind === 'dir';
    if (name !== '' && (isFolder || options.wanted(name))) {
      files.push({
        path,
        name: isFolder ? `${name}/` : name,
        isFolder,
        bytes: info.size,
        mtimeMs: info.mtimeMs,
        executable: (info.mode & 0o111) !== 0,
      });
    }
    if (!isFolder) return;
    for (const child of root.list(path))
      visit(
        path === '.' ? child.name : `${path}/${child.name}`,
        name === '' ? child.name : `${name}/${child.name}`,
        depth + 1,
      );
  };
  visit(src, start.kind === 'dir' ? '' : (src.split('/').at(-1) as string), 0);
  return { files, skipped };
}

/** A file to pack, or why it is left out. */
export function openSource(root: Root, path: string): (RandomAccess & Disposable) | 'protected' | 'unreadable' {
  try {
    return openRandomAccess(root.openRead(path), path);
  } catch (error) {
    if (isSallyportError(error) && error.code === 'ProtectedPath') return 'protected';
    if (isSallyportError(error) && (error.code === 'InternalError' || error.code === 'NotFound')) return 'unreadable';
    throw error;
  }
}

export function wholeOf(file: RandomAccess): Buffer {
  const bytes = Buffer.allocUnsafe(file.size);
  file.readAt(0, bytes);
  return bytes;
}

/** The bytes of a file in parts, each valid until the next one is asked for. */
export function* partsOf(file: RandomAccess, checkStopped: () => void): Generator<Buffer> {
  const part = Buffer.allocUnsafe(Math.min(partBytes, file.size));
  for (let at = 0; at < file.size; at += partBytes) {
    checkStopped();
    const filled = part.subarray(0, Math.min(partBytes, file.size - at));
    file.readAt(at, filled);
    yield filled;
  }
}

const partBytes = 1024 * 1024;

/** `./a/` and `a` are one path. */
export function normalPath(path: string): string {
  return (
    path
      .split('/')
      .filter((segment) => segment !== '' && segment !== '.')
      .join('/') || '.'
  );
}
