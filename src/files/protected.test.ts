import { describe, expect, test } from 'vitest';
import { findProtected, protectedRules } from './protected.ts';

/** Path, rule for writing, rule for reading. */
const paths: [string, string | undefined, string | undefined][] = [
  ['src/index.ts', undefined, undefined],
  ['README.md', undefined, undefined],
  ['src/hooks/use-state.ts', undefined, undefined],
  ['config', undefined, undefined],
  ['environment.ts', undefined, undefined],
  ['.gitignore', undefined, undefined],
  ['.gitattributes', undefined, undefined],
  ['.editorconfig', undefined, undefined],
  ['.ci/build.sh', undefined, undefined],
  ['CLAUDE.md', undefined, undefined],
  ['.github/ISSUE_TEMPLATE/bug.md', undefined, undefined],
  ['.docker/Dockerfile', undefined, undefined],
  ['notes~1.txt~', undefined, undefined],
  ['library', undefined, undefined],
  ['Library/LaunchAgents/x.plist', 'shell.startup', undefined],
  ['.local/state/sallyport/0123/key', 'sallyport.user-state', 'sallyport.user-state'],

  ['.git', 'git.folder', undefined],
  ['.git/hooks', 'git.hooks', undefined],
  ['.git/hooks/pre-commit', 'git.hooks', undefined],
  ['.GIT/Hooks/pre-commit', 'git.hooks', undefined],
  ['packages/lib/.git/hooks/post-checkout', 'git.hooks', undefined],
  ['mirror.git/hooks/update', 'git.hooks', undefined],
  ['mirror.git/config', 'git.config', undefined],
  ['mirror.git/readme', undefined, undefined],
  ['.git/config', 'git.config', undefined],
  ['.git/info/attributes', 'git.config', undefined],
  ['.git/modules/lib/hooks/pre-push', 'git.folder', undefined],
  ['.git/modules/lib/config', 'git.folder', undefined],
  ['.git/worktrees/x/config.worktree', 'git.folder', undefined],
  ['.git/HEAD', 'git.folder', undefined],
  ['.gitmodules', 'git.config', undefined],
  ['.githooks/pre-commit', 'git.hooks', undefined],
  ['.husky/pre-commit', 'git.hooks', undefined],
  ['.pre-commit-config.yaml', 'git.hooks', undefined],
  ['lefthook.yml', 'git.hooks', undefined],
  ['.lefthook-local.toml', 'git.hooks', undefined],

  ['.env', 'secret.env', 'secret.env'],
  ['apps/web/.env.local', 'secret.env', 'secret.env'],
  ['.ENV.Production', 'secret.env', 'secret.env'],
  ['.env.example', undefined, undefined],
  ['.env.production.sample', undefined, undefined],
  ['.env.example.local', 'secret.env', 'secret.env'],
  ['.env/bin/python', undefined, undefined],
  ['.envrc', 'secret.env', 'secret.env'],
  ['.ssh/config', 'secret.credentials', 'secret.credentials'],
  ['home/.aws/credentials', 'secret.credentials', 'secret.credentials'],
  ['.docker/config.json', 'secret.credentials', 'secret.credentials'],
  ['.docker', 'secret.credentials', undefined],
  ['.npmrc', 'secret.credentials', 'secret.credentials'],
  ['.netrc', 'secret.credentials', 'secret.credentials'],
  ['deploy/id_ed25519', 'secret.key', 'secret.key'],
  ['deploy/id_ed25519.pub', undefined, undefined],
  ['tls/server.key', 'secret.key', 'secret.key'],
  ['tls/privkey.pem', 'secret.key', 'secret.key'],
  ['tls/fullchain.pem', undefined, undefined],
  ['release.keystore', 'secret.key', 'secret.key'],

  ['.bashrc', 'shell.startup', undefined],
  ['.config/fish/config.fish', 'shell.startup', undefined],
  ['.config', 'git.config', undefined],
  ['.config/other', undefined, undefined],
  ['.yarnrc.yml', 'shell.startup', undefined],
  ['.vscode', 'editor.config', undefined],
  ['.vscode/tasks.json', 'editor.config', undefined],
  ['team.code-workspace', 'editor.config', undefined],
  ['.vimrc', 'editor.config', undefined],
  ['.vim/plugin/x.vim', 'editor.config', undefined],
  ['.idea/workspace.xml', 'editor.config', undefined],
  ['.devcontainer/devcontainer.json', 'editor.config', undefined],
  ['.claude/settings.json', 'agent.config', undefined],
  ['.mcp.json', 'agent.config', undefined],
  ['.cursor/mcp.json', 'agent.config', undefined],
  ['sallyport.yaml', 'agent.config', undefined],
  ['examples/sallyport.yaml', undefined, undefined],
  ['.github/workflows/ci.yml', 'ci.config', undefined],
  ['.github', 'ci.config', undefined],
  ['.gitlab-ci.yml', 'ci.config', undefined],
  ['Jenkinsfile', 'ci.config', undefined],
  ['.woodpecker.yml', 'ci.config', undefined],
  ['azure-pipelines.yml', 'ci.config', undefined],

  ['.agents', 'sallyport.state', undefined],
  ['.agents/audit/chain.jsonl', 'sallyport.state', undefined],
  ['.Agents/skills/x/SKILL.md', 'sallyport.state', undefined],
  ['AGENTS~1/audit', 'sallyport.state', undefined],
  ['lib/.agents/x', 'agent.config', undefined],
  ['.agents2/x', undefined, undefined],
];

