// Runs a TypeScript file of this repository on Node 20, which cannot: bundles it (dependencies stay outside) and imports it.
import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [file, ...args] = process.argv.slice(2);
const out = join(root, 'node_modules', '.run', `${file.replaceAll('/', '-')}-${process.pid}`);
mkdirSync(out, { recursive: true });
const bundle = await rolldown({
  input: resolve(root, file),
  platform: 'node',
  transform: { target: 'node20' },
  checks: { ineffectiveDynamicImport: false },
  external: (id) => /^[a-z@]/.test(id) && !id.startsWith('@oxc-project'),
});
// In one file: a part that is loaded late and needs the first one would wait for its end, and that one for the part.
await bundle.write({ dir: out, format: 'esm', entryFileNames: 'main.mjs', codeSplitting: false });
process.argv = [process.argv[0], resolve(root, file), ...args];
await import(pathToFileURL(join(out, 'main.mjs')).href);
