import { createCrew } from '../../formats/crew/index.ts';
import { createZipWriter, zipInputBytes } from '../../formats/zip/index.ts';
import { pack, type PackInput } from '../archive/pack.ts';
import type { Job } from '../job.ts';

export const createZip: Job<PackInput> = (input, context) => {
  const { helpers, checkStopped } = context;
  const crew = createCrew({ inputBytes: zipInputBytes, helpers, checkStopped });
  return pack(input, context, (emit) =>
    createZipWriter(emit, { level: input.level, crew, isUtc: input.mtimeMs !== null }),
  );
};
