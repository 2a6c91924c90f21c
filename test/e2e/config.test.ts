import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempWorkspace } from '../../src/testing/index.ts';
import { cli, filesBelow, makeFolder, series } from './cli.ts';

const userFile = '../config/sallyport/config.yaml';
const invalid = (file: string, reason: string) => ({
  code: 2,
  stdout: '',
  stderr: `error: The config file ${file} is not valid: ${reason}.\nhint: Correct the file; docs/config.md describes every setting.\n`,
});

describe('config show', () => {
  test('prints the built-in values where nothing is set', async () => {
    using workspace = tempWorkspace();
    const [plain, origin, json] = await series(workspace, [
      ['config', 'show'],
      ['config', 'show', '--origin'],
      ['config', 'show', '--json'],
    ]);
    expect(plain).toEqual({
      code: 0,
      stdout: `SETTING               VALUE
redact.patterns       []
redact.env            []
policy.rules          []
policy.allowed_paths  []
policy.env            []
policy.read_tools     true
sandbox.mode          "auto"
network.allow         []
secrets.allow         []
retention.days        90
retention.max_bytes   1073741824
undo.max_bytes        1073741824
`,
      stderr: '',
    });
    expect(origin?.stdout).toBe(`SETTING               VALUE       FROM
redact.patterns       []          built-in
redact.env            []          built-in
policy.rules          []          built-in
policy.allowed_paths  []          built-in
policy.env            []          built-in
policy.read_tools     true        built-in
sandbox.mode          "auto"      built-in
network.allow         []          built-in
secrets.allow         []          built-in
retention.days        90          built-in
retention.max_bytes   1073741824  built-in
undo.max_bytes        1073741824  built-in
`);
    expect(JSON.parse(json?.stdout ?? '')).toEqual({
      'redact.patterns': [],
      'redact.env': [],
      'policy.rules': [],
      'policy.allowed_paths': [],
      'policy.env': [],
      'policy.read_tools': true,
      'sandbox.mode': 'auto',
      'network.allow': [],
      'secrets.allow': [],
      'retention.days': 90,
      'retention.max_bytes': 1024 ** 3,
      'undo.max_bytes': 1024 ** 3,
    });
  });

  test('--origin names the file that decided, and what a workspace may not decide', async () => {
    using workspace = tempWorkspace();
    workspace.write(userFile, "redact: { env: [MINE], patterns: ['ACME-[0-9]{8}'] }\nretention: { days: 30 }\n");
    workspace.write('sallyport.yaml', "redact: { env: [THEIRS], patterns: ['.+'] }\nretention: { days: 1 }\n");
    const [user, theirs] = [join(workspace.path, userFile), join(workspace.path, 'sallyport.yaml')];
    const [text, json] = await series(workspace, [
      ['config', 'show', '--origin'],
      ['config', 'show', '--origin', '--json'],
    ]);
    const why = {
      patterns: `${theirs}: a pattern of a stranger can be made to run for ever`,
      days: `${theirs}: it would let a repository erase its own traces`,
    };
    expect(text).toEqual({
      code: 0,
      stdout: `SETTING               VALUE              FROM
redact.patterns       ["ACME-[0-9]{8}"]  user: ${user}
redact.env            ["MINE","THEIRS"]  workspace: ${theirs}
policy.rules          []                 built-in
policy.allowed_paths  []                 built-in
policy.env            []                 built-in
policy.read_tools     true               built-in
sandbox.mode          "auto"             built-in
network.allow         []                 built-in
secrets.allow         []                 built-in
retention.days        30                 user: ${user}
retention.max_bytes   1073741824         built-in
undo.max_bytes        1073741824         built-in
`,
      stderr: `note:  redact.patterns ignored in ${why.patterns}\nnote:  retention.days ignored in ${why.days}\n`,
    });
    expect(JSON.parse(json?.stdout ?? '')).toEqual([
      { key: 'redact.patterns', value: ['ACME-[0-9]{8}'], origin: 'user', file: user, ignored: [why.patterns] },
      { key: 'redact.env', value: ['MINE', 'THEIRS'], origin: 'workspace', file: theirs, ignored: [] },
      { key: 'policy.rules', value: [], origin: 'built-in', file: null, ignored: [] },
      { key: 'policy.allowed_paths', value: [], origin: 'built-in', file: null, ignored: [] },
      { key: 'policy.env', value: [], origin: 'built-in', file: null, ignored: [] },
      { key: 'policy.read_tools', value: true, origin: 'built-in', file: null, ignored: [] },
      { key: 'sandbox.mode', value: 'auto', origin: 'built-in', file: null, ignored: [] },
      { key: 'network.allow', value: [], origin: 'built-in', file: null, ignored: [] },
      { key: 'secrets.allow', value: [], origin: 'built-in', file: null, ignored: [] },
      { key: 'retention.days', value: 30, origin: 'user', file: user, ignored: [why.days] },
      { key: 'retention.max_bytes', value: 1024 ** 3, origin: 'built-in', file: null, ignored: [] },
      { key: 'undo.max_bytes', value: 1024 ** 3, origin: 'built-in', file: null, ignored: [] },
    ]);
  });
});

