import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { canonicalHost, isAddress, ruleFor, type HostRule } from '../../../protocol/host-rule.ts';
import type { OpenConnection } from './reach.ts';
import { longestGreeting, serverNameIn } from './server-name.ts';

export interface TunnelOptions {
  readonly rules: readonly HostRule[];
  readonly idleMs: number;
}

/**
 * Joins a program and a host until both have ended or neither says anything for long. Where the program greets with TLS, the server that
 * it names there has to be the one it asked for: otherwise one allowed host would open all others behind the same address.
 */
export function joinTunnel(
  { client, head, server, entry }: { client: Duplex; head: Buffer; server: Socket; entry: OpenConnection },
  { rules, idleMs }: TunnelOptions,
): Promise<void> {
  return new Promise((resolve) => {
    const end = (reason?: string) => {
      if (reason !== undefined) entry.reason ??= reason;
      client.destroy();
      server.destroy();
    };
    const timer = setTimeout(() => end('nothing was said for too long'), idleMs);
    const refresh = () => void timer.refresh();
    const settle = () => {
      if (!client.closed || !server.closed) return;
      clearTimeout(timer);
      resolve();
    };
    const isFine = (name: string) => {
      const host = canonicalHost(name);
      if (host === entry.host) return true;
      return host !== undefined && isAddress(entry.host) && ruleFor(rules, { host, port: entry.port }) !== undefined;
    };

    let greeting = Buffer.alloc(0);
    const inspect = (chunk: Buffer) => {
      refresh();
      greeting = Buffer.concat([greeting, chunk]);
      const found = serverNameIn(greeting);
      if (found.kind === 'more needed' && greeting.length <= longestGreeting) return;
      client.off('data', inspect);
      if (found.kind === 'more needed' || found.kind === 'broken') {
        entry.decision = 'refused';
        return end('its TLS greeting cannot be read');
      }
      if (found.kind === 'named' && !isFine(found.name)) {
        entry.decision = 'refused';
        return end(`it asked for ${entry.host} and then, in TLS, for ${found.name.slice(0, 255)}`);
      }
      server.write(greeting);
      client.on('data', refresh);
      client.pipe(server);
    };
    client.on('data', inspect);
    client.once('end', () => server.end());
    server.on('data', refresh);
    server.pipe(client);
    // What was said before the other side left still arrives.
    server.once('close', () => {
      client.end(() => client.destroy());
      settle();
    });
    client.once('close', () => {
      server.destroySoon();
      settle();
    });
    if (client.destroyed) server.destroy();
    if (head.length > 0) inspect(head);
    client.resume();
  });
}
