import { expect, test } from 'vitest';
import { engines, unzstd } from '../../../test/fixtures/zstd.ts';
import { Window } from './window.ts';

const [raw, run, packed] = [0, 1, 2];
const window1K = 0x00;

function block(kind: number, size: number, hex: string, isLast = true): Buffer {
  const header = Buffer.alloc(3);
  header.writeUIntLE((size << 3) | (kind << 1) | (isLast ? 1 : 0), 0, 3);
  return Buffer.concat([header, bytes(hex)]);
}

function bytes(hex: string): Buffer {
  return Buffer.from(hex.replaceAll(' ', ''), 'hex');
}

/** A frame of unknown length, with the smallest window. */
function frame(...blocks: Buffer[]): Buffer {
  return Buffer.concat([bytes('28b52ffd 00'), Buffer.of(window1K), ...blocks]);
}

function packedBlock(hex: string, isLast = true): Buffer {
  return block(packed, bytes(hex).length, hex, isLast);
}

const decode = (...blocks: Buffer[]) => {
  const made = unzstd(frame(...blocks), 'script');
  return typeof made === 'string' ? made : made.toString('latin1');
};

// Three raw literals, then sequences with one symbol for each table: so the stream has only the bits of the codes.
const abc = '18 616263';

test.each([
  ['literals alone', `${abc} 00`, 'abc'],
  ['a run of literals', '29 7a 00', 'zzzzz'],
  ['three literals, the last offset, three bytes', `${abc} 01 54 03 00 00 01`, 'abcccc'],
  ['an offset of its own', `${abc} 01 54 03 02 00 06`, 'abcabc'],

  ['two symbols of one bit', '52 c0 00 80 10 35 00', '\x01\0\x01\0\x01'],
])('%s', (_, hex, expected) => {
  expect(decode(packedBlock(hex))).toBe(expected);
});

test.each([
  ['no room for literals', '18', 'it is cut off'],
  ['no number of sequences', abc, 'its sequences are cut off'],
  ['something behind no sequences', `${abc} 00 00`, 'something follows its literals'],
  ['no sequences, in two bytes, and something behind', `${abc} 80 00 00`, 'something follows its literals'],
  ['no modes', `${abc} 01`, 'its sequences are cut off'],
  ['reserved modes', `${abc} 01 55 03 00 00 01`, 'it is of a later version'],
  ['a literal length that does not exist', `${abc} 01 54 24 00 00 01`, 'a table has a symbol that does not exist'],
  ['an offset code that does not exist', `${abc} 01 54 03 20 00 01`, 'a table has a symbol that does not exist'],
  ['a match length that does not exist', `${abc} 01 54 03 00 35 01`, 'a table has a symbol that does not exist'],
  ['no stream', `${abc} 01 54 03 00 00`, 'a stream of bits has no end'],
  ['a stream without its last bit', `${abc} 01 54 03 00 00 00`, 'a stream of bits has no end'],
  ['a stream that is too long by a bit', `${abc} 01 54 03 00 00 02`, 'its sequences do not end where they must'],
  ['a stream that is too short by a bit', `${abc} 01 54 03 02 00 02`, 'its sequences are cut off'],
  ['more sequences than literals', `${abc} 02 54 03 00 00 01`, 'it uses more literals than it has'],
  ['a match before the start', `${abc} 01 54 03 02 00 07`, 'a match is too far away'],
  ['an offset of 0: the last one less one, which is 1', `${abc} 01 54 00 01 00 03`, 'a match is too far away'],
  ['an offset beyond every window', `${abc} 01 54 03 1f 00 00000080 01`, 'a match is too far away'],
  ['tables of the block before the first one', `${abc} 01 fc 01`, 'its sequences have no tables'],
  ['a code of the block before the first one', '53 40 00 35 00', 'its literals have no code'],
  ['a table that is too large', `${abc} 01 94 05 00 00 00 00 01`, 'a table is too large'],
  ['a table that is cut off', `${abc} 01 94 01`, 'the description of a table is cut off'],
  ['literals with a bit too many', '52 c0 00 80 10 6a 00', 'a stream of literals does not end where it must'],
  ['literals with a bit too few', '52 c0 00 80 10 1a 00', 'a stream of literals does not end where it must'],
  ['a code that is not complete', '52 c0 00 80 20 35 00', 'a code is not complete'],
  ['a code without a symbol', '52 c0 00 80 00 35 00', 'a code has no symbols'],
  ['a code that is too long', '52 c0 00 80 c0 35 00', 'a code is too long'],
  [
    'four streams for five literals',
    '56 00 03 80 10 0100 0100 0100 01010101 00',
    'literals are too short for four streams',
  ],
  ['four streams of which one has no byte', '66 00 03 80 10 0000 0100 0100 07070701 00', 'a stream of bits has no end'],
  ['raw literals that are cut off', 'f8 616263 00', 'its literals are longer than the block'],
  ['packed literals that are cut off', '52 c0 01 80 10 35 00', 'its literals are longer than the block'],
  ['packed literals in four bytes', '52 c0 00 80', 'it is cut off'],
  ['weights that are cut off', '52 c0 00 85 10 35 00', 'the description of a code is cut off'],
  ['packed weights that are cut off', '52 40 01 03 f003 01 35 00', 'the description of a code is cut off'],
  ['weights without an end', '52 80 01 04 f003 ff07 35 00', 'a code has too many symbols'],
  ['codes that are too long together', '52 00 01 82 bbb0 35 00', 'a code is too long'],
  ['a code that no last symbol completes', '52 00 01 82 4110 35 00', 'a code is not complete'],
  ['four streams in nine bytes', '66 c0 02 80 10 0100 0100 0100 070605 00', 'literals are too short for four streams'],
  [
    'four streams of which one is too long',
    '66 00 03 80 10 ff00 0100 0100 07060501 00',
    'a stream of literals is cut off',
  ],
  ['a table of too many symbols', `${abc} 01 94 01 ${'00'.repeat(40)}`, 'a table has a symbol that does not exist'],
  ['a table that passes over too many', `${abc} 01 94 10fe ffffffff 01`, 'a table has a symbol that does not exist'],
])('a block with %s is refused', (_, hex, reason) => {
  expect(decode(packedBlock(hex))).toBe(`CorruptInput: a zstd block is damaged: ${reason}`);
  if (engines.includes('native')) expect(unzstd(frame(packedBlock(hex)), 'native')).toMatch(/^CorruptInput: /);
});

