import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { loadConfig } from './config.ts';
import { createSallyport } from './sallyport.ts';
import { tempWorkspace, type TempWorkspace } from './testing/index.ts';

function userConfig(workspace: TempWorkspace, text: string): string {
  const file = join(workspace.env['XDG_CONFIG_HOME'] as string, 'sallyport/config.yaml');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

test('without files the built-in values hold', async () => {
  using workspace = tempWorkspace();
  const { entries } = await loadConfig(workspace.path, workspace.env);
  expect(entries.map(({ key, value, origin }) => [key, value, origin])).toEqual([
    ['redact.patterns', [], 'built-in'],
    ['redact.env', [], 'built-in'],
    ['policy.rules', [], 'built-in'],
    ['policy.allowed_paths', [], 'built-in'],
    ['policy.env', [], 'built-in'],
    ['policy.read_tools', true, 'built-in'],
    ['sandbox.mode', 'auto', 'built-in'],
    ['network.allow', [], 'built-in'],
    ['secrets.allow', [], 'built-in'],
    ['retention.days', 90, 'built-in'],
    ['retention.max_bytes', 1024 ** 3, 'built-in'],
    ['undo.max_bytes', 1024 ** 3, 'built-in'],
  ]);
});

test('a workspace adds to lists and cannot set what would loosen anything', async () => {
  using workspace = tempWorkspace();
  const file = userConfig(workspace, 'redact:\n  env: [MINE]\nretention:\n  days: 7\n');
  workspace.write('sallyport.yaml', 'redact:\n  env: [THEIRS]\n  patterns: ["(a+)+$"]\nretention:\n  days: 1\n');
  const { values, entries } = await loadConfig(workspace.path, workspace.env);
  expect(values).toMatchObject({ 'redact.env': ['MINE', 'THEIRS'], 'redact.patterns': [], 'retention.days': 7 });
  expect(entries.find(({ key }) => key === 'retention.days')).toMatchObject({
    origin: 'user',
    file,
    ignored: [expect.stringContaining('erase its own traces')],
  });
});

test.each<[own: string, theirs: string, value: boolean, origin: string, left: number]>([
  ['', 'false', true, 'built-in', 1],
  ['', 'true', true, 'workspace', 0],
  ['false', 'false', false, 'user', 1],
  ['false', 'true', true, 'workspace', 0],
])('policy.read_tools: %s of a user and %s of a workspace is %s', async (own, theirs, value, origin, left) => {
  using workspace = tempWorkspace();
  if (own !== '') userConfig(workspace, `policy:\n  read_tools: ${own}\n`);
  workspace.write('sallyport.yaml', `policy:\n  read_tools: ${theirs}\n`);
  const { values, entries } = await loadConfig(workspace.path, workspace.env);
  const entry = entries.find(({ key }) => key === 'policy.read_tools');
  expect([values['policy.read_tools'], entry?.origin, entry?.ignored.length]).toEqual([value, origin, left]);
});

test('of the rules of a workspace those that allow are not taken, and named', async () => {
  using workspace = tempWorkspace();
  const rule = (id: string, decision: string) => ({
    id,
    decision,
    reason: 'because',
    programs: ['make'],
    match: ['make'],
  });
  const rules = [rule('mine.asks', 'ask'), rule('mine.opens', 'allow')];
  workspace.write('sallyport.yaml', JSON.stringify({ policy: { rules } }));
  const { values, entries } = await loadConfig(workspace.path, workspace.env);
  expect(values['policy.rules'].map(({ id }) => id)).toEqual(['mine.asks']);
  expect(entries.find(({ key }) => key === 'policy.rules')?.ignored).toEqual([
    expect.stringMatching(/sallyport\.yaml: .*mine\.opens$/),
  ]);
});

test.each<[string, RegExp]>([
  [
    'retention: 5',
    /"retention" is no group of settings; there are redact, policy, sandbox, network, secrets, retention, undo/,
  ],
  [
    'retention:\n  dayz: 5',
    /there is no setting "retention.dayz"; "retention" has retention.days, retention.max_bytes/,
  ],
  ['retention:\n  days: -1', /retention.days: it takes a whole number above 0/],
  ['retention:\n  days: many', /retention.days: it takes a whole number above 0/],
  ['redact:\n  patterns: ["("]', /redact.patterns: it takes a list of regular expressions/],
  ['redact:\n  patterns: [""]', /redact.patterns: it takes a list/],
  ['redact:\n  env: NAME', /redact.env: it takes a list of variable names/],
  ['- a', /it has to be a mapping of keys/],
  ['a: [', /is not valid/],
  ['unknown:\n  x: 1', /"unknown" is no group of settings/],
])('%j is refused, and nothing runs on it', async (text, message) => {
  using workspace = tempWorkspace();
  const file = userConfig(workspace, text);
  await expect(loadConfig(workspace.path, workspace.env)).rejects.toThrow(message);
  await expect(loadConfig(workspace.path, workspace.env)).rejects.toThrow(file);
  await using core = createSallyport({ root: workspace.path, env: workspace.env });
  await expect(core.exec('hello')).rejects.toMatchObject({ code: 'InvalidArgs' });
});

test('patterns and named variables are hidden in what comes back', async () => {
  using workspace = tempWorkspace();
  userConfig(workspace, 'redact:\n  patterns: ["ACME-[0-9]{4}"]\n  env: [LICENCE]\n');
  await using core = createSallyport({ root: workspace.path, env: { ...workspace.env, LICENCE: 'plain-words' } });
  const { error_message } = await core.exec('ACME-1234-plain-words');
  expect(error_message).toBe('There is no command "[redacted:user]-[redacted:literal]".');
});
