import { afterAll, expect, test } from 'vitest';
import { planBash } from '../../src/parse/bash/index.ts';
import { readCorpus } from '../attacks/policy/corpus.ts';
import { seededRandom } from '../fixtures/random.ts';
import { startedByBash } from '../fixtures/stubbed-bash.ts';
import { openCage } from './bash/cage.ts';
import { compareWithBash, isDoubted, planIn, type Plan } from './bash/compare.ts';
import { programs } from './bash/generate.ts';
import { linesToCompare } from './bash/lines.ts';

const cage = openCage(programs);
afterAll(() => cage?.[Symbol.dispose]());

test('everything that bash starts is in the plan, or the plan is in doubt', () => {
  if (!cage) return;
  const { active, doubted, compared, unfinished, unseen, lines } = compareWithBash(
    cage,
    linesToCompare(300, seededRandom(4)),
  );
  console.log(
    `${lines} lines in bash: ${active} started programs, ${compared} of them by a plan that was sure; ${doubted} in doubt, ${unfinished} without end`,
  );
  expect(unseen).toEqual([]);
  // A plan in doubt cannot be wrong.
  expect(compared).toBeGreaterThan(lines / 4);
  expect(unfinished).toBeLessThan(lines / 20);
});

test.each<[string, Plan]>([
  ['forgets what runs in a substitution', forgetting((path) => path.includes('$()'))],
  ['forgets what follows a pipe', forgetting((path) => path.includes('pipe'))],
  ['forgets what another shell runs', forgetting((path) => path.some((step) => step.startsWith('bash')))],
])('a parser that %s is found out', (_, plan) => {
  if (!cage) return;
  expect(compareWithBash(cage, linesToCompare(60, seededRandom(5)), plan).unseen).not.toEqual([]);
});

test.each([
  `export c=ls; env -u c bash -c '$c rm a'`,
  `export c=ls; env -i PATH="$PATH" STUB_LOG="$STUB_LOG" bash -c '$c rm a'`,
  `export c=ls; env - PATH="$PATH" STUB_LOG="$STUB_LOG" bash -c '$c rm a'`,
])('%j: env takes a variable away, so that bash runs rm, and the plan is in doubt', (line) => {
  expect(startedByBash([line])).toEqual([['rm']]);
  expect(isDoubted(planIn({ read: () => undefined }, line, 0))).toBe(true);
});

test('at most 3 % of everyday commands leave the plan in doubt', () => {
  const corpus = readCorpus();
  const lines = [...(corpus.get('everyday') ?? []), ...(corpus.get('decoys') ?? [])];
  const doubted = lines.filter(({ command }, at) => isDoubted(planIn({ read: () => undefined }, command, at)));
  expect(lines.length).toBeGreaterThan(900);
  expect(doubted.length / lines.length, doubted.map(({ command }) => command).join('\n')).toBeLessThanOrEqual(0.03);
});

function forgetting(isForgotten: (path: readonly string[]) => boolean): Plan {
  return (line, context) => {
    const plan = planBash(line, context);
    return { ...plan, commands: plan.commands.filter(({ path }) => !isForgotten(path)) };
  };
}
