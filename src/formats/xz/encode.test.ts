import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeXz as encode } from '../../../test/fixtures/compress.ts';
import { decodeXz, encodeXzBlock, xzBlockSizes, xzStreamEnd, xzStreamHeader } from './index.ts';

const seed = 20261115;
const MIB = 1024 * 1024;
const hasXz = spawnSync('xz', ['--version']).status === 0;
if (!hasXz) console.log('xz is not installed: it does not judge our output');

function xz(input: Uint8Array, ...args: string[]): Buffer {
  const { status, stdout, stderr } = spawnSync('xz', args, { input, maxBuffer: 64 * MIB });
  if (status !== 0) throw new Error(`xz ${args.join(' ')}: ${stderr.toString()}`);
  return stdout;
}

function decode(bytes: Uint8Array): Buffer {
  const chunks: Buffer[] = [];
  let at = 0;
  const read = (into: Uint8Array) => {
    const part = bytes.subarray(at, at + into.length);
    into.set(part);
    at += part.length;
    return part.length;
  };
  decodeXz({ read }, (chunk) => chunks.push(Buffer.from(chunk)));
  return Buffer.concat(chunks);
}

function noise(size: number, start = 1): Buffer {
  const bytes = Buffer.alloc(size);
  let random = start;
  for (let at = 0; at < size; at++) bytes[at] = (random = (Math.imul(random, 1664525) + 1013904223) >>> 0) >>> 24;
  return bytes;
}

const source = readFileSync(new URL('lzma2-decode.ts', import.meta.url));
/** Every file of this folder that is not a test of it. */
const sources = Buffer.concat(
  readdirSync(new URL('.', import.meta.url))
    .filter((name) => !name.endsWith('.test.ts'))
    .map((name) => readFileSync(new URL(name, import.meta.url))),
);
const words = Buffer.concat(Array.from({ length: 20 }, (_, index) => Buffer.concat([source, noise(100, index)])));

const inputs: [string, Buffer][] = [
  ['nothing', Buffer.alloc(0)],
  ['one byte', Buffer.from('a')],
  ['two bytes', Buffer.from('ab')],
  ['four bytes', Buffer.from('aaaa')],
  ['a text', source],
  ['repeated text', words],
  ['noise', noise(140_000)],
  ['noise that is stored raw up to the border of a chunk', noise(65_536)],
  ['one byte more than that', noise(65_537)],
  ['text after noise', Buffer.concat([noise(100_000), source])],
  ['noise after text', Buffer.concat([source, noise(100_000), source])],
  ['noise twice', Buffer.concat([noise(70_000), noise(70_000)])],
  [
    'text and noise in small turns',
    Buffer.concat(
      Array.from({ length: 40 }, (_, n) => Buffer.concat([source.subarray(n * 100, n * 100 + 900), noise(3000, n)])),
    ),
  ],
  ['zeros', Buffer.alloc(300_000)],
  ['zeros past the border of a chunk', Buffer.alloc(2 * MIB + 1)],
  ['zeros up to that border', Buffer.alloc(2 * MIB - 128 * 1024)],
  ['a long period', Buffer.alloc(400_000, noise(273))],
  ['an odd period', Buffer.alloc(100_000, 'abcabcd')],
  ['counting', Buffer.from(Array.from({ length: 100_000 }, (_, index) => index >> 6))],
];
const levels = [0, 4, 9];

describe('what is packed comes out again', () => {
  test.each(inputs)('%s', (_, input) => {
    for (const level of levels) {
      const packed = encode(input, level);
      expect(decode(packed).equals(input)).toBe(true);
      if (hasXz) expect(xz(packed, '-dc').equals(input)).toBe(true);
    }
  });

  test('any bytes, with any level and size of blocks', () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 400 }),
      fc
        .tuple(fc.uint8Array({ minLength: 1, maxLength: 12 }), fc.nat(2000))
        .map(([bytes, size]) => Buffer.alloc(size, bytes)),
      fc.tuple(fc.nat(source.length), fc.nat(3000)).map(([at, size]) => source.subarray(at, at + size)),
    );
    const input = fc.array(piece, { maxLength: 12 }).map((pieces) => Buffer.concat(pieces));
    fc.assert(
      fc.property(input, fc.nat(9), fc.integer({ min: 100, max: 20_000 }), (bytes, level, blockSize) => {
        expect(decode(encode(bytes, level, blockSize)).equals(bytes)).toBe(true);
      }),
      { seed, numRuns: 100 },
    );
  });
});

