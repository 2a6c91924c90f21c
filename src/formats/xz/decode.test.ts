import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSallyportError } from '../../protocol/errors.ts';
import { decodeXz, encodeXzBlock, xzBlockSizes, xzStreamEnd, xzStreamHeader, type DecodeXzOptions } from './index.ts';

const seed = 20261115;
const MIB = 1024 * 1024;
const hasXz = spawnSync('xz', ['--version']).status === 0;
if (!hasXz) console.log('xz is not installed: its output is not compared with ours');

function xz(input: Uint8Array, ...args: string[]): Buffer {
  const { status, stdout, stderr } = spawnSync('xz', ['-c', ...args], { input, maxBuffer: 64 * MIB });
  if (status !== 0) throw new Error(`xz ${args.join(' ')}: ${stderr.toString()}`);
  return stdout;
}

function sourceOf(bytes: Uint8Array, atMost = Infinity) {
  let at = 0;
  return {
    read(into: Uint8Array) {
      const part = bytes.subarray(at, at + Math.min(into.length, atMost));
      into.set(part);
      at += part.length;
      return part.length;
    },
  };
}

function decode(bytes: Uint8Array, options: DecodeXzOptions = {}, atMost = Infinity): Buffer {
  const chunks: Buffer[] = [];
  decodeXz(sourceOf(bytes, atMost), (chunk) => chunks.push(Buffer.from(chunk)), options);
  return Buffer.concat(chunks);
}

/** The code and the reason of a refusal, or what was decoded. */
function outcome(bytes: Uint8Array, options: DecodeXzOptions = {}): string {
  try {
    return `decoded ${decode(bytes, options).toString('latin1')}`;
  } catch (error) {
    if (!isSallyportError(error)) throw error;
    return `${error.code}: ${error.fields['reason']}`;
  }
}

/** Repeatable bytes of a given look. */
function sample(kind: 'text' | 'noise' | 'mixed', size: number): Buffer {
  const bytes = Buffer.alloc(size);
  let random = 12345;
  const next = () => (random = (Math.imul(random, 1103515245) + 12345) >>> 0) >>> 16;
  const words = Array.from({ length: 300 }, () => Buffer.from((next() % 9999).toString(36) + (next() % 99) + ' '));
  for (let at = 0; at < size;) {
    const isText = kind === 'text' || (kind === 'mixed' && (at >> 15) % 2 === 0);
    if (isText) at += words[next() % words.length]!.copy(bytes, at);
    else bytes[at++] = next();
  }
  return bytes;
}

const text = sample('text', 300_000);
const noise = sample('noise', 5_000);

