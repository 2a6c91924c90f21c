#!/usr/bin/env node
// Starts the command line or, under another name, the inside of a thread: name.cjs loads name/main.cjs. What V8 made of their
// files at build time lies in code-cache/, for one version of Node: with it they need not be parsed and compiled at every
// start, which is a fifth to a third of a short call. Without it all is the same.
'use strict';
const { existsSync, readFileSync } = require('node:fs');
const { basename, dirname, join } = require('node:path');

const cache = join(__dirname, 'code-cache', `${process.version}-${process.arch}`);
if (existsSync(cache)) useCache();
require(`./${basename(__filename, '.cjs')}/main.cjs`);

function useCache() {
  const { createRequire, wrap } = require('node:module');
  const { Script } = require('node:vm');
  const usual = require.extensions['.js'];
  require.extensions['.cjs'] = (module, filename) => {
    const cached = join(cache, filename.slice(__dirname.length));
    if (!filename.startsWith(__dirname) || !existsSync(cached)) return usual(module, filename);
    const script = new Script(wrap(readFileSync(filename, 'utf8')), {
      filename,
      cachedData: readFileSync(cached), // V8 itself looks whether it is of this V8, its flags and this file
    });
    const { exports } = module;
    script.runInThisContext().call(exports, exports, createRequire(filename), module, filename, dirname(filename));
  };
}
