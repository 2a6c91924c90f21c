export type { TarEntry } from './describe.ts';
export { createTarReader, type TarHandler, type TarReader } from './read.ts';
export { createTarWriter } from './write.ts';
