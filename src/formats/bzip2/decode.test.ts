import type { ByteSource } from '../../protocol/bytes.ts';
import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SallyportError } from '../../protocol/errors.ts';
import { BitWriter } from './bits.ts';
import { BlockEncoder } from './block-encoder.ts';
import { EMPTY_CRC, updateCrc } from './crc.ts';
import { decodeBzip2 } from './decode.ts';
import { encodeBzip2 } from './encode.ts';
import { createDerandomiser } from './randomised.ts';

const seed = 20261115;
const hasBzip2 = spawnSync('bzip2', ['--help']).error === undefined;
if (!hasBzip2) console.log('bzip2 is not installed: its files and its judgement are not compared with ours');

function bzip2(args: string[], input: Uint8Array) {
  return spawnSync('bzip2', args, { input, maxBuffer: 2 ** 30 });
}

function sourceOf(bytes: Uint8Array, most = Infinity): ByteSource {
  let at = 0;
  return {
    read(into) {
      const part = bytes.subarray(at, at + Math.min(into.length, most));
      into.set(part);
      at += part.length;
      return part.length;
    },
  };
}

function decode(compressed: Uint8Array, most?: number): Buffer {
  const chunks: Uint8Array[] = [];
  decodeBzip2(sourceOf(compressed, most), (chunk) => chunks.push(chunk.slice()));
  return Buffer.concat(chunks);
}

/** The bytes, or why there are none; any other error is ours. */
function outcome(compressed: Uint8Array): Buffer | string {
  try {
    return decode(compressed);
  } catch (error) {
    if (!(error instanceof SallyportError) || error.code !== 'CorruptInput') throw error;
    expect(error.fields.path).toBe('bzip2 data');
    return String(error.fields.reason);
  }
}

const text = Buffer.from(
  Array.from({ length: 40 }, (_, at) => `line ${at * at} of a text${'!'.repeat(at % 9)}\n`).join(''),
);

describe('what bzip2 makes', () => {
  const inputs: [string, Buffer][] = [
    ['nothing', Buffer.alloc(0)],
    ['a text', text],
    ['many blocks', Buffer.concat(Array.from({ length: 300 }, () => text))],
    ['zeros', Buffer.alloc(2_000_000)],
    ['all bytes', Buffer.from(Uint8Array.from({ length: 300_000 }, (_, at) => (at * at) >> 7))],
  ];
  test.each(inputs)('is read: %s', (_, input) => {
    if (!hasBzip2) return;
    for (const level of ['-1', '-5', '-9']) expect(decode(bzip2([level], input).stdout).equals(input)).toBe(true);
  });

  test('is read when files are joined, whatever their levels', () => {
    if (!hasBzip2) return;
    const joined = Buffer.concat(inputs.map(([, input], index) => bzip2([`-${index * 2 + 1}`], input).stdout));
    expect(decode(joined).equals(Buffer.concat(inputs.map(([, input]) => input)))).toBe(true);
  });
});

test('a source may give its bytes one by one', () => {
  const input = Buffer.concat([text, text, text]);
  expect(decode(encodeBzip2(input, 9), 1).equals(input)).toBe(true);
});

