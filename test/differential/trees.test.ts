import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tempWorkspace } from '../../src/testing/index.ts';
import { compareWithTools } from '../fixtures/differential.ts';
import { seededRandom } from '../fixtures/random.ts';

test('what we pack others unpack, and what they pack we unpack: the same names, bytes, times and executable bits', async () => {
  using workspace = tempWorkspace(existsSync('/dev/shm') ? { in: '/dev/shm' } : {});
  const { differences } = await compareWithTools(workspace, 6, seededRandom(11));
  expect(differences).toEqual([]);
});
