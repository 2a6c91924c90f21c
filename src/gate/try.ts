import type { CommandResult } from '../commands/index.ts';
import type { DryOutcome, DryReport, ProtectedChange, TrialChanges } from '../protocol/dry.ts';
import { SallyportError, toSallyportError } from '../protocol/errors.ts';
import { questionOf, refuseWhenStopped } from './ask.ts';
import type { GateParts, Passage } from './gate.ts';
import { whileKept } from './keeping.ts';
import type { LanePlan } from './lane.ts';
import type { Output } from './output.ts';

type Streams = Pick<Output, 'stdout' | 'stderr'>;

export interface TryOptions {
  readonly signal: AbortSignal;
  /** Does some work as a run is done: in its time, with its context. */
  work(run: LanePlan['run'], output: Streams): Promise<CommandResult>;
}

const most = { heldBytes: 8 * 1024 ** 2, shownChars: 4_000, named: 200 };

/**
 * Runs a command on a private view of the workspace, then takes over what it changed there as a whole, or drops it. What an
 * agent's command printed is let out only when it is taken over: until then nobody has allowed that it ran.
 */
export async function tryFirst(
  passage: Passage,
  output: Output,
  { signal, work }: TryOptions,
  parts: GateParts,
): Promise<CommandResult> {
  const { plan, request } = passage;
  const { dry: lane } = plan ?? {};
  if (!plan || !lane) throw new SallyportError('NoSandbox', { reason: 'only shell commands can be run dry' });
  await using trial = await lane.open();
  passage.plan = { ...plan, backend: trial.backend.name };
  const held = request.dry ? undefined : holdOutput();
  const result = await work((context) => lane.run(trial, context), held ?? output);
  const changes = await trial.look();
  const report = redacted(changes.report, parts);
  const decision = await decide(passage, changes, { signal, report, shown: held?.end() }, parts);
  passage.dry = { ...report, decision };
  if (decision === 'applied') {
    try {
      await apply(passage, changes, signal, parts);
    } catch (error) {
      const conflict = parts.redactor.redact(toSallyportError(error).message);
      passage.dry = { ...report, decision: 'failed', conflict };
      output.result = { ...result, dry: summaryOf(passage.dry) };
      throw error;
    }
  }
  if (decision === 'dropped' && held) throw dropped(passage);
  held?.release(output);
  return { ...result, dry: summaryOf(passage.dry) };
}

interface Decision {
  readonly signal: AbortSignal;
  readonly report: DryReport;
  /** What nobody has seen yet of its output. */
  readonly shown: string | undefined;
}

async function decide(
  passage: Passage,
  changes: TrialChanges,
  { signal, report, shown }: Decision,
  parts: GateParts,
): Promise<DryOutcome['decision']> {
  const { plan, judgement, request } = passage;
  const isNothing = Object.values(report.counts).every((count) => count === 0);
  if (request.dry && isNothing) return 'nothing';
  if (request.dry === 'drop') return 'dropped';
  if (request.dry === 'apply') {
    const [guarded] = report.protected;
    if (guarded) throw protectedPath(guarded);
    const when = new Date(parts.clock.now()).toISOString();
    passage.approval = { answer: 'allow', who: 'the caller', how: request.front, when, dry: true };
    return 'applied';
  }
  if (!plan || !judgement) return 'dropped';
  const trial = {
    ...report,
    exit_code: passage.ending?.exitCode ?? null,
    ...(shown === undefined ? {} : { output: parts.redactor.redact(shown) }),
    ...(changes.forbidden[0] ? { conflict: protectedPath(changes.forbidden[0]).message } : {}),
  };
  const { canTry: _, canEdit: __, ...question } = questionOf(passage, plan, judgement.verdict, parts);
  const approval = await parts.broker.ask({ ...question, trial }, { signal });
  passage.approval = { ...approval, dry: true };
  return approval.answer === 'allow' ? 'applied' : 'dropped';
}

async function apply(passage: Passage, changes: TrialChanges, signal: AbortSignal, parts: GateParts): Promise<void> {
  refuseWhenStopped(passage, parts); // the answer may have come after the stop
  const [forbidden] = changes.forbidden;
  if (forbidden) throw protectedPath(forbidden);
  const losses = changes.losses.map((path) => ({ kind: 'delete' as const, path, isPattern: false, below: false }));
  await whileKept(passage, { losses }, parts, signal, () => changes.apply());
}

function protectedPath({ path, rule, reason }: ProtectedChange): SallyportError {
  return new SallyportError('ProtectedPath', { path, rule, reason });
}

function dropped({ approval }: Passage): SallyportError {
  const note = approval?.note === undefined ? '' : `: ${approval.note}`;
  return new SallyportError('Denied', {
    reason: `it was tried on a copy of the workspace, and ${approval?.who ?? 'nobody'} dropped what it changed${note}`,
    next: 'Ask what should be different, or do it another way.',
  });
}

function redacted(report: DryReport, { redactor }: GateParts): DryReport {
  const plain = (text: string) => redactor.redact(text.toWellFormed());
  return {
    ...report,
    changes: report.changes.map((change) => ({
      ...change,
      path: plain(change.path),
      ...(change.diff === undefined ? {} : { diff: plain(change.diff) }),
    })),
    protected: report.protected.map((each) => ({ ...each, path: plain(each.path) })),
    left_out: report.left_out.map(({ path, reason }) => ({ path: plain(path), reason })),
  };
}

/** What the record holds of it. */
function summaryOf({ how, decision, counts, changes, protected: guarded, left_out, conflict }: DryOutcome) {
  return {
    how,
    decision,
    counts,
    paths: changes.slice(0, most.named).map(({ what, path }) => `${what} ${path}`),
    protected: guarded.slice(0, most.named).map(({ path }) => path),
    left_out,
    ...(conflict === undefined ? {} : { conflict }),
  };
}

/** Keeps output back until it is known what becomes of the run. */
function holdOutput() {
  const chunks: { stream: 'stdout' | 'stderr'; text: string | Uint8Array }[] = [];
  let bytes = 0;
  const take = (stream: 'stdout' | 'stderr') => (text: string | Uint8Array) => {
    bytes += text.length;
    if (bytes > most.heldBytes)
      throw new SallyportError('OutputTooLarge', { limit: most.heldBytes, what: 'bytes while it was tried' });
    chunks.push({ stream, text: typeof text === 'string' ? text : Uint8Array.from(text) });
  };
  return {
    stdout: take('stdout'),
    stderr: take('stderr'),
    /** The last of it. */
    end: () =>
      Buffer.concat(chunks.map(({ text }) => Buffer.from(text)))
        .toString('utf8')
        .slice(-most.shownChars),
    release(output: Streams) {
      for (const { stream, text } of chunks) output[stream](text);
    },
  };
}
