import { notDecodable } from '../../formats/zip/names.ts';
import { showControls } from '../../output/index.ts';
import { requireChosen, selector, type Selection } from '../archive/select.ts';
import { openShown } from '../archive/shown.ts';
import type { AsyncJob } from '../job.ts';
import { readTar, type TarInput } from './open.ts';

export interface ListInput extends TarInput, Selection {
  readonly max: number;
  readonly out: string | null;
  readonly overwrite: boolean;
}

/** Lists an archive; the whole list goes to a file, for it may be longer than a reply. */
export const listTar: AsyncJob<ListInput> = async (input, context) => {
  const { root } = context;
  const wanted = selector(input);
  const shown = openShown(input.max);
  let [count, bytes] = [0, 0];
  using out = input.out === null ? undefined : root.create(input.out, { replace: input.overwrite });
  const format = await readTar(
    input,
    'listing',
    {
      entry(entry) {
        if (entry.name !== undefined && !wanted(entry.name)) return undefined;
        const { type, mode, uid, gid, mtimeMs } = entry;
        const listed = {
          name: showControls(entry.name ?? notDecodable),
          compressed_bytes: null,
          uncompressed_bytes: entry.bytes,
          is_dir: type === 'folder',
          modified_time_ms: mtimeMs,
          mode,
          uid,
          gid,
          link_name: entry.linkName === undefined ? null : showControls(entry.linkName),
          ...(type === 'link' || type === 'other' ? { type } : {}),
        };
        count++;
        bytes += entry.bytes;
        if (shown.isOpen) shown.add(listed);
        out?.write(`${JSON.stringify(listed)}\n`);
        return undefined;
      },
      checked() {},
    },
    context,
  );
  if (input.member !== undefined) requireChosen(count, input, input.in); // an empty list is an answer to a pattern
  out?.commit();
  return {
    format,
    count_total: count,
    count_emitted: shown.entries.length,
    truncated: shown.entries.length < count,
    total_bytes: bytes,
    entries: shown.entries,
  };
};
