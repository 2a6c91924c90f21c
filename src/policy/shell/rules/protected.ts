import type { ShellEffect } from '../../../protocol/shell.ts';
import { defineShellRule, named, type Facts, type PathAccess, type Protection } from '../rule.ts';

export const closedWrite = defineShellRule({
  id: 'path.closed',
  level: 'blocked',
  summary: 'Writing to what Sallyport keeps for itself; no answer opens it.',
  objects: ({ effects }, facts) => first(effects, facts, 'write', ({ isClosed }) => isClosed),
  hits: ['rm -rf .agents', 'echo x > .agents/audit/chain.jsonl', 'rm -rf ~/.local/state/sallyport'],
  passes: ['ls .agents', 'cat .agents/audit/chain.jsonl', 'echo x > agents.md'],
});

export const protectedWrite = defineShellRule({
  id: 'path.protected',
  level: 'high',
  summary: 'Writing to paths that run code later, that hold secrets, or that steer editors, builds and agents.',
  objects: ({ effects }, facts) => first(effects, facts, 'write'),
  hits: [
    'echo x > .git/hooks/pre-commit',
    'cp a .github/workflows/a.yml',
    'rm .vscode/tasks.json',
    'rm .git/hooks/*',
    'tee .envrc < a',
    'mkdir .github/workflows',
    'git checkout main -- .vscode/tasks.json',
    'git restore a .github/workflows/a.yml',
  ],
  passes: ['echo x > a.txt', 'cat .git/hooks/pre-commit', 'git status', 'git checkout main', 'mkdir .github'],
});

export const secretRead = defineShellRule({
  id: 'path.secret',
  level: 'high',
  summary: 'Reading files that hold keys, passwords or tokens.',
  objects: ({ effects }, facts) => first(effects, facts, 'read') ?? printed(effects),
  hits: [
    'cat .env',
    'cat ~/.ssh/id_rsa',
    'cat ~/.ssh/*',
    'base64 ~/.aws/credentials',
    'cp .env a',
    'grep TOKEN .env',
    'cat /etc/shadow',
    'gpg --export-secret-keys',
    'gh auth token',
    'cat /proc/$PPID/environ',
    'gh gist create .env',
    'git credential fill',
  ],
  passes: ['cat *', 'cat .*rc', 'cat .env.example', 'cat README.md', 'ls .env', 'grep -rn TOKEN src'],
});

/** Secrets that a program keeps where no path names them. */
function printed(effects: readonly ShellEffect[]): string | undefined {
  const effect = effects.find(({ kind, note }) => kind === 'read' && note?.startsWith('secret') === true);
  return effect && 'it prints keys, passwords or tokens';
}

function first(
  effects: readonly ShellEffect[],
  facts: Facts,
  access: 'read' | 'write',
  counts: (protection: Protection) => boolean = () => true,
): string | undefined {
  for (const effect of effects) {
    const found = accessOf(effect);
    const hit = found && (found === 'read') === (access === 'read') ? protectionOf(effect, facts, found) : undefined;
    if (hit && counts(hit)) return `${named(effect.target)} is protected (${hit.id}): ${hit.reason}`;
  }
  return undefined;
}

/** What of a file is changed without writing to it by name: git puts another content there. */
const changed = new Set(['permissions', 'owner', 'uncommitted-work']);

function accessOf({ kind, thing, note }: ShellEffect): PathAccess | undefined {
  if (kind === 'read') return note === 'cd' || note === 'names' ? undefined : 'read';
  if (kind === 'change') return thing !== undefined && changed.has(thing) ? 'write' : undefined;
  if (kind === 'write' && note === 'folder') return 'make folder';
  return (kind === 'write' || kind === 'delete') && thing === undefined ? 'write' : undefined;
}

function protectionOf({ target }: ShellEffect, facts: Facts, access: PathAccess): Protection | undefined {
  // `"$DIR"/.env` is a secret wherever the folder is.
  const path = target?.path ?? target?.ifEmpty;
  if (path === undefined) return undefined;
  if (target?.isPattern === true) {
    const match = matchedSecret(path);
    const all = `${path.slice(0, path.lastIndexOf('/', path.search(/[*?[{]/)) + 1)}*`;
    return (match === undefined ? undefined : facts.protection(match, access)) ?? facts.protection(all, access);
  }
  const real = facts.resolve(path);
  return facts.protection(path, access) ?? (real === path ? undefined : facts.protection(real, access));
}

const secretNames = [
  '.env',
  '.env.local',
  '.npmrc',
  '.netrc',
  '.pypirc',
  '.git-credentials',
  'id_rsa',
  'id_ed25519',
  'a.key',
  'a.p12',
];
const ordinaryNames = ['README.md', 'index.ts', 'a.json', '.gitignore', '.prettierrc', 'package.json', 'Makefile'];

/** A path with the name of a secret that a pattern is after: `.en?` and `*.key`, but not `*`, which is after everything. */
function matchedSecret(pattern: string): string | undefined {
  const slash = pattern.lastIndexOf('/');
  const [folder, last] = [pattern.slice(0, slash + 1), pattern.slice(slash + 1)];
  const source = last
    .slice(0, 100)
    .replace(/[.+^${}()|\\]/g, '\\$&')
    .replace(/\*+/g, '.*')
    .replaceAll('?', '.')
    .replace(/\[(?:[^\]]*)$/, '\\[');
  const glob = safeRegExp(`^${source}$`);
  if (!glob || ordinaryNames.some((name) => glob.test(name))) return undefined;
  const found = secretNames.find((name) => glob.test(name));
  return found === undefined ? undefined : folder + found;
}

function safeRegExp(source: string): RegExp | undefined {
  try {
    return new RegExp(source, 's');
  } catch {
    return undefined;
  }
}
