// node compile-pdfium.cjs pdfium.wasm folder: keeps what V8 makes of all of PDFium in `folder`, in the words of src/platform/kept-code.ts.
'use strict';
const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { setFlagsFromString } = require('node:v8');
const { runInThisContext } = require('node:vm');
const { crc32 } = require('node:zlib');

const [file, folder] = process.argv.slice(2);
const source = readFileSync(file);
// All functions at once and with the optimising compiler, instead of each when it is called and again when it has become hot.
const usual = ['liftoff', 'wasm-tier-up', 'wasm-dynamic-tiering', 'wasm-lazy-compilation'];
for (const flag of usual) setFlagsFromString(`--no-${flag}`);
const compiled = new WebAssembly.Module(source);
for (const flag of usual) setFlagsFromString(`--${flag}`); // code of other flags is not taken
setFlagsFromString('--allow-natives-syntax');
const code = Buffer.from(runInThisContext('(module) => %SerializeWasmModule(module)')(compiled));
writeFileSync(join(folder, 'pdfium.code'), code);
writeFileSync(join(folder, 'pdfium.sum'), String(crc32(code, crc32(source))));
