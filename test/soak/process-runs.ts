// The large counts of the process backend.
import { createProcessBackend } from '../../src/backends/process/index.ts';
import { runHostileTrees } from '../fixtures/hostile-trees.ts';
import { checkFlood, checkSmallRuns } from '../fixtures/process-output.ts';
import { seededRandom } from '../fixtures/random.ts';

export function processSoaks(seed: number): Record<string, () => Promise<string>> {
  return {
    async 'process-output'() {
      await using backend = createProcessBackend();
      const { runs, wrong } = await checkSmallRuns(backend, 1_000);
      if (wrong.length > 0) throw new Error(wrong.join('; '));
      return `${runs} runs of a program that prints 20 KB and exits: not one byte lost`;
    },
    async 'process-flood'() {
      await using backend = createProcessBackend();
      const { isExact, bytes, grownBytes } = await checkFlood(backend, 500_000_000);
      if (!isExact || grownBytes > 150_000_000)
        throw new Error(`exact: ${isExact}, memory grew by ${grownBytes} bytes`);
      return `${bytes / 1e6} MB of output, exact by sha256; memory grew by ${(grownBytes / 1e6).toFixed(0)} MB`;
    },
    async 'process-trees'() {
      const told: string[] = [];
      for (const cgroups of [true, false]) {
        await using backend = createProcessBackend({ cgroups });
        const { trees, survivors, killedBy } = await runHostileTrees(backend, 200, seededRandom(seed));
        // Without control groups nothing is promised; the figure is what it is.
        if (survivors > 0 && 'cgroup' in killedBy) throw new Error(`${survivors} processes outlived ${trees} trees`);
        told.push(`${trees} found by ${Object.keys(killedBy).join()}: ${survivors} survivors`);
      }
      return `hostile process trees after their time limit, ${told.join('; ')}`;
    },
  };
}