describe('what xz packs is unpacked', () => {
  const cases: [string, Uint8Array, string[]][] = [
    ['nothing', Buffer.alloc(0), []],
    ['a byte', Buffer.from('a'), []],
    ['a short text', Buffer.from('hello, hello, hello'), []],
    ['noise', sample('noise', 200_000), []],
    ['text and noise in turns', sample('mixed', 300_000), []],
    ['zeros', Buffer.alloc(3_000_000), []],
    ['text at -0', text, ['-0']],
    ['text at -6', text, ['-6']],
    ['text at -9e', text, ['-9e']],
    ['no check', text, ['--check=none']],
    ['CRC-32', text, ['--check=crc32']],
    ['CRC-64', text, ['--check=crc64']],
    ['SHA-256', text, ['--check=sha256']],
    ['many blocks', text, ['--block-size=10000']],
    ['blocks with sizes in their headers', text, ['-T2', '--block-size=50000']],
    ['a small dictionary that is written over many times', text, ['--lzma2=preset=6,dict=4096']],
    ['an odd dictionary', text, ['--lzma2=preset=6,dict=6KiB']],
    ['other literal bits', text, ['--lzma2=preset=6,lc=0,lp=4,pb=4']],
    ['no literal bits', text, ['--lzma2=preset=6,lc=4,lp=0,pb=0']],
    ['delta', text, ['--delta=dist=1', '--lzma2=preset=6']],
    ['delta over the longest distance', text, ['--delta=dist=256', '--lzma2=preset=6']],
    ['delta twice', text, ['--delta=dist=2', '--delta=dist=5', '--lzma2=preset=6']],
  ];
  test.skipIf(!hasXz).each(cases)('%s', (_, input, args) => {
    const packed = xz(input, ...args);
    expect(decode(packed).equals(input)).toBe(true);
    expect(decode(packed, {}, 1000).equals(input)).toBe(true);
  });

  test.skipIf(!hasXz).each([1, 2, 3, 4, 5, 6, 7, 8, 4093, 4094, 4095, 4096])(
    'matches %i bytes back, in a dictionary of 4096 bytes',
    (distance) => {
      // Runs of odd lengths, so that they start and end at every place of the dictionary.
      const runs = Array.from({ length: 60 }, (_, n) =>
        Buffer.concat([
          noise.subarray(n, n + 3),
          Buffer.alloc(2 * distance + 257 + n, noise.subarray(n, n + distance)),
        ]),
      );
      const input = Buffer.concat(runs);
      expect(decode(xz(input, '--lzma2=preset=6,dict=4096')).equals(input)).toBe(true);
    },
  );

  test.skipIf(!hasXz)('streams one after the other, with padding', () => {
    const streams = [xz(text), Buffer.alloc(8), xz(Buffer.from('second'), '--check=sha256'), xz(Buffer.alloc(0))];
    const whole = decode(Buffer.concat([...streams, Buffer.alloc(4)]));
    expect(whole.equals(Buffer.concat([text, Buffer.from('second')]))).toBe(true);
  });
});

describe('the filters for machine code are undone', () => {
  const code = machineCode();
  // Each has what the filters look for: sign bytes, opcodes, full words.
  const dense = sample('noise', 100_000).map(
    (byte, index) => [0xe8, 0, 0xff, 0xeb, 0x94, 0xf0, byte][(byte % 7) ^ (index & 1)]!,
  );
  const cases = ['x86', 'arm', 'armthumb', 'arm64', 'powerpc', 'ia64', 'sparc'].flatMap((name) => [
    [name, code, `--${name}`] as const,
    [`${name} on bytes made for it`, dense, `--${name}`] as const,
    [`${name} with a start`, dense, `--${name}=start=4096`] as const,
  ]);
  test.skipIf(!hasXz).each(cases)('%s', (_, input, filter) => {
    for (const size of [input.length, 65_537, 17, 4]) {
      const part = input.subarray(0, size);
      expect(decode(xz(part, filter, '--lzma2=preset=0')).equals(part)).toBe(true);
    }
  });

  test.skipIf(!hasXz)('with delta before them', () => {
    const packed = xz(dense, '--x86', '--delta=dist=4', '--arm64', '--lzma2=preset=0');
    expect(decode(packed).equals(dense)).toBe(true);
  });

  test('one that is not known is not supported', () => {
    expect(outcome(around(block({ filters: [0x0b, 0, 0x21, 1, 0] })))).toBe(
      'NotSupported: its filter (11) is not known',
    );
  });
});

function machineCode(): Buffer {
  const bytes = Buffer.alloc(400_000);
  const fd = openSync(process.execPath, 'r');
  // Somewhere in the middle of the program, where there is code.
  readSync(fd, bytes, 0, bytes.length, 30 * MIB);
  closeSync(fd);
  return bytes;
}

function stream(...blocks: Uint8Array[]): Buffer {
  return Buffer.concat([xzStreamHeader(), ...blocks, xzStreamEnd(blocks.map(xzBlockSizes))]);
}

/** A stream around a block made by hand; its index fits only the block "abc" with the shortest header. */
function around(bytes: Uint8Array): Buffer {
  return Buffer.concat([xzStreamHeader(), bytes, streamEnd([0, 1, 23, 3])]);
}

