import { expect, test } from 'vitest';
import { handlesWork } from '../../../src/files/index.ts';
import { tempWorkspace } from '../../../src/testing/index.ts';
import { raceExtraction } from '../../fixtures/archive-race.ts';

if (!handlesWork()) console.log('skipped: races are only promised where folders can be held by handle');

test.runIf(handlesWork())('a process that exchanges folders for links while we unpack gets nothing out', async () => {
  using workspace = tempWorkspace();
  const { done, stopped, escaped } = await raceExtraction(workspace, 100);
  expect(escaped).toEqual([]);
  expect(done + stopped).toBe(100);
  expect(stopped).toBeGreaterThan(0);
});
