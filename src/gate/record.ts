import { lineLimits, recordVersion } from '../protocol/limits.ts';
import type { RunRecord } from '../protocol/run-record.ts';
import type { Kept } from '../protocol/undo.ts';
import type { GateParts, Passage } from './gate.ts';
import type { Ending } from './lane.ts';
import type { Bounded } from './output.ts';

/** What is kept of a passage: everything but stdin, secrets redacted. */
export function recordOf(
  passage: Passage,
  bounded: Bounded,
  meter: { usage: NodeJS.ResourceUsage; time: number },
  { redactor, clock }: GateParts,
): RunRecord {
  const { request, plan, error } = passage;
  const verdict = passage.judgement?.verdict;
  const { approval } = passage;
  const usage = process.resourceUsage();
  return {
    version: recordVersion,
    run_id: passage.runId,
    tool: request.tool,
    front: request.front,
    session: request.session,
    timestamp: new Date(passage.startedAt).toISOString(),
    command: redactor.redact(request.command.toWellFormed()).slice(0, lineLimits.bytes).toWellFormed(),
    parsed: plan ? auditedPlan(plan, redactor) : null,
    cwd: request.cwd,
    verdict: verdict ? { ...verdict, reasons: verdict.reasons.map((reason) => redactor.redact(reason)) } : null,
    ...(plan?.preset === undefined ? {} : { preset: plan.preset }),
    approval: approval
      ? {
          ...approval,
          who: redactor.redact(approval.who),
          ...(approval.note === undefined ? {} : { note: redactor.redact(approval.note) }),
          ...(approval.command === undefined ? {} : { command: redactor.redact(approval.command) }),
        }
      : null,
    backend: backendOf(passage),
    exit_code: endingOf(passage).exitCode,
    signal: endingOf(passage).signal,
    duration_ms: round(clock.monotonic() - meter.time),
    ...bounded.recorded,
    result: bounded.result,
    artifacts: [...bounded.artifacts],
    error_code: error?.code ?? null,
    error_message: error ? redactor.redact(error.message) : null,
    ...(passage.undo ? { undo: redactedKept(passage.undo, redactor) } : {}),
    cost: {
      ...bounded.cost,
      cpu_ms: round((cpuTime(usage) - cpuTime(meter.usage)) / 1000),
      max_rss: usage.maxRSS * 1024,
    },
  };
}

function redactedKept(undo: Kept, redactor: GateParts['redactor']): Kept {
  const redacted = (text: string) => redactor.redact(text.toWellFormed());
  const skipped = undo.skipped.map(({ path, reason }) => ({ path: redacted(path), reason: redacted(reason) }));
  return { ...undo, skipped };
}

/** A process that was stopped has no exit code; a run that never became one has that of its error. */
export function endingOf({ error, ending }: Passage): Ending {
  if (ending) return ending;
  return { exitCode: error?.exitCode ?? 0, signal: null };
}

/** What was refused has run nowhere. */
export function backendOf({ plan, hasBegun }: Readonly<Passage>): string | null {
  return hasBegun ? (plan?.backend ?? null) : null;
}

function auditedPlan(
  { planned, audited }: NonNullable<Passage['plan']>,
  redactor: GateParts['redactor'],
): RunRecord['parsed'] {
  const args = Object.entries(planned.args).filter(([name]) => audited.includes(name));
  const shown = args.map(
    ([name, value]) => [name, typeof value === 'string' ? redactor.redact(value) : value] as const,
  );
  const effects = planned.effects.map(({ kind, target }) => ({ kind, target: redactor.redact(target) }));
  const commands = planned.commands?.map((command) => ({
    ...command,
    text: redactor.redact(command.text),
    effects: command.effects.map((effect) => redactor.redact(effect)),
  }));
  return {
    name: planned.name,
    sub: planned.sub,
    args: Object.fromEntries(shown),
    effects,
    ...(commands ? { commands } : {}),
  };
}

function cpuTime({ userCPUTime, systemCPUTime }: NodeJS.ResourceUsage): number {
  return userCPUTime + systemCPUTime;
}

function round(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
