import type { GateParts, Passage } from './gate.ts';
import type { LanePlan } from './lane.ts';

/** Does the work of a run while what it will lose is kept; the record then says what that was. */
export async function whileKept<T>(
  passage: Passage,
  { losses }: Pick<LanePlan, 'losses'>,
  { undo }: GateParts,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const keeping = await undo.keep(passage.runId, losses, signal);
  try {
    return await work();
  } finally {
    if (keeping) passage.undo = await keeping.settle();
  }
}
