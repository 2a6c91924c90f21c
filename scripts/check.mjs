// Every check besides the tests; each says what to do when it fails.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bin = (name, file) => join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), file);

const checks = {
  types: [bin('typescript', 'bin/tsc'), '--noEmit'],
  lint: [bin('oxlint', 'bin/oxlint'), '--type-aware', '--deny-warnings'],
  'format (mend with: npm run format)': [bin('oxfmt', 'bin/oxfmt'), '--check'],
  'docs (mend with: npm run docs)': [join(root, 'scripts/run.mjs'), 'scripts/docs.ts', '--check'],
  package: [join(root, 'scripts/check-package.mjs')],
};

for (const [name, args] of Object.entries(checks)) {
  console.log(`\n== ${name}`);
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) {
    console.error(`check failed: ${name}`);
    process.exit(status || 1);
  }
}
console.log(`\n${Object.keys(checks).length} passed, 0 failed`);
