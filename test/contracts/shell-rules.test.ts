import { describe, expect, test } from 'vitest';
import { shellRules } from '../../src/policy/shell/index.ts';
import { openPolicy } from '../../src/shell-commands.ts';

// A workspace that is only a name: no file of this machine can change what the examples say.
const policy = await openPolicy({ root: '/home/dev/project', env: { HOME: '/home/dev' } });

describe.each(shellRules.map((rule) => [rule.id, rule] as const))('%s', (id, rule) => {
  test.each(rule.hits)('objects to: %s', (line) => {
    const { rules, level } = policy.check(line);
    expect({ line, rules: rules.includes(id) }).toEqual({ line, rules: true });
    expect(level).not.toBe('low');
  });

  test.each(rule.passes)('has no opinion on: %s', (line) => {
    const { rules } = policy.check(line);
    expect({ line, rules: rules.includes(id) }).toEqual({ line, rules: false });
  });
});

test('every rule has its own id and a line that it passes', () => {
  expect(new Set(shellRules.map(({ id }) => id)).size).toBe(shellRules.length);
  for (const { id, passes } of shellRules) expect({ id, passes: passes.length > 0 }).toEqual({ id, passes: true });
});

test('the Bash tool leaves reading and searching to the tools made for it', () => {
  const check = (command: string, tool?: string) => policy.check(command, tool === undefined ? {} : { tool });
  expect(check('ls -la', 'Bash')).toMatchObject({ decision: 'deny', reasons: ['Use LS instead of ls'] });
  expect(check('cat a | wc -l', 'Bash').reasons).toContain('Use Read instead of cat');
  expect(check('find . -name x', 'Bash').reasons).toContain('Use Glob instead of find');
  expect(check('ls -la').decision).toBe('allow');
  // What every object of JavaScript has is no tool.
  expect(check('constructor', 'Bash').rules).not.toContain('tool.read-search');
});

test('what is asked about says why, also when no rule has an opinion', () => {
  expect(policy.check('frobnicate x')).toMatchObject({
    decision: 'ask',
    reasons: ['frobnicate is a program that is not known'],
  });
  expect(policy.check('npm test')).toMatchObject({ decision: 'ask', reasons: [expect.stringContaining('npm runs')] });
  expect(policy.check('frobnicate x', { sandboxed: true })).toMatchObject({ decision: 'allow', reasons: [] });
});
