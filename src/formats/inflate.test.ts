import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createInflater, type Inflater } from './inflate.ts';

const text = Buffer.from('hello world, '.repeat(100_000));
const data = deflateRawSync(text);

test('one inflater takes piece after piece, whole or in parts, also after damage', () => {
  const inflater = createInflater();
  for (let round = 0; round < 3; round++) {
    const out = Buffer.alloc(text.length + 1);
    expect(whole(inflater, data, out)).toBe(text.length);
    expect(out.subarray(0, text.length).equals(text)).toBe(true);
    expect(() => whole(inflater, data.subarray(0, -3), out)).toThrow(/damaged or cut off/);
    expect(() => whole(inflater, Buffer.concat([data, Buffer.from('x')]), out)).toThrow(/longer than it says/);
    expect(() => whole(inflater, Buffer.from([255, 255]), out)).toThrow(/damaged/);
    const chunks: Buffer[] = [];
    const parts = Array.from({ length: Math.ceil(data.length / 100) }, (_, i) => data.subarray(i * 100, i * 100 + 100));
    for (const chunk of inflater.inflateParts(parts, 'x')) chunks.push(Buffer.from(chunk));
    expect(Buffer.concat(chunks).equals(text)).toBe(true);
    expect(() => [...inflater.inflateParts(parts.slice(0, -1), 'x')]).toThrow(/cut off/);
    expect(() => [...inflater.inflateParts([...parts, Buffer.from('x')], 'x')]).toThrow(/longer than it says/);
  }
  inflater.close();
});

test('output that does not fit is refused without writing past its end', () => {
  const inflater = createInflater();
  expect(() => whole(inflater, data, Buffer.alloc(10))).toThrow(/longer than it says/);
  inflater.close();
});

test('an empty piece is fine', () => {
  const inflater = createInflater();
  expect(whole(inflater, deflateRawSync(Buffer.alloc(0)), Buffer.alloc(1))).toBe(0);
  inflater.close();
});

test('a consumer that has had enough stops the work', () => {
  const inflater = createInflater();
  let seen = 0;
  const bomb = deflateRawSync(Buffer.alloc(50 << 20));
  for (const chunk of inflater.inflateParts([bomb], 'x')) {
    seen += chunk.length;
    if (seen > 1 << 20) break;
  }
  expect(seen).toBeLessThan(2 << 20);
  inflater.close();
});

/** The piece in the middle of other bytes, as it is in an archive. */
function whole(inflater: Inflater, input: Buffer, out: Buffer): number {
  const around = Buffer.concat([Buffer.from('before'), input, Buffer.from('after')]);
  return inflater.inflate(around, 6, 6 + input.length, out, out.length, 'x');
}
