import { beforeAll, expect, test } from 'vitest';
import type { ReadAgain } from '../../src/protocol/shell.ts';
import { seededRandom } from '../fixtures/random.ts';
import { compareWithGrammar, plan, type Plan } from './powershell/compare.ts';
import { openInstalledGrammar } from './powershell/grammar.ts';
import { linesToCompare } from './powershell/lines.ts';

let readAgain: ReadAgain;
beforeAll(async () => {
  readAgain = await openInstalledGrammar();
});

test('every command that the grammar of tree-sitter finds is in the plan, or the plan is in doubt', () => {
  const { lines, read, doubted, unseen } = compareWithGrammar(readAgain, linesToCompare(1_500, seededRandom(4)));
  console.log(`${lines} lines of PowerShell: tree-sitter reads ${read}, ${doubted} of them in doubt`);
  expect(unseen).toEqual([]);
  // Otherwise nothing was compared.
  expect(read).toBeGreaterThan(lines / 4);
  expect(doubted).toBeLessThan(read / 2);
});

test.each<[string, Plan]>([
  ['forgets what follows a pipe', forgetting(({ path }) => path.includes('pipe'))],
  ['forgets what is called by "&"', forgetting(({ span }, line) => line[span.start] === '&')],
  ['forgets what stands in brackets', forgetting(({ span }, line) => '({'.includes(line[span.start - 1] ?? ' '))],
])('a reader that %s is found out', (_, forgetful) => {
  expect(compareWithGrammar(readAgain, linesToCompare(300, seededRandom(5)), forgetful).unseen).not.toEqual([]);
});

function forgetting(isForgotten: (command: ReturnType<Plan>['commands'][number], line: string) => boolean): Plan {
  return (line) => {
    const planned = plan(line);
    return { ...planned, commands: planned.commands.filter((command) => !isForgotten(command, line)) };
  };
}
