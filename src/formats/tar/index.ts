export { createTarReader, type TarEntry, type TarHandler, type TarReader } from './read.ts';
export { createTarWriter, type NewTarEntry, type TarWriter } from './write.ts';
