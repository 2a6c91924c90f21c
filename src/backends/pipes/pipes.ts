import { execFile } from 'node:child_process';
import { closeSync, constants, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeTemporaryFolder } from '../../platform/temporary.ts';
import { SallyportError } from '../../protocol/errors.ts';
import { systemProgram } from '../process/program.ts';

/** Two file handles; whoever takes a pipe closes both. */
export interface Pipe {
  readonly read: number;
  readonly write: number;
}

export interface PipeStock extends Disposable {
  take(count: number): Promise<Pipe[]>;
}

/** How many are made at once: it costs one process, however many. */
const batch = 32;

/**
 * Real pipes. What Node calls a pipe is a pair of sockets, and a socket cannot be opened again by name: `>/dev/stderr` fails on it,
 * and bash takes a socket on stdin for a remote login. A named pipe that has lost its name is a pipe like any other.
 */
export function pipeStock(): PipeStock {
  const stock: Pipe[] = [];
  let filling: Promise<void> | undefined;
  const fill = async () => {
    stock.push(...(await makePipes(batch)));
  };
  return {
    async take(count) {
      while (stock.length < count) await (filling ??= fill().finally(() => (filling = undefined)));
      return stock.splice(0, count);
    },
    [Symbol.dispose]() {
      for (const pipe of stock.splice(0)) closePipe(pipe);
    },
  };
}

export function closePipe({ read, write }: Pipe): void {
  closeSync(read);
  closeSync(write);
}

async function makePipes(count: number): Promise<Pipe[]> {
  const folder = makeTemporaryFolder('sallyport-pipes-');
  const pipes: Pipe[] = [];
  try {
    const names = Array.from({ length: count }, (_, index) => join(folder, String(index)));
    await promisify(execFile)(systemProgram('mkfifo'), ['-m', '600', ...names]);
    for (const name of names) {
      // In this order, and the first without waiting: either open waits for the other end.
      const read = openSync(name, constants.O_RDONLY | constants.O_NONBLOCK);
      pipes.push({ read, write: openSync(name, constants.O_WRONLY) });
    }
    return pipes;
  } catch (error) {
    pipes.forEach(closePipe);
    const reason = `no pipes could be made with mkfifo in ${tmpdir()}`;
    throw new SallyportError('InternalError', { reason }, { cause: error });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
