import type { Audit } from '../audit/index.ts';
import type { Root } from '../files/index.ts';
import type { Redactor } from '../output/index.ts';
import type { Clock } from '../platform/clock.ts';
import { timeOrderedId } from '../platform/ids.ts';
import type { Judgement } from '../policy/index.ts';
import type { Broker } from '../protocol/approver.ts';
import type { DryOutcome } from '../protocol/dry.ts';
import { SallyportError, toSallyportError } from '../protocol/errors.ts';
import type { Progress, Trace } from '../protocol/progress.ts';
import type { JobAdder, JobQueue } from '../protocol/queue.ts';
import type { Request } from '../protocol/request.ts';
import type { Artifact } from '../protocol/run-record.ts';
import type { Kept } from '../protocol/undo.ts';
import type { Approval, Verdict } from '../protocol/verdict.ts';
import type { Undo } from '../undo/index.ts';
import { askIfNeeded } from './ask.ts';
import { openCancel } from './cancel.ts';
import { whileKept } from './keeping.ts';
import type { Ending, Lane, LanePlan } from './lane.ts';
import { offload } from './offload.ts';
import { openOutput, type Bounded, type Output } from './output.ts';
import { backendOf, endingOf, recordOf } from './record.ts';
import { runWithin, timeLimitOf } from './time.ts';
import { tryFirst } from './try.ts';

export interface GateParts {
  readonly root: Root;
  readonly state: readonly string[];
  /** Folders of the workspace that are closed to everybody. */
  readonly closed: readonly (readonly string[])[];
  readonly audit: Audit;
  readonly undo: Undo;
  readonly redactor: Redactor;
  readonly broker: Broker;
  readonly clock: Clock;
  readonly queue?: (by: JobAdder) => JobQueue;
  /** Called at the end of each step; for measuring. */
  readonly trace?: Trace;
}

export interface PassOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (report: Progress) => void;
  /** A new one when absent. */
  readonly runId?: string;
  /** Output as it comes, secrets redacted. */
  readonly follow?: (text: string, stream: 'stdout' | 'stderr') => void;
  /** Where files are announced before they are written, so that those of a killed process can be taken back. */
  readonly journal?: string;
  /** Called when it is judged; the passage goes on, and what is learned later is in the same object. */
  readonly onJudged?: (passage: Readonly<Passage>) => void;
}

/** One passage through the gate, as every tool gets it back to put it into its own shape. */
export interface Outcome extends Omit<Bounded, 'artifacts' | 'recorded'> {
  readonly runId: string;
  /** Null when a process was ended by a signal. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** What else is to be told about how it ended. */
  readonly notes?: readonly string[];
  /** What it ran in; absent when it did not run. */
  readonly backend?: string;
  readonly durationMs: number;
  readonly artifacts: readonly Artifact[];
  readonly verdict?: Verdict;
  readonly approval?: Approval;
  readonly dry?: DryOutcome;
  readonly error?: Pick<SallyportError, 'code' | 'message' | 'hint'>;
}

/** What is learned on the way; a step that fails leaves the rest empty, and the record is written all the same. */
export interface Passage {
  readonly runId: string;
  readonly request: Request;
  readonly startedAt: number;
  plan?: LanePlan;
  judgement?: Judgement;
  approval?: Approval;
  /** It was let through, and whatever it does may have been done. */
  hasBegun?: boolean;
  /** What was kept of files that it changes or deletes. */
  undo?: Kept;
  /** What it would have changed, and what became of that. */
  dry?: DryOutcome;
  ending?: Ending;
  error?: SallyportError;
}

