import { expect, test } from 'vitest';
import { builtinRules, type Subject } from '../../src/policy/index.ts';

const harmless: Subject = {
  line: 'x',
  planned: { name: 'x', sub: null, args: {}, effects: [] },
  capabilities: [],
  confirm: undefined,
  secretsIn: () => [],
  state: ['.agents'],
};

const cases = builtinRules.flatMap((rule) =>
  rule.examples.map((example, index) => ({ id: rule.id, index, rule, ...example })),
);

test.each(cases)('$id, example $index: $decision', ({ rule, when, decision }) => {
  expect(rule.decide({ ...harmless, ...when })?.decision ?? 'none').toBe(decision);
});

test('every rule has an example for and one against, and its id is its own', () => {
  for (const { id, examples } of builtinRules) {
    expect({
      id,
      silent: examples.some(({ decision }) => decision === 'none'),
      objects: examples.some(({ decision }) => decision !== 'none'),
    }).toEqual({ id, silent: true, objects: true });
  }
  expect(new Set(builtinRules.map(({ id }) => id)).size).toBe(builtinRules.length);
});