describe('damage', () => {
  const compressed = Buffer.concat([encodeBzip2(text, 1), encodeBzip2(Buffer.alloc(600, 'ab'), 1)]);
  const firstEnd = encodeBzip2(text, 1).length;

  test('a file that is cut anywhere but between streams is refused', () => {
    for (let length = 0; length < compressed.length; length++) {
      if (length === firstEnd) continue;
      expect([length, outcome(compressed.subarray(0, length))]).toEqual([length, 'it ends too early']);
    }
  });

  test('no flipped bit changes what comes out without an error', () => {
    const original = decode(compressed);
    let refused = 0;
    for (let bit = 0; bit < compressed.length * 8; bit++) {
      const damaged = Buffer.from(compressed);
      damaged[bit >> 3]! ^= 0x80 >> (bit & 7);
      const result = outcome(damaged);
      if (typeof result === 'string') refused++;
      else expect(result.equals(original)).toBe(true);
    }
    // The rest is in levels, in padding, in tables that no group uses and in the mark of randomised blocks.
    expect(refused / compressed.length / 8).toBeGreaterThan(0.95);
  });

  test('random damage is refused or has no effect', () => {
    const original = decode(compressed);
    const edit = fc.tuple(fc.nat(compressed.length - 1), fc.nat(20), fc.uint8Array({ maxLength: 20 }));
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 3 }), (edits) => {
        let damaged: Buffer = compressed;
        for (const [at, length, bytes] of edits) {
          damaged = Buffer.concat([damaged.subarray(0, at), bytes, damaged.subarray(at + length)]);
        }
        const result = outcome(damaged);
        // A cut may leave the first stream or the second one whole.
        if (typeof result !== 'string') expect(original.includes(result)).toBe(true);
      }),
      { seed, numRuns: 1500 },
    );
  });

  test('garbage is refused, also behind a good header', () => {
    const header = compressed.subarray(0, 14);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.nat(14), (garbage, kept) => {
        expect(typeof outcome(Buffer.concat([header.subarray(0, kept), garbage]))).toBe('string');
      }),
      { seed, numRuns: 3000 },
    );
  });

  test('zeros may follow the last stream, anything else may not', () => {
    const whole = Buffer.from(encodeBzip2(text, 9));
    const cases: [string, Buffer | string][] = [
      ['\0', text],
      ['\0'.repeat(100_000), text],
      ['x', 'something else follows it'],
      ['BZip', 'something else follows it'],
      ['BZ', 'it ends too early'],
      ['BZh0', 'its block size is out of range'],
      ['\0\0\0x', 'something else follows it'],
      [`\0${whole.toString('latin1')}`, 'something else follows it'],
    ];
    for (const [rest, expected] of cases) {
      expect(outcome(Buffer.concat([whole, Buffer.from(rest, 'latin1')]))).toEqual(expected);
    }
    if (hasBzip2) expect(bzip2(['-dc'], Buffer.concat([whole, Buffer.alloc(3)])).stdout.equals(text)).toBe(true);
  });
});

describe('a bomb', () => {
  const bomb = Buffer.from('QlpoOTFBWSZTWQ4J4t8BX45AAMAAAAggADCATUZCoCWpCoCXF3JFOFCQDgni3w==', 'base64');

  test('comes in small chunks', () => {
    let total = 0;
    let largest = 0;
    decodeBzip2(sourceOf(bomb), (chunk) => {
      total += chunk.length;
      largest = Math.max(largest, chunk.length);
    });
    expect([bomb.length, total, largest]).toEqual([46, 45_899_235, 65_536]);
  });

  test('ends when the receiver throws, with its error', () => {
    let chunks = 0;
    const enough = new SallyportError('ArchiveTooLarge', { reason: 'enough' });
    const decoding = () =>
      decodeBzip2(sourceOf(bomb), () => {
        if (++chunks === 2) throw enough;
      });
    expect(decoding).toThrow(enough);
    expect(chunks).toBe(2);
  });
});

/** The parts of a stream with the one block "ab", as bits. */
const parts = {
  header: number(0x425a6831, 32),
  magic: number(0x314159265359, 48),
  crc: number(crcOf(Buffer.from('ab')), 32),
  randomised: '0',
  origin: number(0, 24),
  used: number(0x8000 >> 6, 16) + number(0x6000, 16),
  tableCount: number(2, 3),
  selectorCount: number(1, 15),
  selectors: '0',
  tables: `${number(2, 5)}0000`.repeat(2),
  // Symbols of two bits each: digits of runs are 00 and 01, then 10 is the byte behind the front, and 11 is the end.
  symbols: '101011',
  end: number(0x177245385090, 48),
  streamCrc: number(crcOf(Buffer.from('ab')), 32),
};

function number(value: number, size: number): string {
  return value.toString(2).padStart(size, '0');
}

function crcOf(bytes: Uint8Array): number {
  return ~updateCrc(EMPTY_CRC, bytes, 0, bytes.length) >>> 0;
}

function craft(changed: Partial<typeof parts>): Buffer {
  const bits = Object.values({ ...parts, ...changed }).join('');
  return Buffer.from(bits.match(/.{1,8}/g)!.map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)));
}

const oneByte = {
  used: number(0x8000 >> 6, 16) + number(0x4000, 16),
  tables: `${number(2, 5)}000`.repeat(2),
};
const long = { selectorCount: number(2001, 15), selectors: '0'.repeat(2001) };
const up = (times: number) => '10'.repeat(times);

