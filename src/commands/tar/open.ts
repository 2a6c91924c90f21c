import { openByteSource, type Root } from '../../files/index.ts';
import { compressionOf, decompress, detectCompression } from '../../formats/compression.ts';
import type { TarFormat } from '../../formats/tar-format.ts';
import { createTarReader, type TarHandler } from '../../formats/tar/index.ts';
import { decodeName, type NameEncoding } from '../../formats/zip/names.ts';
import { SallyportError } from '../../protocol/errors.ts';

export interface TarInput {
  readonly in: string;
  readonly format: TarFormat | 'auto';
  readonly encoding: NameEncoding;
  /** Of all contents together, also of what is passed over. */
  readonly maxBytes: number;
  readonly maxEntries: number;
}

/** Reads an archive from front to back; every entry and every chunk counts against the limits before it is looked at. */
export function readTar(root: Root, input: TarInput, handler: TarHandler, checkStopped: () => void): TarFormat {
  using source = openByteSource(root.openRead(input.in));
  const format = input.format === 'auto' ? detect(root, input.in) : input.format;
  let [bytes, entries] = [0, 0];
  const reader = createTarReader(
    input.in,
    {
      entry(entry) {
        checkStopped();
        if (++entries > input.maxEntries)
          throw new SallyportError('ArchiveTooLarge', { reason: `it has more than ${input.maxEntries} entries` });
        bytes += entry.bytes;
        if (bytes > input.maxBytes)
          throw new SallyportError('ArchiveTooLarge', { reason: `it unpacks to more than ${input.maxBytes} bytes` });
        return handler.entry(entry);
      },
    },
    (raw) => decodeName(raw, false, undefined, input.encoding),
  );
  const push = (chunk: Uint8Array) => {
    checkStopped();
    reader.push(chunk);
  };
  decompress(compressionOf(format), source, push, input.in);
  reader.end();
  return format;
}

function detect(root: Root, path: string): TarFormat {
  using source = openByteSource(root.openRead(path));
  const start = Buffer.alloc(16);
  const format = detectCompression(start.subarray(0, source.read(start)));
  if (typeof format === 'string') return format;
  throw new SallyportError('NotSupported', {
    format: format.unsupported,
    platform: process.platform,
    reason: 'it is not read yet',
    next: 'Unpack it with another program, or have it packed as tar.gz.',
  });
}
