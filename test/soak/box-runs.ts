// The large counts of the box.
import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createBoxBackend } from '../../src/backends/box/index.ts';
import { tempWorkspace } from '../../src/testing/index.ts';
import { runHostileTrees } from '../fixtures/hostile-trees.ts';
import { checkSmallRuns } from '../fixtures/process-output.ts';
import { seededRandom } from '../fixtures/random.ts';
import { runProcess } from '../fixtures/run-process.ts';

const mib = 1024 * 1024;
const bombs = [
  ':(){ :|:& };:; sleep 0.3',
  'python3 -c "x = bytearray(400_000_000)"',
  'while :; do :; done',
  'exec head -c 100000000 /dev/zero >file',
  'yes | head -c 50000000',
];

export function boxSoaks(seed: number): Record<string, () => Promise<string>> {
  return {
    async 'box-bombs'() {
      using workspace = tempWorkspace();
      const limits = { processes: 60, memoryBytes: 96 * mib, cpuSeconds: 1, fileBytes: 8 * mib };
      const backend = createBoxBackend({ root: workspace.path, limits });
      let wrong = 0;
      for (let round = 0; round < 100; round++) {
        await runProcess(backend, bombs[round % bombs.length] ?? '', { cwd: workspace.path, timeoutMs: 20_000 });
        const { stdout } = await runProcess(backend, 'echo fine');
        if (stdout.toString() !== 'fine\n') wrong++;
      }
      await backend[Symbol.asyncDispose]();
      const left = [tmpdir(), '/dev/shm']
        .flatMap((place) => (existsSync(place) ? readdirSync(place) : []))
        .filter((name) => name.startsWith(`sallyport-box-${process.pid}-`));
      if (wrong > 0 || left.length > 0)
        throw new Error(`${wrong} commands failed after a bomb; left: ${left.join(' ')}`);
      return '100 bombs (processes, memory, processor, disk, output): each contained, each next command worked, no folder left';
    },
    async 'box-sessions'() {
      using workspace = tempWorkspace();
      const sessions = Array.from({ length: 50 }, () => createBoxBackend({ root: workspace.path }));
      const wrong = await Promise.all(sessions.map(async (session) => (await checkSmallRuns(session, 20)).wrong));
      await Promise.all(sessions.map((session) => session[Symbol.asyncDispose]()));
      if (wrong.flat().length > 0) throw new Error(wrong.flat().join('; '));
      return '50 sessions at once, 20 commands each: not one byte lost';
    },
    async 'box-trees'() {
      using workspace = tempWorkspace();
      await using backend = createBoxBackend({ root: workspace.path });
      const { trees, survivors } = await runHostileTrees(backend, 200, seededRandom(seed));
      if (survivors > 0) throw new Error(`${survivors} processes outlived ${trees} trees`);
      return `${trees} hostile process trees after their time limit: 0 survivors`;
    },
  };
}
