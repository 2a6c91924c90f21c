import { isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Why an address is not one of the public net, in words; undefined for those that are. */
export function whyNotPublic(address: string, own: readonly string[] = ownAddresses()): string | undefined {
  const bytes = isIPv4(address) ? bytesOf4(address) : bytesOf6(address);
  const why = bytes.length === 4 ? whyNot4(bytes, own) : whyNot6(bytes, own);
  return why ?? (own.includes(address) ? ofThisMachine : undefined);
}

export function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((entries = []) => entries.map(({ address }) => address));
}

const ofThisMachine = 'it is an address of this machine';

/** Of the special-purpose registry of IANA: first address, bits, what it is. */
const special4 = [
  ['168.63.129.16', 32, 'a metadata service of a cloud'],
  ['169.254.169.254', 32, 'the metadata service of clouds'],
  ['100.100.100.200', 32, 'a metadata service of a cloud'],
  ['0.0.0.0', 8, 'this machine'],
  ['10.0.0.0', 8, 'a private network'],
  ['100.64.0.0', 10, 'a network of a provider'],
  ['127.0.0.0', 8, 'this machine (loopback)'],
  ['169.254.0.0', 16, 'a link-local address'],
  ['172.16.0.0', 12, 'a private network'],
  ['192.0.0.0', 24, 'reserved'],
  ['192.0.2.0', 24, 'an example'],
  ['192.88.99.0', 24, 'a relay into IPv6'],
  ['192.168.0.0', 16, 'a private network'],
  ['198.18.0.0', 15, 'for measurements'],
  ['198.51.100.0', 24, 'an example'],
  ['203.0.113.0', 24, 'an example'],
  ['224.0.0.0', 4, 'a group of machines (multicast)'],
  ['240.0.0.0', 4, 'reserved'],
] as const;

/** Beside what is not in 2000::/3 at all. */
const special6 = [
  ['2001::', 23, 'reserved'],
  ['2001:db8::', 32, 'an example'],
  ['2002::', 16, 'a relay into IPv4'],
  ['3fff::', 20, 'an example'],
] as const;

const named6 = [
  ['fd00:ec2::254', 128, 'the metadata service of a cloud'],
  ['::', 128, 'this machine'],
  ['::1', 128, 'this machine (loopback)'],
  ['fe80::', 10, 'a link-local address'],
  ['fc00::', 7, 'a private network (unique local)'],
  ['ff00::', 8, 'a group of machines (multicast)'],
] as const;

function whyNot4(bytes: readonly number[], own: readonly string[]): string | undefined {
  const found = special4.find(([first, bits]) => isInside(bytes, bytesOf4(first), bits));
  if (found) return `it is ${found[2]}`;
  return own.includes(bytes.join('.')) ? ofThisMachine : undefined;
}

function whyNot6(bytes: readonly number[], own: readonly string[]): string | undefined {
  // Another spelling of an IPv4 address: mapped, or translated on the way (NAT64).
  const hasIPv4 = [bytesOf6('::ffff:0:0'), bytesOf6('64:ff9b::')].some((prefix) => isInside(bytes, prefix, 96));
  if (hasIPv4) return whyNot4(bytes.slice(12), own);
  const found = [...special6, ...named6].find(([first, bits]) => isInside(bytes, bytesOf6(first), bits));
  if (found) return `it is ${found[2]}`;
  return isInside(bytes, bytesOf6('2000::'), 3) ? undefined : 'it is reserved';
}

function isInside(bytes: readonly number[], first: readonly number[], bits: number): boolean {
  for (let at = 0, left = bits; left > 0; at++, left -= 8) {
    const mask = left >= 8 ? 0xff : (0xff << (8 - left)) & 0xff;
    if (((bytes[at] ?? 0) & mask) !== ((first[at] ?? 0) & mask)) return false;
  }
  return true;
}

function bytesOf4(address: string): number[] {
  return address.split('.').map(Number);
}

/** Of an address that is known to be one. */
function bytesOf6(address: string): number[] {
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, '')}]/`);
  const [head = '', tail] = hostname.slice(1, -1).split('::');
  const groups = (text: string | undefined) => (text ? text.split(':') : []);
  const [before, after] = [groups(head), groups(tail)];
  const zeros = Array<string>(8 - before.length - after.length).fill('0');
  return [...before, ...zeros, ...after].flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}
