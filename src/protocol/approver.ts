import type { TriedCommand } from './dry.ts';
import type { PlannedCommand } from './plan.ts';
import type { EffectPreview } from './preview.ts';
import type { ShellPlan } from './shell.ts';
import type { Approval, Verdict } from './verdict.ts';

/** What a human is shown before a run that must be approved. Plain data: a channel may send it anywhere. */
export interface Question {
  readonly runId: string;
  readonly tool: string;
  readonly front: string;
  readonly session: string;
  readonly command: string;
  /** What was asked for, where a person has made another command of it. */
  readonly original?: string;
  /** What whoever asks says it is for; nothing vouches for that. */
  readonly description?: string;
  readonly cwd: string;
  readonly planned: PlannedCommand;
  readonly verdict: Verdict;
  /** Of a shell line: what is said of each of its commands, in the order of `planned.commands`. */
  readonly parts?: readonly QuestionPart[];
  /** What would happen to files that exist. */
  readonly preview?: EffectPreview;
  /** The standing answers that can be given; each was proven to cover this question. */
  readonly offers?: readonly Offer[];
  /** The person may change the text before it runs. */
  readonly canEdit?: boolean;
  /** It can be tried first: the answer `allow` with `dry` brings the question again, with what would change. */
  readonly canTry?: boolean;
  /** It has been tried: the question is whether what it changed is taken over into the workspace. */
  readonly trial?: TriedCommand;
  /** Milliseconds since 1970; no answer until then means deny. */
  readonly until?: number;
}

export type Scope = 'once' | 'session' | 'workspace' | 'user';

/** A standing answer that a person may give instead of one for this time only. */
export interface Offer {
  readonly id: string;
  readonly scope: Exclude<Scope, 'once'>;
  /** In words, a line each. */
  readonly covers: readonly string[];
  /** ISO; that of a session ends with it at the latest. */
  readonly expires: string;
}

export interface Answer {
  readonly answer: 'allow' | 'deny' | 'skip';
  readonly who: string;
  readonly how: string;
  /** For the agent. */
  readonly note?: string;
  /** For how long an allow holds; `once` when absent, and when nothing of that scope was offered. */
  readonly scope?: Scope;
  /** Which offer of that scope; the first when absent. */
  readonly offer?: string;
  /** What to run instead: judged anew, and asked about again with what it would do. */
  readonly command?: string;
  /** Try it first, on a view of the workspace. */
  readonly dry?: true;
  /** Besides, everything that would be asked in the next minutes is allowed. */
  readonly minutes?: number;
}

/**
 * A human, reached over some channel. The signal ends the asking, its reason is the approval when somebody else
 * answered. `undefined` means that nobody is there; one that throws counts as absent, one that never answers as deny.
 */
export type Approver = (question: Question, options: { signal: AbortSignal }) => Promise<Answer | undefined>;

export interface Channel {
  /** terminal, panel, sdk, … */
  readonly name: string;
  readonly ask: Approver;
}

/** What the policy said of one command of a line. */
export interface QuestionPart {
  readonly decision: Verdict['decision'];
  readonly level: Verdict['level'];
  readonly reasons: readonly string[];
  readonly rules: readonly string[];
}

export interface JudgedPart extends QuestionPart {
  /** An interpreter, a shell or a wrapper: no standing answer covers it. */
  readonly isOpaque: boolean;
}

/** A shell line as it was understood and judged: what grants and previews are made from. */
export interface JudgedLine {
  readonly plan: ShellPlan;
  /** In the order of the plan's commands. */
  readonly parts: readonly JudgedPart[];
  /** Rules that object to the line as a whole. */
  readonly objections: readonly string[];
  /** Only the preset speaks against it, not a rule that nothing opens: a grant can. */
  readonly canBeGranted: boolean;
}

/** Asks a human over every open channel; remembers standing answers. */
export interface Broker {
  /** The first answer counts. Nobody there, no answer in time, every channel broken: deny. */
  ask(question: Question, options: { signal: AbortSignal; line?: JudgedLine }): Promise<Approval>;
  /** What a standing answer says, without asking anybody. */
  granted(question: Question, line: JudgedLine): Promise<Approval | undefined>;
  /** Opens a channel, also to questions that wait already; the returned function closes it. */
  attach(channel: Channel): () => void;
  /** Until then everything that would be asked is allowed; never what is blocked, interactive or outside. ISO. */
  allowAll(minutes: number, by: { who: string; how: string }): string;
  /** Ends that; false when there was nothing to end. */
  askAgain(): boolean;
  /** Stops every run and lets none begin until `resume`, in every process of the workspace. */
  panic(who: string): void;
  /** False when nothing was stopped. */
  resume(): boolean;
  /** Who has stopped everything. */
  readonly stoppedBy: string | undefined;
  /** Has `stop` called by a panic, with who gave it; the returned function ends that. */
  whileRunning(stop: (who: string) => void): () => void;
}