interface BlockParts {
  readonly flags?: number;
  readonly sizes?: readonly number[];
  readonly filters?: readonly number[];
  readonly data?: readonly number[];
  readonly check?: readonly number[];
}

/** A block of one raw chunk "abc", or of what is given instead. */
function block({ flags, sizes = [], filters = [0x21, 1, 0], data = ABC, check = ABC_CRC }: BlockParts = {}): Buffer {
  const count = filters[0] === 0x21 ? 0 : 1;
  const header = [0, flags ?? count, ...sizes, ...filters];
  while (header.length % 4 !== 0) header.push(0);
  header[0] = header.length / 4;
  const padding = Buffer.alloc(-data.length & 3);
  return Buffer.concat([withCrc(header), Buffer.from(data), padding, Buffer.from(check)]);
}

const ABC = [1, 0, 2, 0x61, 0x62, 0x63, 0];
const ABC_CRC = [0xc2, 0x41, 0x24, 0x35];

function withCrc(bytes: readonly number[]): Buffer {
  const body = Buffer.from(bytes);
  const sum = Buffer.alloc(4);
  sum.writeUInt32LE(crc32(body));
  return Buffer.concat([body, sum]);
}

/** The end of a stream with one block, its index and footer made by hand. */
function streamEnd(index: readonly number[], words = index.length / 4, checkId = 1): Buffer {
  const footer = withCrc([words, 0, 0, 0, 0, checkId]);
  return Buffer.concat([withCrc(index), footer.subarray(6), footer.subarray(0, 6), Buffer.from('YZ')]);
}

