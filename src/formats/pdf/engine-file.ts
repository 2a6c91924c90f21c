// oxlint-disable no-restricted-imports -- code of ours to run, not a user's file
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keptModule } from '../../platform/kept-code.ts';
import { packageRoot } from '../../platform/package-root.ts';

let compiled: WebAssembly.Module | undefined;

/** PDFium as the build has made it of what the package ships (scripts/pdfium.mjs); compiled once per thread. */
export function engineModule(): WebAssembly.Module {
  if (compiled) return compiled;
  const source = readFileSync(join(packageRoot(), 'dist', 'pdfium', 'pdfium.wasm'));
  return (compiled = keptModule('pdfium', source) ?? new WebAssembly.Module(source));
}
