import { isOpaque } from '../policy/effects/index.ts';
import type { ShellVote } from '../policy/shell/index.ts';
import type { JudgedLine } from '../protocol/approver.ts';
import type { Verdict } from '../protocol/verdict.ts';
import type { ShellCheck } from './shell-check.ts';

/** What was understood and said of a line, for standing answers and previews. */
export function judgedLine({ plan, judgement }: ShellCheck): JudgedLine {
  const votes = [...judgement.votes, ...judgement.commands.flatMap((each) => each.votes)];
  return {
    plan,
    parts: judgement.commands.map(({ command, decision, level, votes }) => ({
      decision,
      level,
      reasons: votes.map(({ reason }) => reason).filter((reason) => reason !== ''),
      rules: votes.map(({ rule }) => rule),
      isOpaque: command.name === null || isOpaque(command.name),
    })),
    objections: judgement.votes.map(({ rule }) => rule),
    canBeGranted: !closed.has(judgement.verdict.level) && !votes.some(isFinal),
  };
}

const closed: ReadonlySet<Verdict['level']> = new Set(['blocked', 'interactive', 'outside']);

/** A rule that says deny itself, whatever the preset. */
function isFinal({ decision }: ShellVote): boolean {
  return decision === 'deny';
}
