import { spawn, type ChildProcess } from 'node:child_process';
import { randomName } from '../../platform/ids.ts';
import type { ProcessEnd, ProcessIo, ProcessSpec } from '../../protocol/backend.ts';
import type { PipeStock } from '../pipes/pipes.ts';
import { cutAll, drained, neverStarted, watchOver, type Started } from '../pipes/watch.ts';
import { checkStart, explainStart } from './program.ts';
import { openStreams, type Streams } from './streams.ts';
import { endTree, type ProcessTree, type TreeRoot } from './tree.ts';

export interface RunParts {
  readonly stock: PipeStock;
  readonly openTree: (marker: string) => Promise<ProcessTree>;
}

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
  const watch = watchOver(startedBy(child, tree), readers, { timeoutMs: spec.timeoutMs, cancel: io.signal });

  await watch.exit;
  const { exitCode, signalCode: signal } = child;
  const durationMs = performance.now() - startedAt;
  await drained(readers, watch.killed);
  const cuts = await cutAll(readers);
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

function startedBy(child: ChildProcess, tree: ProcessTree): Started {
  const root: TreeRoot = {
    pid: child.pid as number,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
  };
  tree.began(root);
  return {
    exited: new Promise<void>((resolve) => {
      child.on('exit', () => resolve());
      if (root.hasEnded()) resolve();
    }),
    end: () => endTree(tree, root),
  };
}
