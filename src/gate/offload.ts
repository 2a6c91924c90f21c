import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { ResourceLimits, Worker } from 'node:worker_threads';
import type { CommandResult } from '../commands/index.ts';
import { openRoot, type Draft, type RootLimits } from '../files/index.ts';
import { packageRoot } from '../platform/package-root.ts';
import { SallyportError, type ErrorCode } from '../protocol/errors.ts';
import type { Progress } from '../protocol/progress.ts';

/** What a worker is told to do. */
export interface WorkOrder {
  readonly workspace: string;
  readonly state: readonly string[];
  readonly closed: readonly (readonly string[])[];
  readonly limits: RootLimits;
  readonly job: string;
  readonly input: unknown;
  /** One 32-bit word; not 0 when the work has to stop. */
  readonly stop: SharedArrayBuffer;
  /** How many threads may help. */
  readonly helpers: number;
}

export type WorkerMessage =
  | { readonly kind: 'progress'; readonly report: Progress }
  | { readonly kind: 'draft'; readonly draft: Draft }
  | { readonly kind: 'help'; readonly memory: SharedArrayBuffer; readonly count: number }
  | { readonly kind: 'done'; readonly result: CommandResult }
  | {
      readonly kind: 'failed';
      readonly code: ErrorCode;
      readonly fields: Record<string, string | number>;
      readonly result: Record<string, unknown>;
    };

/** How long a worker that was told to stop may clean up before it is ended. */
const graceMs = 9_000;
/** A thread that has nothing to do is kept for the next job: starting one costs more than most lists. */
const idleMs = 10_000;
const maxHelpers = 7;
const helperMegabytes = 64;

export interface OffloadContext extends Omit<WorkOrder, 'job' | 'input' | 'stop' | 'helpers'> {
  readonly memoryBytes: number;
  readonly signal: AbortSignal;
  readonly progress: (report: Progress) => void;
}

/** Runs synchronous work in a thread of its own, which gets the same view of the workspace and the declared memory. */
export async function offload(job: string, input: unknown, context: OffloadContext): Promise<CommandResult> {
  const { workspace, state, closed, limits, signal } = context;
  const stop = new SharedArrayBuffer(4);
  const most = Math.min(maxHelpers, availableParallelism() - 1); // the worker itself works too
  const order: WorkOrder = { workspace, state, closed, limits, job, input, stop, helpers: most };
  const threads = await import('node:worker_threads'); // which most commands need not load
  const worker = takeWorker(threads, context.memoryBytes);
  let isReusable = false;
  /** What is left when the worker dies before it answers. */
  let drafts: Draft[] = [];
  let timer: NodeJS.Timeout | undefined;
  const onAbort = () => {
    Atomics.store(new Int32Array(stop), 0, 1);
    timer ??= setTimeout(() => void worker.terminate(), limits.write ? graceMs : 0); // who only reads leaves nothing half done
  };
  const helpers: Worker[] = [];
  let helperFailure: SallyportError | undefined;
  // Started from here and not by the worker, which has no event loop to hear of a helper's end.
  const startHelpers = (memory: SharedArrayBuffer, count: number) => {
    for (let left = Math.min(count, most + 1); left > 0; left--) {
      const helper = new threads.Worker(join(packageRoot(), 'dist', 'helper.cjs'), {
        workerData: memory,
        execArgv: [],
        resourceLimits: { maxOldGenerationSizeMb: helperMegabytes },
      });
      const onEnd = (cause?: unknown) => {
        helperFailure ??= new SallyportError(
          'InternalError',
          { reason: 'a thread that compressed has died' },
          { cause },
        );
        onAbort();
      };
      helper.on('error', onEnd);
      helper.on('exit', () => onEnd());
      helpers.push(helper);
    }
  };
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort(); // while the module was loaded
  try {
    return await new Promise((resolve, reject) => {
      worker.on('message', (message: WorkerMessage) => {
        isReusable = message.kind === 'done'; // what a job failed of may still lie in its memory
        if (message.kind === 'done' || message.kind === 'failed') drafts = [];
        if (message.kind === 'progress') context.progress(message.report);
        else if (message.kind === 'draft') drafts.push(message.draft);
        else if (message.kind === 'help') startHelpers(message.memory, message.count);
        else if (message.kind === 'done') resolve(message.result);
        else if (helperFailure) reject(helperFailure);
        else reject(new SallyportError(message.code, message.fields, { result: message.result }));
      });
      worker.on('error', (error: NodeJS.ErrnoException) => {
        const tooMuch = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
        reject(
          tooMuch
            ? new SallyportError('ArchiveTooLarge', {
                reason: `it needs more than ${context.memoryBytes} bytes of memory`,
                next: 'Take only a part of the input; there is no flag for this limit.',
              })
            : error,
        );
      });
      worker.on('exit', () => reject(new SallyportError('Cancelled')));
      worker.postMessage(order);
    });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    for (const thread of [worker, ...helpers]) forget(thread);
    const done = isReusable && !signal.aborted ? helpers : [worker, ...helpers];
    if (isReusable && !signal.aborted) keepWorker(worker, context.memoryBytes);
    await Promise.all(done.map((thread) => thread.terminate()));
    if (drafts.length > 0) {
      using root = openRoot(workspace, { state, closed });
      root.takeBack(drafts);
    }
  }
}

let idle: { readonly worker: Worker; readonly memoryBytes: number; readonly timer: NodeJS.Timeout } | undefined;

function takeWorker(threads: typeof import('node:worker_threads'), memoryBytes: number): Worker {
  if (idle?.memoryBytes === memoryBytes) {
    const { worker, timer } = idle;
    idle = undefined;
    clearTimeout(timer);
    forget(worker);
    worker.ref();
    return worker;
  }
  return new threads.Worker(join(packageRoot(), 'dist', 'worker.cjs'), {
    // What a person gave their own Node, as in `node --input-type=module -e`, is not meant for a thread of ours.
    execArgv: [],
    resourceLimits: heapLimits(memoryBytes),
  });
}

/** Work that declares little memory keeps little: a small place for what is new stays in the cache, and fewer pages are touched. */
function heapLimits(memoryBytes: number): ResourceLimits {
  const maxOldGenerationSizeMb = Math.max(16, Math.ceil(memoryBytes / 1024 / 1024));
  return { maxOldGenerationSizeMb, ...(maxOldGenerationSizeMb <= 256 ? { maxYoungGenerationSizeMb: 6 } : {}) };
}

/** By name: without names Node's own listeners go too, and no message arrives any more. */
function forget(worker: Worker): void {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
}

function keepWorker(worker: Worker, memoryBytes: number): void {
  if (idle) return void worker.terminate();
  const drop = () => {
    if (idle?.worker === worker) idle = undefined;
    void worker.terminate();
  };
  worker.on('error', drop);
  worker.on('exit', drop);
  worker.unref();
  idle = { worker, memoryBytes, timer: setTimeout(drop, idleMs).unref() };
}
