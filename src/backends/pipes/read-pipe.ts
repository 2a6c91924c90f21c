import { readSync } from 'node:fs';
import type { Socket } from 'node:net';

export interface PipeReader {
  /** Everything up to the end of the pipe was delivered. Rejects with what `deliver` threw. */
  readonly ended: Promise<void>;
  /** Delivers what is in the pipe now and stops; true when something still holds its other end. */
  cut(): Promise<boolean>;
}

/** More than a pipe holds on any usual system, so that all that was written before the exit is in it. */
const mostInPipe = 2 * 1024 * 1024;

/** Hands on what arrives, chunk after chunk, and reads no further while one is being taken. */
export function readPipe(
  socket: Socket,
  fd: number | undefined,
  deliver: (chunk: Uint8Array) => void | Promise<void>,
): PipeReader {
  let delivery: Promise<void> | undefined;
  const { promise: ended, resolve, reject } = promiseOf();
  const fail = (error: unknown) => {
    reject(error);
    socket.destroy();
  };
  socket.on('data', (chunk: Uint8Array) => {
    try {
      const taken = deliver(chunk);
      if (!taken) return;
      socket.pause();
      delivery = taken.then(() => {
        delivery = undefined;
        socket.resume();
      });
      delivery.catch(fail);
    } catch (error) {
      fail(error);
    }
  });
  // A pipe that fails is at its end; nothing can be told about it that the exit of the program does not tell.
  socket.on('error', () => {});
  // A pipe comes to its end even while its last chunk is being taken.
  socket.on('close', () => void (delivery ?? Promise.resolve()).then(resolve, fail));

  return {
    ended,
    async cut() {
      if (socket.destroyed) return ended.then(() => false);
      socket.removeAllListeners('data');
      const { chunks, isEnd } = takeAll(socket, fd);
      try {
        await delivery;
        for (const chunk of chunks) await deliver(chunk);
        socket.destroy();
      } catch (error) {
        fail(error);
      }
      await ended;
      return !isEnd;
    },
  };
}

/** In one go, so that the event loop cannot read in between and change the order. */
function takeAll(socket: Socket, fd: number | undefined): { chunks: Uint8Array[]; isEnd: boolean } {
  socket.pause();
  const chunks: Uint8Array[] = [];
  for (let chunk = socket.read() as Buffer | null; chunk; chunk = socket.read() as Buffer | null) chunks.push(chunk);
  if (fd === undefined) return { chunks, isEnd: false };
  for (let taken = 0; taken < mostInPipe;) {
    const buffer = Buffer.allocUnsafe(64 * 1024);
    const size = tryRead(fd, buffer);
    if (size === undefined) return { chunks, isEnd: false };
    if (size === 0) return { chunks, isEnd: true };
    chunks.push(buffer.subarray(0, size));
    taken += size;
  }
  return { chunks, isEnd: false };
}

/** Undefined when there is nothing to read now. */
function tryRead(fd: number, buffer: Buffer): number | undefined {
  try {
    return readSync(fd, buffer);
  } catch {
    return undefined;
  }
}

function promiseOf(): { promise: Promise<void>; resolve: () => void; reject: (error: unknown) => void } {
  let resolve = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<void>((done, failed) => {
    resolve = done;
    reject = failed;
  });
  promise.catch(() => {});
  return { promise, resolve, reject };
}
