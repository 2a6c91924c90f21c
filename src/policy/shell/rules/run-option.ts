import { defineShellRule, named } from '../rule.ts';

export const runOption = defineShellRule({
  id: 'run.option',
  level: 'high',
  summary: 'An option or a setting that makes a harmless-looking program run another one.',
  objects({ effects, isUnknown, name, path }) {
    // A variable that names a program comes before it in the path: `GIT_SSH_COMMAND=./x git fetch`.
    const variable = /^[A-Z][A-Z0-9_]+$/.exec(path.at(-1) ?? '')?.[0];
    if (isUnknown && variable !== undefined) return `${variable} makes another program run ${name ?? 'it'}`;
    const effect = effects.find(({ kind, note }) => kind === 'run' && note?.startsWith('option') === true);
    return effect && `it runs ${named(effect.target)} through an option`;
  },
  hits: [
    'rg --pre ./x foo',
    'sort --compress-program=./x a',
    'git -c core.pager=./x log',
    'tar --to-command=./x -xf a.tar',
    'GIT_SSH_COMMAND=./x git fetch',
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
