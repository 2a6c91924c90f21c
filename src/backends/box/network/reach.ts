import { lookup } from 'node:dns/promises';
import { connect, type Socket } from 'node:net';
import type { Connection } from '../../../protocol/connection.ts';
import { canonicalHost, isAddress, namesAddress, ruleFor, type HostRule } from '../../../protocol/host-rule.ts';
import { ownAddresses, whyNotPublic } from './addresses.ts';

/** Gives all addresses of a name. */
export type Resolve = (host: string) => Promise<readonly string[]>;

export interface ReachOptions {
  readonly rules: readonly HostRule[];
  readonly resolve?: Resolve;
  readonly connectMs: number;
}

export interface Wish {
  /** As the program wrote it. */
  readonly host: string;
  readonly port: number;
  readonly how: Connection['how'];
  readonly method?: string;
}

/** What is known of a connection; the bytes are counted by its socket. */
export type OpenConnection = Omit<Connection, 'sent' | 'received'>;

/** A name may have any number of addresses. */
const mostAddresses = 4;

/** A wish that became a connection to the outside, or did not. */
export type Reached =
  | { readonly entry: OpenConnection; readonly socket: Socket }
  | { readonly entry: OpenConnection; readonly socket: undefined };

/**
 * Connects to a host if a rule allows it and what its name stands for may be reached. The name is looked up once, and what was checked
 * is what is connected to: a name that stands for another address a moment later (DNS rebinding) gains nothing.
 */
export async function reach(wish: Wish, { rules, resolve = systemResolve, connectMs }: ReachOptions): Promise<Reached> {
  const { port, how, method } = wish;
  const host = canonicalHost(wish.host);
  const entry: OpenConnection = {
    host: host ?? wish.host.slice(0, 255),
    port,
    address: null,
    how,
    ...(method === undefined ? {} : { method }),
    decision: 'refused',
    rule: null,
  };
  const refused = (reason: string): Reached => ({ entry: Object.assign(entry, { reason }), socket: undefined });
  if (host === undefined || port < 1 || port > 65_535) return refused('that is no host and port');
  const rule = ruleFor(rules, { host, port, method });
  if (!rule) return refused(whyNoRule(rules, { host, port, method }));
  entry.rule = rule.text;

  const found = isAddress(host) ? [host] : await resolve(host).catch(() => []);
  if (found.length === 0) return failed(entry, 'its name was not found');
  const own = ownAddresses();
  const objections = found.map((address) => objectionTo(address, { host, port, rules, own }));
  const usable = found.filter((_, index) => objections[index] === undefined).slice(0, mostAddresses);
  if (usable.length === 0) {
    return refused(`it stands for ${found[0]}, and ${objections[0]}; only a rule that names this address allows it`);
  }
  entry.decision = 'allowed';
  let last = 'it did not answer';
  for (const address of usable) {
    const socket = await connectTo(address, port, connectMs);
    if (typeof socket !== 'string') return { entry: Object.assign(entry, { address }), socket };
    last = socket;
  }
  return failed(entry, last);
}

async function systemResolve(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

function failed(entry: OpenConnection, reason: string): Reached {
  return { entry: Object.assign(entry, { decision: 'allowed', reason }), socket: undefined };
}

function whyNoRule(
  rules: readonly HostRule[],
  wish: { host: string; port: number; method?: string | undefined },
): string {
  const onlyMethods = rules.find((rule) =>
    ruleFor([{ ...rule, methods: [wish.method ?? ''] }], { ...wish, method: wish.method ?? '' }),
  );
  if (onlyMethods) return `"${onlyMethods.text}" allows only these methods, and plain HTTP, where they can be seen`;
  return 'no rule allows this host and port';
}

function objectionTo(
  address: string,
  { host, port, rules, own }: { host: string; port: number; rules: readonly HostRule[]; own: readonly string[] },
): string | undefined {
  const why = whyNotPublic(address, own);
  const isLoopback = /^127\.|^::1$/.test(address);
  const isNamed =
    namesAddress(rules, address, port) || (host === 'localhost' && isLoopback && namesAddress(rules, host, port));
  return isNamed ? undefined : why;
}

/** A connected socket, or why there is none. */
function connectTo(host: string, port: number, timeoutMs: number): Promise<Socket | string> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, allowHalfOpen: true, noDelay: true });
    const timer = setTimeout(() => end(`it did not answer within ${timeoutMs / 1000} s`), timeoutMs);
    const end = (result: Socket | string) => {
      clearTimeout(timer);
      socket.removeAllListeners('error');
      socket.on('error', () => {}); // told by its close
      if (typeof result === 'string') socket.destroy();
      resolve(result);
    };
    socket.once('connect', () => end(socket));
    socket.once('error', (error: NodeJS.ErrnoException) =>
      end(`the connection failed (${error.code ?? error.message})`),
    );
  });
}