describe('what the format forbids is refused', () => {
  const start = Buffer.concat([xzStreamHeader(), block()]);
  const good = [0, 1, 23, 3];
  const cases: [string, Uint8Array, string][] = [
    ['(the blocks made by hand are right)', Buffer.concat([start, streamEnd(good)]), 'decoded abc'],
    ['nothing at all', Buffer.alloc(0), 'CorruptInput: it ends too early'],
    ['another format', Buffer.from('BZh91AY&SY and so on'), 'CorruptInput: it does not start as xz data does'],
    [
      'padding before a stream',
      Buffer.concat([Buffer.alloc(4), start]),
      'CorruptInput: it does not start as xz data does',
    ],
    ['a check that is not known', streamWithCheck(2), 'NotSupported: its check (2) is not known'],
    ['stream flags that are not known', streamWithCheck(16), 'NotSupported: its header has flags that are not known'],
    [
      'block flags that are not known',
      around(block({ flags: 4 })),
      'NotSupported: a block has flags that are not known',
    ],
    [
      'a block that says it has no data',
      around(block({ flags: 0x40, sizes: [0] })),
      'CorruptInput: a block header tells of a block without data',
    ],
    [
      'a block larger than it says',
      around(block({ flags: 0xc0, sizes: [7, 2] })),
      'CorruptInput: a block is larger than it says',
    ],
    [
      'a block smaller than it says',
      around(block({ flags: 0xc0, sizes: [7, 4] })),
      'CorruptInput: a block has not the size it says',
    ],
    [
      'more packed data than said',
      around(block({ flags: 0xc0, sizes: [6, 3] })),
      'CorruptInput: a block is larger than it says',
    ],
    [
      'less packed data than said',
      around(block({ flags: 0xc0, sizes: [8, 3] })),
      'CorruptInput: a block has not the size it says',
    ],
    [
      'a number that is longer than it must be',
      around(block({ flags: 0x80, sizes: [0x83, 0] })),
      'CorruptInput: a number is not in its shortest form',
    ],
    [
      'a number of 2^56',
      around(block({ flags: 0x80, sizes: [...Array(8).fill(0x80), 1] })),
      'CorruptInput: a number is too large',
    ],
    [
      'a number that never ends',
      around(block({ flags: 0x80, sizes: Array(12).fill(0xff) })),
      'CorruptInput: a number is too large',
    ],
    [
      'filter properties past the header',
      around(block({ filters: [0x21, 100, 0] })),
      'CorruptInput: a block header is too short',
    ],
    ['a header that ends within a filter', around(block({ flags: 3 })), 'CorruptInput: a block header is too short'],
    [
      'delta as the last filter',
      around(block({ flags: 0, filters: [3, 1, 0] })),
      'CorruptInput: its last filter is not LZMA2',
    ],
    [
      'LZMA2 twice',
      around(block({ flags: 1, filters: [0x21, 1, 0, 0x21, 1, 0] })),
      'CorruptInput: LZMA2 is not its last filter',
    ],
    [
      'a start that is not aligned',
      around(block({ flags: 1, filters: [7, 4, 2, 0, 0, 0, 0x21, 1, 0] })),
      'CorruptInput: a filter has impossible properties',
    ],
    [
      'delta without a distance',
      around(block({ flags: 1, filters: [3, 0, 0x21, 1, 0] })),
      'CorruptInput: a filter has impossible properties',
    ],
    [
      'a dictionary of no size',
      around(block({ filters: [0x21, 1, 41] })),
      'CorruptInput: the size of its dictionary is no size',
    ],
    ['a wrong check', around(block({ check: [1, 2, 3, 4] })), 'CorruptInput: the checksum of a block is wrong'],
    [
      'padding of a block that is not empty',
      around(block({ data: [...ABC, 1] })),
      'CorruptInput: the padding of a block is not empty',
    ],
    [
      'an index of two blocks',
      Buffer.concat([start, streamEnd([0, 2, 23, 3])]),
      'CorruptInput: its index has another number of blocks',
    ],
    [
      'an index of 2^52 blocks',
      Buffer.concat([start, streamEnd([0, ...Array(7).fill(0x80), 8, 0, 0, 0])]),
      'CorruptInput: its index has another number of blocks',
    ],
    [
      'another size in the index',
      Buffer.concat([start, streamEnd([0, 1, 23, 4])]),
      'CorruptInput: its index does not fit its blocks',
    ],
    [
      'another packed size in the index',
      Buffer.concat([start, streamEnd([0, 1, 24, 3])]),
      'CorruptInput: its index does not fit its blocks',
    ],
    [
      'padding of the index that is not empty',
      Buffer.concat([start, block(), streamEnd([0, 2, 23, 3, 23, 3, 0, 1])]),
      'CorruptInput: the padding of its index is not empty',
    ],
    [
      'a wrong size of the index',
      Buffer.concat([start, streamEnd(good, 2)]),
      'CorruptInput: the size of its index is wrong',
    ],
    [
      'another check in the footer',
      Buffer.concat([start, streamEnd(good, 1, 4)]),
      'CorruptInput: header and footer of a stream differ',
    ],
    ['a stream without an index', start, 'CorruptInput: it ends too early'],
    [
      'garbage after a stream',
      Buffer.concat([around(block()), Buffer.from('garbage')]),
      'CorruptInput: it ends too early',
    ],
    [
      'more garbage after a stream',
      Buffer.concat([around(block()), Buffer.from('garbage garbage')]),
      'CorruptInput: it does not start as xz data does',
    ],
    [
      'padding that is not a multiple of four',
      Buffer.concat([around(block()), Buffer.alloc(6)]),
      'CorruptInput: something that is not xz data follows it',
    ],
  ];
  test.each(cases)('%s', (_, bytes, expected) => {
    expect(outcome(bytes)).toBe(expected);
  });

  function streamWithCheck(id: number): Buffer {
    return Buffer.concat([xzStreamHeader().subarray(0, 6), withCrc([0, id]), start.subarray(12)]);
  }
});

