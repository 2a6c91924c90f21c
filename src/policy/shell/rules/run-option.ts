import { defineShellRule, named } from '../rule.ts';

export const runOption = defineShellRule({
  id: 'run.option',
  level: 'high',
  summary: 'An option or a setting that makes a harmless-looking program run another one.',
  objects({ effects }) {
    const effect = effects.find(({ kind, note }) => kind === 'run' && note?.startsWith('option') === true);
    return effect && `it runs ${named(effect.target)} through an option`;
  },
  hits: [
    'rg --pre ./x foo',
    'sort --compress-program=./x a',
    'git -c core.pager=./x log',
    'tar --to-command=./x -xf a.tar',
    'npm config set script-shell ./x',
  ],
  passes: [
    'rg foo',
    'sort a',
    'git log',
    'GIT_PAGER=cat git log',
    'git -c core.pager=cat log',
    'tar -I zstd -xf a.tar.zst',
  ],
});
