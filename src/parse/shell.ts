import type { PlanContext, ReadAgain, ShellKind, ShellPlan } from '../protocol/shell.ts';
import { planBash } from './bash/index.ts';
import { planPowerShell } from './powershell/index.ts';

const mostDepth = 4;
const mostPlans = 12;
/** Of all texts of PowerShell together: a second reading of one long word costs a microsecond for each of its characters. */
const mostReadAgain = 32 * 1024;
/** Each costs a fifth of a millisecond, however short it is. */
const mostTextsReadAgain = 16;

/** Says what a text would run in a shell, and in the other shells that it starts. */
export function planShell(shell: ShellKind, text: string, context: PlanContext): ShellPlan {
  let left = mostPlans;
  const planAt = (kind: ShellKind, code: string, outer: PlanContext, depth: number): ShellPlan => {
    const isDeep = depth >= mostDepth || --left <= 0;
    const inner: PlanContext = {
      ...outer,
      planOther: isDeep ? undefined : (other, nested, where) => planAt(other, nested, where, depth + 1),
    };
    return kind === 'powershell' ? planPowerShell(code, inner) : planBash(code, inner);
  };
  const { readAgain } = context;
  let [texts, characters] = [mostTextsReadAgain, mostReadAgain];
  const bounded: ReadAgain | undefined =
    readAgain &&
    ((code) =>
      --texts < 0 || (characters -= code.length) < 0 ? { failure: 'it is too long for that' } : readAgain(code));
  return planAt(shell, text, { ...context, ...(bounded && { readAgain: bounded }) }, 0);
}
