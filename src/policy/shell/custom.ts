import type { ShellCommand, Word } from '../../protocol/shell.ts';
import { defineShellRule, type Level, type ShellRule } from './rule.ts';

/** A rule that somebody wrote into a config file. */
export interface CustomRule {
  readonly id: string;
  readonly decision: 'allow' | 'ask' | 'deny';
  readonly reason: string;
  /** Names of programs, without folders; `*` in them stands for anything. */
  readonly programs: readonly string[];
  /** The words that follow, one pattern each: `[push, origin, *]`. */
  readonly args?: readonly string[];
  /** Patterns of which each must fit some word, wherever it stands: `['--context=prod*']`. */
  readonly has?: readonly string[];
  /** Lines that it must speak about, and lines that it must not: tried when the rule is loaded. */
  readonly match: readonly string[];
  readonly not_match?: readonly string[];
}

/** What is wrong with a rule as it stands in a file; undefined when nothing is. */
export function wrongIn(given: unknown): string | undefined {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return 'a rule is a mapping';
  const rule = given as Record<string, unknown>;
  const about = typeof rule['id'] === 'string' ? `rule "${rule['id'].slice(0, 40)}"` : 'a rule';
  const unknown = Object.keys(rule).find((key) => !keys.has(key));
  if (unknown !== undefined)
    return `${about} has "${unknown}", which means nothing; a rule has ${[...keys].join(', ')}`;
  if (typeof rule['id'] !== 'string' || !/^[\w.-]{1,80}$/.test(rule['id']))
    return `${about} needs an id of letters, digits, "." and "-"`;
  if (!['allow', 'ask', 'deny'].includes(rule['decision'] as string))
    return `${about} needs a decision: allow, ask or deny`;
  if (typeof rule['reason'] !== 'string' || rule['reason'] === '')
    return `${about} needs a reason, which people will read`;
  for (const key of ['programs', 'match'])
    if (!isWords(rule[key]) || (rule[key] as string[]).length === 0) return `${about} needs ${key}: a list of words`;
  for (const key of ['args', 'has', 'not_match'])
    if (rule[key] !== undefined && !isWords(rule[key])) return `${about}: ${key} is a list of words`;
  if (rule['decision'] === 'allow' && (rule['programs'] as string[]).some((name) => name.includes('*')))
    return `${about} would allow programs by a pattern; name them`;
  return undefined;
}

const keys: ReadonlySet<string> = new Set([
  'id',
  'decision',
  'reason',
  'programs',
  'args',
  'has',
  'match',
  'not_match',
]);

function isWords(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length <= 100 &&
    value.every((word) => typeof word === 'string' && word.length <= 1000)
  );
}

const levels: Record<CustomRule['decision'], Level> = { allow: 'low', ask: 'high', deny: 'blocked' };

/** A rule of a file as one of ours. It counts like any other: no `allow` outvotes a `deny`. */
export function customRule(rule: CustomRule): ShellRule {
  const names = rule.programs.map(glob);
  const args = rule.args?.map(glob);
  const has = rule.has?.map(glob) ?? [];
  const fits = ({ name, argv, doubts }: ShellCommand): boolean => {
    if (name === null || !names.some((pattern) => pattern.test(name))) return false;
    const words = argv.slice(1).map(textOf);
    // What is only known at run time may be anything: enough to object, never enough to allow.
    const unknown = rule.decision !== 'allow';
    if (!unknown && doubts.length > 0) return false;
    const fit = (pattern: RegExp, word: string | undefined) => (word === undefined ? unknown : pattern.test(word));
    if (args && (words.length < args.length || !args.every((pattern, at) => fit(pattern, words[at])))) return false;
    return has.every((pattern) => words.some((word) => fit(pattern, word)));
  };
  return defineShellRule({
    id: rule.id,
    level: levels[rule.decision],
    decision: rule.decision,
    summary: rule.reason,
    objects: (command: ShellCommand) => (fits(command) ? rule.reason : undefined),
    hits: rule.match,
    passes: rule.not_match ?? [],
  });
}

function textOf({ pieces, isPattern }: Word): string | undefined {
  return !isPattern && pieces.every((piece) => typeof piece === 'string') ? pieces.join('') : undefined;
}

function glob(pattern: string): RegExp {
  return new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`, 's');
}
