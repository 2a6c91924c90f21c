// dist/ = types (tsc), and the CLI and the SDK as lazily split bundles (rolldown), which start faster than many files.
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { buildCodeCache } from './code-cache.mjs';
import { buildPdfium } from './pdfium.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
// Built beside the old one and put in its place when it is whole: what runs from dist/ meanwhile goes on.
const dist = join(root, '.dist-new');
rmSync(dist, { recursive: true, force: true });

const pdfium = buildPdfium(join(dist, 'pdfium')); // beside the rest
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
const types = spawnSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json'), '--outDir', dist], {
  cwd: root,
  stdio: 'inherit',
});
if (types.status !== 0) process.exit(types.status ?? 1);

const { dependencies } = createRequire(import.meta.url)('../package.json');
// Each file costs a start about a millisecond, so what is mostly loaded together is in one.
const first = group(
  'first', // all that --version needs; help reads the commands too, and neither reads the core
  /src[\\/](?:protocol[\\/]errors|output[\\/]show|version|fronts[\\/]cli[\\/](?:index|screen))\.ts|nearest\.ts|citty/,
);
const base = group(
  'base',
  /src[\\/](?:files|output|platform|protocol[\\/](?:errors|limits|host-rule|remarks))|usingCtx/,
);
const calling = group('calling', /src[\\/]fronts[\\/]cli[\\/](?:define|exec|input|remarks)\.ts/);
await bundle(
  'cli',
  {
    input: { 'cli/main': join(root, 'src/fronts/cli/main.ts') },
    checks: { ineffectiveDynamicImport: false }, // a ShellExecutor that is used alone loads the core late, which is here already
  },
  [first, base, calling],
  'cjs',
);
const unpacking = group(
  'unpacking',
  /src[\\/](?:commands[\\/]archive[\\/](?:advance|claims|destination|select)|formats[\\/](?:zip[\\/]names|corrupt|zlib-handle))/,
);
const unzip = group(
  'unzip',
  /src[\\/](?:commands[\\/]zip[\\/](?:extract|list)|formats[\\/](?:zip[\\/](?!write|records|index|names)|inflate))/,
);
const untar = group(
  'untar',
  /src[\\/](?:commands[\\/]tar[\\/](?:extract|list|open)|formats[\\/](?:compression|tar[\\/](?!write|index)))/,
);
await bundle(
  'worker',
  { input: { 'worker/main': join(root, 'src/gate/worker.ts'), 'helper/main': join(root, 'src/gate/helper.ts') } },
  [base, unpacking, unzip, untar],
  'cjs',
);
// With the WebAssembly that it loads, which is no package of ours to depend on: the grammar's has an install script.
await bundle('second-reader', {
  input: { 'second-reader': join(root, 'src/gate/second-reader-thread.ts') },
  checks: { eval: false }, // it is there for modules that bring JavaScript along, which the grammar does not
});
mkdirSync(join(dist, 'second-reader'), { recursive: true });
for (const [name, file] of [
  ['web-tree-sitter', 'web-tree-sitter.wasm'],
  ['tree-sitter-powershell', 'tree-sitter-powershell.wasm'],
]) {
  const from = createRequire(import.meta.url).resolve(`${name}/${file}`);
  copyFileSync(from, join(dist, 'second-reader', file));
  copyFileSync(join(dirname(from), 'LICENSE'), join(dist, 'second-reader', `LICENSE.${name}`));
}
// Packages stay packages: who uses the SDK may have them already.
await bundle('sdk', {
  input: { index: join(root, 'src/index.ts'), 'testing/index': join(root, 'src/testing/index.ts') },
  external: Object.keys(dependencies),
  preserveEntrySignatures: 'strict', // every other name that it exports would be public
  checks: { ineffectiveDynamicImport: false }, // one of its classes answers at once, and so has to load at the start what the rest loads late
});
for (const name of ['cli', 'worker', 'helper'])
  copyFileSync(join(root, 'scripts', 'entry.cjs'), join(dist, `${name}.cjs`));
chmodSync(join(dist, 'cli.cjs'), 0o755);
writeFileSync(join(dist, 'cli.js'), "import './cli.cjs';\n"); // what it was called before

// Alone in one file: it is all that a box gets to see of this package.
const relay = await rolldown({
  input: join(root, 'src/backends/box/network/relay.ts'),
  platform: 'node',
  transform: { target: 'node20' },
});
await relay.write({ file: join(dist, 'relay.js'), format: 'esm' });
await pdfium;

const old = join(root, '.dist-old');
rmSync(old, { recursive: true, force: true });
if (existsSync(join(root, 'dist'))) renameSync(join(root, 'dist'), old);
renameSync(dist, join(root, 'dist'));
rmSync(old, { recursive: true, force: true });
buildCodeCache(join(root, 'dist')); // by programs that look for their parts there

function group(name, test) {
  return { name, test, includeDependenciesRecursively: false };
}

/** CommonJS starts faster; who imports the SDK wants modules. */
async function bundle(chunks, options, groups = [], format = 'esm') {
  const ending = format === 'cjs' ? 'cjs' : 'js';
  const built = await rolldown({
    platform: 'node',
    preserveEntrySignatures: 'allow-extension',
    treeshake: { moduleSideEffects: false },
    transform: { target: 'node20' }, // which has no `using`
    ...options,
  });
  await built.write({
    dir: dist,
    format,
    entryFileNames: `[name].${ending}`,
    chunkFileNames: `${chunks}/[name]-[hash].${ending}`,
    minify: 'dce-only',
    dynamicImportInCjs: false, // which code from a cache cannot do (scripts/entry.cjs)
    codeSplitting: { groups },
  });
}
