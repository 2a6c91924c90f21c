import type { TreeFile } from '../../files/index.ts';
import { openDestination, type DestinationOptions } from '../archive/destination.ts';
import { selector, type Selection } from '../archive/select.ts';
import type { Job } from '../job.ts';
import { readTar, type TarInput } from './open.ts';

export interface ExtractInput extends TarInput, DestinationOptions, Selection {}

export const extractTar: Job<ExtractInput> = (input, { root, checkStopped, progress }) => {
  using destination = openDestination(root, input);
  const wanted = selector(input);
  let open: TreeFile | undefined;
  let done = 0;
  const advance = (bytes: number) => {
    done += bytes;
    progress({ done, unit: 'bytes', label: 'extracting' });
  };
  const contents = {
    write(chunk: Uint8Array) {
      open?.write(chunk);
      advance(chunk.length);
    },
    skip(bytes: number) {
      open?.skip(bytes);
      advance(bytes);
    },
    end() {
      if (open) destination.commit(open);
      open = undefined;
    },
  };
  try {
    const format = readTar(
      root,
      input,
      {
        entry(entry) {
          if (entry.name !== undefined && !wanted(entry.name)) return undefined;
          const claim = destination.accept(entry.name, entry.type, entry.bytes);
          if (!claim) return undefined;
          if (entry.type === 'folder') destination.folder(claim);
          else open = destination.file(claim, entry.mtimeMs, (entry.mode & 0o111) !== 0);
          return open && contents;
        },
      },
      checkStopped,
    );
    return { format, ...destination.finish() };
  } catch (thrown) {
    open?.abort();
    throw destination.fail(thrown);
  }
};
