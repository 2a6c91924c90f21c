import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

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
        test: { name: 'unit', include: ['src/**/*.test.ts', 'test/{contracts,attacks,differential}/**/*.test.ts'] },
      },
      { extends: true, test: { name: 'e2e', include: ['test/e2e/**/*.test.ts'] } },
    ],
  },
});
