export { readDirectory, type ZipEntries } from './directory.ts';
export { findEnd } from './end.ts';
export type { ZipEntry } from './entry.ts';
export { openEntries, unreadable, type EntryReader } from './entries.ts';
export { nameEncodings, type NameEncoding } from './names.ts';
export { createZipWriter, zipInputBytes } from './write.ts';