describe('by the rule that is named', () => {
  test.each(paths)('%s', (path, write, read) => {
    const state = { state: ['.agents'] };
    const segments = path.split('/');
    expect([findProtected(segments, 'write', state)?.id, findProtected(segments, 'read', state)?.id]).toEqual([
      write,
      read,
    ]);
  });
});

test.each([
  ['GIT~1/hooks/pre-commit', 'git.hooks'],
  ['git~2/config', 'git.config'],
  ['GI7EBA~1/HEAD', 'git.hooks'], // as well as of .git it may be the short name of .githooks,
  ['GITMOD~1', 'git.config'],
  ['ENV~1', 'secret.env'],
  ['ENV~1.LOC', 'secret.env'],
  ['VSCODE~1/tasks.json', 'editor.config'],
  ['.github/WORKFL~1/ci.yml', 'ci.config'],
  ['GITHUB~1/workflows/ci.yml', 'ci.config'],
  ['GITLAB~1.YML', 'ci.config'],
  ['JENKIN~1', 'ci.config'],
  ['TEAM~1.COD', 'editor.config'],
  ['BASH_P~1', 'shell.startup'],
])('the short name %s is seen through', (path, rule) => {
  expect(findProtected(path.split('/'), 'write', { state: ['.agents'] })?.id).toBe(rule);
});

describe('when the workspace is the state folder', () => {
  test.each([
    ['audit', true],
    ['audit/chain.jsonl', true],
    ['artifacts', true],
    ['artifacts/zip', true],
    ['artifacts/zip/runs/1.json', true],
    ['artifacts/zip/out/1-stdout.txt', true],
    ['artifacts/zip/mine.txt', false],
    ['skills/hello/SKILL.md', true],
    ['.gitignore', true],
    ['workspace/notes.md', false],
    ['lib/audit/x', false],
  ])('%s is closed: %s', (path, closed) => {
    const rule = findProtected(path.split('/'), 'write', { state: [] });
    expect(rule?.write === 'never').toBe(closed);
    expect(findProtected(path.split('/'), 'read', { state: [] })).toBeUndefined();
  });
});

test('a nested state folder is closed together with the folders that lead to it', () => {
  const closed = (path: string) =>
    findProtected(path.split('/'), 'write', { state: ['sub', '.agents'] })?.write === 'never';
  expect(['sub', 'sub/.agents', 'sub/.agents/x', 'sub/other', '.agents'].map(closed)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

test('the workspace itself is no protected path', () => {
  for (const state of [[], ['.agents']]) expect(findProtected([], 'write', { state })).toBeUndefined();
});

test('every path of every rule is found by that rule or an earlier one', () => {
  const lost = protectedRules.flatMap((rule, index) =>
    rule.paths.filter((path) => {
      const segments = path.replace(/^\//, '').replace('/**', '/below').replaceAll('*', 'x').split('/');
      const found = findProtected(segments, 'write', { state: ['.agents'] });
      return !found || protectedRules.indexOf(found) > index;
    }),
  );
  expect(lost).toEqual([]);
});

test('a folder may be made for the sake of what is free in it, but not replaced', () => {
  const state = ['.agents'];
  for (const name of ['.github', '.docker', '.config']) {
    expect([name, findProtected([name], 'write', { state, makesFolder: true })?.id]).toEqual([name, undefined]);
    expect(findProtected([name], 'write', { state })).toBeDefined();
  }
  for (const path of [['.git'], ['.vscode'], ['.agents'], ['.github', 'workflows']]) {
    expect(findProtected(path, 'write', { state, makesFolder: true })).toBeDefined();
  }
});
