import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { CommandResult } from '../commands/index.ts';
import type { RootLimits } from '../files/index.ts';
import { packageRoot } from '../platform/package-root.ts';
import { SallyportError, type ErrorCode } from '../protocol/errors.ts';
import type { Progress } from '../protocol/progress.ts';

export interface WorkerData {
  readonly workspace: string;
  readonly state: readonly string[];
  readonly closed: readonly (readonly string[])[];
  readonly limits: RootLimits;
  readonly job: string;
  readonly input: unknown;
  /** One 32-bit word; not 0 when the work has to stop. */
  readonly stop: SharedArrayBuffer;
}

export type WorkerMessage =
  | { readonly kind: 'progress'; readonly report: Progress }
  | { readonly kind: 'done'; readonly result: CommandResult }
  | {
      readonly kind: 'failed';
      readonly code: ErrorCode;
      readonly fields: Record<string, string | number>;
      readonly result: Record<string, unknown>;
    };

/** How long a worker that was told to stop may clean up before it is ended. */
const graceMs = 1_500;

export interface OffloadContext extends Omit<WorkerData, 'job' | 'input' | 'stop'> {
  readonly memoryBytes: number;
  readonly signal: AbortSignal;
  readonly progress: (report: Progress) => void;
}

/** Runs synchronous work in a thread of its own, which gets the same view of the workspace and the declared memory. */
export async function offload(job: string, input: unknown, context: OffloadContext): Promise<CommandResult> {
  const { workspace, state, closed, limits, signal } = context;
  const stop = new SharedArrayBuffer(4);
  const workerData: WorkerData = { workspace, state, closed, limits, job, input, stop };
  const worker = new Worker(join(packageRoot(), 'dist', 'worker.js'), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: Math.max(16, Math.ceil(context.memoryBytes / 1024 / 1024)) },
  });
  let timer: NodeJS.Timeout | undefined;
  const onAbort = () => {
    Atomics.store(new Int32Array(stop), 0, 1);
    timer = setTimeout(() => void worker.terminate(), graceMs);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await new Promise((resolve, reject) => {
      worker.on('message', (message: WorkerMessage) => {
        if (message.kind === 'progress') context.progress(message.report);
        else if (message.kind === 'done') resolve(message.result);
        else reject(new SallyportError(message.code, message.fields, { result: message.result }));
      });
      worker.on('error', (error: NodeJS.ErrnoException) => {
        const tooMuch = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
        reject(
          tooMuch
            ? new SallyportError('ArchiveTooLarge', {
                reason: `it needs more than ${context.memoryBytes} bytes of memory`,
              })
            : error,
        );
      });
      worker.on('exit', () => reject(new SallyportError('Cancelled')));
    });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    await worker.terminate();
  }
}
