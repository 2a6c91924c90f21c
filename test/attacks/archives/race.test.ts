import { expect, test } from 'vitest';
import { handlesWork } from '../../../src/files/index.ts';
import { tempWorkspace } from '../../../src/testing/index.ts';
import { raceExtraction, raceShrinking } from '../../fixtures/archive-race.ts';

if (!handlesWork()) console.log('skipped: races are only promised where folders can be held by handle');

test.runIf(handlesWork())('a process that exchanges folders for links while we unpack gets nothing out', async () => {
  using workspace = tempWorkspace();
  const { done, stopped, escaped } = await raceExtraction(workspace, 100);
  expect(escaped).toEqual([]);
  expect(done + stopped).toBe(100);
  expect(stopped).toBeGreaterThan(0);
});

test.each(['zip', 'tar'] as const)(
  'a %s that is cut off and restored while we unpack it is unpacked or refused, and no file of it is torn',
  async (kind) => {
    using workspace = tempWorkspace();
    const { answers, torn } = await raceShrinking(workspace, kind, 60);
    expect({ torn, others: Object.keys(answers).filter((code) => code !== 'ok' && code !== 'CorruptInput') }).toEqual({
      torn: 0,
      others: [],
    });
    expect(answers['CorruptInput'] ?? 0).toBeGreaterThan(0);
  },
);
