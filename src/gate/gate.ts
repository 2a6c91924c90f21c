import { askHuman } from '../approval/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Root } from '../files/index.ts';
import type { Redactor } from '../output/index.ts';
import type { Clock } from '../platform/clock.ts';
import { timeOrderedId } from '../platform/ids.ts';
import { judge, type Judgement, type Rule } from '../policy/index.ts';
import type { Approver } from '../protocol/approver.ts';
import { SallyportError, toSallyportError, type ErrorCode } from '../protocol/errors.ts';
import type { Progress } from '../protocol/progress.ts';
import type { Request } from '../protocol/request.ts';
import type { Artifact } from '../protocol/run-record.ts';
import type { Approval } from '../protocol/verdict.ts';
import type { Lane, LanePlan } from './lane.ts';
import { offload } from './offload.ts';
import { openOutput, type Bounded, type Output } from './output.ts';
import { recordOf } from './record.ts';
import { runWithin, timeoutFor } from './time.ts';

export interface GateParts {
  readonly root: Root;
  readonly state: readonly string[];
  /** Folders of the workspace that are closed to everybody. */
  readonly closed: readonly (readonly string[])[];
  readonly rules: readonly Rule[];
  readonly audit: Audit;
  readonly redactor: Redactor;
  readonly approver: Approver | undefined;
  readonly clock: Clock;
  /** Called at the end of each step; for measuring. */
  readonly trace?: (step: 'start' | 'parse' | 'judge' | 'ask' | 'run' | 'bound' | 'record') => void;
}

export interface PassOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (report: Progress) => void;
}

/** One passage through the gate, as every tool gets it back to put it into its own shape. */
export interface Outcome extends Omit<Bounded, 'artifacts'> {
  readonly runId: string;
  readonly exitCode: number;
  readonly artifacts: readonly Artifact[];
  readonly error?: { readonly code: ErrorCode; readonly message: string };
}

/** What is learned on the way; a step that fails leaves the rest empty, and the record is written all the same. */
export interface Passage {
  readonly runId: string;
  readonly request: Request;
  readonly startedAt: number;
  plan?: LanePlan;
  judgement?: Judgement;
  approval?: Approval;
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
  const signal = options.signal ?? new AbortController().signal;
  const startedAt = clock.now();
  const passage: Passage = { runId: timeOrderedId(startedAt), request, startedAt };
  const meter = { usage: process.resourceUsage(), time: clock.monotonic() };
  await parts.audit.begin(startOf(passage, parts.redactor));
  trace('start');

  const output = openOutput(passage, parts);
  try {
    passage.plan = lane(request);
    trace('parse');

    passage.judgement = judgePlan(passage.plan, request, parts);
    trace('judge');

    await askIfNeeded(passage, signal, parts);
    trace('ask');

    output.result = await run(passage, output, signal, parts, options);
  } catch (error) {
    passage.error = toSallyportError(error);
  }
  trace('run');

  const bounded = await output.end().catch((error: unknown) => output.giveUp(toSallyportError(error)));
  trace('bound');

  await parts.audit.end(recordOf(passage, bounded, meter, parts));
  trace('record');

  const artifacts = bounded.artifacts.map(({ path, mime, description }) => ({ path, mime, description }));
  const { runId, error } = passage;
  return {
    runId,
    exitCode: error?.exitCode ?? 0,
    ...bounded,
    artifacts,
    ...(error ? { error: { code: error.code, message: parts.redactor.redact(error.message) } } : {}),
  };
}

function startOf({ runId, request, startedAt }: Passage, redactor: Redactor) {
  const { tool, front, session, cwd } = request;
  const command = redactor.redact(request.command.toWellFormed());
  return { run_id: runId, tool, front, session, cwd, timestamp: new Date(startedAt).toISOString(), command };
}

function judgePlan(plan: LanePlan, request: Request, { rules, redactor, state }: GateParts): Judgement {
  const { planned, capabilities, confirm } = plan;
  const secretsIn = (text: string) => redactor.find(text);
  return judge({ line: request.command, planned, capabilities, confirm, secretsIn, state }, rules);
}

/** Leaves only what may run: a plan that is allowed, or that a human has allowed. */
async function askIfNeeded(
  passage: Passage,
  signal: AbortSignal,
  { approver, clock, redactor }: GateParts,
): Promise<void> {
  const { plan, judgement, request, runId } = passage;
  if (!plan || !judgement?.refusal) return;
  if (judgement.verdict.decision === 'ask') {
    const { tool, front, session, cwd } = request;
    const command = redactor.redact(request.command);
    const question = { runId, tool, front, session, cwd, command, planned: plan.planned, verdict: judgement.verdict };
    passage.approval = await askHuman(approver, question, { signal, clock });
    if (passage.approval.answer === 'allow') return;
  }
  throw judgement.refusal;
}

async function run(passage: Passage, output: Output, signal: AbortSignal, parts: GateParts, options: PassOptions) {
  const { plan, request, judgement } = passage;
  if (!plan) throw new SallyportError('InternalError', { reason: 'there is no plan to run' });
  const timeoutMs = timeoutFor(request, plan);
  const stdin = stdinFor(request, plan);
  const { limits } = plan;
  const view = {
    read: plan.capabilities.includes('read'),
    write: plan.capabilities.includes('write'),
    readBytes: limits.inputBytes,
    writeBytes: limits.outputBytes,
    approved: judgement?.protectedPaths ?? [],
  };
  const progress = (report: Progress) => options.onProgress?.(report);
  using root = parts.root.limited(view);
  return await runWithin({ timeoutMs, maxMs: limits.timeMs, cancel: signal, clock: parts.clock }, (stop) =>
    plan.run({
      root,
      stdin,
      signal: stop,
      print: output.stdout,
      warn: output.stderr,
      progress,
      artifact: output.artifact,
      offload: (job, input) =>
        offload(job, input, {
          workspace: parts.root.path,
          state: parts.state,
          closed: parts.closed,
          limits: view,
          memoryBytes: limits.memoryBytes,
          signal: stop,
          progress,
        }),
    }),
  );
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
