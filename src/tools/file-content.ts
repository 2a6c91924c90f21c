import { createHash } from 'node:crypto';
import { showPath, type Root } from '../files/index.ts';
import { SallyportError } from '../protocol/errors.ts';
import { problem } from './file-tool.ts';

const maxBytes = 64 * 1024 * 1024;

/** The name of a content: equal for equal bytes. */
export function versionOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A text file as a whole; what is no text, or no file, is refused by name. */
export function readFile(root: Root, path: string): { bytes: Buffer; version: string } {
  const found = root.stat(path);
  if (!found) throw new SallyportError('NotFound', { path: showPath(path) });
  if (found.kind === 'dir') throw isFolder(path);
  const bytes = root.read(path, maxBytes);
  if (bytes.includes(0)) throw problem('BINARY_FILE', `"${showPath(path)}" is a binary file`);
  return { bytes, version: versionOf(bytes) };
}

export function checkVersion(path: string, version: string, expected: string | undefined): void {
  if (expected === undefined || expected === version) return;
  throw problem('CONFLICT', `"${showPath(path)}" has changed: its version is ${version}, not the expected one`);
}

export function isFolder(path: string): SallyportError {
  return problem('IS_DIRECTORY', `"${showPath(path)}" is a folder, not a file`);
}
