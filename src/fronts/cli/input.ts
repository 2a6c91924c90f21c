import { createReadStream } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { isSallyportError, SallyportError } from '../../protocol/errors.ts';

const maxBytes = 64 * 1024 * 1024;

/** The text of a file, or of our own stdin for `-`. Ctrl-C ends the wait; the run is then recorded as cancelled. */
export async function readInput(file: string | undefined, signal: AbortSignal): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    const source = file === '-' ? process.stdin : createReadStream(file);
    const stop = () => source.destroy();
    signal.addEventListener('abort', stop, { once: true });
    for await (const chunk of source as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > maxBytes)
        throw new SallyportError('InvalidArgs', {
          reason: `"${file}" is longer than ${maxBytes} bytes`,
          usage: 'sallyport help',
        });
    }
  } catch (error) {
    if (signal.aborted) return undefined;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new SallyportError(
        'NotFound',
        { path: file, next: 'The path is relative to the folder you are in.' },
        { cause: error },
      );
    const { code = '' } = error as NodeJS.ErrnoException;
    if (isSallyportError(error)) throw error;
    const reason = code === 'EISDIR' ? `"${file}" is a folder, not a file` : `"${file}" cannot be read (${code})`;
    throw new SallyportError('InvalidArgs', { reason, next: 'Name a file that you can read.' });
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The lines of our own stdin as they come, without a byte order mark. */
export async function* inputLines(signal: AbortSignal): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  const stop = () => process.stdin.destroy();
  signal.addEventListener('abort', stop, { once: true });
  let isFirst = true;
  let rest = '';
  function* whole(text: string): Generator<string> {
    if (!text.includes('\n')) return void (rest += text); // nothing is gone through twice
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      yield isFirst ? line.replace(/^\ufeff/, '') : line;
      isFirst = false;
    }
  }
  try {
    for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
      yield* whole(decoder.write(chunk));
      if (rest.length > maxBytes)
        throw new SallyportError('InvalidArgs', {
          reason: `A line of stdin is longer than ${maxBytes} characters`,
          usage: 'sallyport help',
        });
    }
  } catch (error) {
    if (signal.aborted) return;
    throw error;
  }
  yield* whole(`${decoder.end()}\n`);
}
