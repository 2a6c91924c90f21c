import { defineShellRule } from '../rule.ts';

const better: ReadonlyMap<string | null, string> = new Map([
  ['ls', 'LS'],
  ['cat', 'Read'],
  ['head', 'Read'],
  ['tail', 'Read'],
  ['grep', 'Grep'],
  ['rg', 'Grep'],
  ['find', 'Glob'],
]);

export const readTools = defineShellRule({
  id: 'tool.read-search',
  level: 'blocked',
  summary: 'The Bash tool leaves listing, reading and searching to the tools made for it.',
  objects({ name }, { tool }) {
    const use = tool === 'Bash' ? better.get(name) : undefined;
    return use && `Use ${use} instead of ${name}`;
  },
  hits: [],
  passes: ['ls', 'cat a'],
});
