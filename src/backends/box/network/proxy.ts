import type { Duplex } from 'node:stream';
import type { Connection } from '../../../protocol/connection.ts';
import type { HostRule } from '../../../protocol/host-rule.ts';
import { createHttpSide } from './http.ts';
import { reach, type Reached, type Resolve, type Wish } from './reach.ts';
import { answerSocks, readSocks, socksReply } from './socks.ts';
import { joinTunnel } from './tunnel.ts';

export interface ProxyOptions {
  readonly rules: readonly HostRule[];
  /** That of the system when absent. */
  readonly resolve?: Resolve;
  readonly limits?: Partial<ProxyLimits>;
}

export interface ProxyLimits {
  /** Open at the same time; more are closed at once. */
  readonly connections: number;
  /** Kept for the record; more are only counted. */
  readonly entries: number;
  /** Until it is clear what a program wants. */
  readonly headMs: number;
  readonly connectMs: number;
  /** Without a byte in either direction. */
  readonly idleMs: number;
}

export const usualProxyLimits: ProxyLimits = {
  connections: 256,
  entries: 500,
  headMs: 30_000,
  connectMs: 30_000,
  idleMs: 300_000,
};

/** Lets programs reach the hosts of a list: HTTP, CONNECT and SOCKS 5 on the same connection, told apart by its first byte. */
export interface Proxy extends Disposable {
  /** A connection of a program, which is not trusted. */
  accept(client: Duplex): void;
  /** In the order asked for; those that are still open with what is known so far. */
  connections(): Connection[];
  /** Asked for and not in the list. */
  readonly uncounted: number;
}

export function openProxy({ rules, resolve, limits: given }: ProxyOptions): Proxy {
  const limits = { ...usualProxyLimits, ...given };
  const asked: Reached[] = [];
  const clients = new Set<Duplex>();
  let uncounted = 0;
  const http = createHttpSide({ ...limits, reach: reachFor, explain, onTunnel: (...args) => void tunnel(...args) });

  async function reachFor(wish: Wish): Promise<Reached> {
    const reached = await reach(wish, { rules, connectMs: limits.connectMs, ...(resolve ? { resolve } : {}) });
    if (asked.length < limits.entries) asked.push(reached);
    else uncounted++;
    return reached;
  }

  function explain({ entry: { host, port, reason = '' } }: Reached): string {
    const allowed = rules.map(({ text }) => text).join(', ') || 'nothing';
    return `sallyport: ${host}:${port} was not reached: ${reason}. This run may reach: ${allowed}.\n`;
  }

  async function tunnel(client: Duplex, head: Buffer, wish: Wish): Promise<void> {
    const reached = await reachFor(wish);
    const { entry, socket: server } = reached;
    if (!server) {
      const text = explain(reached);
      const status = entry.decision === 'refused' ? '403 Forbidden' : '502 Bad Gateway';
      const size = Buffer.byteLength(text);
      client.end(
        `HTTP/1.1 ${status}\r\nContent-Type: text/plain\r\nContent-Length: ${size}\r\nConnection: close\r\n\r\n${text}`,
      );
      return;
    }
    client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    await joinTunnel({ client, head, server, entry }, { rules, idleMs: limits.idleMs });
  }

  async function socks(client: Duplex): Promise<void> {
    const timer = setTimeout(() => client.destroy(), limits.headMs);
    const request = await readSocks(client);
    clearTimeout(timer);
    if (!request) return void client.end();
    const { entry, socket: server } = await reachFor(request.wish);
    if (!server) {
      answerSocks(client, entry.decision === 'refused' ? socksReply.refused : socksReply.unreachable);
      return void client.end();
    }
    answerSocks(client, socksReply.granted);
    await joinTunnel({ client, head: request.rest, server, entry }, { rules, idleMs: limits.idleMs });
  }

  return {
    accept(client) {
      if (clients.size >= limits.connections) {
        uncounted++;
        client.destroy();
        return;
      }
      clients.add(client);
      const timer = setTimeout(() => client.destroy(), limits.headMs);
      client.once('close', () => {
        clearTimeout(timer);
        clients.delete(client);
      });
      client.on('error', () => {}); // told by its close
      client.once('data', (first: Buffer) => {
        clearTimeout(timer);
        client.pause();
        client.unshift(first);
        if (first[0] === 5) return void socks(client);
        http.emit('connection', client);
        client.resume();
      });
      client.resume();
    },
    connections: () =>
      asked.map(({ entry, socket }) => ({
        ...entry,
        sent: socket?.bytesWritten ?? 0,
        received: socket?.bytesRead ?? 0,
      })),
    get uncounted() {
      return uncounted;
    },
    [Symbol.dispose]() {
      for (const client of clients) client.destroy();
    },
  };
}
