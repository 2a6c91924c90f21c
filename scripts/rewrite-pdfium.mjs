// node rewrite-pdfium.mjs shipped.wasm made.wasm: PDFium as src/formats/pdf/engine.ts wants it. What it does is the same.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import binaryen from 'binaryen';

const [shipped, made] = process.argv.slice(2);
const engine = join(dirname(fileURLToPath(import.meta.url)), '../src/formats/pdf/engine.ts');
const { i32, none, Features } = binaryen;
const module = binaryen.readBinary(readFileSync(shipped));
module.setFeatures(
  Features.BulkMemory |
    Features.BulkMemoryOpt |
    Features.NontrappingFPToInt |
    Features.SignExt |
    Features.MutableGlobals,
);
const inside = new Map();
for (let at = 0; at < module.getNumExports(); at++) {
  const { name, value } = binaryen.getExportInfo(module.getExportByIndex(at));
  inside.set(name, value);
}

// What nothing calls goes, a sixth of it.
const used = new Set(readFileSync(engine, 'utf8').match(/\w+/g));
for (const name of inside.keys()) if (!used.has(name)) module.removeExport(name);

// Its memory comes from outside, so that the next one can have it.
module.addMemoryImport('0', 'env', 'memory');

// All that is known of the characters from `at` to `end`: three calls for each, a few million for a book. Each way into WebAssembly
// costs more than the call does there, so that the loop is on that side. In words: the code, the text object, four doubles.
const [page, at, end, into] = [0, 1, 2, 3];
const get = (local) => module.local.get(local, i32);
const after = (local, count) => module.i32.add(get(local), module.i32.const(count));
const call = (name, ...args) => module.call(inside.get(name), [get(page), get(at), ...args], i32);
const box = [8, 16, 24, 32].map((offset) => after(into, offset));
const step = [
  module.br('end', module.i32.ge_s(get(at), get(end))),
  module.i32.store(0, 4, get(into), call('FPDFText_GetUnicode')),
  module.i32.store(4, 4, get(into), call('FPDFText_GetTextObject')),
  module.drop(call('FPDFText_GetCharBox', ...box)),
  module.local.set(at, after(at, 1)),
  module.local.set(into, after(into, 40)),
  module.br('next'),
];
const body = module.block('end', [module.loop('next', module.block(null, step))]);
module.addFunction('readCharacters', binaryen.createType([i32, i32, i32, i32]), none, [], body);
module.addFunctionExport('readCharacters', 'readCharacters');
if (!module.validate()) throw new Error('what was made of PDFium is not valid');

// Small functions go into those that call them, which the V8 of Node 20 does not do by itself: a sixth less CPU time for the text of
// a PDF. The bounds are above the usual ones, and only what makes the result small again follows: all of -O3 takes a minute, and
// gains no more.
binaryen.setAlwaysInlineMaxSize(60);
binaryen.setFlexibleInlineMaxSize(200);
binaryen.setAllowInliningFunctionsWithLoops(true);
module.runPasses([
  'remove-unused-module-elements',
  'inlining',
  'simplify-locals-notee-nostructure',
  'coalesce-locals',
  'vacuum',
]);
writeFileSync(made, module.emitBinary());
