import { SallyportError, toSallyportError } from '../../protocol/errors.ts';
import { openDestination, type DestinationOptions } from '../archive/destination.ts';
import { selector, type Selection } from '../archive/select.ts';
import type { Job } from '../job.ts';
import { readTar, type TarInput } from './open.ts';

export interface ExtractInput extends TarInput, DestinationOptions, Selection {}

export const extractTar: Job<ExtractInput> = (input, { root, checkStopped, progress }) => {
  using destination = openDestination(root, input);
  const wanted = selector(input);
  let open: ReturnType<typeof destination.file>;
  let done = 0;
  try {
    destination.folder(input.dest.replace(/\/+$/, ''));
    const format = readTar(
      root,
      input,
      {
        entry(entry) {
          if (entry.name !== undefined && !wanted(entry.name)) return undefined;
          const incoming = { ...entry, executable: (entry.mode & 0o111) !== 0 };
          const path = destination.accept(incoming);
          if (path === undefined) return undefined;
          if (entry.type === 'folder') destination.folder(path);
          const file = entry.type === 'file' ? destination.file(path, incoming) : undefined;
          open = file;
          if (!file) return undefined;
          return {
            write(chunk) {
              file.write(chunk);
              done += chunk.length;
              progress({ done, unit: 'bytes', label: 'extracting' });
            },
            end() {
              open = undefined;
              destination.commit(file);
            },
          };
        },
      },
      checkStopped,
    );
    return { format, ...destination.report() };
  } catch (thrown) {
    open?.abort();
    const { code, fields } = toSallyportError(thrown);
    throw new SallyportError(code, fields, { cause: thrown, result: destination.report() });
  }
};
