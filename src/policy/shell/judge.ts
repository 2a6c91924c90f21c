import type { ShellCommand, ShellPlan, Span } from '../../protocol/shell.ts';
import type { Verdict } from '../../protocol/verdict.ts';
import type { Decision, Facts, Level, ShellRule } from './rule.ts';
import { decide, type Preset } from './presets.ts';

export interface ShellVote {
  readonly rule: string;
  readonly level: Level;
  readonly reason: string;
  /** Said by a rule of the user, whatever the preset. */
  readonly decision?: Decision | undefined;
}

/** What is said of one command of a plan. */
export interface CommandJudgement {
  readonly command: ShellCommand;
  readonly level: Level;
  readonly decision: Decision;
  readonly votes: readonly ShellVote[];
}

export interface ShellJudgement {
  readonly verdict: Verdict;
  readonly commands: readonly CommandJudgement[];
  /** Of the line as a whole. */
  readonly votes: readonly ShellVote[];
  /** The part of the line that decided. */
  readonly span: Span;
}

/** From the strictest to the most harmless. */
export const strictness: readonly Level[] = [
  'blocked',
  'interactive',
  'outside',
  'critical',
  'high',
  'medium',
  'unrated',
  'low',
];

/** Asks every rule about every command; the strictest vote wins, and all reasons are kept. */
export function judgeShell(
  plan: ShellPlan,
  options: { facts: Facts; rules: readonly ShellRule[]; preset: Preset },
): ShellJudgement {
  const { facts, rules, preset } = options;
  const conclude = (votes: readonly ShellVote[]) => ({
    level: strictest(votes),
    decision: hardest(votes.map((vote) => ({ decision: vote.decision ?? decide(vote.level, preset, facts.isBoxed) }))),
  });
  const commands = plan.commands.map((command, at): CommandJudgement => {
    const votes: ShellVote[] = [];
    for (const { id, level, decision, objects } of rules) {
      const reason = objects?.(command, facts, plan);
      if (reason !== undefined) votes.push({ rule: id, level, reason: withSubject(command, reason), decision });
    }
    const { level, decision } = conclude(votes.length > 0 ? votes : [silence(command, at, plan)]);
    return { command, level, decision, votes };
  });
  const votes: ShellVote[] = [];
  for (const { id, level, decision, objectsToAll } of rules) {
    const reason = objectsToAll?.(plan, facts);
    if (reason !== undefined) votes.push({ rule: id, level, reason, decision });
  }
  const whole = votes.length > 0 ? [conclude(votes)] : [];
  const all = [...whole, ...commands];
  const level = strictest(all);
  const every = [...votes];
  for (const each of commands) every.push(...each.votes);
  const worst = commands.find((each) => each.level === level);
  return {
    verdict: {
      level,
      decision: hardest(all),
      reasons: unique(every.map(({ reason }) => reason)),
      rules: unique(every.map(({ rule }) => rule)),
    },
    commands,
    votes,
    span: whole.length > 0 || !worst ? { start: 0, end: plan.text.length } : worst.command.span,
  };
}

/** `it deletes a` becomes `rm deletes a`: a line has many commands. */
function withSubject({ name }: ShellCommand, reason: string): string {
  return reason.startsWith('it ') ? `${name ?? 'it'} ${reason.slice(3)}` : reason;
}

/** No rule has an opinion: what is known to do nothing but look and write in the workspace is harmless. */
function silence({ isUnknown, effects }: ShellCommand, at: number, plan: ShellPlan): ShellVote {
  const isFollowed = isSourced(at, plan);
  const isPlain =
    !isUnknown && effects.every(({ kind }) => kind === 'read' || kind === 'write' || (kind === 'run' && isFollowed));
  return { rule: '', level: isPlain ? 'low' : 'unrated', reason: '' };
}

/** `source f` is as dangerous as what is in f, if that is in the plan: it comes right after. */
function isSourced(at: number, { commands }: ShellPlan): boolean {
  const outer = commands[at];
  if (!outer?.isBuiltin || (outer.name !== 'source' && outer.name !== '.')) return false;
  const depth = outer.path.length;
  for (let next = at + 1; (commands[next]?.path.length ?? 0) > depth; next++)
    if (commands[next]?.path[depth] === 'source') return true;
  return false;
}

function strictest(found: readonly { readonly level: Level }[]): Level {
  let least = strictness.length - 1;
  for (const { level } of found) least = Math.min(least, strictness.indexOf(level));
  return strictness[least] as Level;
}

function hardest(found: readonly { readonly decision: Decision }[]): Decision {
  if (found.some(({ decision }) => decision === 'deny')) return 'deny';
  return found.some(({ decision }) => decision === 'ask') ? 'ask' : 'allow';
}

function unique(values: readonly string[]): string[] {
  return values.length === 0 ? [] : [...new Set(values)].filter((value) => value !== '');
}
