// Loaded before the program (node -r): keeps what V8 has compiled by its end, for scripts/cli-entry.cjs to use.
'use strict';
const fs = require('node:fs');
const { createRequire, wrap } = require('node:module');
const { dirname, join, relative } = require('node:path');
const { Script } = require('node:vm');

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

process.on('exit', () => {
  for (const [into, script] of scripts) {
    fs.mkdirSync(dirname(into), { recursive: true });
    fs.writeFileSync(into, script.createCachedData());
  }
});
