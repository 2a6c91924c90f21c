import type { Word } from '../../../protocol/shell.ts';
import { isAnyFile, isEverything } from '../places.ts';
import { defineShellRule, named } from '../rule.ts';

export const deleteEverything = defineShellRule({
  id: 'delete.everything',
  level: 'blocked',
  summary:
    'Deleting the whole system, the home folder, or a folder that the workspace lies in, with all that is below.',
  objects({ effects, argv }, facts) {
    const effect = effects.find(
      ({ kind, recursive, thing, target }) =>
        kind === 'delete' &&
        thing === undefined &&
        (recursive === true ? isEverything(target, facts) : isAnyFile(target) && argv.some(isFound)),
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
    'rm -rf /?*',
    'rm -rf /[a-z]*',
    'find / -type f -exec rm -f {} +',
    'find / -print0 | xargs -0 rm -rf',
    'echo /* | xargs rm -rf',
    "printf '%s\\0' / | xargs -0 rm -rf",
    "xargs -d '\\n' rm -rf <<< /",
  ],
  passes: [
    'rm -rf build',
    'rm -rf "${OUT:?}"/*',
    'echo rm -rf /',
    'rm -rf ./',
    'rm a',
    'rm -rf ./?*',
    'find . -print0 | xargs -0 rm -rf',
    'rm "/$f"',
  ],
});

/** A name that another program found and hands over. */
function isFound({ pieces }: Word): boolean {
  return pieces.some((piece) => typeof piece === 'object' && piece.unknown === 'argument');
}
