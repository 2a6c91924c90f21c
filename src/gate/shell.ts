// What real shell commands need; loaded when the first one comes, which keeps the grammar off the way of a quick start.
export { createPolicy, presetNamed } from './policy.ts';
export type { ShellParts } from './shell-check.ts';
export { shellLane } from './shell-lane.ts';
export { rulesFor } from './rules.ts';
export { shellRules } from '../policy/shell/index.ts';
