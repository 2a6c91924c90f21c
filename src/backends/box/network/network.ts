import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { packageRoot } from '../../../platform/package-root.ts';
import type { Connection } from '../../../protocol/connection.ts';
import { SallyportError } from '../../../protocol/errors.ts';
import { parseHostRule, type HostRule } from '../../../protocol/host-rule.ts';
import { openChannel } from './channel.ts';
import { openProxy, usualProxyLimits } from './proxy.ts';

/** The way of one box to the hosts that it may reach. */
export interface BoxNetwork extends Disposable {
  /** Speaks with the relay in the box, once that listens. */
  join(stream: Duplex): Promise<void>;
  readonly isJoined: boolean;
  connections(): Connection[];
}

/** Where the relay listens in the box, which has no other network. */
const port = 3128;
const startMs = 30_000;

export function openNetwork(rules: readonly string[]): BoxNetwork {
  const proxy = openProxy({ rules: parsedRules(rules) });
  let isJoined = false;
  return {
    async join(stream) {
      await new Promise<void>((resolve, reject) => {
        const fail = () => reject(new SallyportError('NoSandbox', { reason: 'its network relay did not start' }));
        const timer = setTimeout(() => stream.destroy(), startMs);
        stream.once('close', () => {
          isJoined = false;
          clearTimeout(timer);
          fail();
        });
        openChannel(stream, {
          most: usualProxyLimits.connections,
          onOpen: (client) => proxy.accept(client),
          onReady() {
            isJoined = true;
            clearTimeout(timer);
            resolve();
          },
        });
      });
    },
    get isJoined() {
      return isJoined;
    },
    connections: () => proxy.connections(),
    [Symbol.dispose]: () => proxy[Symbol.dispose](),
  };
}

/** The program of the relay, and how it is started in a box where it lies at `path`; `handle` leads to the host. */
export function relayProgram(): string {
  return readFileSync(join(packageRoot(), 'dist', 'relay.js'), 'utf8');
}

export function relayArgv(path: string, handle: number): string[] {
  const numbers = [port, handle, usualProxyLimits.connections].map(String);
  return ['/usr/bin/env', '-i', process.execPath, '--max-old-space-size=64', path, ...numbers];
}

/** What tells programs to use the proxy. Those that look at none of these have no network. */
export function proxyVariables(rules: readonly string[]): Record<string, string> {
  const proxy = `http://127.0.0.1:${port}`;
  // What a box serves to itself is not the proxy's, unless this machine was meant.
  const isOwnMeant = parsedRules(rules).some(({ host }) => /^(localhost|127\.[\d.]+|::1)$/.test(host));
  const direct = isOwnMeant ? '' : 'localhost,127.0.0.1,::1';
  const both = Object.entries({ http_proxy: proxy, https_proxy: proxy, all_proxy: proxy, no_proxy: direct });
  return {
    ...Object.fromEntries(
      both.flatMap(([name, value]) => [
        [name, value],
        [name.toUpperCase(), value],
      ]),
    ),
    npm_config_proxy: proxy,
    npm_config_https_proxy: proxy,
    npm_config_noproxy: direct,
    YARN_HTTP_PROXY: proxy,
    YARN_HTTPS_PROXY: proxy,
    PIP_PROXY: proxy,
    CARGO_HTTP_PROXY: proxy,
    NODE_USE_ENV_PROXY: '1',
  };
}

function parsedRules(texts: readonly string[]): HostRule[] {
  return texts.map((text) => {
    const rule = parseHostRule(text);
    if (!rule)
      throw new SallyportError('InvalidArgs', { reason: `"${text}" is no host that can be allowed`, usage: 'help' });
    return rule;
  });
}
