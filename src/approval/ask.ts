import type { Clock } from '../platform/clock.ts';
import type { Approver, Question } from '../protocol/approver.ts';
import type { Approval } from '../protocol/verdict.ts';

export const approvalTimeoutMs = 300_000;

/** Asks a human. Nobody there, no answer in time and a broken channel all mean deny. */
export async function askHuman(
  approver: Approver | undefined,
  question: Question,
  options: { signal: AbortSignal; clock: Clock },
): Promise<Approval> {
  const { clock, signal } = options;
  const closed = (who: string, note: string): Approval => ({
    answer: 'deny',
    who,
    how: 'none',
    when: new Date(clock.now()).toISOString(),
    note,
  });
  if (!approver) return closed('nobody', 'nobody is there to ask');

  const late = new AbortController();
  const stopClock = clock.after(approvalTimeoutMs, () => late.abort());
  const over = AbortSignal.any([signal, late.signal]);
  try {
    const answer = await Promise.race([approver(question, { signal: over }), aborted(over)]);
    if (!answer) return closed('nobody', late.signal.aborted ? 'nobody answered in time' : 'cancelled while asking');
    const { who, how, note } = answer;
    const said = answer.answer === 'allow' ? 'allow' : 'deny';
    return {
      answer: said,
      who,
      how,
      when: new Date(clock.now()).toISOString(),
      ...(note === undefined ? {} : { note }),
    };
  } catch (error) {
    return closed('nobody', `the approval channel failed: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    stopClock();
    late.abort();
  }
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}
