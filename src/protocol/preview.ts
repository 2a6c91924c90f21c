/** What a shell line would do to what is there now. Counted within bounds of number and time. */
export interface EffectPreview {
  readonly deletes: FileCount;
  readonly overwrites: FileCount;
  /** In words, as far as they are known. */
  readonly runs: readonly string[];
  readonly contacts: readonly string[];
  readonly changes: readonly string[];
  /** Paths that are known only when it runs. */
  readonly unknown: readonly string[];
}

export interface FileCount {
  readonly files: number;
  readonly folders: number;
  readonly bytes: number;
  /** There are more; counting was stopped. */
  readonly isMore: boolean;
  /** The first, relative to the workspace. */
  readonly examples: readonly string[];
  /** Absent when git does not know the workspace. */
  readonly git?: {
    /** Neither in git nor ignored by it: gone for good. */
    readonly untracked: number;
    readonly examples: readonly string[];
    /** Ignored by git, as what a build makes. */
    readonly ignored: number;
  };
}
