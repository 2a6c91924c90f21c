import { once } from 'node:events';
import type { Readable } from 'node:stream';

export interface Lines {
  /** Undefined at the end. */
  next(): Promise<string | undefined>;
  end(): void;
}

/** What a box says, line by line; nobody asks twice at a time. */
export function readLines(stream: Readable): Lines {
  const waiting: ((line: string | undefined) => void)[] = [];
  const arrived: string[] = [];
  let rest = '';
  let isEnd = false;
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) {
      const wanted = waiting.shift();
      if (wanted) wanted(line);
      else arrived.push(line);
    }
  });
  return {
    next() {
      const line = arrived.shift();
      if (line !== undefined || isEnd) return Promise.resolve(line);
      return new Promise((resolve) => void waiting.push(resolve));
    },
    end() {
      isEnd = true;
      for (const wanted of waiting.splice(0)) wanted(undefined);
    },
  };
}

/** All that a stream says, up to a limit. */
export async function textOf(stream: Readable): Promise<string> {
  let text = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => (text = (text + chunk).slice(0, 10_000)));
  await once(stream, 'close');
  return text;
}
