import { defineShellRule } from '../rule.ts';

const better: Readonly<Record<string, string>> = {
  ls: 'LS',
  cat: 'Read',
  head: 'Read',
  tail: 'Read',
  grep: 'Grep',
  rg: 'Grep',
  find: 'Glob',
};

export const readTools = defineShellRule({
  id: 'tool.read-search',
  level: 'blocked',
  summary: 'The Bash tool leaves listing, reading and searching to the tools made for it.',
  objects({ name }, { tool }) {
    const use = name === null ? undefined : better[name];
    return tool === 'Bash' && use !== undefined ? `Use ${use} instead of ${name}` : undefined;
  },
  hits: [],
  passes: ['ls', 'cat a'],
});
