import { openRandomAccess, type Root } from '../../files/index.ts';
import { readDirectory, type NameEncoding } from '../../formats/zip/index.ts';
import { showControls } from '../../output/index.ts';
import { selector, type Selection } from '../archive/select.ts';
import { incomingOf } from './extract.ts';

export interface Listed {
  readonly name: string;
  readonly compressed_bytes: number;
  readonly uncompressed_bytes: number;
  readonly is_dir: boolean;
  readonly modified_time_ms: number;
  readonly type?: 'link' | 'other';
  readonly encrypted?: true;
}

/** The entries of an archive as its directory has them; names with odd characters made visible. */
export function listZip(root: Root, path: string, options: Selection & { encoding: NameEncoding }): Listed[] {
  using file = openRandomAccess(root.openRead(path), path);
  const wanted = selector(options);
  return readDirectory(file, options.encoding).flatMap((entry) => {
    if (entry.name !== undefined && !wanted(entry.name)) return [];
    const { type } = incomingOf(entry);
    return [
      {
        name: showControls(entry.name ?? entry.rawName.toString('latin1')),
        compressed_bytes: entry.compressedBytes,
        uncompressed_bytes: entry.bytes,
        is_dir: type === 'folder',
        modified_time_ms: entry.mtimeMs,
        ...(type === 'link' || type === 'other' ? { type } : {}),
        ...(entry.encrypted ? { encrypted: true as const } : {}),
      },
    ];
  });
}
