import { expect, test } from 'vitest';
import { tempWorkspace } from '../../src/testing/index.ts';
import { killStorm, writeStorm } from '../fixtures/storms.ts';

test('processes that write at the same time leave every record and an unbroken chain', async () => {
  using workspace = tempWorkspace();
  const result = await writeStorm(workspace, 4, 40);
  expect(result).toMatchObject({ ok: true, records: 160, runs: 160, lines: 320, open: 0, problems: [] });
});

test('a process killed at random moments leaves no half file, and its runs are closed as interrupted', async () => {
  using workspace = tempWorkspace();
  const { halfFiles, verification, interrupted, runs } = await killStorm(workspace, 8, 1);
  expect(halfFiles).toEqual([]);
  expect(verification.problems).toEqual([]);
  expect(verification).toMatchObject({ ok: true, open: 0, runs });
  expect(interrupted).toBeGreaterThanOrEqual(1);
});
