import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const lookMs = 200;

/**
 * Waits until no other process asks at this terminal: with two questions on it, a key would go to either. The turn is an
 * abstract socket, which the kernel gives to one process and takes back when that ends, however it does. Undefined when
 * the signal came first; where there are no such sockets, nobody waits.
 */
export async function takeTurn(signal: AbortSignal): Promise<Disposable | undefined> {
  const name = turnName();
  if (name === undefined) return { [Symbol.dispose]: () => {} };
  while (!signal.aborted) {
    const turn = await tryTurn(name);
    if (turn) return turn;
    await sleep(lookMs, undefined, { signal }).catch(() => {});
  }
  return undefined;
}

function tryTurn(name: string): Promise<Disposable | undefined> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', () => resolve(undefined));
    server.listen(name, () => resolve({ [Symbol.dispose]: () => void server.close() }));
    server.unref();
  });
}

/** By the number of the terminal: field 7 of the process's own line, counted from behind its name. */
function turnName(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const stat = readFileSync('/proc/self/stat', 'latin1');
    const tty = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[4];
    return `\0sallyport-question-${process.getuid?.()}-${tty}`;
  } catch {
    return undefined;
  }
}
