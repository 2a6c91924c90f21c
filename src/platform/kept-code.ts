// oxlint-disable no-restricted-imports -- code of ours to run, not a user's file
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { crc32 } from 'node:zlib';
import { packageRoot } from './package-root.ts';

/**
 * WebAssembly with the code that V8 made of it at build time (scripts/code-cache.mjs), which each process would otherwise make
 * anew, and again when it is hot. Undefined where none was kept, or none for this V8 and processor.
 */
export function keptModule(name: string, source: Uint8Array): WebAssembly.Module | undefined {
  const folder = join(packageRoot(), 'dist', 'code-cache', `${process.version}-${process.arch}`);
  const [file, sum] = [join(folder, `${name}.code`), join(folder, `${name}.sum`)];
  if (!existsSync(file) || !existsSync(sum)) return undefined;
  const code = readFileSync(file);
  // V8 looks whether the code is its own, but neither of what nor whether it is whole.
  if (readFileSync(sum, 'utf8') !== String(crc32(code, crc32(source)))) return undefined;
  // Only under this flag it can be said. It is taken back at once: other code is kept for V8 as it is without.
  setFlagsFromString('--allow-natives-syntax');
  try {
    const deserialize = runInThisContext('(code, source) => %DeserializeWasmModule(code, source)') as Deserialize;
    return deserialize(alone(code), source);
  } finally {
    setFlagsFromString('--no-allow-natives-syntax');
  }
}

/** Its bytes without any others; a large file is read into such. */
function alone({ buffer, byteOffset, length }: Buffer): ArrayBufferLike {
  return length === buffer.byteLength ? buffer : buffer.slice(byteOffset, byteOffset + length);
}

type Deserialize = (code: ArrayBufferLike, source: Uint8Array) => WebAssembly.Module | undefined;
