import type { Known, Outcome } from '../gate/index.ts';
import type { Envelope, envelopeCodes } from '../protocol/envelope.ts';

export type EnvelopeCode = (typeof envelopeCodes)[number];

/** What every envelope says about the call, whatever came of it. */
export interface About {
  /** Relative to the workspace. */
  readonly cwd: string;
  readonly input: unknown;
  readonly outcome: Outcome;
  readonly context?: Readonly<Record<string, unknown>>;
  readonly stats?: Readonly<Record<string, unknown>>;
}

export function succeeded(data: Record<string, unknown>, text: string, about: About): Envelope {
  const status = data['truncated'] === true ? 'partial' : 'success';
  return { status, data, text, ...common(about) };
}

export function partial(data: Record<string, unknown>, text: string, about: About): Envelope {
  return { status: 'partial', data, text, ...common(about) };
}

/** `next` says what to try. */
export function failed(code: EnvelopeCode, message: string, next: string, about: About): Envelope {
  return {
    status: 'error',
    data: {},
    text: next === '' ? message : `${message}\n${next}`,
    ...common(about),
    error: { code, message },
  };
}

function common({ cwd, input, outcome, context = {}, stats = {} }: About) {
  return {
    stats: { time_ms: Math.round(outcome.durationMs), ...stats },
    context: { cwd, params_input: paramsIn(input), ...contextOf(outcome), ...context },
  };
}

/** What the context of a reply says of a run. */
export function contextOf({ runId, verdict, approval, artifacts }: Known): Record<string, unknown> {
  return {
    run_id: runId,
    ...(verdict ? { verdict: { decision: verdict.decision, level: verdict.level, rules: verdict.rules } } : {}),
    ...(approval ? { approval: { answer: approval.answer, who: approval.who, how: approval.how } } : {}),
    ...(artifacts.length > 0 ? { artifacts } : {}),
  };
}

const boxNames = new Map([
  ['box', 'bubblewrap'],
  ['reduced', 'reduced'],
  ['seatbelt', 'seatbelt'],
  ['sandbox-runtime', 'sandbox-runtime'],
]);

/** What holds a shell command, null for nothing; and what of it does not hold. */
export function boxOf({ backend = '', result }: Known): Record<string, unknown> {
  const missing = result?.['box_missing'];
  return { box: boxNames.get(backend) ?? null, ...(missing === undefined ? {} : { box_missing: missing }) };
}

/** What was sent, if it can be shown as parameters at all. */
export function paramsIn(input: unknown): Record<string, unknown> {
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? (input as Record<string, unknown>) : {};
}
