// The inside of a worker thread: one job, then the end.
import { parentPort, workerData } from 'node:worker_threads';
import type { Job } from '../commands/index.ts';
import { jobs, type Jobs } from '../commands/jobs.ts';
import { openRoot } from '../files/index.ts';
import { SallyportError, toSallyportError } from '../protocol/errors.ts';
import type { Progress } from '../protocol/progress.ts';
import type { WorkerData, WorkerMessage } from './offload.ts';

const { workspace, state, closed, limits, job, input, stop } = workerData as WorkerData;
const stopped = new Int32Array(stop);
const send = (message: WorkerMessage) => parentPort?.postMessage(message);

let lastReport = 0;
function progress(report: Progress): void {
  const now = performance.now();
  if (now - lastReport < 100) return;
  lastReport = now;
  send({ kind: 'progress', report });
}

function checkStopped(): void {
  if (Atomics.load(stopped, 0) !== 0) throw new SallyportError('Cancelled');
}

try {
  const run = jobs[job as keyof Jobs] as Job<unknown>;
  using root = openRoot(workspace, { state, closed });
  send({ kind: 'done', result: run(input, { root: root.limited(limits), checkStopped, progress }) });
} catch (thrown) {
  const { code, fields, result } = toSallyportError(thrown);
  send({ kind: 'failed', code, fields, result });
}
