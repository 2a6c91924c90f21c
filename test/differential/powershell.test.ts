import { afterAll, expect, test } from 'vitest';
import { createSecondReader } from '../../src/gate/second-reader.ts';
import type { ReadAgain } from '../../src/protocol/shell.ts';
import { seededRandom } from '../fixtures/random.ts';
import { isDoubted } from './bash/compare.ts';
import { compareWithGrammar, plan, planTwice, type Plan } from './powershell/compare.ts';
import { linesToCompare, withCode } from './powershell/lines.ts';

const reader = createSecondReader();
afterAll(() => reader[Symbol.dispose]());
const readAgain: ReadAgain = (text) => reader.read(text);

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

test('a line is in no more doubt for being read twice, nor is it as code within code', () => {
  const lines = linesToCompare(400, seededRandom(6)).flatMap(withCode);
  const sure = lines.filter((line) => !isDoubted(plan(line)));
  expect(sure.filter((line) => isDoubted(planTwice(line, readAgain)))).toEqual([]);
  expect(sure.length).toBeGreaterThan(lines.length / 4);
});

test('a command that only the grammar finds leaves a doubt, whatever stands before it', () => {
  const more = (text: string) => readAgain(`${text}\nGet-Ghost`);
  const isTold = (line: string) => {
    const found = more(line);
    return found !== undefined && 'length' in found && found.at(-1)?.name === 'Get-Ghost';
  };
  const told = linesToCompare(500, seededRandom(7)).filter((line) => !isDoubted(plan(line)) && isTold(line));
  expect(told.filter((line) => !isDoubted(planTwice(line, more)))).toEqual([]);
  expect(told.length).toBeGreaterThan(100);
});

function forgetting(isForgotten: (command: ReturnType<Plan>['commands'][number], line: string) => boolean): Plan {
  return (line) => {
    const planned = plan(line);
    return { ...planned, commands: planned.commands.filter((command) => !isForgotten(command, line)) };
  };
}
