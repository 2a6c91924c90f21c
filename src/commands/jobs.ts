import { grepFiles } from './search/grep.ts';
import { createTar } from './tar/create.ts';
import { extractTar } from './tar/extract.ts';
import { listTar } from './tar/list.ts';
import { createZip } from './zip/create.ts';
import { extractZip } from './zip/extract.ts';
import { listZip } from './zip/list.ts';

/** Every job that a worker can be asked for, by name; the main thread does not load them. */
export const jobs = {
  'zip list': listZip,
  'zip extract': extractZip,
  'zip create': createZip,
  'tar list': listTar,
  'tar extract': extractTar,
  'tar create': createTar,
  grep: grepFiles,
};

export type Jobs = typeof jobs;
