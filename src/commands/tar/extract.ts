import type { TreeFile } from '../../files/index.ts';
import type { Claim } from '../archive/claims.ts';
import type { TarEntry } from '../../formats/tar/index.ts';
import { openDestination, type DestinationOptions } from '../archive/destination.ts';
import { requireChosen, selector, type Selection } from '../archive/select.ts';
import type { AsyncJob } from '../job.ts';
import { readTar, type TarInput } from './open.ts';

export interface ExtractInput extends TarInput, DestinationOptions, Selection {}

export const extractTar: AsyncJob<ExtractInput> = async (input, context) => {
  const { root } = context;
  using destination = openDestination(root, input);
  const wanted = selector(input);
  /** The file whose content comes next, until it is opened or put in its place as a whole. */
  let next: { readonly entry: TarEntry; readonly claim: Claim } | undefined;
  let open: TreeFile | undefined;
  let chosen = 0;
  const opened = () => {
    if (next) open = destination.open(next.claim, next.entry.mtimeMs, isExecutable(next.entry));
    next = undefined;
    return open;
  };
  const contents = {
    whole(content: Uint8Array) {
      if (next) destination.put(next.claim, content, next.entry.mtimeMs, isExecutable(next.entry));
      next = undefined;
    },
    write(chunk: Uint8Array) {
      opened()?.write(chunk);
    },
    skip(bytes: number) {
      opened()?.skip(bytes);
    },
    end() {
      const file = opened();
      if (file) destination.commit(file);
      open = undefined;
    },
  };
  try {
    const format = await readTar(
      input,
      'extracting',
      {
        entry(entry) {
          if (entry.name !== undefined && !wanted(entry.name)) return undefined;
          chosen++;
          const claim = destination.accept(entry.name, entry.type, entry.bytes);
          if (!claim) return undefined;
          if (entry.type === 'folder') destination.folder(claim, entry.mtimeMs);
          else next = { entry, claim };
          return next && contents;
        },
        checked: () => destination.checked(),
      },
      context,
    );
    requireChosen(chosen, input, input.in);
    return { format, ...destination.finish() };
  } catch (thrown) {
    open?.abort();
    throw destination.fail(thrown);
  }
};

function isExecutable({ mode }: TarEntry): boolean {
  return (mode & 0o111) !== 0;
}
