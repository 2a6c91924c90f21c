import type { Duplex } from 'node:stream';
import type { Wish } from './reach.ts';

/** Answers of RFC 1928 §6. */
export const socksReply = { granted: 0, refused: 2, unreachable: 4, unsupported: 7 } as const;

/** The longest greeting and request together: 2 + 255 methods, and 4 + 1 + 255 + 2. */
const longestHead = 600;

export interface SocksRequest {
  readonly wish: Wish;
  /** What came behind the request already. */
  readonly rest: Buffer;
}

/** Reads what a SOCKS 5 client asks for (RFC 1928): connections without a password only. Undefined for anything else. */
export async function readSocks(client: Duplex): Promise<SocksRequest | undefined> {
  let bytes = Buffer.alloc(0);
  const more = async (size: number) => {
    while (bytes.length < size) {
      const chunk = await nextChunk(client);
      if (!chunk || size > longestHead) return false;
      bytes = Buffer.concat([bytes, chunk]);
    }
    return true;
  };
  const take = (size: number) => {
    const taken = bytes.subarray(0, size);
    bytes = bytes.subarray(size);
    return taken;
  };

  if (!(await more(2)) || !(await more(2 + (bytes[1] ?? 0)))) return undefined;
  const methods = take(2 + (bytes[1] ?? 0)).subarray(2);
  const isOpen = methods.includes(0);
  client.write(Buffer.from([5, isOpen ? 0 : 0xff]));
  if (!isOpen || !(await more(5))) return undefined;
  const [version, command, , kind, first = 0] = bytes;
  const sizes = new Map([
    [1, 4],
    [3, 1 + first],
    [4, 16],
  ]);
  const size = sizes.get(kind ?? 0);
  if (version !== 5 || command !== 1 || size === undefined) {
    answerSocks(client, socksReply.unsupported);
    return undefined;
  }
  if (!(await more(4 + size + 2))) return undefined;
  take(4);
  const host = hostIn(take(size), kind ?? 0);
  const port = take(2).readUInt16BE();
  return { wish: { host, port, how: 'socks' }, rest: bytes };
}

export function answerSocks(client: Duplex, reply: number): void {
  client.write(Buffer.from([5, reply, 0, 1, 0, 0, 0, 0, 0, 0]));
}

function hostIn(bytes: Buffer, kind: number): string {
  if (kind === 1) return [...bytes].join('.');
  if (kind === 3) return bytes.subarray(1).toString('latin1');
  return Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(index * 2).toString(16)).join(':');
}

/** Undefined at the end. */
function nextChunk(client: Duplex): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const done = (chunk?: Buffer) => {
      client.off('data', onData).off('end', onEnd).off('close', onEnd);
      client.pause();
      resolve(chunk);
    };
    const onData = (chunk: Buffer) => done(chunk);
    const onEnd = () => done();
    if (client.readableEnded || client.destroyed) return resolve(undefined);
    client.on('data', onData).on('end', onEnd).on('close', onEnd);
    client.resume();
  });
}
