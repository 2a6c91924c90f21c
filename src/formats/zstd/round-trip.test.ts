import { expect, test } from 'vitest';
import { hasTool } from '../../../test/fixtures/trees.ts';
import { noise, records, unzstd, words, zstd } from '../../../test/fixtures/zstd.ts';

const hasProgram = hasTool('zstd');

const contents = {
  nothing: Buffer.alloc(0),
  'one byte': Buffer.from('x'),
  'a few bytes': Buffer.from('abcabcabc'),
  words: words(700_000),
  noise: noise(200_000),
  'a run': Buffer.alloc(400_000, 'a'),
  'two letters': Buffer.from(Array.from(noise(50_000), (byte) => (byte < 200 ? 97 : 98))),
  records: records(900_000),
  'noise behind words': Buffer.concat([words(150_000), noise(150_000), words(150_000)]),
};

const flags = [
  '--fast=5',
  '-1',
  '-3',
  '-3 --no-check',
  '-9',
  '-15',
  '-19',
  '--ultra -22',
  '-3 --long=27',
  '-1 -B1024 -T2',
  '-19 -B512K -T2',
  '-1 --no-compress-literals',
  '--fast=3 --compress-literals',
  // Windows of a few KiB, around which the ring goes many times; short matches.
  '-6 --zstd=wlog=10',
  '-9 --zstd=wlog=13,mml=3',
];

test.each(flags)('what the zstd program makes with %s comes back, however the input is cut', (line) => {
  if (!hasProgram) return;
  for (const [name, content] of Object.entries(contents)) {
    const packed = zstd(content, ...line.split(' '));
    for (const step of [packed.length, 70_001, 997])
      expect((unzstd(packed, 'script', step) as Buffer).equals(content), `${name}, ${step} at once`).toBe(true);
  }
  expect(unzstd(zstd(contents['a few bytes'], ...line.split(' ')), 'script', 1)).toEqual(contents['a few bytes']);
});

test('frames of all kinds come back one after the other: none takes anything over from the one before it', () => {
  if (!hasProgram) return;
  const plain: Buffer[] = [];
  const packed: Buffer[] = [];
  for (const line of flags) {
    for (const content of Object.values(contents)) {
      const part = content.subarray(0, 100_000);
      plain.push(part);
      packed.push(zstd(part, ...line.split(' ')));
    }
  }
  expect((unzstd(Buffer.concat(packed), 'script') as Buffer).equals(Buffer.concat(plain))).toBe(true);
});

test('a match is found across the whole window and not a byte farther', () => {
  if (!hasProgram) return;
  const start = noise(40_000);
  const content = Buffer.concat([start, Buffer.alloc((1 << 21) - 40_000, 'z'), start]);
  const packed = zstd(content, '-19', '--zstd=wlog=21', '--no-check');
  expect(packed.length).toBeLessThan(50_000);
  expect((unzstd(packed, 'script') as Buffer).equals(content)).toBe(true);
  // The window descriptor: 15/16 of the size, which is too little.
  const smaller = Buffer.from(packed);
  expect(smaller[5]).toBe((21 - 10) << 3);
  smaller[5] = ((20 - 10) << 3) | 7;
  expect(unzstd(smaller, 'script')).toMatch(/^CorruptInput: .*too far away/);
});
