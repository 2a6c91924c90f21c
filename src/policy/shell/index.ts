export { customRule, wrongIn, type CustomRule } from './custom.ts';
export { judgeShell, strictness, type CommandJudgement, type ShellJudgement, type ShellVote } from './judge.ts';
export { presets, type Preset } from './presets.ts';
export { protectionAt } from './protection.ts';
export { defineShellRule, type Facts, type Level, type ShellRule } from './rule.ts';
export { shellRules } from './rules/index.ts';
