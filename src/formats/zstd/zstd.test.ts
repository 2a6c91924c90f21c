import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { seededRandom } from '../../../test/fixtures/random.ts';
import { hasTool } from '../../../test/fixtures/trees.ts';
import { isSallyportError } from '../../protocol/errors.ts';
import { canEncodeZstd, decodeZstd, zstdFrame } from './index.ts';

type Engine = 'script' | 'native';
const engines: Engine[] = canEncodeZstd() ? ['script', 'native'] : ['script'];
if (!canEncodeZstd()) console.log('this Node has no zstd: only the decoder in JavaScript is tested');
const hasProgram = hasTool('zstd');

/** The content, or the code and the reason of the refusal. */
function outcome(data: Uint8Array, engine: Engine, step = data.length): Buffer | string {
  const chunks: Buffer[] = [];
  let at = 0;
  const read = (into: Uint8Array) => {
    const part = data.subarray(at, at + Math.min(step, into.length));
    into.set(part);
    at += part.length;
    return part.length;
  };
  try {
    decodeZstd(
      { read },
      (chunk) => chunks.push(Buffer.from(chunk)),
      () => {},
      'a.zst',
      engine,
    );
  } catch (error) {
    if (isSallyportError(error)) return `${error.code}: ${String(error.fields['reason'])}`;
    throw error;
  }
  return Buffer.concat(chunks);
}

function zstd(input: Uint8Array, ...flags: string[]): Buffer {
  return execFileSync('zstd', ['-q', '-c', ...flags], { input, maxBuffer: 1 << 28, stdio: ['pipe', 'pipe', 'ignore'] });
}

// Made by the zstd program 1.5.4 of `hello, hello, hello, hello\n`, with a checksum.
const hello = Buffer.from('28b52ffd04587500004068656c6c6f2c200a01004a8a11f0977b2a', 'hex');
const greeting = Buffer.from('hello, hello, hello, hello\n');
const skippable = Buffer.from('5a2a4d1803000000010203', 'hex');

function mixed(bytes: number): Buffer {
  const random = seededRandom(7);
  const words = Array.from({ length: 300 }, () => random.below(1e9).toString(36));
  const data = Buffer.alloc(bytes);
  for (let at = 0; at < bytes;) at += data.write(`${random.pick(words)} `, at) || bytes;
  return data;
}

test.each(engines)('%s: frames are read one after the other, and those to be passed over are', (engine) => {
  expect(outcome(hello, engine)).toEqual(greeting);
  expect(outcome(Buffer.concat([skippable, hello, skippable, hello]), engine)).toEqual(
    Buffer.concat([greeting, greeting]),
  );
  expect(outcome(Buffer.concat([hello, skippable, hello]), engine, 1)).toEqual(Buffer.concat([greeting, greeting]));
});

test.each(engines)('%s: every cut, every flipped bit and everything behind the end is refused', (engine) => {
  for (let length = 0; length < hello.length; length++)
    expect(outcome(hello.subarray(0, length), engine), `cut to ${length}`).toMatch(/^CorruptInput: /);
  for (let bit = 0; bit < hello.length * 8; bit++) {
    const damaged = Buffer.from(hello);
    damaged[bit >> 3]! ^= 1 << (bit & 7);
    const result = outcome(damaged, engine);
    // Some bits say nothing about the content: a larger window, an unused bit.
    if (typeof result !== 'string') expect(result, `bit ${bit}`).toEqual(greeting);
    else expect(result, `bit ${bit}`).toMatch(/^(?:CorruptInput|ArchiveTooLarge): /);
  }
  for (const rest of ['\0', 'garbage', '\0\0\0\0\0\0\0\0'])
    expect(outcome(Buffer.concat([hello, Buffer.from(rest)]), engine)).toMatch(/^CorruptInput: /);
});

test.each(engines)('%s: a wrong checksum is found', (engine) => {
  const damaged = Buffer.from(hello);
  damaged[hello.length - 1]! ^= 0x80;
  expect(outcome(damaged, engine)).toMatch(/^CorruptInput: /);
});

test.each(engines)('%s: a window above 128 MiB is refused before anything is unpacked', (engine) => {
  // RFC 8878, 3.1.1.1.2: the exponent is the upper five bits and 10 is added to it, the lower three bits are eighths.
  const withWindow = (byte: number) => Buffer.concat([hello.subarray(0, 5), Buffer.of(byte), hello.subarray(6)]);
  expect(outcome(withWindow((27 - 10) << 3), engine)).toEqual(greeting);
  for (const byte of [((27 - 10) << 3) | 1, (31 - 10) << 3, 0xff])
    expect(outcome(withWindow(byte), engine)).toMatch(/^ArchiveTooLarge: .*window/);
});

test.each(
  engines.flatMap((engine) =>
    [['-1'], ['-3', '--no-check'], ['-19'], ['--ultra', '-22', '--long=27']].map((flags) => ({ engine, flags })),
  ),
)('$engine: what the zstd program makes with $flags comes back', ({ engine, flags }) => {
  if (!hasProgram) return;
  for (const data of [Buffer.alloc(0), Buffer.from('x'), mixed(300_000), Buffer.alloc(3 << 20, 'ab')])
    expect((outcome(zstd(data, ...flags), engine) as Buffer).equals(data)).toBe(true);
});

test.each(engines)('%s: what needs a window of 2 GiB is refused', (engine) => {
  if (!hasProgram) return;
  // Streamed, so that the size is unknown and the frame asks for the whole window.
  expect(outcome(zstd(mixed(100_000), '--ultra', '-1', '--long=31'), engine)).toMatch(/^ArchiveTooLarge: /);
});

test('what we make is read by the zstd program, frame behind frame', () => {
  if (!hasProgram || !canEncodeZstd()) return;
  const parts = [mixed(100_000), Buffer.alloc(0), Buffer.from('end')];
  for (let level = 0; level <= 9; level++) {
    const made = Buffer.concat(parts.map((part) => zstdFrame(part, level)));
    const back = execFileSync('zstd', ['-q', '-d', '-c'], { input: made });
    expect(back.equals(Buffer.concat(parts)), `level ${level}`).toBe(true);
  }
});
