// Loaded before the program (node -r): keeps what V8 has compiled by its end, for scripts/entry.cjs to use. So do the threads
// that the program starts; they are ended without a word, so they keep it whenever they have an answer.
'use strict';
const fs = require('node:fs');
const { createRequire, wrap } = require('node:module');
const { dirname, join, relative } = require('node:path');
const { Script } = require('node:vm');
const threads = require('node:worker_threads');

const { RECORD_CODE_OF: dist, RECORD_CODE_INTO: cache } = process.env;
const scripts = new Map();

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
    post(message);
  };
}

function keep() {
  for (const [into, script] of scripts) {
    fs.mkdirSync(dirname(into), { recursive: true });
    fs.writeFileSync(into, script.createCachedData());
  }
}
