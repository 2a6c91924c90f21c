import { createSecondReader } from '../../src/gate/second-reader.ts';
import type { ReadAgain } from '../../src/protocol/shell.ts';
import { isDoubted } from '../differential/bash/compare.ts';
import { compareWithGrammar, plan, planTwice } from '../differential/powershell/compare.ts';
import { linesToCompare, withCode } from '../differential/powershell/lines.ts';
import { seededRandom } from '../fixtures/random.ts';

/** Plans against what another grammar of PowerShell finds; and what is sure must be so when it is read twice. */
export async function soakPowerShell(seed: number): Promise<string> {
  using reader = createSecondReader();
  const readAgain: ReadAgain = (text) => reader.read(text);
  const all = linesToCompare(50_000, seededRandom(seed));
  const { lines, read, doubted, unseen } = compareWithGrammar(readAgain, all);
  if (unseen.length > 0) throw new Error(`${unseen.length} not in the plan: ${JSON.stringify(unseen.slice(0, 20))}`);
  const sure = all.flatMap(withCode).filter((line) => !isDoubted(plan(line)));
  const alarms = sure.filter((line) => isDoubted(planTwice(line, readAgain)));
  if (alarms.length > 0) throw new Error(`${alarms.length} new doubts: ${JSON.stringify(alarms.slice(0, 20))}`);
  return `${lines} mutated lines of PowerShell: tree-sitter reads ${read}, all their commands are in the plan or in doubt (${doubted} in doubt); no doubt is new in ${sure.length} read twice`;
}
