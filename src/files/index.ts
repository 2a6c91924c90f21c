// The only door to disk: root jail, protected paths, no-follow opens, quotas, atomic writes.
export { Folder, handlesWork, type FolderOptions } from './folder.ts';
export { parsePath, sameNameKey, showPath, type Access } from './name.ts';
export { openByteSource } from './byte-source.ts';
export { openRandomAccess } from './random-access.ts';
export { findProtected, protectedRules, stateRule, type ProtectedRule } from './protected.ts';
export {
  openRoot,
  type CreateOptions,
  type EntryInfo,
  type EntryKind,
  type OpenFolder,
  type Root,
  type RootLimits,
  type RootOptions,
} from './root.ts';
export { isTemporaryName, type FileWriter, type WriteOptions } from './writer.ts';
