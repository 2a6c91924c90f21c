import { outputLimits } from '../protocol/limits.ts';
import type { UndoStep } from '../protocol/undo.ts';
import type { UndoPlan } from '../undo/index.ts';
import type { Lane } from './lane.ts';

const mostNamed = 200;

/**
 * The lane of a person who takes back what a run did. No tool leads here, so nobody is asked again; it brings back only
 * what was there before, and what it overwrites is itself kept.
 */
export function undoLane(
  runId: string,
  { steps, losses }: UndoPlan,
  restore: () => Promise<readonly UndoStep[]>,
): Lane {
  const restored = steps.filter(({ action }) => action === 'restore').map(({ path }) => path);
  return () => ({
    planned: {
      name: 'undo',
      sub: null,
      args: { run: runId },
      effects: restored.slice(0, mostNamed).map((target) => ({ kind: 'write', target })),
    },
    label: 'undo',
    capabilities: [],
    limits: { inputBytes: 0, outputBytes: outputLimits.stdoutBytes, timeMs: 600_000, memoryBytes: 0 },
    graceMs: 2_000,
    bounds: outputLimits,
    audited: ['run'],
    takesStdin: false,
    tellsErrors: true,
    backend: 'in-process',
    losses,
    judge: () => ({ verdict: { decision: 'allow', level: 'low', reasons: [], rules: [] }, protectedPaths: [] }),
    async run() {
      const done = await restore();
      const count = (action: UndoStep['action']) => done.filter((step) => step.action === action).length;
      return {
        run: runId,
        restored: count('restore'),
        same: count('same'),
        refused: count('refuse'),
        steps: done.slice(0, mostNamed),
      };
    },
  });
}
