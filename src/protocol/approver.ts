import type { PlannedCommand } from './plan.ts';
import type { Verdict } from './verdict.ts';

/** What a human is shown before a run that must be approved. */
export interface Question {
  readonly runId: string;
  readonly tool: string;
  readonly front: string;
  readonly session: string;
  readonly command: string;
  readonly cwd: string;
  readonly planned: PlannedCommand;
  readonly verdict: Verdict;
}

export interface Answer {
  readonly answer: 'allow' | 'deny';
  readonly who: string;
  readonly how: string;
  readonly note?: string;
}

/** A human, reached over some channel. An approver that throws or never answers counts as deny. */
export type Approver = (question: Question, options: { signal: AbortSignal }) => Promise<Answer>;
