export { readDirectory, type ZipEntry } from './directory.ts';
export { openEntries, unreadable, type EntryReader } from './entries.ts';
export { nameEncodings, type NameEncoding } from './names.ts';
export { createZipWriter, zipInputBytes } from './write.ts';
