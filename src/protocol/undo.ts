import { z } from 'zod';

export const keptSchema = z
  .object({
    kept: z.int().nonnegative().describe('Files, links and folders that the run changed and that can be brought back.'),
    bytes: z.int().nonnegative(),
    skipped: z
      .array(z.object({ path: z.string(), reason: z.string() }))
      .describe('The first of what the run may have changed and that was not kept.'),
    skipped_count: z.int().nonnegative(),
  })
  .describe('What was kept of the workspace before the run, for "sallyport undo".');
export type Kept = z.infer<typeof keptSchema>;

/** What a plan says will be lost. */
export interface Loss {
  /** `move`: it will be elsewhere. `uncommitted`: what git has not stored of it. */
  readonly kind: 'write' | 'delete' | 'move' | 'uncommitted';
  /** Absolute, or relative to the workspace. */
  readonly path: string;
  /** `*`, `?` and `[` in it stand for names. */
  readonly isPattern: boolean;
  /** With all that is below. */
  readonly below: boolean;
  /** When the path is a folder that is written into: the names in it, if they are known. */
  readonly names?: readonly string[];
}

/** What undoing a run would do, or did, to one path. */
export interface UndoStep {
  /** Relative to the workspace. */
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'link';
  /** `same`: it is as it was before the run. */
  readonly action: 'restore' | 'same' | 'refuse';
  /** Why it is refused. */
  readonly reason?: string;
  readonly bytes: number;
}

export interface UndoOptions {
  /** Only say what would be done. */
  readonly dryRun?: boolean;
}

export interface Undone {
  readonly run_id: string;
  readonly steps: readonly UndoStep[];
  /** What the run may have changed and what was not kept. */
  readonly skipped: Kept['skipped'];
  readonly skipped_count: number;
  /** The run that did it; null when nothing was done. */
  readonly undo_run_id: string | null;
}