describe('LZMA2 data that makes no sense is refused', () => {
  const raw = [0, 2, 0x61, 0x62, 0x63];
  const cases: [string, number[], string][] = [
    ['a first chunk that goes on from nothing', [2, ...raw, 0], 'its first chunk does not start anew'],
    ['a first packed chunk that goes on from nothing', [0xc0, 0, 2, 0, 5, 0x5d], 'its first chunk does not start anew'],
    ['a chunk without properties', [1, ...raw, 0xa0, 0, 2, 0, 5, 0, 0, 0, 0, 0, 0], 'a chunk has no properties'],
    ['a chunk of no known kind', [1, ...raw, 3, ...raw], 'a chunk is of no known kind'],
    ['impossible literal bits', [0xe0, 0, 2, 0, 5, 8 + 9], 'a chunk has impossible properties'],
    ['impossible position bits', [0xe0, 0, 2, 0, 5, 225], 'a chunk has impossible properties'],
    [
      'a range coder that starts with 1',
      [0xe0, 0, 2, 0, 5, 0x5d, 1, 0, 0, 0, 0, 0],
      'a chunk does not start as it must',
    ],
    ['a chunk too short for a range coder', [0xe0, 0, 2, 0, 3, 0x5d, 0, 0, 0, 0], 'a chunk does not start as it must'],
    [
      'a match before there is anything',
      [0xe0, 0, 9, 0, 9, 0x5d, 0, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0],
      'its packed data makes no sense',
    ],
    [
      'packed data that ends too early',
      [0xe0, 0xff, 0xff, 0, 4, 0x5d, 0, 0, 0, 0, 0],
      'its packed data makes no sense',
    ],
    [
      'packed data that is left over',
      [0xe0, 0, 0, 0, 9, 0x5d, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      'a chunk does not end where it must',
    ],
  ];
  test.each(cases)('%s', (_, data, reason) => {
    // Enough behind it, so that it is not just cut off.
    expect(outcome(around(block({ data: [...data, ...Array(32).fill(0)] })))).toBe(`CorruptInput: ${reason}`);
  });
});

describe('damage is found', () => {
  const small = Buffer.from('hello, hello, hello! 0123456789 '.repeat(3));
  const files: [string, Buffer][] = [['CRC-32, ours', stream(encodeXzBlock(small, 6), encodeXzBlock(small, 0))]];
  if (hasXz)
    for (const check of ['crc32', 'crc64', 'sha256'])
      files.push([check, xz(small, `--check=${check}`, '--x86', '--lzma2')]);

  test.each(files)('a file cut off anywhere (%s)', (_, file) => {
    for (let size = 0; size < file.length; size++)
      expect(outcome(file.subarray(0, size))).toBe('CorruptInput: it ends too early');
  });

  test.each(files)('any bit turned over (%s)', (_, file) => {
    for (let bit = 0; bit < file.length * 8; bit++) {
      const damaged = Buffer.from(file);
      damaged[bit >> 3]! ^= 1 << (bit & 7);
      expect(outcome(damaged)).toMatch(/^CorruptInput: /);
    }
  });

  test('a byte changed in a large file', () => {
    const file = stream(encodeXzBlock(text.subarray(0, 50_000), 3));
    for (let at = 0; at < file.length; at += 101) {
      const damaged = Buffer.from(file);
      damaged[at]! ^= 0x55;
      expect(outcome(damaged)).toMatch(/^CorruptInput: /);
    }
  });

  test('any bytes, alone or after a good start', () => {
    const starts = [Buffer.alloc(0), xzStreamHeader(), Buffer.concat([xzStreamHeader(), block().subarray(0, 12)])];
    fc.assert(
      fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 300 }), (start, bytes) => {
        expect(outcome(Buffer.concat([start, bytes]))).toMatch(/^CorruptInput: |^NotSupported: /);
      }),
      { seed, numRuns: 1000 },
    );
  });

  test('packed data changed at random, where no check would tell, ends all the same', () => {
    const packed = encodeXzBlock(text.subarray(0, 20_000), 6);
    const headerSize = (packed[0]! + 1) * 4;
    const data = packed.subarray(headerSize);
    const start = Buffer.concat([xzStreamHeader(), block().subarray(0, 12)]);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(data.length - 1), fc.nat(255)), { minLength: 1, maxLength: 9 }),
        (changes) => {
          const damaged = Buffer.from(data);
          for (const [at, byte] of changes) damaged[at] = byte;
          expect(outcome(Buffer.concat([start, damaged]))).toMatch(/^CorruptInput: /);
        },
      ),
      { seed, numRuns: 500 },
    );
  });
});

