import { expect, test } from 'vitest';
import { Crc64 } from './crc64.ts';

const crc = (...parts: Uint8Array[]) => {
  const sum = new Crc64();
  for (const part of parts) sum.update(part);
  return Buffer.from(sum.digest()).reverse().toString('hex');
};

test.each([
  ['', '0000000000000000'],
  ['123456789', '995dc9bbdf1939fa'],
  ['The quick brown fox jumps over the lazy dog', '5b5eb8c2e54aa1c4'],
])('the CRC-64 of %j is %s', (text, expected) => {
  expect(crc(Buffer.from(text))).toBe(expected);
});

test('it does not matter how the bytes are cut', () => {
  const bytes = Buffer.from(Array.from({ length: 20_000 }, (_, index) => (index * index) >> 3));
  const whole = crc(bytes);
  for (const cut of [1, 7, 8, 9, 4095, 4096, 4097, 19_999])
    expect(crc(bytes.subarray(0, cut), bytes.subarray(cut))).toBe(whole);
});
