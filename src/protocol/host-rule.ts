/** One entry of an allow-list of hosts. */
export interface HostRule {
  readonly text: string;
  /** A name, an address, `*.` and a name for all below it, or `*` for every host. */
  readonly host: string;
  readonly ports: readonly number[] | 'all';
  /** Absent when all are allowed. They can be seen in plain HTTP only, so nothing else passes by a rule that has some. */
  readonly methods?: readonly string[];
}

const usualPorts = [80, 443];
const longestRule = 300;

/** `example.com`, `*.example.com:8443`, `[::1]:8080`, `localhost:*`, `GET,HEAD example.com`; undefined for anything else. */
export function parseHostRule(text: string): HostRule | undefined {
  const match = /^(?:([A-Z]+(?:,[A-Z]+)*) )?(\*|\*\.[^\s:*]+|\[[\d.a-fA-F:]+\]|[^\s:*]+)(?::(\d{1,5}|\*))?$/.exec(text);
  const [, methods, name = '', port] = match ?? [];
  if (!match || text.length > longestRule) return undefined;
  const host = name === '*' ? name : name.startsWith('*.') ? prefixed('*.', name.slice(2)) : canonicalHost(name);
  const number = Number(port);
  if (host === undefined || (port !== undefined && port !== '*' && (number < 1 || number > 65_535))) return undefined;
  const ports = port === undefined ? (methods === undefined ? usualPorts : [80]) : port === '*' ? 'all' : [number];
  return { text, host, ports, ...(methods === undefined ? {} : { methods: methods.split(',') }) };
}

/** A name in small letters and ASCII, an address in its one short form: as everybody compares them. Undefined for neither. */
export function canonicalHost(text: string): string | undefined {
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text;
  const isIPv6 = /^[\da-fA-F:.]+$/.test(bare) && bare.includes(':');
  if (!isIPv6 && (bare !== text || !/^[^\s/?#@\\:%[\]]{1,255}$/.test(bare))) return undefined;
  try {
    const { hostname } = new URL(`http://${isIPv6 ? `[${bare}]` : bare}/`);
    return hostname.replace(/^\[|\]$|\.$/g, '') || undefined;
  } catch {
    return undefined;
  }
}

/** The first rule that lets a program reach a host. `method` is absent where it cannot be seen. */
export function ruleFor(
  rules: readonly HostRule[],
  { host, port, method }: { host: string; port: number; method?: string | undefined },
): HostRule | undefined {
  return rules.find(
    (rule) =>
      namesHost(rule, host) &&
      hasPort(rule, port) &&
      (rule.methods === undefined || (method !== undefined && rule.methods.includes(method))),
  );
}

/** Whether a rule names this very address, which makes it reachable even where it is nobody's in public. */
export function namesAddress(rules: readonly HostRule[], address: string, port: number): boolean {
  return rules.some((rule) => rule.host === address && hasPort(rule, port));
}

/** Of a host in its canonical form. */
export function isAddress(host: string): boolean {
  return host.includes(':') || /^[\d.]+$/.test(host);
}

function namesHost({ host: named }: HostRule, host: string): boolean {
  if (named === '*') return true;
  if (named.startsWith('*.')) return !isAddress(host) && host.endsWith(named.slice(1));
  return named === host;
}

function hasPort({ ports }: HostRule, port: number): boolean {
  return ports === 'all' || ports.includes(port);
}

function prefixed(prefix: string, name: string): string | undefined {
  const host = canonicalHost(name);
  // `*.com` would be half the net; a name of one part is no domain.
  return host === undefined || isAddress(host) || !host.includes('.') ? undefined : prefix + host;
}
