import { closeSync, constants, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { constants as system } from 'node:os';
import { join } from 'node:path';
import type { ProcessEnd, ProcessIo, ProcessSpec } from '../../protocol/backend.ts';
import { readPipe, type PipeReader } from '../pipes/read-pipe.ts';
import { cutAll, drained, watchOver } from '../pipes/watch.ts';
import { processTable } from '../process/process-table.ts';
import { signalProcess } from '../process/tree.ts';
import type { Box } from './box.ts';
import type { BoxAnswer } from './supervisor.ts';

/** How long a program may take to end when it is asked to. */
const graceMs = 500;

export interface BoxRun {
  readonly mark: string;
  /** Arguments of bash's `ulimit`. */
  readonly limits: string;
  /** The program has exited by itself; what it left running still runs. */
  readonly onExit: () => void;
}

/** One program from start to end, in a box that runs no other. */
export async function runInBox(
  box: Box,
  spec: ProcessSpec,
  io: ProcessIo,
  { mark, limits, onExit }: BoxRun,
): Promise<ProcessEnd> {
  const { stdin, merged } = spec;
  const input = stdin === undefined ? undefined : openSync(join(box.folder, 'in'), inputFlags);
  const readers = [
    openReader(join(box.folder, 'out'), io.onStdout),
    ...(merged ? [] : [openReader(join(box.folder, 'err'), io.onStderr)]),
  ];
  let writer: Socket | undefined;
  const startedAt = performance.now();
  const env = spec.env === box.env ? undefined : spec.env;
  const request = { cwd: spec.cwd, hasStdin: input !== undefined, merged, limits, mark, env, argv: spec.argv };
  let answer: BoxAnswer | undefined;
  let refusal: unknown;
  const exited = box
    .run(request, () => (writer = writeAll(input, stdin)))
    .then(
      (told) => {
        answer = told;
        if (told) onExit();
      },
      (error: unknown) => void (refusal = error),
    );
  const watch = watchOver({ exited, end: () => endProgram(box, exited) }, readers, {
    timeoutMs: spec.timeoutMs,
    cancel: io.signal,
  });

  await watch.exit;
  const durationMs = performance.now() - startedAt;
  let isDrained = true;
  if (answer?.hasOthers) {
    isDrained = await drained(readers, watch.killed);
    await box.endOthers();
  }
  await cutAll(readers);
  const { why, error } = await watch.end();
  if (writer) writer.destroy();
  else if (input !== undefined) closeSync(input);
  if (why === 'failed') throw error;
  if (refusal !== undefined) throw refusal;
  return {
    exitCode: answer?.exitCode ?? null,
    signal: answer ? signalName(answer.signal) : 'SIGKILL',
    timedOut: why === 'timedOut',
    cancelled: why === 'cancelled',
    durationMs,
    survivors: 'none',
    killedBy: why === undefined ? null : 'box',
    drainCut: !isDrained && why === undefined,
  };
}

/** Asks the processes to end, the oldest first; if the program does not, the box ends with all that is in it. */
async function endProgram(box: Box, exited: Promise<void>): Promise<void> {
  let hasExited = false;
  void exited.then(() => (hasExited = true));
  for (const pid of await processesIn(box)) signalProcess(pid, 'SIGTERM');
  await Promise.race([exited, new Promise((resolve) => setTimeout(resolve, graceMs).unref())]);
  if (!hasExited) await box.close();
}

/** Whoever loses its parent in a box becomes a child of the first process: nobody is missing in the tree below that. */
async function processesIn({ pid }: Box): Promise<number[]> {
  const rows = await processTable();
  const inside = new Set([pid]);
  for (const parent of inside) for (const row of rows) if (row.parent === parent) inside.add(row.pid);
  inside.delete(pid);
  return rows
    .filter((row) => inside.has(row.pid))
    .toSorted((a, b) => Number(a.start) - Number(b.start) || a.pid - b.pid)
    .map((row) => row.pid);
}

/** For both directions, so that the pipe neither waits for its reader nor breaks when that one goes away. */
const inputFlags = constants.O_RDWR | constants.O_NONBLOCK;

function openReader(path: string, deliver: ProcessIo['onStdout']): PipeReader {
  // Before the program opens its end: that open waits for this one.
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return readPipe(new Socket({ fd, readable: true, writable: false }), fd, deliver);
}

function writeAll(fd: number | undefined, bytes: string | Uint8Array | undefined): Socket | undefined {
  if (fd === undefined) return undefined;
  const socket = new Socket({ fd, readable: false, writable: true });
  socket.on('error', () => {});
  socket.end(bytes ?? '');
  return socket;
}

const names = new Map(Object.entries(system.signals).map(([name, number]) => [number, name]));

function signalName(number: number | null): string | null {
  return number === null ? null : (names.get(number) ?? `SIG${number}`);
}
