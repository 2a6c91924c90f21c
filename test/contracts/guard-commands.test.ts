import type { ArgsDef } from 'citty';
import { expect, test } from 'vitest';
import { subcommands } from '../../src/fronts/cli/index.ts';
import { programs } from '../../src/policy/effects/programs/index.ts';
import { openPolicy } from '../../src/shell-commands.ts';

const policy = await openPolicy({ root: '/home/dev/project', env: { HOME: '/home/dev' } });

/** What the subcommands do that look and change nothing; all others act. */
const looking: Readonly<Record<string, readonly string[]>> = {
  tools: [''],
  doctor: [''],
  completion: ['bash'],
  explain: ['01ABC'],
  replay: ['01ABC'],
  runs: [''],
  audit: ['verify', 'export'],
  policy: ["check 'rm -rf /'", 'rules', 'test cases.jsonl', 'backtest', 'import settings.json'],
  config: ['show'],
  skills: ['list', 'show zip', 'validate'],
  grants: ['list', 'show 01ABC'],
  queue: ['list', 'show 01ABC'],
};

/** Actions of subcommands that also look. */
const acting = [
  'runs prune',
  'runs prune --days 0',
  'runs --limit 5 prune',
  'replay 01ABC --again',
  'grants revoke 01ABC',
  'queue cancel 01ABC',
  'queue retry 01ABC',
];

const commands = await Promise.all(
  Object.entries(subcommands).map(async ([name, load]) => ({ name, def: await load() })),
);

test('every subcommand of the CLI is told apart by the policy', () => {
  const subs = programs.find(({ names }) => names === 'sallyport')?.subs ?? {};
  const listed = Object.keys(subs).flatMap((key) => key.split(' '));
  expect(listed.sort()).toEqual([...commands.map(({ name }) => name), 'help'].sort());
});

test.each(commands)('$name may be run by an agent only if it looks', ({ name, def }) => {
  const lines = (looking[name] ?? ['', 'x']).map((action) => `sallyport ${name} ${action}`.trim());
  for (const line of lines)
    expect({ line, level: policy.check(line).level }).toEqual({ line, level: looking[name] ? 'low' : 'blocked' });
  expect(policy.check(`sallyport ${name} --help`).level).toBe('low');
  const flags = Object.entries((def.args ?? {}) as ArgsDef).filter(([, { type }]) => type !== 'positional');
  // With any flag, and the value that it takes, it is what it was.
  for (const line of lines.filter(() => looking[name])) {
    for (const [flag, { type }] of flags.filter(([flag]) => flag !== 'again')) {
      const flagged = `${line} --${flag}${type === 'boolean' ? '' : ' 1'}`;
      expect({ flagged, level: policy.check(flagged).level }).toEqual({ flagged, level: 'low' });
    }
  }
});

test.each(acting.flatMap((line) => [line, `--root / ${line}`, `--json ${line}`]))('%s is not for agents', (line) => {
  expect(policy.check(`sallyport ${line}`)).toMatchObject({ level: 'blocked', decision: 'deny' });
});