/** parse → judge → ask → run → bound → record → reply. Every command of every tool goes through here. */
export async function pass(
  request: Request,
  lane: Lane,
  parts: GateParts,
  options: PassOptions = {},
): Promise<Outcome> {
  const { clock, trace = () => {} } = parts;
  using cancel = openCancel(options.signal, parts.broker);
  const startedAt = clock.now();
  const passage: Passage = { runId: options.runId ?? timeOrderedId(startedAt), request, startedAt };
  const meter = { usage: process.resourceUsage(), time: clock.monotonic() };
  await parts.audit.begin(startOf(passage, parts.redactor));
  trace('start');

  const output = openOutput(passage, parts, options.follow);
  try {
    passage.plan = lane(request);
    trace('parse');

    passage.judgement = passage.plan.judge((text) => parts.redactor.find(text));
    trace('judge');
    options.onJudged?.(passage);

    await askIfNeeded(passage, lane, cancel.signal, parts);
    trace('ask');

    output.result = await run(passage, output, cancel.signal, parts, options);
  } catch (error) {
    passage.error = toSallyportError(error);
  }
  trace('run');

  const bounded = await output.end().catch((error: unknown) => output.giveUp(toSallyportError(error)));
  trace('bound');

  await parts.audit.end(recordOf(passage, bounded, meter, parts));
  trace('record');

  const { recorded: _, ...reply } = bounded;
  const artifacts = bounded.artifacts.map(({ path, mime, description }) => ({ path, mime, description }));
  const { runId, error, judgement, approval } = passage;
  const backend = backendOf(passage);
  return {
    runId,
    ...endingOf(passage),
    ...(backend === null ? {} : { backend }),
    durationMs: clock.monotonic() - meter.time,
    ...reply,
    artifacts,
    ...(judgement ? { verdict: judgement.verdict } : {}),
    ...(approval ? { approval } : {}),
    ...(passage.dry ? { dry: passage.dry } : {}),
    ...(error ? { error: { code: error.code, message: parts.redactor.redact(error.message), hint: error.hint } } : {}),
  };
}

function startOf({ runId, request, startedAt }: Passage, redactor: Redactor) {
  const { tool, front, session, cwd } = request;
  const command = redactor.redact(request.command.toWellFormed());
  return { run_id: runId, tool, front, session, cwd, timestamp: new Date(startedAt).toISOString(), command };
}

async function run(passage: Passage, output: Output, signal: AbortSignal, parts: GateParts, options: PassOptions) {
  const { plan, request, judgement } = passage;
  if (!plan) throw new SallyportError('InternalError', { reason: 'there is no plan to run' });
  const time = timeLimitOf(request, plan);
  const stdin = stdinFor(request, plan);
  const { limits } = plan;
  const view = {
    read: plan.capabilities.includes('read'),
    write: plan.capabilities.includes('write'),
    readBytes: limits.inputBytes,
    writeBytes: limits.outputBytes,
    approved: judgement?.protectedPaths ?? [],
    ...(options.journal === undefined ? {} : { journal: options.journal }),
  };
  passage.hasBegun = true;
  const progress = (report: Progress) => options.onProgress?.(report);
  using root = parts.root.limited(view);
  const isTried = request.dry !== undefined || passage.approval?.dry === true;
  const limit = {
    ...time,
    graceMs: plan.graceMs,
    // What is stopped while it is tried has changed nothing but the view.
    ...(plan.left === undefined || isTried ? {} : { left: plan.left }),
    cancel: signal,
    clock: parts.clock,
  };
  const work = (doWork: LanePlan['run'] = plan.run, out: Pick<Output, 'stdout' | 'stderr'> = output) =>
    runWithin(limit, (stop, progressed) =>
      doWork({
        root,
        stdin,
        signal: stop,
        print: output.stdout,
        warn: output.stderr,
        output: (stream, bytes) => out[stream](bytes),
        ended: (ending) => (passage.ending = ending),
        progress,
        artifact: output.artifact,
        queue: () => queueFor(passage, plan, parts),
        offload: (job, input) =>
          offload(job, input, {
            workspace: parts.root.path,
            state: parts.state,
            closed: parts.closed,
            limits: view,
            memoryBytes: limits.memoryBytes,
            signal: stop,
            progress(report) {
              progressed();
              progress(report);
            },
          }),
      }),
    );
  if (isTried) return await tryFirst(passage, output, { signal, work }, parts);
  return await whileKept(passage, plan, parts, signal, work);
}

function queueFor({ runId, request }: Passage, { capabilities }: LanePlan, { queue }: GateParts): JobQueue {
  if (!queue || !capabilities.includes('queue'))
    throw new SallyportError('InternalError', { reason: 'this command did not declare the capability "queue"' });
  return queue({ run_id: runId, front: request.front, session: request.session });
}

function stdinFor({ stdin = '' }: Request, { takesStdin, label, limits }: LanePlan): string {
  const usage = `${label} --help`;
  if (stdin !== '' && !takesStdin)
    throw new SallyportError('InvalidArgs', { reason: `"${label}" takes no stdin`, usage });
  if (Buffer.byteLength(stdin) <= limits.inputBytes || stdin === '') return stdin;
  throw new SallyportError('InvalidArgs', {
    reason: `stdin is longer than the ${limits.inputBytes} bytes that "${label}" takes`,
    usage,
  });
}
