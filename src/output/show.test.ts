import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { showBlanks, showControls } from './show.ts';

describe('what cannot be seen is written out', () => {
  test.each([
    ['an escape sequence', 'a\x1b[2Jb', 'a\\x1b[2Jb'],
    ['the one-byte form of its introducer', '\x9b31m', '\\x9b31m'],
    ['line ends and tabs', 'a\tb\r\nc', 'a\\tb\\r\\nc'],
    ['NUL, backspace and delete', '\0\b\x7f', '\\x00\\x08\\x7f'],
    ['bidi controls', 'abc\u202egpj.exe\u2066', 'abc\\u202egpj.exe\\u2066'],
    ['zero-width characters', 'pay\u200bpal\ufeff\u2060', 'pay\\u200bpal\\ufeff\\u2060'],
    ['soft hyphens', 'a\u00adb', 'a\\xadb'],
    ['line and paragraph separators', '\u2028\u2029', '\\u2028\\u2029'],
    ['blank letters', '\u3164\uffa0\u115f\u2800', '\\u3164\\uffa0\\u115f\\u2800'],
    ['spaces other than the space', 'rm\u00a0-rf\u3000/', 'rm\\xa0-rf\\u3000/'],
    ['tag characters', '\u{e0041}', '\\u{e0041}'],
    ['private use', '\ue000', '\\ue000'],
    ['lone surrogates', 'a\ud83d', 'a\\ud83d'],
    ['joiners inside an emoji', '👩\u200d💻', '👩\\u200d💻'],
  ])('%s', (_, text, shown) => {
    expect(showControls(text)).toBe(shown);
  });
});

test('line ends and tabs can be kept, carriage returns cannot', () => {
  expect(showControls('a\tb\r\nc\x1b', { keepNewlines: true })).toBe('a\tb\\r\nc\\x1b');
});

test('ordinary text is left alone', () => {
  const text = 'ls -la "naïve café" | grep 日本語 — 😀 \\x1b';
  expect(showControls(text)).toBe(text);
});

test('whatever comes in, only printable characters and spaces come out', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(showControls(text)).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
    }),
    { seed: 20261115, numRuns: 2000 },
  );
});

test.each([
  ['indentation stays', `if x\n${' '.repeat(40)}y`, `if x\n${' '.repeat(40)}y`],
  ['a gap within a line', `a${' '.repeat(500)}b`, 'a ⟨500 blanks⟩ b'],
  ['a gap of tabs', `a${'\t'.repeat(40)}b`, 'a ⟨40 blanks⟩ b'],
  ['a line that begins far to the right', `a\n${' '.repeat(90)}b`, 'a\n ⟨90 blanks⟩ b'],
  ['empty lines', `a${'\n'.repeat(31)}b`, 'a\n⟨30 empty lines⟩\nb'],
  ['three empty lines stay', 'a\n\n\n\nb', 'a\n\n\n\nb'],
])('gaps: %s', (_, text, shown) => expect(showBlanks(text)).toBe(shown));

test('a text of nothing but gaps takes no time to speak of', () => {
  for (const gap of [' ', '\n', '\t ', ' x'])
    expect(showBlanks(`a${gap.repeat(100_000)}b`)).toMatch(gap === ' x' ? /^a x x/ : /^a\s⟨\d+ (?:blanks|empty lines)⟩\sb$/);
}); // prettier-ignore
