import type { Backend } from './backend.ts';

/** A private view of the workspace: what is written there stays there. */
export interface WorkspaceView extends AsyncDisposable {
  readonly how: 'overlay' | 'copy';
  /** Where a program that is started by `command` finds it. */
  readonly path: string;
  /** Starts a program where the view can be seen. */
  readonly command: readonly string[];
  /** The whole of it, for this process. */
  readonly whole: string;
  /** What was written, for this process: with the parts of the rest that had to be made for it, or with all of the rest. */
  readonly written: string;
  /** By the clock of the file system: what has changed later in the workspace was changed by somebody else. */
  readonly sinceMs: number;
  /** In `written`: what has not changed later was not written by a command. */
  readonly writtenSinceMs: number;
}

/** What is under a path, as far as a person is told. */
export interface SeenEntry {
  readonly kind: 'file' | 'folder' | 'link';
  readonly mode: number;
  readonly bytes: number;
  /** Of a link: what it says. */
  readonly target?: string;
}

/** `touched`: only its time is another. */
export type ChangeKind = 'added' | 'changed' | 'deleted' | 'mode' | 'touched';

/** One path that a dry run would change. Plain data: it may be sent anywhere. */
export interface FileChange {
  /** From the workspace. */
  readonly path: string;
  readonly what: ChangeKind;
  readonly before: SeenEntry | null;
  readonly after: SeenEntry | null;
  /** Unified, without file names; absent when there is nothing to read in it, or too much. */
  readonly diff?: string;
  /** Why the path is protected. */
  readonly protected?: string;
  readonly note?: string;
}

export type ChangeCounts = Readonly<Record<ChangeKind, number>>;

export interface ProtectedChange {
  readonly path: string;
  readonly rule: string;
  readonly reason: string;
}

/** What a command would have done to the workspace. */
export interface DryReport {
  /** By which means the workspace was kept out of it. */
  readonly how: WorkspaceView['how'];
  readonly counts: ChangeCounts;
  /** The first of them: those that are protected, then by path. */
  readonly changes: readonly FileChange[];
  /** Protected paths among all of them. */
  readonly protected: readonly ProtectedChange[];
  /** What cannot be taken over: pipes, sockets, names that are no text. */
  readonly left_out: readonly { readonly path: string; readonly reason: string }[];
  /** Why it cannot be applied, if that is known already. */
  readonly conflict?: string;
}

/** How a dry run ended, for whoever started it. */
export interface DryOutcome extends DryReport {
  /** `nothing`: there was nothing to decide about. `failed`: it was to be applied and was not, or not all of it; `conflict` says why. */
  readonly decision: 'applied' | 'dropped' | 'nothing' | 'failed';
}

/** What a person is shown of a command that was tried. */
export interface TriedCommand extends DryReport {
  readonly exit_code: number | null;
  /** The end of what it printed, where nobody has seen it yet. */
  readonly output?: string;
}

/** One command on a private view of the workspace, and what becomes of it. */
export interface Trial extends AsyncDisposable {
  /** Runs programs on the view. */
  readonly backend: Backend;
  /** To be asked when the command has ended. */
  look(): Promise<TrialChanges>;
}

export interface TrialChanges {
  readonly report: DryReport;
  /** Paths that are there now and will not be the same. */
  readonly losses: readonly string[];
  /** Protected paths that no answer opens. */
  readonly forbidden: readonly ProtectedChange[];
  /** All of it, or, when something has changed in the workspace since, nothing. */
  apply(): Promise<void>;
}
