import type { ShellCommand, ShellPlan, Word } from '../../../protocol/shell.ts';
import { defineShellRule } from '../rule.ts';

export const interactive = defineShellRule({
  id: 'terminal.interactive',
  level: 'interactive',
  summary: 'Programs that wait for a person at a terminal.',
  objects: ({ name, effects, assignments }, _, plan) =>
    effects.some(({ kind, note }) => kind === 'terminal' && !(note === 'editor' && isEditorSet(assignments, plan)))
      ? `Interactive command: ${name} waits for a person at a terminal`
      : undefined,
  hits: [
    'vim a.txt',
    'less a.log',
    'git rebase -i HEAD~2',
    'git add -i',
    'ssh host',
    'cat a | more',
    'top',
    'tmux',
    'git commit',
    'GIT_EDITOR=vim git commit',
    'docker run -it alpine',
    'read -p "Go on? " x',
    'select x in a b; do echo $x; done',
  ],
  passes: [
    'git rebase main',
    'git add -A',
    'ls less',
    'npx lessc a.less',
    'vim --version',
    'git commit -m x',
    'while read l; do echo "$l"; done < a.txt',
    'echo 1 | select x in a b; do echo $x; done',
    'GIT_EDITOR=true git commit',
    'export EDITOR=:; git rebase -i main',
  ],
});

const editors = /^(GIT_EDITOR|GIT_SEQUENCE_EDITOR|EDITOR|VISUAL)(?==|$)/;
const waiting =
  /(?:^|[\s/])(?:vim?|nvim|view|gvim|nano|pico|emacs\w*|joe|jed|micro|helix|hx|kak|ne|mcedit|ed|code|subl|editor)(?:\s|$)/;

/** The line names an editor that needs nobody; one that does harm is objected to elsewhere. */
function isEditorSet(assignments: ShellCommand['assignments'], plan: ShellPlan): boolean {
  const own = assignments.filter(({ name }) => editors.test(name)).map(({ value }) => shown(value));
  const others = plan.commands.flatMap(({ name, argv }) =>
    name === 'export' || name === 'declare' ? argv.map(shown).filter((text) => editors.test(text)) : [],
  );
  const values = [...own, ...others.map((text) => text.slice(text.indexOf('=') + 1))];
  return values.length > 0 && values.every((value) => value !== '' && !waiting.test(value));
}

function shown({ pieces }: Word): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : '…')).join('');
}
