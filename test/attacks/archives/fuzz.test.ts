import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tempWorkspace } from '../../../src/testing/index.ts';
import { fuzzArchives } from '../../fixtures/archive-fuzz.ts';
import { seededRandom } from '../../fixtures/random.ts';

test('2,000 damaged archives are unpacked or refused by a known code, and nothing gets out', async () => {
  using workspace = tempWorkspace(existsSync('/dev/shm') ? { in: '/dev/shm' } : {});
  const answers = await fuzzArchives(workspace, 2_000, seededRandom(5));
  // Some of the damage is harmless, most is not: a fuzzer that only ever sees one answer tests nothing.
  for (const answer of ['zip ok', 'zip CorruptInput', 'tar ok', 'tar CorruptInput'])
    expect(answers[answer] ?? 0, answer).toBeGreaterThan(10);
});
