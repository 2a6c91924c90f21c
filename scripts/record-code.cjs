// Loaded before the program (node -r): keeps what V8 has compiled by its end, for scripts/entry.cjs to use. So do the threads
// that the program starts; they are ended without a word, so they keep it whenever they have an answer.
'use strict';
const fs = require('node:fs');
const { createRequire, wrap } = require('node:module');
const { dirname, join, relative } = require('node:path');
const { setFlagsFromString } = require('node:v8');
const { runInThisContext, Script } = require('node:vm');
const { crc32 } = require('node:zlib');
const threads = require('node:worker_threads');

const { RECORD_CODE_OF: dist, RECORD_CODE_INTO: cache } = process.env;
const scripts = new Map();
let pdfium;

const usual = require.extensions['.js'];
require.extensions['.cjs'] = (module, filename) => {
  if (dirname(filename) === dist) return usual(module, filename); // the entry itself
  const into = join(cache, relative(dist, filename));
  const script = new Script(wrap(fs.readFileSync(filename, 'utf8')), {
    filename,
    ...(fs.existsSync(into) ? { cachedData: fs.readFileSync(into) } : {}), // what another program has compiled is kept
  });
  scripts.set(into, script);
  const { exports } = module;
  script.runInThisContext().call(exports, exports, createRequire(filename), module, filename, dirname(filename));
};

if (threads.isMainThread) {
  threads.Worker = class extends threads.Worker {
    constructor(file, options) {
      super(file, { ...options, execArgv: ['-r', __filename] });
    }
  };
  process.on('exit', keep);
} else {
  const { parentPort } = threads;
  const post = parentPort.postMessage.bind(parentPort);
  parentPort.postMessage = (message) => {
    keep();
    if (pdfium && message.kind === 'done') keepPdfium(pdfium);
    post(message);
  };
  const { Module } = WebAssembly;
  WebAssembly.Module = class extends Module {
    constructor(source) {
      super(source);
      if (source.length > 1024 * 1024) pdfium = { module: this, source };
    }
  };
}

function keep() {
  for (const [into, script] of scripts) {
    fs.mkdirSync(dirname(into), { recursive: true });
    fs.writeFileSync(into, script.createCachedData());
  }
}

/** Only what has become hot, in the words of src/platform/kept-code.ts. V8 ends the process where that is nothing. */
function keepPdfium({ module, source }) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500); // other threads still compile what became hot last
  setFlagsFromString('--allow-natives-syntax');
  const code = Buffer.from(runInThisContext('(module) => %SerializeWasmModule(module)')(module));
  setFlagsFromString('--no-allow-natives-syntax');
  const sum = Buffer.alloc(4);
  sum.writeUInt32LE(crc32(code, crc32(source)));
  fs.writeFileSync(join(cache, 'pdfium.code'), Buffer.concat([sum, code]));
}
