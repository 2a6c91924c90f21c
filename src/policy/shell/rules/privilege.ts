import { defineShellRule } from '../rule.ts';

export const privilege = defineShellRule({
  id: 'system.privilege',
  level: 'blocked',
  summary: 'Becoming root, or somebody else.',
  objects: ({ name, effects }) =>
    effects.some(({ kind }) => kind === 'privilege') ? `${name} would run with more rights than you gave` : undefined,
  hits: ['sudo ls', 'su -', 'doas ls', '\\sudo id', 'env X=1 sudo -n true', 'xargs sudo rm'],
  passes: ['echo sudo', 'ls sudo', 'npx sudoku'],
});
