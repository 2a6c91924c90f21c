import type { ShellEffect } from '../../../protocol/shell.ts';
import { meantBy } from '../meant.ts';
import { isBelow } from '../places.ts';
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
    'tee .vscode/tasks.js* < a',
    'sed -i s/a/b/ .github/workflows/*.yml',
    'for f in .git/hooks/*; do echo x > "$f"; done',
  ],
  passes: ['echo x > a.txt', 'cat .git/hooks/pre-commit', 'git status', 'git checkout main', 'mkdir .github'],
});

export const secretRead = defineShellRule({
  id: 'path.secret',
  level: 'high',
  summary: 'Reading files that hold keys, passwords or tokens.',
  objects: ({ effects }, facts) => first(effects, facts, 'read') ?? printed(effects) ?? swept(effects, facts),
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
    'cat ~/.ssh/*',
    'cat /etc/shad*',
    'cat ~/.ssh/@(id_rsa)',
    'cat /proc/*/environ',
    'cat /dev/sda',
    'cp -r ~ .',
    'grep -r . ~',
  ],
  passes: [
    'cat *',
    'cat .*rc',
    'cat .env.example',
    'cat README.md',
    'ls .env',
    'grep -rn TOKEN src',
    'ls -R ~',
    'grep -r a /usr/include',
  ],
});

/** Secrets that a program keeps where no path names them. */
function printed(effects: readonly ShellEffect[]): string | undefined {
  const effect = effects.find(({ kind, note }) => kind === 'read' && note?.startsWith('secret') === true);
  return effect && 'it prints keys, passwords or tokens';
}

/** Whoever reads all of a home folder reads the keys in it. */
function swept(effects: readonly ShellEffect[], facts: Facts): string | undefined {
  const effect = effects.find(
    ({ kind, note, recursive, target }) =>
      kind === 'read' && recursive === true && note !== 'names' && isBelow(facts.home, target?.path ?? '\0'),
  );
  return effect && `it reads all that is below ${named(effect.target)}, keys and passwords too`;
}

function first(
  effects: readonly ShellEffect[],
  facts: Facts,
  access: 'read' | 'write',
  counts: (protection: Protection) => boolean = () => true,
): string | undefined {
  const seen = new Set<string>();
  for (const effect of effects) {
    const found = accessOf(effect);
    const pattern = effect.target?.isPattern ? `${found} ${effect.target.path}` : '';
    if (seen.has(pattern)) continue;
    if (pattern !== '') seen.add(pattern);
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
  if (target?.isPattern === true) return protectionOfPattern(path, facts, access);
  return protectionOfPath(path, facts, access);
}

function protectionOfPath(path: string, facts: Facts, access: PathAccess): Protection | undefined {
  const real = facts.resolve(path);
  return facts.protection(path, access) ?? (real === path ? undefined : facts.protection(real, access));
}

/** What it fits on disk, and, as that may be made only now, what its text is after. */
function protectionOfPattern(pattern: string, facts: Facts, access: PathAccess): Protection | undefined {
  const paths = [...facts.matches(pattern), ...meantBy(pattern)];
  for (const path of paths) {
    const found = protectionOfPath(path, facts, access);
    if (found) return found;
  }
  return undefined;
}
