import type { Doubt, ShellKind, Span } from './shell.ts';
import type { Verdict } from './verdict.ts';

export interface PolicyOptions {
  /** Relative to the workspace, or absolute. */
  readonly cwd?: string;
  readonly shell?: ShellKind;
  readonly preset?: string;
  /** Judge as if it ran in a box. */
  readonly sandboxed?: boolean;
  /** Judge as if this tool asked. */
  readonly tool?: string;
}

/** What the policy says of a shell command, and why, for people and programs. */
export interface PolicyCheck extends Verdict {
  readonly command: string;
  readonly shell: ShellKind;
  readonly cwd: string;
  readonly preset: string;
  readonly sandboxed: boolean;
  /** The part of the command that decided. */
  readonly span: Span;
  readonly commands: readonly CheckedCommand[];
  readonly doubts: readonly Doubt[];
}

/** One simple command of the line. */
export interface CheckedCommand extends Verdict {
  /** As it would run, unknown parts as `…`. */
  readonly text: string;
  readonly name: string | null;
  readonly cwd: string | null;
  readonly span: Span;
  /** How it is reached, from outside in. */
  readonly path: readonly string[];
  /** In words: `deletes build and all below`. */
  readonly effects: readonly string[];
  readonly doubts: readonly string[];
}

export interface PolicyRuleInfo {
  readonly id: string;
  readonly level: Verdict['level'];
  readonly summary: string;
  readonly hits: readonly string[];
  readonly passes: readonly string[];
}

/** Judges commands without running them. */
export interface Policy {
  check(command: string, options?: PolicyOptions): PolicyCheck;
  rules(): readonly PolicyRuleInfo[];
}
