import { expect, test } from 'vitest';
import { ownAddresses, whyNotPublic } from './addresses.ts';

// From IANA's registries of special-purpose addresses, and the metadata addresses of the clouds.
test.each(
  `127.0.0.1 127.255.0.1 0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 100.127.255.255 169.254.1.1
  169.254.169.254 168.63.129.16 172.16.0.1 172.31.255.255 192.0.0.192 192.0.2.1 192.88.99.1 192.168.0.1 198.18.0.1 198.19.255.255
  198.51.100.7 203.0.113.9 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255
  :: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:169.254.169.254 64:ff9b::7f00:1 64:ff9b::10.0.0.1 64:ff9b:1::8.8.8.8
  100::1 2001::1 2001:20::1 2001:db8::1 2002:7f00:1:: 3fff::1 5f00::1 fc00::1 fd00:ec2::254 fd12:3456::1 fe80::1 fe80::1%eth0 febf::1
  fec0::1 ff02::1`.split(/\s+/),
)('%s is not public', (address) => {
  expect(whyNotPublic(address, [])).toMatch(/^it is /);
});

test.each(
  `1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 172.15.255.255 172.32.0.0 192.0.1.1 192.167.1.1 223.255.255.255
  2606:4700:4700::1111 2a00:1450::1 2001:200::1 64:ff9b::8.8.8.8 ::ffff:8.8.8.8`.split(/\s+/),
)('%s is public', (address) => {
  expect(whyNotPublic(address, [])).toBeUndefined();
});

test('addresses of this machine are not public, in any spelling', () => {
  expect(whyNotPublic('8.8.8.8', ['8.8.8.8'])).toBe('it is an address of this machine');
  expect(whyNotPublic('::ffff:8.8.8.8', ['8.8.8.8'])).toBe('it is an address of this machine');
  expect(ownAddresses()).toContain('127.0.0.1');
});
