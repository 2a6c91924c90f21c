// PDFium for dist/: the one of the package with its small functions put into those that call them, which the V8 of Node 20 does
// not do by itself. It takes a seventh less CPU time for the text of a PDF; what it does is the same.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const root = dirname(dirname(fileURLToPath(import.meta.url)));

const features = ['bulk-memory', 'nontrapping-float-to-int', 'sign-ext', 'mutable-globals'];
/** Inlining with bounds a little above the usual ones, and only what makes its result small again: all of -O3 takes a minute and gains no more. */
const passes = [
  '--inlining',
  '--inline-functions-with-loops',
  '--always-inline-max-function-size=30',
  '--flexible-inline-max-function-size=80',
  '--simplify-locals-notee-nostructure',
  '--coalesce-locals',
  '--vacuum',
];

/** Puts it and its licences into `folder`. Kept from build to build: it takes some seven seconds. */
export async function buildPdfium(folder) {
  const shipped = require.resolve('@embedpdf/pdfium/pdfium.wasm');
  const optimizer = join(dirname(require.resolve('binaryen')), 'bin', 'wasm-opt');
  const args = [...features.map((name) => `--enable-${name}`), ...passes];
  const { version } = require(join(dirname(optimizer), '..', 'package.json'));
  const key = createHash('sha256')
    .update(readFileSync(shipped))
    .update(`${version} ${args.join(' ')}`)
    .digest('hex');
  const kept = join(root, 'node_modules', '.pdfium', `${key}.wasm`);
  if (!existsSync(kept)) {
    mkdirSync(dirname(kept), { recursive: true });
    const draft = `${kept}.${process.pid}`;
    const [status] = await once(
      spawn(process.execPath, [optimizer, ...args, shipped, '-o', draft], { stdio: 'inherit' }),
      'exit',
    );
    if (status !== 0) throw new Error(`wasm-opt could not make PDFium (exit ${status})`);
    renameSync(draft, kept);
  }
  mkdirSync(folder, { recursive: true });
  copyFileSync(kept, join(folder, 'pdfium.wasm'));
  for (const name of ['LICENSE', 'LICENSE.pdfium'])
    copyFileSync(join(dirname(shipped), '..', name), join(folder, name));
}
