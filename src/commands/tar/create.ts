import { createCompressor, crewNeeds } from '../../formats/compress.ts';
import { compressionOf } from '../../formats/compression.ts';
import { createCrew } from '../../formats/crew/index.ts';
import type { TarFormat } from '../../formats/tar-format.ts';
import { createTarWriter } from '../../formats/tar/index.ts';
import { pack, type PackInput } from '../archive/pack.ts';
import type { Job } from '../job.ts';

export interface CreateInput extends PackInput {
  readonly format: TarFormat;
}

export const createTar: Job<CreateInput> = (input, context) => {
  const { format, level } = input;
  const { helpers, checkStopped } = context;
  const compression = compressionOf(format);
  const crew = createCrew({ ...crewNeeds(compression, level), helpers, checkStopped });
  const report = pack(input, context, (emit) => createTarWriter(createCompressor(compression, level, crew, emit)));
  return { format, ...report, ...(compression === 'none' ? { compression_level: null } : {}) };
};
