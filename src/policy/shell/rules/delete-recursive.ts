import { defineShellRule, named } from '../rule.ts';

export const deleteRecursive = defineShellRule({
  id: 'delete.recursive',
  level: 'critical',
  summary: 'Deleting a folder with all that is in it.',
  objects({ effects }) {
    const effect = effects.find(
      ({ kind, recursive, thing }) => kind === 'delete' && recursive === true && thing === undefined,
    );
    return effect && `it deletes ${named(effect.target)} with all that is below`;
  },
  hits: ['rm -rf build', 'rm -fr tmp/', 'rm -r -f a', 'find . -name "*.o" -delete', 'command rm -rf x'],
  passes: ['rm a.txt', 'rm -f a.txt', 'git commit -m "rm -rf build"', 'grep -rn "rm -rf" .'],
});
