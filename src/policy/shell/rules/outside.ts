import type { ShellEffect, Target } from '../../../protocol/shell.ts';
import { isOutside } from '../places.ts';
import { defineShellRule, named, type Facts } from '../rule.ts';

export const outside = defineShellRule({
  id: 'path.outside',
  level: 'outside',
  summary: 'Going to, writing to or deleting something outside the workspace.',
  objects({ effects }, facts) {
    const effect = effects.find((each) => acts(each) && (each.note === 'cd' ? goesOut : isOutside)(each.target, facts));
    return effect && sentence(effect, facts);
  },
  objectsToAll: (_, facts) =>
    isOutside({ text: facts.cwd, path: facts.cwd, isPattern: false }, facts)
      ? `it would run in ${facts.cwd}, which is outside the workspace ${facts.root}`
      : undefined,
  hits: [
    'cd ..',
    'cd /',
    'cd /tmp',
    'cd "$UNSET/etc"',
    'cd "$(git rev-parse --show-toplevel)/.."',
    'cd $UNSET',
    'pushd /opt',
    'echo x > /etc/hosts',
    'rm ../a',
    'cp a /usr/local/bin/a',
    'touch ~/a',
    'mkdir -p ../x/y',
  ],
  passes: [
    'cd src',
    'cd "$UNSET"',
    'for d in packages/*; do (cd $d && ls); done',
    'cd "$(git rev-parse --show-toplevel)"',
    'cat /etc/hosts',
    'echo x > a',
    'ls ..',
    'npm test > /dev/null 2>&1',
    'cd src && cd ..',
  ],
});

/** Nobody needs to be in the private /tmp of a box; and a folder that is not known may be none. */
function goesOut(target: Target | undefined, facts: Facts): boolean {
  const unboxed = { ...facts, isBoxed: false };
  if (isOutside(target, unboxed)) return true;
  if (!target || target.path !== undefined) return false;
  if (/…\/\.\.(?:\/|$)/.test(target.text)) return true;
  return target.ifEmpty !== undefined && isOutside({ ...target, path: target.ifEmpty }, unboxed);
}

function acts({ kind, note, thing }: ShellEffect): boolean {
  if (kind === 'read') return note === 'cd';
  if (kind === 'change') return thing === 'permissions' || thing === 'owner';
  return (kind === 'write' || kind === 'delete') && thing === undefined;
}

function sentence({ kind, target }: ShellEffect, { root }: Facts): string {
  const verb = { read: 'goes to', write: 'writes to', delete: 'deletes' }[kind as 'read'] ?? 'changes';
  return `it ${verb} ${named(target)}, which is outside the workspace ${root}`;
}
