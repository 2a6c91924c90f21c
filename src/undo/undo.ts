import { Folder } from '../files/index.ts';
import type { Clock } from '../platform/clock.ts';
import { timeOfId } from '../platform/ids.ts';
import { SallyportError, toSallyportError } from '../protocol/errors.ts';
import type { Kept, Loss, Undone, UndoStep } from '../protocol/undo.ts';
import { keep, type Keeping, type KeepLimits } from './keep.ts';
import { contentOf, planSteps, restore } from './restore.ts';
import { openStore, readManifest } from './store.ts';
import type { Manifest } from './manifest.ts';

/** Keeps what runs are about to change or delete in the workspace, and brings it back. */
export interface Undo {
  /** To be called right before a run; undefined when nothing that is there will be lost. */
  keep(runId: string, losses: readonly Loss[], signal: AbortSignal): Promise<Keeping | undefined>;
  plan(runId: string): Promise<UndoPlan>;
  /** Throws nothing for what cannot be brought back: its step says so. */
  restore(runId: string): Promise<readonly UndoStep[]>;
  /** What a file held before the run. */
  content(runId: string, path: string): Promise<Buffer>;
  /** Lets go of what was kept for runs that have no record any more. */
  prune(hasRecord: (runId: string) => boolean): void;
}

export interface UndoPlan extends Pick<Undone, 'steps' | 'skipped' | 'skipped_count'> {
  /** What carrying it out would itself overwrite. */
  readonly losses: readonly Loss[];
}

export interface UndoOptions {
  readonly workspace: string;
  /** A folder of user state. */
  readonly path: string;
  /** Segments of folders below the workspace that are never kept. */
  readonly closed: readonly (readonly string[])[];
  readonly clock: Clock;
  /** Files at or below a path that git has not stored as they are; undefined when that cannot be known. */
  readonly uncommitted: (path: string) => Promise<readonly string[] | undefined>;
  /** Of all runs together; the oldest go first. */
  readonly maxBytes: number;
  readonly limits?: KeepLimits;
}

const defaultLimits: KeepLimits = { files: 10_000, bytes: 64 * 1024 ** 2, ms: 5_000 };
/** A run without a record may still be going on, or be about to write it. */
const longestMs = { running: 24 * 3_600_000, ended: 60_000 };

export function openUndo(options: UndoOptions): Undo {
  const { workspace, path, closed, clock, maxBytes, limits = defaultLimits } = options;
  const store = openStore(path);

  function makeRoom(): void {
    const runs = store.list().filter(({ bytes }) => bytes !== undefined);
    let total = runs.reduce((sum, { bytes = 0 }) => sum + bytes, 0);
    for (const run of runs) {
      if (total <= maxBytes) return;
      store.remove(run);
      total -= run.bytes ?? 0;
    }
  }

  /** Asks git which files it would throw away. */
  async function withNames(loss: Loss): Promise<readonly Loss[]> {
    if (loss.kind !== 'uncommitted') return [loss];
    const path = loss.below ? workspace : loss.path;
    const paths = await options.uncommitted(path);
    // One that cannot be looked into is then named as not kept.
    if (!paths) return [{ ...loss, kind: 'write', below: false }];
    return paths.map((each) => ({ kind: 'delete', path: each, isPattern: false, below: false }));
  }

  function settled(keeping: Keeping, root: Folder): Keeping {
    return {
      async settle() {
        try {
          const kept = await keeping.settle();
          if (kept.bytes > 0) makeRoom();
          return kept;
        } catch (error) {
          return nothingKept(error);
        } finally {
          root[Symbol.dispose]();
        }
      },
    };
  }

  async function withRun<T>(runId: string, work: (manifest: Manifest, kept: Folder, root: Folder) => T): Promise<T> {
    const run = store.find(runId);
    using kept = run && store.open(run);
    const manifest = kept && (await readManifest(kept));
    if (!kept || !manifest) throw nothingToUndo(runId);
    using root = Folder.open(workspace, { shownAs: '' });
    return work(manifest, kept, root);
  }

  return {
    async keep(runId, losses, signal) {
      if (losses.length === 0) return undefined;
      let root: Folder | undefined;
      try {
        const known = (await Promise.all(losses.map(withNames))).flat();
        root = Folder.open(workspace, { shownAs: '' });
        const keeping = await keep(runId, known, { store, root, closed, clock, limits }, signal);
        if (keeping) return settled(keeping, root);
        root[Symbol.dispose]();
        return undefined;
      } catch (error) {
        root?.[Symbol.dispose]();
        return { settle: async () => nothingKept(error) };
      }
    },
    plan: (runId) =>
      withRun(runId, (manifest, kept, root) => {
        const planned = planSteps(manifest, { root, kept, maxBytes: limits.bytes });
        return {
          steps: planned.map(({ step }) => step),
          skipped: manifest.skipped,
          skipped_count: manifest.skipped_count,
          losses: planned.flatMap(({ step, now }) =>
            step.action === 'restore' && now.kind !== 'absent'
              ? [{ kind: 'delete' as const, path: step.path, isPattern: false, below: false }]
              : [],
          ),
        };
      }),
    restore: (runId) =>
      withRun(runId, (manifest, kept, root) => restore(manifest, { root, kept, maxBytes: limits.bytes })),
    content: (runId, file) =>
      withRun(runId, (manifest, kept) => {
        const entry = manifest.entries.find((each) => each.path === file);
        if (entry?.kind === 'file') return contentOf(entry, kept, limits.bytes);
        throw new SallyportError('NotFound', {
          says: `Nothing was kept of the file "${file.slice(0, 200)}" in that run.`,
          next: `"sallyport undo ${runId}" shows first what there is.`,
        });
      }),
    prune(hasRecord) {
      for (const run of store.list()) {
        const longest = run.bytes === undefined ? longestMs.running : longestMs.ended;
        if (!hasRecord(run.id) && clock.now() - timeOfId(run.id) > longest) store.remove(run);
      }
    },
  };
}

/** A store that fails is no reason to refuse a run, but the record has to say it. */
function nothingToUndo(runId: string): SallyportError {
  return new SallyportError('NotFound', {
    says: `Of run ${runId} nothing is kept that could be brought back.`,
    next: `Kept is what a run deletes or overwrites in the workspace; "sallyport explain ${runId}" says what this one did.`,
  });
}

function nothingKept(error: unknown): Kept {
  const reason = `nothing could be kept: ${toSallyportError(error).message}`;
  return { kept: 0, bytes: 0, skipped: [{ path: '.', reason }], skipped_count: 1 };
}
