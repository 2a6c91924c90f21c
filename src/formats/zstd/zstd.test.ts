import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { hasTool } from '../../../test/fixtures/trees.ts';
import { engines, unzstd, words, zstd } from '../../../test/fixtures/zstd.ts';
import { canEncodeZstd, zstdFrame } from './index.ts';

if (!canEncodeZstd()) console.log('this Node has no zstd: only the decoder in JavaScript is tested');
const hasProgram = hasTool('zstd');

// Made by the zstd program 1.5.4 of `hello, hello, hello, hello\n`, with a checksum.
const hello = Buffer.from('28b52ffd04587500004068656c6c6f2c200a01004a8a11f0977b2a', 'hex');
const greeting = Buffer.from('hello, hello, hello, hello\n');
const skippable = Buffer.from('5a2a4d1803000000010203', 'hex');

test.each(engines)('%s: frames are read one after the other, and those to be passed over are', (engine) => {
  expect(unzstd(hello, engine)).toEqual(greeting);
  expect(unzstd(Buffer.concat([skippable, hello, skippable, hello]), engine)).toEqual(
    Buffer.concat([greeting, greeting]),
  );
  expect(unzstd(Buffer.concat([hello, skippable, hello]), engine, 1)).toEqual(Buffer.concat([greeting, greeting]));
});

test.each(engines)('%s: every cut, every flipped bit and everything behind the end is refused', (engine) => {
  for (let length = 0; length < hello.length; length++)
    expect(unzstd(hello.subarray(0, length), engine), `cut to ${length}`).toMatch(/^CorruptInput: /);
  for (let bit = 0; bit < hello.length * 8; bit++) {
    const damaged = Buffer.from(hello);
    damaged[bit >> 3]! ^= 1 << (bit & 7);
    const result = unzstd(damaged, engine);
    // Some bits say nothing about the content: a larger window, an unused bit.
    if (typeof result !== 'string') expect(result, `bit ${bit}`).toEqual(greeting);
    else expect(result, `bit ${bit}`).toMatch(/^(?:CorruptInput|ArchiveTooLarge): /);
  }
  for (const rest of ['\0', 'garbage', '\0\0\0\0\0\0\0\0'])
    expect(unzstd(Buffer.concat([hello, Buffer.from(rest)]), engine)).toMatch(/^CorruptInput: /);
});

test.each(engines)('%s: a wrong checksum is found', (engine) => {
  const damaged = Buffer.from(hello);
  damaged[hello.length - 1]! ^= 0x80;
  expect(unzstd(damaged, engine)).toMatch(/^CorruptInput: /);
});

test.each(engines)('%s: a window above 128 MiB is refused before anything is unpacked', (engine) => {
  // RFC 8878, 3.1.1.1.2: the exponent is the upper five bits and 10 is added to it, the lower three bits are eighths.
  const withWindow = (byte: number) => Buffer.concat([hello.subarray(0, 5), Buffer.of(byte), hello.subarray(6)]);
  expect(unzstd(withWindow((27 - 10) << 3), engine)).toEqual(greeting);
  for (const byte of [((27 - 10) << 3) | 1, (31 - 10) << 3, 0xff])
    expect(unzstd(withWindow(byte), engine)).toMatch(/^ArchiveTooLarge: .*window/);
});

test.each(
  engines.flatMap((engine) =>
    [['-1'], ['-3', '--no-check'], ['-19'], ['--ultra', '-22', '--long=27']].map((flags) => ({ engine, flags })),
  ),
)('$engine: what the zstd program makes with $flags comes back', ({ engine, flags }) => {
  if (!hasProgram) return;
  for (const data of [Buffer.alloc(0), Buffer.from('x'), words(300_000), Buffer.alloc(3 << 20, 'ab')])
    expect((unzstd(zstd(data, ...flags), engine) as Buffer).equals(data)).toBe(true);
});

test.each(engines)('%s: what needs a window of 2 GiB is refused', (engine) => {
  if (!hasProgram) return;
  // Streamed, so that the size is unknown and the frame asks for the whole window.
  expect(unzstd(zstd(words(100_000), '--ultra', '-1', '--long=31'), engine)).toMatch(/^ArchiveTooLarge: /);
});

test('what we make is read by the zstd program, frame behind frame', () => {
  if (!hasProgram || !canEncodeZstd()) return;
  const parts = [words(100_000), Buffer.alloc(0), Buffer.from('end')];
  for (let level = 0; level <= 9; level++) {
    const made = Buffer.concat(parts.map((part) => zstdFrame(part, level)));
    const back = execFileSync('zstd', ['-q', '-d', '-c'], { input: made });
    expect(back.equals(Buffer.concat(parts)), `level ${level}`).toBe(true);
  }
});
