export { judge, type Judgement } from './judge.ts';
export { defineRule, type Rule, type Subject, type Vote } from './rule.ts';
export { builtinRules } from './rules/index.ts';
