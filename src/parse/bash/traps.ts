import type { Span } from '../../protocol/shell.ts';
import type { State } from './state.ts';
import { display, type Text } from './text.ts';
import { frameIn, type Frame, type Walker } from './walker.ts';

/** Code that runs some time later. */
export interface Trap {
  readonly action: Text;
  readonly span: Span;
}

/**
 * Runs what traps will do with what they see by now: all of it at the end,
 * and what has a variable in it whenever that variable changes.
 */
export function runTraps(state: State, frame: Frame, walker: Walker, changed?: string): void {
  const { traps } = walker;
  // What a trap changes is seen by others, but not looked at for ever.
  walker.traps = [];
  for (const { action, span } of traps) {
    const isSeen = changed === undefined || display(action).includes(changed);
    if (!isSeen || frame.depth > 8 || !walker.budget.takeSteps(40)) continue;
    walker.journal.hasRepeats = true;
    const inner: Frame = frameIn(frame, {
      path: [...frame.path, 'trap'],
      depth: frame.depth + 1,
      span,
      output: undefined,
    });
    walker.runText(action, state.clone(), inner, span);
  }
  walker.traps = [...traps, ...walker.traps];
}
