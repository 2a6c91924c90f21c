import type { PlanContext, ShellKind, Span } from '../protocol/shell.ts';
import type { Budget } from './bash/budget.ts';
import type { Journal } from './bash/journal.ts';
import { knownText, type Text } from './bash/text.ts';

/** Puts what code of another shell would run into a plan; code that is not known is a doubt. */
export function runInOtherShell(
  code: { readonly shell: ShellKind; readonly text: Text; readonly span: Span },
  place: { readonly cwd: string | undefined; readonly path: readonly string[] },
  { context, journal, budget }: { readonly context: PlanContext; readonly journal: Journal; readonly budget: Budget },
): void {
  const { shell, span } = code;
  const text = knownText(code.text);
  if (!budget.takeSteps(64)) return;
  if (text === undefined || place.cwd === undefined || !context.planOther) {
    journal.doubt('dynamic-code', `Code of ${shell} that is known only at run time`, span);
    return;
  }
  const plan = context.planOther(shell, text, { ...context, cwd: place.cwd });
  journal.isForkBomb ||= plan.isForkBomb;
  for (const doubt of plan.doubts) journal.doubt(doubt.kind, doubt.text, span);
  for (const command of plan.commands) {
    if (--budget.commands < 0) return;
    const doubts = command.doubts.map((doubt) => ({ ...doubt, span }));
    journal.commands.push({ ...command, span, doubts, path: [...place.path, ...command.path] });
  }
}
