import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// What tries one part at length, and would take `npm test` past its five minutes; `.ci/run` and `npm run test:thorough` run it.
const thorough = [
  'src/formats/{bzip2,xz,zstd}/**/*.test.ts',
  'src/commands/archive/pack.test.ts',
  'src/output/redact.test.ts',
  'test/attacks/box/**/*.test.ts',
  'test/attacks/files/**/*.test.ts',
  'test/contracts/box-programs.test.ts',
  'test/contracts/process-backend.test.ts',
  'test/e2e/tampering.test.ts',
];

// unit: parts in this process (runs on every supported Node). e2e: built CLI, real processes.
export default defineConfig({
  test: {
    testTimeout: 180_000,
    hookTimeout: 60_000,
    // Many tests wait for other processes; one core less, as is the default, would leave one of two idle.
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'test/{contracts,attacks,differential}/**/*.test.ts'],
          exclude: thorough,
        },
      },
      { extends: true, test: { name: 'e2e', include: ['test/e2e/**/*.test.ts'], exclude: thorough } },
      { extends: true, test: { name: 'thorough', include: thorough } },
    ],
  },
});
