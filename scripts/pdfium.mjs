// PDFium for dist/: the one of the package, rewritten by rewrite-pdfium.mjs. It takes a sixth less CPU time for the text of a PDF.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const root = dirname(dirname(fileURLToPath(import.meta.url)));

const rewriter = join(root, 'scripts', 'rewrite-pdfium.mjs');

/** Puts it and its licences into `folder`. Kept from build to build: it takes some six seconds. */
export async function buildPdfium(folder) {
  const shipped = require.resolve('@embedpdf/pdfium/pdfium.wasm');
  const inputs = [shipped, rewriter, join(root, 'src/formats/pdf/engine.ts'), require.resolve('binaryen/package.json')];
  const key = inputs.reduce((sum, file) => sum.update(readFileSync(file)), createHash('sha256')).digest('hex');
  const kept = join(root, 'node_modules', '.pdfium', `${key}.wasm`);
  if (!existsSync(kept)) {
    mkdirSync(dirname(kept), { recursive: true });
    const draft = `${kept}.${process.pid}`;
    const [status] = await once(spawn(process.execPath, [rewriter, shipped, draft], { stdio: 'inherit' }), 'exit');
    if (status !== 0) throw new Error(`PDFium could not be rewritten (exit ${status})`);
    renameSync(draft, kept);
  }
  mkdirSync(folder, { recursive: true });
  copyFileSync(kept, join(folder, 'pdfium.wasm'));
  for (const name of ['LICENSE', 'LICENSE.pdfium'])
    copyFileSync(join(dirname(shipped), '..', name), join(folder, name));
}
