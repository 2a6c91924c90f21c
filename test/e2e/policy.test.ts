import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createSallyport } from '../../src/index.ts';
import { tempWorkspace, type TempWorkspace } from '../../src/testing/index.ts';
import { bash, cli } from './cli.ts';

function userConfig(workspace: TempWorkspace, text: string): void {
  const file = join(workspace.env['XDG_CONFIG_HOME'] as string, 'sallyport/config.yaml');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const noProduction = `policy:
  rules:
    - id: no-production
      decision: deny
      reason: Production is for people.
      programs: [kubectl]
      has: ['--context=prod*']
      match: ['kubectl --context=production get pods']
      not_match: ['kubectl get pods']
`;

describe('policy check', () => {
  test('says what would happen, and its exit code says whether it would run', async () => {
    using workspace = tempWorkspace();
    const denied = await cli(workspace, ['policy', 'check', 'cd / && rm -rf *', '--json']);
    expect(denied.code).toBe(3);
    expect(JSON.parse(denied.stdout)).toMatchObject({ decision: 'deny', level: 'blocked' });
    const allowed = await cli(workspace, ['policy', 'check', 'git status && ls src | wc -l', '--json']);
    expect({ exit: allowed.code, ...JSON.parse(allowed.stdout) }).toMatchObject({
      exit: 0,
      decision: 'allow',
      level: 'low',
    });
    expect(JSON.parse(allowed.stdout).commands.map(({ name }: { name: string }) => name)).toEqual(['git', 'ls', 'wc']);
  });

  test('answers each line of a batch before the next is asked', async () => {
    using workspace = tempWorkspace();
    const line = (command: string) =>
      `printf '%s\\n' '{"command":"${command}"}' >&3; IFS= read -r answer <&4; echo "$answer"`;
    const { stdout } = await bash(
      workspace,
      `mkfifo in out; sallyport policy check --batch <in >out & exec 3>in 4<out; ${line('ls')}; ${line('sudo id')}; exec 3>&-; wait`,
    );
    const answers = stdout
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text) as { decision: string });
    expect(answers.map(({ decision }) => decision)).toEqual(['allow', 'deny']);
  });

  test('answers a batch line by line, for a root that does not exist, and drops nothing', async () => {
    using workspace = tempWorkspace();
    const stdin = [
      '{"id": 1, "command": "rm -rf /", "cwd": "/home/dev/project"}',
      'not json',
      '{"id": "x", "command": "echo hi"}',
      '{"id": 3}',
      '{"id": 4, "command": "ls", "cwd": 5}',
      '{"id": 5, "command": 5}',
      '{"id": 6, "command": "ls", "shell": "fish"}',
      'null',
    ].join('\n');
    const { stdout, code } = await cli(
      workspace,
      ['policy', 'check', '--batch', '--preset', 'guarded', '--sandboxed', '--root', '/home/dev/project'],
      { stdin },
    );
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: unknown; decision: string; level: string; reasons: string[] });
    expect(code).toBe(0);
    expect(answers.map(({ id, decision, level }) => [id, decision, level])).toEqual([
      [1, 'deny', 'blocked'],
      [null, 'deny', 'unrated'],
      ['x', 'allow', 'low'],
      [3, 'deny', 'unrated'],
      [4, 'deny', 'unrated'],
      [5, 'deny', 'unrated'],
      [6, 'deny', 'unrated'],
      [null, 'deny', 'unrated'],
    ]);
    const noObject = 'the line is not a JSON object {"id"?, "command", "cwd"?, "shell"?}';
    expect([1, 3, 4, 5, 6, 7].map((at) => answers[at]?.reasons)).toEqual([
      [noObject],
      ['"command" is missing'],
      ['cwd must be a text.'],
      ['command must be a text.'],
      ['There is no shell "fish"; there are bash and powershell.'],
      [noObject],
    ]);
  });

  test('refuses a tool, a preset and a shell that do not exist', async () => {
    using workspace = tempWorkspace();
    const wrong: [flag: string, message: string][] = [
      ['tool', 'There is no tool "none" for shell commands; there are Bash and run_shell.'],
      ['preset', 'There is no preset "none"; there are blocklist, guarded, allowlist.'],
      ['shell', 'There is no shell "none"; there are bash and powershell.'],
    ];
    for (const [flag, message] of wrong) {
      const { code, stdout, stderr } = await cli(workspace, ['policy', 'check', 'ls', `--${flag}`, 'none']);
      expect([code, stdout, stderr.split('\n')[0]]).toEqual([2, '', `error: ${message}`]);
    }
  });

  test('says what a workspace sets in vain', async () => {
    using workspace = tempWorkspace();
    workspace.write('sallyport.yaml', 'policy: { read_tools: false }');
    const { code, stdout, stderr } = await cli(workspace, ['policy', 'check', 'ls', '--tool', 'Bash', '--json']);
    expect([code, (JSON.parse(stdout) as { level: string }).level]).toEqual([3, 'blocked']);
    expect(stderr).toMatch(/^note: {2}policy\.read_tools ignored in \S+sallyport\.yaml: .+\n$/);
    const doctor = await cli(workspace, ['doctor']);
    expect(doctor.stdout).toMatch(/warn {2}config +ignored: policy\.read_tools in \S+sallyport\.yaml/);
  });
});

