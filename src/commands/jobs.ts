import { createZip } from './zip/create.ts';
import { extractZip } from './zip/extract.ts';

/** Every job that a worker can be asked for, by name; the main thread does not load them. */
export const jobs = { 'zip extract': extractZip, 'zip create': createZip };

export type Jobs = typeof jobs;
