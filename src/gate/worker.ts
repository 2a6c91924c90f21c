// The inside of a worker thread: one job after the other.
import { parentPort } from 'node:worker_threads';
import type { AsyncJob, Job } from '../commands/index.ts';
import { jobs } from '../commands/jobs.ts';
import { openRoot } from '../files/index.ts';
import { SallyportError, toSallyportError } from '../protocol/errors.ts';
import type { Progress } from '../protocol/progress.ts';
import type { WorkerMessage, WorkOrder } from './offload.ts';

const send = (message: WorkerMessage) => parentPort?.postMessage(message);

parentPort?.on('message', (order: WorkOrder) => void work(order).then(send));

async function work(order: WorkOrder): Promise<WorkerMessage> {
  const { workspace, state, closed, limits, job, input, stop, helpers: most } = order;
  const stopped = new Int32Array(stop);
  let lastReport = 0;
  try {
    const run = (await jobs[job as keyof typeof jobs]()) as Job<unknown> | AsyncJob<unknown>;
    using root = openRoot(workspace, { state, closed });
    const result = await run(input, {
      root: root.limited({ ...limits, onDraft: (draft) => send({ kind: 'draft', draft }) }),
      checkStopped() {
        if (Atomics.load(stopped, 0) !== 0) throw new SallyportError('Cancelled');
      },
      progress(report: Progress) {
        const now = performance.now();
        if (now - lastReport < 100) return;
        lastReport = now;
        send({ kind: 'progress', report });
      },
      helpers: { most, start: (memory: SharedArrayBuffer, count: number) => send({ kind: 'help', memory, count }) },
    });
    return { kind: 'done', result };
  } catch (thrown) {
    const { code, fields, result } = toSallyportError(thrown);
    return { kind: 'failed', code, fields, result };
  }
}