describe('a config file that cannot be understood', () => {
  const files: [string, string][] = [
    ['retention: { dayz: 1 }', 'there is no setting "retention.dayz"; "retention" has retention.days, retention.max_bytes'],
    ['retention: { days: 0 }', 'retention.days: it takes a whole number above 0'],
    ['retention: { days: "7" }', 'retention.days: it takes a whole number above 0'],
    ['retentoin: { days: 1 }', '"retentoin" is no group of settings; there are redact, policy, sandbox, network, secrets, retention, undo'],
    ['retention: 5', '"retention" is no group of settings; there are redact, policy, sandbox, network, secrets, retention, undo'],
    ['redact: { env: FOO }', 'redact.env: it takes a list of variable names'],
    ["redact: { patterns: ['('] }", 'redact.patterns: it takes a list of regular expressions'],
    ["redact: { patterns: ['a*'] }", 'redact.patterns: it takes a list of regular expressions'],
    ['- retention', 'it has to be a mapping of keys'],
  ]; // prettier-ignore

  test('stops every command that needs it with exit code 2, and says which file and what', async () => {
    using workspace = tempWorkspace();
    const user = join(workspace.path, userFile);
    makeFolder(join(user, '..'));
    const ended = await series(
      workspace,
      files.flatMap(([content]) => [{ file: user, latin1: content }, ['config', 'show'], ['exec', 'hello']]),
    );
    const expected = files.flatMap(([, reason]) => [invalid(user, reason), invalid(user, reason)]);
    expect(ended).toEqual(expected);
    expect(filesBelow(workspace.path)).toEqual({});
  });

  test.each([
    ['no YAML', 'retention: ['],
    ['a key that is given twice', 'retention: { days: 1 }\nretention: { days: 2 }\n'],
    ['an alias', 'redact: &a { env: [X] }\nretention: *a\n'],
    ['a binary file', '\0\x01\xff\xfe'],
  ])('because it is %s is named, with exit code 2', async (_, content) => {
    using workspace = tempWorkspace();
    const file = join(workspace.path, 'sallyport.yaml');
    const [shown, ran] = await series(workspace, [{ file, latin1: content }, ['config', 'show'], ['exec', 'hello']]);
    expect(shown).toEqual(ran);
    expect([shown?.code, shown?.stdout]).toEqual([2, '']);
    expect(shown?.stderr.startsWith(`error: The config file ${file} is not valid: `)).toBe(true);
  });

  test('does not keep anybody from looking at the history, or at what is wrong', async () => {
    using workspace = tempWorkspace();
    workspace.write('sallyport.yaml', 'nope: {}');
    const [runs, doctor] = await series(workspace, [['runs'], ['doctor', '--json']]);
    expect(runs?.code).toBe(0);
    expect([doctor?.code, doctor?.stdout.includes('\\"nope\\" is no group of settings')]).toEqual([1, true]);
  });

  test('is told as JSON with --json', async () => {
    using workspace = tempWorkspace();
    workspace.write('sallyport.yaml', 'nope: {}');
    const { code, stdout, stderr } = await cli(workspace, ['exec', 'hello', '--json']);
    const reason =
      '"nope" is no group of settings; there are redact, policy, sandbox, network, secrets, retention, undo';
    expect([code, JSON.parse(stdout), stderr]).toEqual([
      2,
      {
        error: {
          code: 'InvalidArgs',
          message: `The config file ${join(workspace.path, 'sallyport.yaml')} is not valid: ${reason}.`,
          hint: 'Correct the file; docs/config.md describes every setting.',
        },
      },
      '',
    ]);
  });
});

test('a secret named in the config is hidden in output and records', async () => {
  using workspace = tempWorkspace();
  workspace.write('sallyport.yaml', 'redact: { env: [ACME_LICENCE] }');
  const env = { ACME_LICENCE: 'correct horse' };
  const { stderr } = await cli(workspace, ['exec', 'hello "correct horse"'], { env });
  expect(stderr).toContain('The word "[redacted:');
  expect(JSON.stringify(filesBelow(`${workspace.path}/..`))).not.toContain('correct horse');
});