describe('the file is as xz expects it', () => {
  test('nothing is a stream without blocks', () => {
    const empty = encode(Buffer.alloc(0), 6);
    expect(empty.toString('hex')).toBe('fd377a585a0000016922de36000000001cdf44219042990d010000000001595a');
    if (hasXz) expect(xz(Buffer.alloc(0), '-c', '--check=crc32').equals(empty)).toBe(true);
  });

  test('blocks are independent, and one stream joins them', () => {
    const pieces = [source, noise(1000), Buffer.alloc(0), Buffer.alloc(5000)];
    const blocks = pieces.map((piece) => encodeXzBlock(piece, 6));
    const sizes = blocks.map(xzBlockSizes);
    expect(sizes.map((each) => each.uncompressedSize)).toEqual(pieces.map((piece) => piece.length));
    const file = Buffer.concat([xzStreamHeader(), ...blocks, xzStreamEnd(sizes)]);
    expect(decode(file).equals(Buffer.concat(pieces))).toBe(true);
    if (hasXz) expect(xz(file, '-dc').equals(Buffer.concat(pieces))).toBe(true);
  });

  test('an index of very many blocks', () => {
    const block = encodeXzBlock(Buffer.from('x'), 0);
    const sizes = Array.from({ length: 150_000 }, () => xzBlockSizes(block));
    expect(xzStreamEnd(sizes).length).toBe(300_000 + 4 + 4 + 12);
  });

  test('noise grows by no more than a thousandth', () => {
    const input = noise(300_000);
    expect(encode(input, 6).length).toBeLessThan(input.length * 1.001);
  });
});

test.each([10, 1.5, -1, Number.NaN])('a level of %d is a mistake of the caller', (level) => {
  expect(() => encodeXzBlock(Buffer.from('a'), level)).toThrow(RangeError);
});

describe('the size', () => {
  const program = readFileSync(process.execPath).subarray(30 * MIB, 30.25 * MIB);
  const log = Buffer.from(
    Array.from(
      noise(12_000),
      (byte, n) =>
        `2026-11-15T12:${n % 60}:${byte % 60} GET /api/items/${byte * 7} ${byte % 9 ? 200 : 404} ${n * byte}ms\n`,
    ).join(''),
  );
  const samples: [string, Buffer][] = [
    ['source text', sources],
    ['a log', log],
    ['a program', program],
  ];
  test.skipIf(!hasXz).each(samples)('of %s is near that of xz', (_, input) => {
    const [fast, best] = ['-1', '-6'].map((preset) => xz(input, '-c', preset).length) as [number, number];
    expect(encode(input, 0).length).toBeLessThan(fast * 1.15);
    expect(encode(input, 3).length).toBeLessThan(fast * 1.05);
    expect(encode(input, 6).length).toBeLessThan(best * 1.05);
  });

  test.each(samples)('of %s does not grow with the level', (_, input) => {
    const part = input.subarray(0, 80_000);
    const sizes = Array.from({ length: 10 }, (_, level) => encode(part, level).length);
    // Looking further makes other guesses, and now and then slightly worse ones.
    for (let level = 1; level < 10; level++)
      expect(sizes[level]).toBeLessThan(Math.min(...sizes.slice(0, level)) * 1.01);
    expect(sizes[6]).toBeLessThan(sizes[0]! * 0.985);
  });

  test.each([0, 6])('of what comes again counts once, though nothing else repeats (level %i)', (level) => {
    const once = noise(200_000);
    expect(encode(Buffer.concat([once, once]), level).length).toBeLessThan(once.length * 1.05);
  });
});