describe('rules of a config file', () => {
  test('count like ours, after their examples were tried', async () => {
    using workspace = tempWorkspace();
    userConfig(workspace, noProduction);
    const { stdout } = await cli(workspace, ['policy', 'check', 'kubectl --context=prod-eu get pods', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      decision: 'deny',
      rules: ['no-production'],
      reasons: ['Production is for people.'],
    });
    const rules = await cli(workspace, ['policy', 'rules']);
    expect(rules.stdout).toContain('no-production');
  });

  test('as the documentation shows them catch an option and its value in one word and in two', async () => {
    using workspace = tempWorkspace();
    const [, sample = ''] = /```yaml\n(policy:\n {2}rules:.*?)```/s.exec(readFileSync('docs/policy.md', 'utf8')) ?? [];
    userConfig(workspace, sample);
    const ask = (command: string) => JSON.stringify({ command });
    const lines = ['kubectl --context=production get pods', 'kubectl --context production get pods', 'kubectl --context staging get pods']; // prettier-ignore
    const { stdout } = await cli(workspace, ['policy', 'check', '--batch'], { stdin: lines.map(ask).join('\n') });
    const rules = stdout.trim().split('\n').map((line) => (JSON.parse(line) as { rules: string[] }).rules.includes('no-production')); // prettier-ignore
    expect(rules).toEqual([true, true, false]);
  });

  test('are refused when an example does not hold', async () => {
    using workspace = tempWorkspace();
    userConfig(workspace, noProduction.replace('--context=production get', '--context=staging get'));
    const { stderr, code } = await cli(workspace, ['policy', 'check', 'ls']);
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('does not speak about'),
    });
  });

  test('may not take the id of one of ours', async () => {
    using workspace = tempWorkspace();
    userConfig(workspace, noProduction.replaceAll('no-production', 'delete.recursive'));
    const { stderr, code } = await cli(workspace, ['policy', 'check', 'ls']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('has the id of a built-in one')]);
  });

  test('of a workspace can forbid and cannot allow', async () => {
    using workspace = tempWorkspace();
    const rule = (id: string, decision: string, program: string) =>
      `    - {id: ${id}, decision: ${decision}, reason: because, programs: [${program}], match: [${program}]}\n`;
    workspace.write(
      'sallyport.yaml',
      `policy:\n  rules:\n${rule('yes', 'allow', 'frobnicate')}${rule('no', 'deny', 'ls')}`,
    );
    const check = async (command: string) =>
      JSON.parse((await cli(workspace, ['policy', 'check', command, '--json'])).stdout) as { decision: string };
    expect((await check('frobnicate')).decision).toBe('ask');
    expect((await check('ls')).decision).toBe('deny');
  });
});

test('policy test holds the policy against a file of expectations', async () => {
  using workspace = tempWorkspace();
  workspace.write('good.jsonl', '{"command": "rm -rf /", "expect": "blocked"}\n{"command": "ls", "expect": "allow"}\n');
  workspace.write('bad.jsonl', '{"command": "ls", "expect": "deny"}\n');
  const at = (name: string) => join(workspace.path, name);
  expect((await cli(workspace, ['policy', 'test', at('good.jsonl')])).code).toBe(0);
  const bad = await cli(workspace, ['policy', 'test', at('bad.jsonl'), '--json']);
  expect(bad.code).toBe(1);
  expect(JSON.parse(bad.stdout)).toMatchObject({
    tested: 1,
    wrong: [{ command: 'ls', expect: 'deny', decision: 'allow' }],
  });
});

