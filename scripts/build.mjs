// dist/ = the SDK as modules with types (tsc) and the CLI as one lazily split bundle (rolldown), which starts faster.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
// Built beside the old one and put in its place when it is whole: what runs from dist/ meanwhile goes on.
const dist = join(root, '.dist-new');
rmSync(dist, { recursive: true, force: true });

const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
const types = spawnSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json'), '--outDir', dist], {
  cwd: root,
  stdio: 'inherit',
});
if (types.status !== 0) process.exit(types.status ?? 1);

const bundle = await rolldown({
  input: {
    cli: join(root, 'src/fronts/cli/main.ts'),
    worker: join(root, 'src/gate/worker.ts'),
    helper: join(root, 'src/gate/helper.ts'),
  },
  platform: 'node',
  treeshake: { moduleSideEffects: false },
  transform: { target: 'node20' }, // which has no `using`
});
await bundle.write({
  dir: dist,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'cli/[name]-[hash].js',
  minify: 'dce-only',
});
chmodSync(join(dist, 'cli.js'), 0o755);

// Alone in one file: it is all that a box gets to see of this package.
const relay = await rolldown({
  input: join(root, 'src/backends/box/network/relay.ts'),
  platform: 'node',
  transform: { target: 'node20' },
});
await relay.write({ file: join(dist, 'relay.js'), format: 'esm' });

const old = join(root, '.dist-old');
rmSync(old, { recursive: true, force: true });
if (existsSync(join(root, 'dist'))) renameSync(join(root, 'dist'), old);
renameSync(dist, join(root, 'dist'));
rmSync(old, { recursive: true, force: true });
