import type { SallyportError } from '../protocol/errors.ts';
import type { PlannedCommand } from '../protocol/plan.ts';
import type { Verdict } from '../protocol/verdict.ts';

/** What a rule is asked about: the plan, what the command declared, and what of the workspace the rule needs to know. */
export interface Subject {
  readonly line: string;
  readonly planned: PlannedCommand;
  readonly capabilities: readonly string[];
  readonly confirm: 'always' | 'overwrite' | undefined;
  /** Kinds of secrets in a text. */
  readonly secretsIn: (text: string) => readonly { kind: string }[];
  /** Segments of the state folder below the workspace. */
  readonly state: readonly string[];
}

/** A rule either has no opinion or votes against running unasked; no rule can outvote another one's no. */
export interface Vote {
  readonly decision: 'ask' | 'deny';
  readonly level: Verdict['level'];
  readonly reason: string;
  /** What the agent is answered when it comes to a refusal. */
  readonly refusal: SallyportError;
  /** Protected paths that a yes would open. */
  readonly paths?: readonly string[];
}

export interface Rule {
  readonly id: string;
  readonly summary: string;
  decide(subject: Subject): Vote | undefined;
  /** Checked by a test: what the rule says of a subject that is harmless but for these fields. */
  readonly examples: readonly { readonly when: Partial<Subject>; readonly decision: 'ask' | 'deny' | 'none' }[];
}

export function defineRule(rule: Rule): Rule {
  return Object.freeze(rule);
}
