import type { ShellEffect } from '../../../protocol/shell.ts';
import { isOutside } from '../places.ts';
import { defineShellRule, named, type Facts } from '../rule.ts';

export const unknownPlace = defineShellRule({
  id: 'path.unknown',
  level: 'medium',
  summary:
    'Writing or deleting where nobody can say beforehand, with no box around it: a name made at run time, a link that leads out.',
  objects({ effects }, facts) {
    if (facts.isBoxed) return undefined;
    const effect = effects.find((each) => isUnknownPlace(each) || leadsOut(each, facts));
    if (!effect) return undefined;
    return effect.kind === 'read'
      ? `it makes a link to ${named(effect.target)}, which is outside the workspace`
      : `where it ${effect.kind === 'write' ? 'writes' : 'deletes'} is known only when it runs`;
  },
  hits: ['echo x > "$X"', 'cd "$(cat f)" && touch a', 'sed -i s/a/b/ "$F"', 'ln -s /etc e', 'echo x > $(cat f)'],
  passes: ['echo x > a', 'for f in *.txt; do sed -i s/a/b/ "$f"; done', 'ln -s a b', 'echo "$X"', 'cat "$F"'],
});

function isUnknownPlace({ kind, target, thing }: ShellEffect): boolean {
  if ((kind !== 'write' && kind !== 'delete') || thing !== undefined || !target) return false;
  return target.path === undefined && target.within === undefined;
}

function leadsOut({ kind, note, target }: ShellEffect, facts: Facts): boolean {
  return kind === 'read' && note === 'link' && isOutside(target, facts);
}
