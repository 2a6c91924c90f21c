/** What a result says about itself: how whole it is, and what a reader of it should know. */
export interface Remarks {
  /** Absent when it is whole. */
  readonly status?: 'truncated' | 'partial' | 'empty';
  readonly warnings: readonly string[];
}

/** The remarks of a command that succeeded; of most commands there are none. */
export function remarksOf({ ok, status, warnings }: Readonly<Record<string, unknown>>): Remarks {
  if (ok !== true) return { warnings: [] };
  return {
    ...(status === 'truncated' || status === 'partial' || status === 'empty' ? { status } : {}),
    warnings: Array.isArray(warnings) ? warnings.filter((warning) => typeof warning === 'string') : [],
  };
}
