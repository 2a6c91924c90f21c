import { openRandomAccess } from '../../files/index.ts';
import { createZipWriter } from '../../formats/zip/index.ts';
import type { RandomAccess } from '../../protocol/bytes.ts';
import { isSallyportError } from '../../protocol/errors.ts';
import { selector, type Selection } from '../archive/select.ts';
import { walk, type SourceFile } from '../archive/walk.ts';
import type { Job, JobContext } from '../job.ts';

export interface CreateInput extends Selection {
  readonly src: string;
  readonly out: string;
  readonly overwrite: boolean;
  readonly level: number;
}

/** Larger files are compressed part by part. */
const wholeBytes = 8 * 1024 * 1024;

export const createZip: Job<CreateInput> = (input, context) => {
  const { root, checkStopped, progress } = context;
  const src = normal(input.src);
  const { files, skipped } = walk(root, src, { exclude: normal(input.out), wanted: selector(input), checkStopped });
  const total = files.reduce((sum, { bytes, isFolder }) => sum + (isFolder ? 0 : bytes), 0);
  let [added, done] = [0, 0];
  const left = { ...skipped, protected: 0, unreadable: 0 };
  using out = root.create(input.out, { replace: input.overwrite });
  const writer = createZipWriter((bytes) => out.write(bytes), { level: input.level });
  for (const file of files) {
    checkStopped();
    if (file.isFolder) writer.folder(file);
    else if (addFile(file)) added++;
    progress({ done, total, unit: 'bytes', label: 'packing' });
  }
  const bytes = writer.end();
  out.commit();
  return {
    files_added: added,
    bytes_written: bytes,
    bytes_read: done,
    compression_level: input.level,
    skipped: left,
  };

  function addFile(file: SourceFile): boolean {
    const source = openSource(file, context);
    if (typeof source === 'string') {
      left[source]++;
      return false;
    }
    using open = source;
    done += open.size;
    if (open.size > wholeBytes) writer.largeFile(file, open.size, parts(open, checkStopped));
    else writer.file(file, all(open));
    return true;
  }
};

function openSource(file: SourceFile, { root }: JobContext): (RandomAccess & Disposable) | 'protected' | 'unreadable' {
  try {
    return openRandomAccess(root.openRead(file.path), file.path);
  } catch (error) {
    if (isSallyportError(error) && error.code === 'ProtectedPath') return 'protected';
    if (isSallyportError(error) && (error.code === 'InternalError' || error.code === 'NotFound')) return 'unreadable';
    throw error;
  }
}

function all(file: RandomAccess): Buffer {
  const bytes = Buffer.allocUnsafe(file.size);
  file.readAt(0, bytes);
  return bytes;
}

function* parts(file: RandomAccess, checkStopped: () => void): Generator<Buffer> {
  for (let at = 0; at < file.size; at += 1024 * 1024) {
    checkStopped();
    const part = Buffer.allocUnsafe(Math.min(1024 * 1024, file.size - at));
    file.readAt(at, part);
    yield part;
  }
}

/** `./a/` and `a` are one path. */
function normal(path: string): string {
  return (
    path
      .split('/')
      .filter((segment) => segment !== '' && segment !== '.')
      .join('/') || '.'
  );
}
