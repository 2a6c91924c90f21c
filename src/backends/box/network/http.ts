import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Reached, Wish } from './reach.ts';

export interface HttpDoor {
  /** Asks for a connection; the entry is in the list of connections from then on. */
  reach(wish: Wish): Promise<Reached>;
  /** What is said to a program whose wish was refused. */
  explain(reached: Reached): string;
  /** A tunnel that was asked for. */
  onTunnel(client: Duplex, head: Buffer, wish: Wish): void;
  /** Until a request, the first or the next, is whole. */
  readonly headMs: number;
  readonly idleMs: number;
}

const longestHead = 16 * 1024;

/** Speaks HTTP to programs; connections are handed to it, it listens nowhere. */
export function createHttpSide(door: HttpDoor): Server {
  const server = createServer({ maxHeaderSize: longestHead });
  // A server that listens nowhere does not look for slow clients itself.
  const heads = new Map<Duplex, NodeJS.Timeout>();
  const stopWaiting = (client: Duplex) => clearTimeout(heads.get(client));
  const waitForHead = (client: Duplex) =>
    heads.set(
      client,
      setTimeout(() => client.destroy(), door.headMs),
    );
  server.on('connection', (client) => {
    waitForHead(client);
    client.once('close', () => {
      stopWaiting(client);
      heads.delete(client);
    });
  });
  server.on('connect', (incoming: IncomingMessage, client: Duplex, head: Buffer) => {
    stopWaiting(client);
    const wish = authorityOf(incoming.url ?? '');
    if (wish) return door.onTunnel(client, head, wish);
    client.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
  });
  server.on('request', (incoming, outgoing) => {
    const client: Duplex = incoming.socket;
    stopWaiting(client);
    outgoing.once('finish', () => client.destroyed || waitForHead(client));
    void forward(incoming, outgoing, door);
  });
  // The default would answer and keep the connection.
  server.on('clientError', (_, client) => client.destroy());
  return server;
}

function authorityOf(text: string): Wish | undefined {
  const [, host, port] = /^(\[[^\]]+\]|[^:]+):(\d{1,5})$/.exec(text) ?? [];
  return host === undefined ? undefined : { host, port: Number(port), how: 'tunnel' };
}

async function forward(incoming: IncomingMessage, outgoing: ServerResponse, door: HttpDoor): Promise<void> {
  const { method = 'GET' } = incoming;
  const url = URL.canParse(incoming.url ?? '') ? new URL(incoming.url ?? '') : undefined;
  if (url?.protocol !== 'http:') {
    return answer(outgoing, 400, 'This is a proxy: it takes http:// addresses, and CONNECT for all others.\n');
  }
  const wish = { host: url.hostname, port: Number(url.port || 80), how: 'http', method } as const;
  const reached = await door.reach(wish);
  const { entry, socket } = reached;
  if (!socket) return answer(outgoing, entry.decision === 'refused' ? 403 : 502, door.explain(reached));

  socket.setTimeout(door.idleMs, () => socket.destroy());
  const onward = request({
    createConnection: () => socket,
    method,
    path: `${url.pathname}${url.search}`,
    headers: { ...handedOn(incoming), host: url.host, connection: 'close' },
    setHost: false,
  });
  const giveUp = () => {
    entry.reason ??= 'the connection broke';
    socket.destroy();
    if (outgoing.headersSent) outgoing.destroy();
    else answer(outgoing, 502, `sallyport: the connection to ${entry.host}:${entry.port} broke.\n`);
  };
  onward.on('error', giveUp);
  onward.on('response', (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.statusMessage ?? '', handedOn(response));
    response.pipe(outgoing);
    response.on('error', giveUp);
    response.once('end', () => socket.destroy());
  });
  incoming.pipe(onward);
  incoming.on('error', () => socket.destroy());
  outgoing.once('close', () => socket.destroy());
}

/** Of a connection, not of a message (RFC 9110 §7.6.1), and what is meant for this proxy. */
const hopHeaders = new Set(
  'connection keep-alive proxy-connection proxy-authorization proxy-authenticate te trailer upgrade expect host'.split(
    ' ',
  ),
);

function handedOn(message: IncomingMessage): Record<string, string[]> {
  const named = (message.headers.connection ?? '').toLowerCase().split(/\s*,\s*/);
  const isDropped = (name: string) =>
    hopHeaders.has(name) || named.includes(name) || (name === 'transfer-encoding' && message.statusCode !== undefined);
  const kept = Object.entries(message.headersDistinct).filter(([name]) => !isDropped(name));
  return Object.fromEntries(kept.map(([name, values]) => [name, values ?? []]));
}

function answer(outgoing: ServerResponse, status: number, text: string): void {
  outgoing.writeHead(status, {
    'content-type': 'text/plain',
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  });
  outgoing.end(text);
}
