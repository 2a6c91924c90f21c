import { isEverything } from '../places.ts';
import { defineShellRule, named } from '../rule.ts';

export const deleteEverything = defineShellRule({
  id: 'delete.everything',
  level: 'blocked',
  summary:
    'Deleting the whole system, the home folder, or a folder that the workspace lies in, with all that is below.',
  objects({ effects }, facts) {
    const effect = effects.find(
      ({ kind, recursive, thing, target }) =>
        kind === 'delete' && recursive === true && thing === undefined && isEverything(target, facts),
    );
    return effect && `it deletes ${named(effect.target)} with all that is below`;
  },
  hits: [
    'rm -rf /',
    'rm -fr /*',
    'rm --recursive --force -- /',
    'cd / && rm -rf *',
    'find / -delete',
    'rm -rf ~',
    'rm -rf "$UNSET"/*',
    'bash -c "rm -rf /"',
  ],
  passes: ['rm -rf build', 'echo rm -rf /', 'rm -rf ./', 'rm a'],
});
