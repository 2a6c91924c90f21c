import { showControls } from '../../output/index.ts';
import type { SourceFile, Root } from '../../files/index.ts';
import type { ArchiveWriter } from '../../formats/new-entry.ts';
import { isSallyportError } from '../../protocol/errors.ts';
import { counted } from '../counted.ts';
import type { JobContext } from '../job.ts';
import { requireChosen, selector, type Selection } from './select.ts';
import { normalPath, walk, type LeftOut } from './walk.ts';

export interface PackInput extends Selection {
  readonly src: string;
  readonly out: string;
  readonly overwrite: boolean;
  readonly level: number;
  /** For all entries, instead of their own. */
  readonly mtimeMs: number | null;
}

const maxSamples = 20;

/** Packs a folder or a file; nothing of the archive is seen before it is whole. */
export function pack(
  input: PackInput,
  { root, checkStopped, progress }: JobContext,
  open: (emit: (bytes: Uint8Array) => void) => ArchiveWriter,
): Record<string, unknown> {
  const src = normalPath(input.src);
  const { exclude: unwanted } = input;
  const exclude = firstMissing(root, normalPath(input.out));
  const skipped: Record<LeftOut, number> = { links: 0, special: 0, protected: 0, unreadable: 0, unsafe_path: 0 };
  const samples: { name: string; reason: LeftOut }[] = [];
  let [files, folders, bytes, changed, told] = [0, 0, 0, 0, 0];
  const started = performance.now();
  const report = () => {
    const rate = bytes / 1e3 / Math.max(1, performance.now() - started);
    progress({
      done: bytes,
      unit: 'bytes',
      label: `packing, ${counted(files, 'file')}, ${rate.toFixed(1)} MB/s`,
    });
  };

  /** What packs well gives nothing to write for long, and is under way all the same. */
  const read = (file: SourceFile, into: Uint8Array) => {
    const got = readOrEnd(file, into);
    bytes += got;
    if (bytes - told >= 1024 * 1024) {
      told = bytes;
      report();
    }
    return got;
  };

  if (!root.stat(src)) root.sourceFolder(src)[Symbol.dispose](); // says what is wrong before anything is made
  using out = root.create(input.out, { replace: input.overwrite });
  const writer = open((chunk) => {
    checkStopped();
    out.write(chunk);
    report();
  });
  walk(root, src, {
    exclude,
    wants: selector(input),
    entersFolder: unwanted === undefined ? () => true : selector({ exclude: unwanted }),
    checkStopped,
    folder(name, mtimeMs) {
      folders++;
      writer.folder({ name, mtimeMs: input.mtimeMs ?? mtimeMs, executable: true });
    },
    file(name, file) {
      const executable = (file.mode & 0o111) !== 0;
      const mtimeMs = input.mtimeMs ?? file.mtimeMs;
      const came = writer.file({ name, mtimeMs, executable, size: file.size, read: (into) => read(file, into) });
      if (came < file.size || file.hasGrown()) changed++;
      files++;
    },
    leaveOut(name, reason) {
      skipped[reason]++;
      if (samples.length < maxSamples) samples.push({ name: showControls(name).slice(0, 200), reason });
    },
  });
  requireChosen(files + folders + samples.length, input, input.src);
  writer.end();
  checkStopped();
  out.commit();
  return {
    files_added: files,
    bytes_written: out.bytes,
    bytes_read: bytes,
    files_changed: changed,
    compression_level: input.level,
    skipped,
    skipped_samples: samples,
  };
}

/** A disk that fails in the middle of a file must not cost the archive; the file counts as changed. */
function readOrEnd(file: SourceFile, into: Uint8Array): number {
  try {
    return file.read(into);
  } catch (error) {
    if (isSallyportError(error) && error.code === 'InternalError') return 0;
    throw error;
  }
}

/** The archive, or the first of the folders that will be made for it: none of it is part of what is packed. */
function firstMissing(root: Root, out: string): string {
  const segments = out.split('/');
  for (let count = 1; count < segments.length; count++) {
    const path = segments.slice(0, count).join('/');
    if (!root.stat(path)) return path;
  }
  return out;
}
