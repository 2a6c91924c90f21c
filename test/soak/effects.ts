import { openEffectsBox } from '../differential/effects/box.ts';
import { compareEffects } from '../differential/effects/compare.ts';
import { callsToCompare } from '../differential/effects/programs.ts';
import { seededRandom } from '../fixtures/random.ts';

/** What is foretold against what programs really change and show. */
export async function soakEffects(seed: number): Promise<string> {
  using box = await openEffectsBox();
  if (!box) return 'not run: see above';
  const { lines, active, compared, unforetold } = compareEffects(box, callsToCompare(10_000, seededRandom(seed)));
  if (unforetold.length > 0)
    throw new Error(`${unforetold.length} not foretold: ${JSON.stringify(unforetold.slice(0, 10))}`);
  return `${lines} calls of real programs in a box: ${active} changed or showed something, ${compared} of them by a plan that was sure, all of it foretold`;
}