test('policy backtest shows which recorded commands a changed policy would decide otherwise', async () => {
  using workspace = tempWorkspace();
  await cli(workspace, ['run', 'echo one']);
  await cli(workspace, ['run', 'no-such-program']);
  const before = await cli(workspace, ['policy', 'backtest', '--json']);
  expect(JSON.parse(before.stdout)).toEqual({ runs: 2, changed: [] });
  const strict = await cli(workspace, ['policy', 'backtest', '--preset', 'allowlist', '--json']);
  expect(JSON.parse(strict.stdout)).toMatchObject({ changed: [{ command: 'no-such-program', now: 'deny' }] });
  userConfig(
    workspace,
    'policy:\n  rules:\n    - {id: no-echo, decision: deny, reason: quiet, programs: [echo], match: [echo]}\n',
  );
  const after = await cli(workspace, ['policy', 'backtest', '--json']);
  expect(JSON.parse(after.stdout)).toMatchObject({
    runs: 2,
    changed: [{ command: 'echo one', before: 'allow', now: 'deny' }],
  });
});

test('policy backtest takes the preset that a command was judged by, not that of its front', async () => {
  using workspace = tempWorkspace();
  {
    await using core = createSallyport({ root: workspace.path, env: workspace.env, preset: 'allowlist' });
    await core.call('run_shell', { command: 'no-such-program' });
  }
  const { stdout } = await cli(workspace, ['policy', 'backtest', '--json']);
  expect(JSON.parse(stdout)).toEqual({ runs: 1, changed: [] });
});

test.each([
  [
    '{"permissions": {"allow": ["Bash(npm test:*)"], "ask": "Bash(git push:*)"}}',
    '"permissions.ask" is not a list of texts',
  ],
  ['{"permissions": {"allow": ["Bash(npm test:*)"], "deny": [1]}}', '"permissions.deny" is not a list of texts'],
  ['{"permissions": ["Bash(npm test:*)"]}', '"permissions" is not a mapping'],
])('policy import takes nothing from settings of which a part is no list: %s', async (settings, reason) => {
  using workspace = tempWorkspace();
  workspace.write('settings.json', settings);
  const { stdout, stderr, code } = await cli(workspace, ['policy', 'import', join(workspace.path, 'settings.json')]);
  expect({ stdout, code }).toEqual({ stdout: '', code: 2 });
  expect(stderr).toContain(reason);
});

test('policy import shows allow-lists of Claude Code and VS Code as rules, and refuses what is too broad', async () => {
  using workspace = tempWorkspace();
  workspace.write(
    'claude.json',
    JSON.stringify({
      permissions: {
        allow: [
          'Bash(npm run test:*)',
          'Bash(rm -rf build)',
          'Bash(python:*)',
          'Bash(npm install)',
          'Bash(chmod +x:*)',
          'Read(*)',
        ],
        deny: ['Bash(git push:*)'],
      },
    }),
  );
  workspace.write(
    'code.json',
    '{\n  // approved\n  "chat.tools.terminal.autoApprove": { "npm test": true, "/^git/": true, "del": false, },\n}\n',
  );
  const imported = async (name: string) =>
    JSON.parse((await cli(workspace, ['policy', 'import', join(workspace.path, name), '--json'])).stdout) as {
      source: string;
      rule?: { decision: string; programs: string[] };
      refused?: string;
    }[];
  expect((await imported('claude.json')).map(({ source, rule }) => [source, rule?.decision ?? 'refused'])).toEqual([
    ['Bash(npm run test:*)', 'allow'],
    ['Bash(rm -rf build)', 'refused'],
    ['Bash(python:*)', 'refused'],
    ['Bash(npm install)', 'refused'],
    ['Bash(chmod +x:*)', 'refused'],
    ['Read(*)', 'refused'],
    ['Bash(git push:*)', 'deny'],
  ]);
  expect((await imported('code.json')).map(({ source, rule }) => [source, rule?.decision ?? 'refused'])).toEqual([
    ['npm test', 'allow'],
    ['/^git/', 'refused'],
    ['del', 'ask'],
  ]);
});
