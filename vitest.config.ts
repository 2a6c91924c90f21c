import { defineConfig } from 'vitest/config';

// unit: parts in this process (runs on every supported Node). e2e: built CLI, real processes.
export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['src/**/*.test.ts', 'test/{contracts,attacks,differential}/**/*.test.ts'] },
      },
      { extends: true, test: { name: 'e2e', include: ['test/e2e/**/*.test.ts'] } },
    ],
  },
});
