import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeBzip2 } from './decode.ts';
import { encodeBzip2 } from './encode.ts';
import { CodeBuilder } from './huffman.ts';

const seed = 20261115;
const hasBzip2 = spawnSync('bzip2', ['--help']).error === undefined;

function decode(compressed: Uint8Array): Buffer {
  const chunks: Uint8Array[] = [];
  let at = 0;
  const read = (into: Uint8Array): number => {
    const part = compressed.subarray(at, at + into.length);
    into.set(part);
    at += part.length;
    return part.length;
  };
  decodeBzip2({ read }, (chunk) => chunks.push(chunk.slice()));
  return Buffer.concat(chunks);
}

function bzip2(args: string[], input: Uint8Array): Buffer {
  const { status, stdout, stderr } = spawnSync('bzip2', args, { input, maxBuffer: 2 ** 30 });
  expect([status, String(stderr)]).toEqual([0, '']);
  return stdout;
}

/** Bytes that do not compress, the same in each run. */
function noise(length: number, mask = 255): Buffer {
  let state = length;
  return Buffer.from(
    Uint8Array.from({ length }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) | 0;
      return (state >>> 24) & mask;
    }),
  );
}

function repeated(unit: Uint8Array | string, length: number): Buffer {
  return Buffer.alloc(length, unit);
}

const edges: [string, Uint8Array][] = [
  ['nothing', new Uint8Array()],
  ['one byte', Uint8Array.of(0)],
  ...[2, 3, 4, 5, 254, 255, 256, 258, 259, 260, 510, 511, 1020].map((length): [string, Uint8Array] => [
    `a run of ${length}`,
    Buffer.concat([Buffer.from('x'), Buffer.alloc(length, 'r'), Buffer.from('y')]),
  ]),
  ['all bytes once', Uint8Array.from({ length: 256 }, (_, at) => at)],
  ...[-2, -1, 0, 1, 2].flatMap((more): [string, Uint8Array][] => [
    [`noise at the border of a block (${more})`, noise(100_000 + more)],
    [`runs of three at the border of a block (${more})`, repeated('aaab', 100_000 + more)],
    [`runs of four at the border of a block (${more})`, repeated('bbbba', 80_000 + more)],
    [`a run over the border of a block (${more})`, Buffer.concat([noise(99_998 + more), Buffer.alloc(300)])],
  ]),
  ['zeros', Buffer.alloc(1_000_000)],
  ['the same byte', Buffer.alloc(300_000, 255)],
  ['two letters by turns', repeated('ab', 250_000)],
  ['a period of 999', repeated(noise(999), 250_000)],
  ['one difference in a period', Buffer.concat([repeated('ab', 120_001), repeated('ab', 120_000)])],
  ['few letters', noise(250_000, 3)],
  [
    'falling bytes',
    repeated(
      Uint8Array.from({ length: 256 }, (_, at) => 255 - at),
      110_000,
    ),
  ],
];

describe.each([1, 9])('at level %i', (level) => {
  test.each(edges)('%s comes back', (_, input) => {
    const compressed = encodeBzip2(input, level);
    expect(decode(compressed).equals(input)).toBe(true);
    if (hasBzip2) expect(bzip2(['-dc'], compressed).equals(input)).toBe(true);
  });
});

if (!hasBzip2) console.log('bzip2 is not installed: what it makes of our output is not tested');

test('any input comes back at any level', () => {
  const runs = fc
    .array(fc.tuple(fc.nat(3), fc.oneof(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 250, max: 520 }))), {
      maxLength: 60,
    })
    .map((parts) => Buffer.concat(parts.map(([byte, length]) => Buffer.alloc(length, byte))));
  const input = fc.oneof(fc.uint8Array({ maxLength: 3000 }), fc.uint8Array({ max: 2, maxLength: 3000 }), runs);
  fc.assert(
    fc.property(input, fc.integer({ min: 1, max: 9 }), (bytes, level) => {
      expect(decode(encodeBzip2(bytes, level)).equals(bytes)).toBe(true);
    }),
    { seed, numRuns: 800 },
  );
});

test('streams that were made apart can be joined', () => {
  const parts = [noise(1000), Buffer.from('text'), Buffer.alloc(0), Buffer.alloc(200_000, 'ab')];
  const joined = Buffer.concat(parts.map((part, index) => encodeBzip2(part, index + 1)));
  expect(decode(joined).equals(Buffer.concat(parts))).toBe(true);
  if (hasBzip2) expect(bzip2(['-dc'], joined).equals(Buffer.concat(parts))).toBe(true);
});

test('the output is as small as that of bzip2', () => {
  if (!hasBzip2) return;
  const text = fs.readFileSync(new URL('../../../package-lock.json', import.meta.url));
  const program = fs.readFileSync(process.execPath).subarray(0, 1_500_000);
  for (const input of [text, program]) {
    expect(encodeBzip2(input, 9).length / bzip2(['-9c'], input).length).toBeLessThan(1.005);
  }
});

test('codes stay within 17 bits however uneven the frequencies are', () => {
  const fibonacci = new Int32Array(258);
  for (let at = 0; at < 26; at++) fibonacci[at] = at < 2 ? 1 : fibonacci[at - 1]! + fibonacci[at - 2]!;
  const lengths = new Uint8Array(258);
  new CodeBuilder().build(fibonacci, 258, lengths);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(17);
  expect(lengths.reduce((sum, length) => sum + 2 ** -length, 0)).toBe(1);
});

test('a level that does not exist is refused', () => {
  for (const level of [0, 10, 1.5, NaN]) expect(() => encodeBzip2(new Uint8Array(), level)).toThrow(RangeError);
});
