import type { ShellCommand, ShellPlan, Target } from '../../protocol/shell.ts';
import type { Verdict } from '../../protocol/verdict.ts';

export type Level = Verdict['level'];
export type Decision = Verdict['decision'];

/** What rules need to know of the world around a plan. */
export interface Facts {
  /** Absolute. */
  readonly root: string;
  /** Where the line starts. */
  readonly cwd: string;
  /** Further folders in which a command may act. */
  readonly allowedPaths: readonly string[];
  readonly home: string;
  /** Everything runs in a box, which has a /tmp of its own. */
  readonly isBoxed: boolean;
  readonly hasNetwork: boolean;
  /** Whether a host may be reached although the network is off. */
  allowsHost(host: string): boolean;
  /** The tool that asks. */
  readonly tool: string;
  /** Where a path leads when links are followed; the path itself where only its text is judged. */
  resolve(path: string): string;
  /** The paths that fit a pattern now; none where only its text is judged. */
  matches(pattern: string): readonly string[];
  /** The rule that protects a path, inside the workspace or out of it. */
  protection(path: string, access: PathAccess): Protection | undefined;
}

/** Who makes a folder replaces nothing. */
export type PathAccess = 'read' | 'write' | 'make folder';

export interface Protection {
  readonly id: string;
  readonly reason: string;
  /** No answer of a person opens it. */
  readonly isClosed: boolean;
}

/** One definition: what is dangerous, how much, and lines that prove it. */
export interface ShellRule {
  readonly id: string;
  readonly level: Level;
  /** Of a rule that a user wrote: counts whatever the preset. */
  readonly decision?: Decision | undefined;
  readonly summary: string;
  /** Why it objects to a command, in a sentence that may begin with `it`; undefined for no opinion. */
  readonly objects?: ((command: ShellCommand, facts: Facts, plan: ShellPlan) => string | undefined) | undefined;
  /** The same of the line as a whole. */
  readonly objectsToAll?: ((plan: ShellPlan, facts: Facts) => string | undefined) | undefined;
  /** Executed: lines that it objects to, and lines that it has no opinion on. */
  readonly hits: readonly string[];
  readonly passes: readonly string[];
}

/** All have the same fields, since every rule is asked about every command. */
export function defineShellRule(rule: ShellRule): ShellRule {
  const { id, level, decision, summary, objects, objectsToAll, hits, passes } = rule;
  return Object.freeze({ id, level, decision, summary, objects, objectsToAll, hits, passes });
}

/** How a target is called in a reason. */
export function named(target: Target | undefined): string {
  return target?.text ?? '(unknown)';
}
