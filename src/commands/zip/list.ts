import { openRandomAccess } from '../../files/index.ts';
import { readDirectory, type NameEncoding, type ZipEntry } from '../../formats/zip/index.ts';
import { showControls } from '../../output/index.ts';
import { requireChosen, selector, type Selection } from '../archive/select.ts';
import { openShown, type Listed } from '../archive/shown.ts';
import type { Job } from '../job.ts';
import { typeOf } from './extract.ts';

export interface ListInput extends Selection {
  readonly in: string;
  readonly encoding: NameEncoding;
  readonly max: number;
  readonly out: string | null;
  readonly overwrite: boolean;
}

/** The entries of an archive as its directory has them; names with odd characters made visible. */
export const listZip: Job<ListInput> = (input, { root, checkStopped }) => {
  using file = openRandomAccess(root.openRead(input.in), input.in);
  const wanted = selector(input);
  const isChoice = (input.include ?? input.exclude ?? input.member) !== undefined;
  const shown = openShown(input.max);
  let [count, bytes] = [0, 0];
  using out = input.out === null ? undefined : root.create(input.out, { replace: input.overwrite });
  for (const entry of readDirectory(file, input.encoding)) {
    checkStopped();
    if (isChoice && entry.name !== undefined && !wanted(entry.name)) continue;
    count++;
    bytes += entry.bytes;
    if (!shown.isOpen && !out) continue;
    const listed = listedOf(entry);
    if (shown.isOpen) shown.add(listed);
    out?.write(`${JSON.stringify(listed)}\n`);
  }
  if (input.member !== undefined) requireChosen(count, input, input.in); // an empty list is an answer to a pattern
  out?.commit();
  return {
    count_total: count,
    count_emitted: shown.entries.length,
    truncated: shown.entries.length < count,
    total_bytes: bytes,
    entries: shown.entries,
  };
};

function listedOf(entry: ZipEntry): Listed {
  const type = typeOf(entry.mode, entry.isFolder);
  return {
    name: showControls(entry.name ?? entry.rawName.toString('latin1')),
    compressed_bytes: entry.compressedBytes,
    uncompressed_bytes: entry.bytes,
    is_dir: type === 'folder',
    modified_time_ms: entry.mtimeMs,
    ...(type === 'link' || type === 'other' ? { type } : {}),
    ...(entry.encrypted ? { encrypted: true } : {}),
  };
}
