export interface Change {
  readonly path: string;
  /** `marked`: nothing but its owner, its times or its count of names. */
  readonly how: 'made' | 'removed' | 'content' | 'rights' | 'marked';
}

/** What a line did. */
export interface Outcome {
  readonly changes: readonly Change[];
  /** Files whose secret it printed, or put into another file. */
  readonly shown: readonly string[];
  /** It made more than can be looked at. */
  readonly isLost?: true;
}
