import { openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { ReadStream, WriteStream } from 'node:tty';
import { systemClock } from '../../platform/clock.ts';
import { openKeys } from './keys.ts';

/** The terminal that this process belongs to, whatever its streams are: keys, lines, and output. */
export interface Tty extends Disposable {
  readonly output: WriteStream;
  write(text: string): void;
  /** The next key; undefined when the signal came first. Ctrl-C is `\x03`. */
  key(signal: AbortSignal): Promise<string | undefined>;
  /** A line that starts as `initial` and can be edited; undefined when it was given up. */
  line(prompt: string, initial: string, signal: AbortSignal): Promise<string | undefined>;
}

const rawAgainMs = 250;

/** Undefined when there is no terminal. */
export function openTty(): Tty | undefined {
  let input: ReadStream;
  let output: WriteStream;
  try {
    input = new ReadStream(openSync('/dev/tty', 'r'));
    output = new WriteStream(openSync('/dev/tty', 'w'));
  } catch {
    return undefined;
  }
  const listen = openKeys(systemClock);
  input.setRawMode(true);
  return {
    output,
    write: (text) => void output.write(text),
    key: (signal) =>
      until<string>(signal, (done, fail) => {
        input.setRawMode(true);
        const listener = listen(done);
        const onData = (chunk: Buffer) => listener.typed(chunk.toString('utf8'));
        const onEnd = () => fail(new Error('the terminal was closed'));
        // A Node that ends puts the terminal back to how it found it, also under the question of another one.
        const keepRaw = setInterval(() => input.setRawMode(false).setRawMode(true), rawAgainMs);
        input.on('data', onData).once('end', onEnd).once('error', fail);
        input.resume();
        return () => {
          listener.stop();
          clearInterval(keepRaw);
          input.off('data', onData).off('end', onEnd).off('error', fail);
          input.pause();
        };
      }),
    line: (prompt, initial, signal) =>
      until<string>(signal, (done) => {
        const reader = createInterface({ input, output, prompt, terminal: true, historySize: 0 });
        // Or else Node puts what comes in one piece, pasted or over a slow line, at the end of the text wherever the cursor is.
        Object.defineProperty(reader, 'isCompletionEnabled', { get: () => true, set() {} });
        const onLine = (line: string) => done(line);
        const giveUp = () => done(undefined);
        reader.once('line', onLine).once('SIGINT', giveUp).once('close', giveUp);
        reader.prompt();
        reader.write(initial);
        return () => {
          // Only ours: by one of its own it stops to echo keys when it is closed.
          reader.off('line', onLine).off('SIGINT', giveUp).off('close', giveUp);
          reader.close();
        };
      }),
    [Symbol.dispose]() {
      input.setRawMode(false);
      input.destroy();
      output.destroy();
    },
  };
}

function until<T>(
  signal: AbortSignal,
  start: (done: (value: T | undefined) => void, fail: (error: Error) => void) => () => void,
): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      stop();
      signal.removeEventListener('abort', onAbort);
      finish();
    };
    const onAbort = () => settle(() => resolve(undefined));
    const stop = start(
      (value) => settle(() => resolve(value)),
      (error) => settle(() => reject(error)),
    );
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
}
