import { defineShellRule } from '../rule.ts';

export const forkBomb = defineShellRule({
  id: 'system.fork-bomb',
  level: 'blocked',
  summary: 'A function that starts itself again and again until the machine stops.',
  objectsToAll: ({ isForkBomb }) => (isForkBomb ? 'this is a fork bomb' : undefined),
  hits: [':(){:|:&};:', ':(){ :|:& };:', 'boom(){ boom|boom& };boom', 'f() { f | f & }\nf'],
  passes: ['f(){ echo hi; }; f', 'echo ":(){:|:&};:"'],
});
