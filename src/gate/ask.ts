import type { Judgement } from '../policy/index.ts';
import type { JudgedPart, Question, QuestionPart } from '../protocol/approver.ts';
import { SallyportError } from '../protocol/errors.ts';
import type { Approval, Verdict } from '../protocol/verdict.ts';
import type { GateParts, Passage } from './gate.ts';
import type { Lane, LanePlan } from './lane.ts';

/** Nobody changes a text more often; a channel that does is broken. */
const mostEdits = 20;

/** Leaves only what may run: a plan that is allowed, or that a human has allowed. */
export async function askIfNeeded(passage: Passage, lane: Lane, signal: AbortSignal, parts: GateParts): Promise<void> {
  const { broker, redactor } = parts;
  refuseWhenStopped(passage, parts);
  for (let edits = 0; edits <= mostEdits; edits++) {
    const { plan, judgement, request } = passage;
    const edited = passage.approval?.command;
    if (!plan || !judgement || (!judgement.refusal && edited === undefined)) return;
    const { decision } = judgement.verdict;
    // It comes after the run: what is asked about then is what has changed.
    if (decision === 'ask' && request.dry) return;
    const asked = edited ?? request.command;
    const line = redactor.redact(asked) === asked ? plan.line : undefined; // a secret is in no grant
    const question = questionOf(passage, plan, judgement.verdict, parts);
    // Nobody has seen yet what an edited text does, so it is asked about even if the policy would not.
    const approval =
      decision !== 'deny'
        ? await broker.ask(question, { signal, ...(line ? { line } : {}) })
        : line?.canBeGranted
          ? await broker.granted(question, line)
          : undefined;
    const refusal = judgement.refusal ?? changedAndRefused();
    if (!approval) throw refusal;
    const { command, ...answered } = approval;
    passage.approval = { ...answered, ...editedBefore(passage.approval) };
    if (approval.answer !== 'allow') throw refusalOf(refusal, approval);
    refuseWhenStopped(passage, parts); // the answer may have come after the stop
    if (command === undefined || command === asked) return;
    passage.approval = { ...answered, command };
    passage.plan = lane({ ...request, command });
    passage.judgement = passage.plan.judge((text) => redactor.find(text));
  }
  throw new SallyportError('Denied', { reason: 'the command was changed too often', next: 'Ask for it again.' });
}

/** After a panic nothing begins, whatever it is. */
export function refuseWhenStopped(passage: Passage, { broker, clock }: GateParts): void {
  const who = broker.stoppedBy;
  if (who === undefined) return;
  const note = 'everything was stopped';
  passage.approval = { answer: 'deny', who, how: 'panic', when: new Date(clock.now()).toISOString(), note };
  throw new SallyportError('Denied', {
    reason: `${who} has stopped everything`,
    next: 'Wait until a person lifts the stop; nothing runs before.',
  });
}

export function questionOf(passage: Passage, plan: LanePlan, verdict: Verdict, { redactor }: GateParts): Question {
  const { runId, request, approval } = passage;
  const { tool, front, session, cwd } = request;
  const text = approval?.command ?? request.command;
  const command = redactor.redact(text);
  const original = redactor.redact(request.command);
  return {
    runId,
    tool,
    front,
    session,
    cwd,
    command,
    ...(command === original ? {} : { original }),
    planned: plan.planned,
    verdict,
    ...(plan.line ? { parts: plan.line.parts.map((part) => redacted(part, redactor)), canEdit: command === text } : {}),
    ...(plan.dry?.canTry ? { canTry: true } : {}),
  };
}

function redacted({ decision, level, reasons, rules }: JudgedPart, redactor: GateParts['redactor']): QuestionPart {
  return { decision, level, reasons: reasons.map((reason) => redactor.redact(reason)), rules };
}

function editedBefore(approval: Approval | undefined): Pick<Approval, 'command'> {
  return approval?.command === undefined ? {} : { command: approval.command };
}

/** Of a text that the policy would have let run unasked. */
function changedAndRefused(): SallyportError {
  return new SallyportError('Denied', {
    reason: 'the command was changed, and then not allowed',
    next: 'Ask what should be different, or do it another way.',
  });
}

/** What the agent is told: why it needed an answer, and what the person said. */
function refusalOf(refusal: NonNullable<Judgement['refusal']>, { answer, who, note }: Approval): SallyportError {
  if (answer === 'skip')
    return new SallyportError('Denied', {
      reason: `${who} skipped it${note === undefined ? '' : `: ${note}`}`,
      next: 'Go on without it.',
    });
  const said = note === undefined ? `${who} answered ${answer}` : who === 'nobody' ? note : `${who} said: ${note}`;
  return new SallyportError(refusal.code, { ...refusal.fields, reason: `${refusal.fields['reason'] ?? ''}; ${said}` });
}
