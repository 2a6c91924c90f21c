// The only door to disk: root jail, protected paths, no-follow opens, quotas, atomic writes.
export { namesBelow } from './below.ts';
export { explain } from './failure.ts';
export { Folder, handlesWork, type FolderOptions } from './folder.ts';
export { readJournal, type Draft } from './journal.ts';
export { MemberName } from './member-name.ts';
export { isPlain, parsePath, sameNameKey, segmentsOf, showPath, type Access } from './name.ts';
export { listedByGit } from './listed-by-git.ts';
export { followLinks, isFolder, matchingPaths, readSmallText } from './look.ts';
export { copyContent, copyFile, hashContent, type Content } from './content.ts';
export { fits, isPattern } from './pattern.ts';
export { openByteSource } from './byte-source.ts';
export { installedPackages, type Packages } from './package-file.ts';
export { openRandomAccess } from './random-access.ts';
export { findProtected, mayBeProtected, protectedRules, stateRule, type ProtectedRule } from './protected.ts';
export {
  openRoot,
  type CreateOptions,
  type EntryInfo,
  type EntryKind,
  type Root,
  type RootLimits,
  type RootOptions,
} from './root.ts';
export type { SourceEntry, SourceFile, SourceFolder } from './source-folder.ts';
export type { TreeFile } from './new-file.ts';
export type { TreeFolder, TreeWriter } from './tree.ts';
export { isTemporaryName, type FileWriter, type WriteOptions } from './writer.ts';
