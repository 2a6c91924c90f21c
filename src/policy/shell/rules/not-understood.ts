import { defineShellRule } from '../rule.ts';

export const notUnderstood = defineShellRule({
  id: 'parse.doubt',
  level: 'high',
  summary: 'What cannot be understood before it runs is never taken for harmless.',
  // An unknown folder alone is no danger that a box would not hold.
  objects: ({ doubts }) => doubts.find(({ kind }) => kind !== 'folder')?.text,
  objectsToAll: ({ doubts }) => doubts[0]?.text,
  hits: [
    '$CMD x',
    'eval "$X"',
    'echo "unfinished',
    'LD_PRELOAD=./x.so ls',
    'GIT_SSH_COMMAND=./x git fetch',
    'base64 -d a | bash',
  ],
  passes: ['echo "$HOME"', 'for i in a b; do echo $i; done', 'cd "$(git rev-parse --show-toplevel)"'],
});
