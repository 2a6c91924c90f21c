import { openByteSource, type Root } from '../../files/index.ts';
import { compressionOf, decompressorOf, detectCompression } from '../../formats/compression.ts';
import type { TarFormat } from '../../formats/tar-format.ts';
import { createTarReader, type TarHandler } from '../../formats/tar/index.ts';
import { decodeName, type NameEncoding } from '../../formats/zip/names.ts';
import { SallyportError } from '../../protocol/errors.ts';
import { advancing } from '../archive/advance.ts';
import type { JobContext } from '../job.ts';

export interface TarInput {
  readonly in: string;
  readonly format: TarFormat | 'auto';
  readonly encoding: NameEncoding;
  /** Of all contents together, also of what is passed over. */
  readonly maxBytes: number;
  readonly maxEntries: number;
}

export interface TarReceiver extends TarHandler {
  /** The check that comes behind what was read so far (of a gzip member, a bzip2 or xz block, a zstd frame) was right. */
  checked(): void;
}

/**
 * Reads an archive from front to back; every entry and every chunk counts against the limits before it is looked at. What
 * is passed over is progress too. `label` says what the reading is for.
 */
export async function readTar(
  input: TarInput,
  label: string,
  receiver: TarReceiver,
  { root, checkStopped, progress }: JobContext,
): Promise<TarFormat> {
  using source = openByteSource(root.openRead(input.in));
  const format = input.format === 'auto' ? detect(root, input.in) : input.format;
  // Unlike in a zip nobody means code page 437 here: bytes that are no UTF-8 are no name unless a person says what they are.
  const encoding = input.encoding === 'auto' ? 'utf-8' : input.encoding;
  const advance = advancing(progress, label);
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
        return receiver.entry(entry);
      },
    },
    ({ bytes: text, from, to }, isUtf8) => decodeName(text, from, to, isUtf8, undefined, encoding),
  );
  const push = (chunk: Uint8Array) => {
    checkStopped();
    reader.push(chunk);
    advance(chunk.length);
  };
  const decompress = await decompressorOf(compressionOf(format));
  decompress(source, push, receiver.checked, input.in);
  reader.end();
  return format;
}

function detect(root: Root, path: string): TarFormat {
  using source = openByteSource(root.openRead(path));
  const start = Buffer.alloc(16);
  return detectCompression(start.subarray(0, source.read(start)));
}
