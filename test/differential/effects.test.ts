import { afterAll, expect, test } from 'vitest';
import { seededRandom } from '../fixtures/random.ts';
import { openEffectsBox } from './effects/box.ts';
import { compareEffects, planInPlace } from './effects/compare.ts';
import { callsToCompare, quickCalls } from './effects/programs.ts';

const box = await openEffectsBox();
afterAll(() => box?.[Symbol.dispose]());

test('everything that real programs change or show was foretold, or the plan is in doubt', () => {
  if (!box) return;
  const calls = callsToCompare(150, seededRandom(7), quickCalls);
  const { lines, active, compared, unforetold } = compareEffects(box, calls);
  console.log(`${lines} calls of real programs: ${active} did something, ${compared} of them by a plan that was sure`);
  expect(unforetold).toEqual([]);
  expect(compared).toBeGreaterThan(lines / 5);
});

test('who foretells nothing is found out', () => {
  if (!box) return;
  const lines = ['cp a.txt ../outside/new', 'rm b.txt', 'cat linkfile', 'true'];
  const { unforetold } = compareEffects(box, lines, (line) => {
    const plan = planInPlace(line);
    return { ...plan, commands: plan.commands.map((command) => ({ ...command, effects: [] })) };
  });
  expect(unforetold.map(({ line, what, path }) => [line, what, path])).toEqual([
    ['cp a.txt ../outside/new', 'changed outside', '/w/outside/new'],
    ['rm b.txt', 'changed inside', '/w/project/b.txt'],
    ['cat linkfile', 'read', '/w/outside/secret.txt'],
  ]);
});
