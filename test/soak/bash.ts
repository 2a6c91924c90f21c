import { openCage } from '../differential/bash/cage.ts';
import { compareWithBash } from '../differential/bash/compare.ts';
import { programs } from '../differential/bash/generate.ts';
import { linesToCompare } from '../differential/bash/lines.ts';
import { seededRandom } from '../fixtures/random.ts';

/** Plans against what bash really starts. */
export function soakBash(seed: number): Promise<string> {
  using cage = openCage(programs);
  if (!cage) return Promise.resolve('not run: see above');
  const { lines, active, doubted, unfinished, unseen } = compareWithBash(
    cage,
    linesToCompare(12_000, seededRandom(seed)),
  );
  if (unseen.length > 0) throw new Error(`${unseen.length} not in the plan: ${JSON.stringify(unseen.slice(0, 10))}`);
  return Promise.resolve(
    `${lines} generated and mutated lines in bash: ${active} started programs, all in the plan or in doubt (${doubted} in doubt, ${unfinished} without end)`,
  );
}
