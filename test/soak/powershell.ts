import { createSecondReader } from '../../src/gate/second-reader.ts';
import { compareWithGrammar } from '../differential/powershell/compare.ts';
import { linesToCompare } from '../differential/powershell/lines.ts';
import { seededRandom } from '../fixtures/random.ts';

/** Plans against what another grammar of PowerShell finds. */
export async function soakPowerShell(seed: number): Promise<string> {
  using reader = createSecondReader();
  const { lines, read, doubted, unseen } = compareWithGrammar(
    (text) => reader.read(text),
    linesToCompare(50_000, seededRandom(seed)),
  );
  if (unseen.length > 0) throw new Error(`${unseen.length} not in the plan: ${JSON.stringify(unseen.slice(0, 20))}`);
  return `${lines} mutated lines of PowerShell: tree-sitter reads ${read}, all their commands are in the plan or in doubt (${doubted} in doubt)`;
}
