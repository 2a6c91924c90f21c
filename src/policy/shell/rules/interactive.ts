import { defineShellRule } from '../rule.ts';

export const interactive = defineShellRule({
  id: 'terminal.interactive',
  level: 'interactive',
  summary: 'Programs that wait for a person at a terminal.',
  objects: ({ name, effects }) =>
    effects.some(({ kind }) => kind === 'terminal')
      ? `Interactive command: ${name} waits for a person at a terminal`
      : undefined,
  hits: ['vim a.txt', 'less a.log', 'git rebase -i HEAD~2', 'git add -i', 'ssh host', 'cat a | more', 'top', 'tmux'],
  passes: ['git rebase main', 'git add -A', 'ls less', 'npx lessc a.less', 'vim --version'],
});
