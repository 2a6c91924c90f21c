import type { SallyportError } from '../protocol/errors.ts';
import type { Verdict } from '../protocol/verdict.ts';
import type { Rule, Subject, Vote } from './rule.ts';

export interface Judgement {
  readonly verdict: Verdict;
  /** The answer when it is not run; absent when nothing speaks against it. */
  readonly refusal?: SallyportError;
  readonly protectedPaths: readonly string[];
}

/** Asks every rule; the strictest vote wins, and all reasons are kept. */
export function judge(subject: Subject, rules: readonly Rule[]): Judgement {
  const votes = rules.flatMap((rule) => {
    const vote = rule.decide(subject);
    return vote ? [{ ...vote, id: rule.id }] : [];
  });
  const strictest = votes.find(({ decision }) => decision === 'deny') ?? votes[0];
  if (!strictest) return { verdict: { decision: 'allow', level: 'low', reasons: [], rules: [] }, protectedPaths: [] };
  return {
    verdict: {
      decision: strictest.decision,
      level: strictest.level,
      reasons: votes.map((vote: Vote) => vote.reason),
      rules: votes.map(({ id }) => id),
    },
    refusal: strictest.refusal,
    protectedPaths: votes.flatMap(({ paths }) => paths ?? []),
  };
}