const crafted: [string, Partial<typeof parts>, Buffer | string][] = [
  ['nothing strange', {}, Buffer.from('ab')],
  ['another first byte', { origin: number(1, 24) }, 'the checksum of a block is wrong'],
  ['no header', { header: number(0x425a3931, 32) }, 'it does not start with "BZh"'],
  ['level 0', { header: number(0x425a6830, 32) }, 'its block size is out of range'],
  ['level :', { header: number(0x425a683a, 32) }, 'its block size is out of range'],
  ['another mark', { magic: number(0x314159265358, 48) }, 'a block does not start as it must'],
  ['another checksum', { crc: number(1, 32) }, 'the checksum of a block is wrong'],
  ['another checksum at the end', { streamCrc: number(1, 32) }, 'the checksum of a stream is wrong'],
  ['a start past the end', { origin: number(2, 24) }, 'a block starts past its end'],
  ['no symbols', { symbols: '11' }, 'a block starts past its end'],
  ['no bytes', { used: number(0, 16) }, 'a block uses no bytes'],
  ['a row without bytes', { used: number(1, 16) + number(0, 16) }, 'a block uses no bytes'],
  ['one table', { tableCount: number(1, 3) }, 'a block has a wrong number of tables'],
  ['seven tables', { tableCount: number(7, 3) }, 'a block has a wrong number of tables'],
  ['no selectors', { selectorCount: number(0, 15) }, 'a block has no selectors'],
  ['a table that does not exist', { selectors: '110' }, 'a selector is out of range'],
  ['the second table', { selectors: '10' }, Buffer.from('ab')],
  [
    'more selectors than any block needs',
    { selectorCount: number(32767, 15), selectors: '0'.repeat(32767) },
    Buffer.from('ab'),
  ],
  ['a code of no bits', { tables: `${number(0, 5)}0000`.repeat(2) }, 'a code length is out of range'],
  ['a code of 21 bits', { tables: `${number(20, 5)}10` }, 'a code length is out of range'],
  ['a code length that falls to zero', { tables: `${number(1, 5)}11` }, 'a code length is out of range'],
  [
    'codes of 20 bits',
    {
      // Lengths 1, 2, 20, 20.
      tables: `${number(1, 5)}0100${up(18)}00`.repeat(2),
      symbols: number(0xc0000, 20).repeat(2) + number(0xc0001, 20),
    },
    Buffer.from('ab'),
  ],
  [
    'too many codes in a table that is not used',
    { tables: `${number(2, 5)}0000${number(1, 5)}0000` },
    Buffer.from('ab'),
  ],
  [
    'too many codes, of which the short ones count',
    // Lengths 2, 2, 1, 1.
    { tables: `${number(2, 5)}001100`.repeat(2), symbols: '001' },
    Buffer.from('ab'),
  ],
  [
    'bits that are no code',
    { tables: `${number(2, 5)}000100`.repeat(2), symbols: '111' },
    'its bits are no code of their table',
  ],
  ['no end', { symbols: '10'.repeat(50) }, 'a block has no end'],
  ['a run with too many digits', { symbols: '01'.repeat(30) }, 'a run is longer than its block'],
  ['a run of 100,001', { ...oneByte, symbols: `${runOf(100_001)}10` }, 'a run is longer than its block'],
  ['100,001 bytes', { ...long, symbols: '10'.repeat(100_001) }, 'a block is longer than its stream allows'],
  ['four equal bytes and no count', { ...oneByte, symbols: `${runOf(4)}10` }, 'a block ends inside a run'],
  [
    'three equal bytes',
    {
      ...oneByte,
      symbols: `${runOf(3)}10`,
      crc: number(crcOf(Buffer.from('aaa')), 32),
      streamCrc: number(crcOf(Buffer.from('aaa')), 32),
    },
    Buffer.from('aaa'),
  ],
];

function runOf(length: number): string {
  let digits = '';
  for (let left = length; left > 0; left = (left - 1) >> 1) digits += left % 2 === 1 ? '00' : '01';
  return digits;
}

test.each(crafted)('a block with %s', (_, changed, expected) => {
  const compressed = craft(changed);
  expect(outcome(compressed)).toEqual(expected);
  if (hasBzip2) expect(bzip2(['-dc'], compressed).status === 0).toBe(typeof expected !== 'string');
});

test('blocks that old versions of bzip2 randomised are read', () => {
  const input = Buffer.from(Uint8Array.from({ length: 400_000 }, (_, at) => (at * 7) ^ (at >> 8)));
  const chunks: Uint8Array[] = [];
  const bits = new BitWriter((chunk) => chunks.push(chunk.slice()));
  bits.write(0x425a68, 24);
  bits.write(0x39, 8);
  const crc = crcOf(input);
  new BlockEncoder(bits, input.length).encode(createDerandomiser()(Buffer.from(input)), input.length, crc);
  bits.write48(0x177245385090);
  bits.writeInt32(crc);
  bits.end();
  const compressed = Buffer.concat(chunks);
  // Behind the header of the stream, the mark of the block and its checksum.
  compressed[14]! |= 0x80;
  expect(decode(compressed).equals(input)).toBe(true);
  if (hasBzip2) expect(bzip2(['-dc'], compressed).stdout.equals(input)).toBe(true);
});
