// oxlint-disable no-restricted-imports -- code of ours to run, not a user's file
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { crc32 } from 'node:zlib';
import { packageRoot } from './package-root.ts';

/**
 * WebAssembly with the code that V8 made of it at build time (scripts/code-cache.mjs), which each process would otherwise make
 * anew, twice of what is hot. Undefined where none was kept, or none for this V8 and processor.
 */
export function keptModule(name: string, source: Uint8Array): WebAssembly.Module | undefined {
  const file = join(packageRoot(), 'dist', 'code-cache', `${process.version}-${process.arch}`, `${name}.code`);
  if (!existsSync(file)) return undefined;
  const kept = readFileSync(file);
  // V8 looks whether the code is its own, but neither of what nor whether it is whole: the sum of both stands before it.
  if (kept.length < 4 || kept.readUInt32LE() !== crc32(kept.subarray(4), crc32(source))) return undefined;
  // Only under this flag it can be said. It is taken back at once: other code is kept for V8 as it is without.
  setFlagsFromString('--allow-natives-syntax');
  try {
    const deserialize = runInThisContext('(code, source) => %DeserializeWasmModule(code, source)') as Deserialize;
    return deserialize(Uint8Array.from(kept.subarray(4)).buffer, source);
  } finally {
    setFlagsFromString('--no-allow-natives-syntax');
  }
}

type Deserialize = (code: ArrayBuffer, source: Uint8Array) => WebAssembly.Module | undefined;
