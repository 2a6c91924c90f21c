import { createZipWriter } from '../../formats/zip/index.ts';
import { selector, type Selection } from '../archive/select.ts';
import { normalPath, openSource, partsOf, walk, wholeOf, type SourceFile } from '../archive/walk.ts';
import type { Job } from '../job.ts';

export interface CreateInput extends Selection {
  readonly src: string;
  readonly out: string;
  readonly overwrite: boolean;
  readonly level: number;
}

/** Larger files are compressed part by part. */
const wholeBytes = 8 * 1024 * 1024;

export const createZip: Job<CreateInput> = (input, { root, checkStopped, progress }) => {
  const { files, skipped } = walk(root, normalPath(input.src), {
    exclude: normalPath(input.out),
    wanted: selector(input),
    checkStopped,
  });
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
    const source = openSource(root, file.path);
    if (typeof source === 'string') {
      left[source]++;
      return false;
    }
    using open = source;
    done += open.size;
    if (open.size > wholeBytes) writer.largeFile(file, open.size, partsOf(open, checkStopped));
    else writer.file(file, wholeOf(open));
    return true;
  }
};
