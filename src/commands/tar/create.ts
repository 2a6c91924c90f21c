import { compressionOf, createCompressor } from '../../formats/compression.ts';
import type { TarFormat } from '../../formats/tar-format.ts';
import { createTarWriter } from '../../formats/tar/index.ts';
import { selector, type Selection } from '../archive/select.ts';
import { normalPath, openSource, partsOf, walk } from '../archive/walk.ts';
import type { Job } from '../job.ts';

export interface CreateInput extends Selection {
  readonly src: string;
  readonly out: string;
  readonly format: TarFormat;
  readonly overwrite: boolean;
  readonly level: number;
}

export const createTar: Job<CreateInput> = (input, { root, checkStopped, progress }) => {
  const { files, skipped } = walk(root, normalPath(input.src), {
    exclude: normalPath(input.out),
    wanted: selector(input),
    checkStopped,
  });
  const total = files.reduce((sum, { bytes, isFolder }) => sum + (isFolder ? 0 : bytes), 0);
  const left = { ...skipped, protected: 0, unreadable: 0 };
  let [added, done] = [0, 0];
  using out = root.create(input.out, { replace: input.overwrite });
  const compressor = createCompressor(compressionOf(input.format), input.level, (bytes) => out.write(bytes));
  const writer = createTarWriter((bytes) => compressor.write(bytes));
  for (const file of files) {
    checkStopped();
    if (file.isFolder) {
      writer.folder(file);
      continue;
    }
    const source = openSource(root, file.path);
    if (typeof source === 'string') {
      left[source]++;
      continue;
    }
    using open = source;
    writer.file(file, open.size, partsOf(open, checkStopped));
    added++;
    done += open.size;
    progress({ done, total, unit: 'bytes', label: 'packing' });
  }
  writer.end();
  compressor.end();
  out.commit();
  return {
    format: input.format,
    files_added: added,
    bytes_written: out.bytes,
    bytes_read: done,
    compression_level: input.format === 'tar' ? null : input.level,
    skipped: left,
  };
};
