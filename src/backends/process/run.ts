import { spawn, type ChildProcess } from 'node:child_process';
import { randomName } from '../../platform/ids.ts';
import type { ProcessEnd, ProcessIo, ProcessSpec } from '../../protocol/backend.ts';
import type { PipeStock } from './pipes.ts';
import { checkStart, explainStart } from './program.ts';
import type { PipeReader } from './read-pipe.ts';
import { openStreams, type Streams } from './streams.ts';
import { endTree, type ProcessTree, type TreeRoot } from './tree.ts';

export interface RunParts {
  readonly stock: PipeStock;
  readonly openTree: (marker: string) => Promise<ProcessTree>;
}

/** How long what a program left running may hold its pipes after its exit. */
const drainMs = 2_000;
/** The same after everything was ended by force: only what could not be ended still holds them. */
const drainAfterKillMs = 250;

const neverStarted: ProcessEnd = {
  exitCode: null,
  signal: null,
  timedOut: false,
  cancelled: true,
  durationMs: 0,
  survivors: 'none',
  killedBy: null,
  drainCut: false,
};

/** One program from start to end. */
export async function runProcess(spec: ProcessSpec, io: ProcessIo, { stock, openTree }: RunParts): Promise<ProcessEnd> {
  checkStart(spec);
  const marker = randomName() + randomName();
  const [streams, tree] = await Promise.all([openStreams(spec, stock), openTree(marker)]);
  if (io.signal.aborted) {
    streams.abandon();
    await tree.close({ exitCode: null, look: false });
    return neverStarted;
  }
  const startedAt = performance.now();
  const child = await start(spec, marker, streams, tree);
  const { readers, closeStdin } = streams.attach(child, io);
  const watch = watchOver(child, tree, readers, { timeoutMs: spec.timeoutMs, cancel: io.signal });

  const { exitCode, signal } = await watch.exit;
  const durationMs = performance.now() - startedAt;
  const cuts = await drain(readers, watch.killed);
  const { why, error } = await watch.end();
  closeStdin();
  const { survivors, cpuMs } = await tree.close({ exitCode, look: why !== undefined || cuts.includes(true) });
  if (why === 'failed') throw error;
  return {
    exitCode,
    signal,
    timedOut: why === 'timedOut',
    cancelled: why === 'cancelled',
    durationMs,
    survivors,
    killedBy: why === undefined ? null : tree.kind,
    drainCut: cuts.includes(true),
    ...(cpuMs === undefined ? {} : { cpuMs }),
  };
}

async function start(spec: ProcessSpec, marker: string, streams: Streams, tree: ProcessTree): Promise<ChildProcess> {
  const { cwd } = spec;
  // A run within a run carries the marks of both.
  const chain = [process.env['SALLYPORT_RUN'], marker].filter(Boolean).join('/');
  const env = { ...spec.env, PWD: cwd, SALLYPORT_RUN: chain };
  const [program = '', ...args] = tree.wrap(spec.argv, env);
  try {
    // A session of its own: no terminal to read from, and a process group by which its members are known.
    const detached = process.platform !== 'win32';
    const child = spawn(program, args, { cwd, env, stdio: streams.stdio, detached, windowsHide: true });
    await new Promise((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
    child.on('error', () => {});
    return child;
  } catch (error) {
    streams.abandon();
    await tree.close({ exitCode: null, look: false });
    throw explainStart(error, spec);
  }
}

type Why = 'timedOut' | 'cancelled' | 'failed';

interface Watch {
  /** The program's own exit, or nothing when it could not be ended. */
  readonly exit: Promise<{ exitCode: number | null; signal: string | null }>;
  /** Everything had to be ended and has been; never comes when nothing had to be. */
  readonly killed: Promise<void>;
  /** Stops watching, once everything that had to be ended has been. */
  end(): Promise<{ why?: Why; error?: unknown }>;
}

/** Ends the tree when the time is up, the caller cancels, or the output cannot be taken. */
function watchOver(
  child: ChildProcess,
  tree: ProcessTree,
  readers: readonly PipeReader[],
  limits: { timeoutMs: number; cancel: AbortSignal },
): Watch {
  const { cancel } = limits;
  const root: TreeRoot = {
    pid: child.pid as number,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
  };
  tree.began(root);
  const result: { why?: Why; error?: unknown } = {};
  let ending: Promise<void> | undefined;
  let resolveExit: () => void = () => {};
  let resolveKilled: () => void = () => {};
  const killed = new Promise<void>((resolve) => (resolveKilled = resolve));
  const stop = (why: Why, error?: unknown) => {
    if (ending) return;
    Object.assign(result, { why, error });
    ending = endTree(tree, root).finally(() => {
      resolveExit();
      resolveKilled();
    });
    ending.catch(() => {}); // end() throws it
  };
  const exit = new Promise<void>((resolve) => {
    resolveExit = resolve;
    child.on('exit', () => resolve());
    if (root.hasEnded()) resolve();
  });
  const timer = setTimeout(() => stop('timedOut'), limits.timeoutMs);
  const onCancel = () => stop('cancelled');
  cancel.addEventListener('abort', onCancel, { once: true });
  if (cancel.aborted) onCancel();
  for (const { ended } of readers) ended.catch((error: unknown) => stop('failed', error));
  return {
    exit: exit.then(() => {
      clearTimeout(timer);
      return { exitCode: child.exitCode, signal: child.signalCode };
    }),
    killed,
    async end() {
      cancel.removeEventListener('abort', onCancel);
      await ending;
      return result;
    },
  };
}

/** True for each pipe that was still held open at the end. */
async function drain(readers: readonly PipeReader[], killed: Promise<void>): Promise<boolean[]> {
  const timers: NodeJS.Timeout[] = [];
  const passed = (ms: number) => new Promise<void>((resolve) => void timers.push(setTimeout(resolve, ms)));
  const ended = Promise.allSettled(readers.map((reader) => reader.ended));
  await Promise.race([ended, passed(drainMs), killed.then(() => passed(drainAfterKillMs))]);
  timers.forEach(clearTimeout);
  return Promise.all(readers.map((reader) => reader.cut().catch(() => false)));
}
