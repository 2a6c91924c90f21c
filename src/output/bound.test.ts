import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boundText } from './bound.ts';

const seed = 20261115;
const size = (text: string) => Buffer.byteLength(text);

describe('a text within its budget', () => {
  test.each([
    ['', 0],
    ['plain', 5],
    ['né', 3],
    ['日本語', 9],
    ['😀', 100],
  ])('%j in %i bytes is left as it is', (text, maxBytes) => {
    expect(boundText(text, maxBytes)).toEqual({ text, truncated: false, bytes: size(text), omittedBytes: 0 });
  });

  test('lone surrogates become U+FFFD', () => {
    expect(boundText('a\ud83d-\ude00b', 100)).toEqual({
      text: 'a\ufffd-\ufffdb',
      truncated: false,
      bytes: 9,
      omittedBytes: 0,
    });
  });
});

describe('a text past its budget', () => {
  test.each([
    ['keeps head and tail', `${'h'.repeat(50)}${'t'.repeat(50)}`, 40, '', 'hhhhhhh\n[… 85 bytes omitted]\ntttttttt'],
    [
      'puts the note into the marker',
      'x'.repeat(100),
      50,
      '; see f',
      'xxxxxxxxx\n[… 82 bytes omitted; see f]\nxxxxxxxxx',
    ],
    ['may be the marker alone', 'x'.repeat(100), 25, '', '\n[… 100 bytes omitted]\n'],
    ['is cut hard where the marker has no room', 'abcdefgh', 5, '', 'abcde'],
    ['is cut hard before a character that does not fit', 'aé日😀', 7, '', 'aé日'],
    ['is cut to nothing by a budget of nothing', 'abc', 0, '', ''],
    ['is not cut inside a character', '日'.repeat(40), 42, '', '日日\n[… 105 bytes omitted]\n日日日'],
    ['is not cut inside a surrogate pair', '😀'.repeat(40), 41, '', '😀😀\n[… 144 bytes omitted]\n😀😀'],
    [
      'keeps marks with their base',
      'e\u0301'.repeat(40),
      41,
      '',
      'e\u0301e\u0301\n[… 108 bytes omitted]\ne\u0301e\u0301',
    ],
    [
      'keeps joined emoji together',
      `${'-'.repeat(4)}👩\u200d💻${'-'.repeat(60)}`,
      42,
      '',
      '----\n[… 62 bytes omitted]\n---------',
    ],
    [
      'is cut anyway where all is marks',
      '\u0301'.repeat(60),
      41,
      '',
      `${'\u0301'.repeat(4)}\n[… 104 bytes omitted]\n${'\u0301'.repeat(4)}`,
    ],
    [
      'has lone surrogates replaced',
      '\ud83d'.repeat(40),
      42,
      '',
      '\ufffd\ufffd\n[… 105 bytes omitted]\n\ufffd\ufffd\ufffd',
    ],
  ])('%s', (_, text, maxBytes, note, expected) => {
    expect(boundText(text, maxBytes, note).text).toBe(expected);
  });
});

const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom('a', '\n', 'é', '日', '😀', '\u0301', '\u200d', '\ud83d', '\ude00'),
    fc.string({ unit: 'binary', maxLength: 2 }),
  ),
  maxLength: 300,
});

test('the result fits, is whole characters of both ends, and the marker counts exactly what is missing', () => {
  fc.assert(
    fc.property(
      text,
      fc.nat(200),
      fc.constantFrom('', '; whole output: a/b.txt', ' 日本'),
      (source, maxBytes, note) => {
        const whole = Buffer.from(source).toString();
        const bounded = boundText(source, maxBytes, note);
        expect(size(bounded.text)).toBeLessThanOrEqual(maxBytes);
        expect(bounded.text).not.toMatch(/\p{Surrogate}/u);
        expect(bounded.bytes).toBe(size(whole));
        expect(bounded.truncated).toBe(size(whole) > maxBytes);
        if (!bounded.truncated) {
          expect([bounded.text, bounded.omittedBytes]).toEqual([whole, 0]);
          return;
        }

        const marker = `\n[… ${bounded.omittedBytes} bytes omitted${note}]\n`;
        const at = bounded.text.indexOf(marker);
        const [head, tail] =
          at < 0 ? [bounded.text, ''] : [bounded.text.slice(0, at), bounded.text.slice(at + marker.length)];
        expect(whole.startsWith(head)).toBe(true);
        expect(whole.endsWith(tail)).toBe(true);
        expect(bounded.omittedBytes).toBe(size(whole) - size(head) - size(tail));
        if (at < 0) expect(size(`\n[… ${size(whole)} bytes omitted${note}]\n`)).toBeGreaterThan(maxBytes);
      },
    ),
    { seed, numRuns: 5000 },
  );
});
