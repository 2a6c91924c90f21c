import type { ChildProcess, StdioOptions } from 'node:child_process';
import { closeSync } from 'node:fs';
import { Socket } from 'node:net';
import type { ProcessIo, ProcessSpec } from '../../protocol/backend.ts';
import { closePipe, type Pipe, type PipeStock } from '../pipes/pipes.ts';
import { readPipe, type PipeReader } from '../pipes/read-pipe.ts';

/** The standard streams of one program, before and after it is started. */
export interface Streams {
  readonly stdio: StdioOptions;
  /** The program has its ends; begins to read and write ours. */
  attach(child: ChildProcess, io: ProcessIo): Attached;
  /** Nothing was started. */
  abandon(): void;
}

export interface Attached {
  readonly readers: readonly PipeReader[];
  closeStdin(): void;
}

export async function openStreams(spec: ProcessSpec, stock: PipeStock): Promise<Streams> {
  return process.platform === 'win32' ? nodeStreams(spec) : pipeStreams(spec, stock);
}

async function pipeStreams({ stdin, merged }: ProcessSpec, stock: PipeStock): Promise<Streams> {
  const pipes = await stock.take((merged ? 1 : 2) + (stdin === undefined ? 0 : 1));
  const out = pipes[0] as Pipe;
  const err = merged ? out : (pipes[1] as Pipe);
  const input = stdin === undefined ? undefined : pipes.at(-1);
  return {
    stdio: [input ? input.read : 'ignore', out.write, err.write],
    attach(_child, { onStdout, onStderr }) {
      // As long as we hold these ends ourselves, no pipe comes to its end.
      for (const pipe of pipes) closeSync(pipe === input ? pipe.read : pipe.write);
      const reader = ({ read }: Pipe, deliver: ProcessIo['onStdout']) =>
        readPipe(new Socket({ fd: read, readable: true, writable: false }), read, deliver);
      const writer = input && new Socket({ fd: input.write, readable: false, writable: true });
      writer?.on('error', () => {}); // the program need not read what it is given
      writer?.end(stdin ?? '');
      return {
        readers: [reader(out, onStdout), ...(merged ? [] : [reader(err, onStderr)])],
        closeStdin: () => void writer?.destroy(),
      };
    },
    abandon: () => pipes.forEach(closePipe),
  };
}

/** Where there is no mkfifo, and no /dev/stderr that would need it. One pipe for both cannot be had from Node. */
function nodeStreams({ stdin, merged }: ProcessSpec): Streams {
  return {
    stdio: [stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    attach(child, { onStdout, onStderr }) {
      child.stdin?.on('error', () => {});
      child.stdin?.end(stdin ?? '');
      return {
        readers: [
          readPipe(child.stdout as Socket, undefined, onStdout),
          readPipe(child.stderr as Socket, undefined, merged ? onStdout : onStderr),
        ],
        closeStdin: () => void child.stdin?.destroy(),
      };
    },
    abandon() {},
  };
}