describe('memory and time are bounded', () => {
  const arrayBuffers = () => process.memoryUsage().arrayBuffers;

  test.each([
    [40, 2 ** 32 - 1],
    [31, 192 * MIB],
  ])('a dictionary of 2^%i is refused before it is allocated', (bits, size) => {
    const before = arrayBuffers();
    expect(outcome(around(block({ filters: [0x21, 1, bits] })))).toBe(
      `ArchiveTooLarge: the xz data needs a dictionary of ${size} bytes, and the memory limit is ${128 * MIB}`,
    );
    expect(arrayBuffers() - before).toBeLessThan(MIB);
  });

  test('the limit is the caller’s', () => {
    const file = around(block({ filters: [0x21, 1, 31] }));
    expect(outcome(file, { memoryLimit: 192 * MIB })).toBe('decoded abc');
    expect(outcome(around(block({ filters: [0x21, 1, 1] })), { memoryLimit: 4096 })).toMatch(/^ArchiveTooLarge: /);
  });

  test('a large dictionary costs what was decoded, not what was declared', () => {
    const file = around(block({ filters: [0x21, 1, 30] }));
    const before = arrayBuffers();
    let during = 0;
    decodeXz(sourceOf(file), () => (during = arrayBuffers()));
    expect(during - before).toBeLessThan(MIB);
  });

  test('a bomb is stopped by whoever takes the bytes, and the error is theirs', () => {
    const zeros = encodeXzBlock(new Uint8Array(8 * MIB), 1);
    const bomb = stream(...Array.from({ length: 512 }, () => zeros));
    expect(bomb.length).toBeLessThan(MIB);
    const stop = new Error('enough');
    let total = 0;
    expect(() =>
      decodeXz(sourceOf(bomb), (chunk) => {
        expect(chunk.length).toBeLessThanOrEqual(MIB);
        total += chunk.length;
        if (total > 40 * MIB) throw stop;
      }),
    ).toThrow(stop);
    expect(total).toBeLessThan(42 * MIB);
  });

  test('many empty blocks and streams cost little', () => {
    const empty = encodeXzBlock(new Uint8Array(0), 6);
    const blocks = stream(...Array.from({ length: 20_000 }, () => empty));
    const streams = Buffer.concat(Array.from({ length: 20_000 }, () => stream()));
    expect(outcome(blocks)).toBe('decoded ');
    expect(outcome(streams)).toBe('decoded ');
  });

  test('an error of the source is the caller’s', () => {
    const broken = new Error('disk');
    expect(() =>
      decodeXz(
        {
          read() {
            throw broken;
          },
        },
        () => {},
      ),
    ).toThrow(broken);
  });
});

test('a decoder that starts within another one does not disturb it', () => {
  const inner = stream(encodeXzBlock(Buffer.from('inner'), 6));
  const outer = stream(encodeXzBlock(text, 1), encodeXzBlock(text, 6));
  const hash = createHash('sha256');
  decodeXz(sourceOf(outer), (chunk) => {
    hash.update(chunk);
    expect(decode(inner).toString()).toBe('inner');
  });
  expect(hash.digest('hex')).toBe(createHash('sha256').update(text).update(text).digest('hex'));
});
