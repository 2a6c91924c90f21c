// oxlint-disable-next-line no-restricted-imports -- code of ours to run, not a user's file
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

let compiled: WebAssembly.Module | undefined;

/** PDFium as the package ships it; compiled once per thread. */
export function engineModule(): WebAssembly.Module {
  compiled ??= new WebAssembly.Module(
    readFileSync(createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm')),
  );
  return compiled;
}