test('tables and codes of a block hold for the next, offsets too', () => {
  const first = packedBlock(`${abc} 01 54 03 02 00 06`, false);
  const second = packedBlock('18 787a79 01 fc 05', false);
  expect(decode(first, second, packedBlock('18 313233 01 dc 00 01'))).toBe('abcabcxzyzyz123232');
  const coded = packedBlock('52 c0 00 80 10 35 00', false);
  expect(decode(coded, packedBlock('53 40 00 2a 00'))).toBe('\x01\0\x01\0\x01\0\x01\0\x01\0');
});

test('four streams make a quarter each, the last one what is left', () => {
  // 6 literals are 2, 2, 2 and none.
  expect(decode(packedBlock('66 00 03 80 10 0100 0100 0100 07060501 00'))).toBe('\x01\x01\x01\0\0\x01');
});

test('no block makes more than the window holds', () => {
  const kilobyte = '61'.repeat(1024);
  expect(decode(block(raw, 1024, kilobyte))).toHaveLength(1024);
  expect(decode(block(run, 1024, '61'))).toHaveLength(1024);
  expect(decode(block(raw, 1025, `${kilobyte}61`))).toMatch(/^CorruptInput: .*larger/);
  expect(decode(block(run, 1025, '61'))).toMatch(/^CorruptInput: .*larger/);
  // A run of 1024 literals fits, one of 1025 does not, nor does a match behind it.
  expect(decode(packedBlock('05 40 61 00'))).toHaveLength(1024);
  expect(decode(packedBlock('15 40 61 00'))).toMatch(/^CorruptInput: /);
  expect(decode(packedBlock('05 40 61 01 54 03 00 00 01'))).toMatch(/^CorruptInput: .*more than a block/);
});

test('a block of no bytes is one if it is plain, and none if it is packed', () => {
  expect(decode(block(raw, 0, '', false), block(run, 0, '61', false), block(raw, 1, '62'))).toBe('b');
  expect(decode(block(packed, 0, ''))).toMatch(/^CorruptInput: /);
  expect(decode(block(3, 0, ''))).toMatch(/^CorruptInput: /);
});

test('empty frames cost no memory, whatever window they declare', () => {
  const empty = bytes('28b52ffd 00 88 010000');
  expect(unzstd(Buffer.concat(Array.from({ length: 20_000 }, () => empty)), 'script')).toEqual(Buffer.alloc(0));
});

test('a window grows with what it holds, and no farther than it has to', () => {
  const blockBytes = 128 * 1024;
  const seen: number[] = [];
  const window = new Window(blockBytes, (chunk) => seen.push(chunk.length));
  const write = (blocks: number) => {
    for (let left = blocks; left > 0; left--) {
      window.reserve();
      window.at += blockBytes;
      window.flushFull();
    }
  };
  window.startFrame(128 << 20);
  window.reserve();
  expect(window.bytes.length).toBeLessThan(1 << 20);
  write(16);
  expect(window.bytes.length).toBeLessThan(5 << 20);
  window.startFrame(4 << 20);
  write(1000);
  expect(window.bytes.length).toBeLessThan((4 << 20) + 3 * blockBytes);
  expect(seen.reduce((sum, size) => sum + size)).toBe(1016 * blockBytes);
});
