import { expect, test } from 'vitest';
import { isSallyportError } from '../protocol/errors.ts';
import { splitWords } from './words.ts';

const words = (line: string) => splitWords(line).map(({ text }) => text);

test.each<[string, string[]]>([
  ['hello', ['hello']],
  ['  hello   world  ', ['hello', 'world']],
  ['zip list --in "a b.zip"', ['zip', 'list', '--in', 'a b.zip']],
  [`a 'b c' "d e"`, ['a', 'b c', 'd e']],
  [String.raw`a "say \"hi\"" "back\\slash" "\n stays"`, ['a', 'say "hi"', 'back\\slash', '\\n stays']],
  [String.raw`a 'literal \" here'`, ['a', 'literal \\" here']],
  [`a --x="b c"d'e f'`, ['a', '--x=b cde f']],
  [`a "" ''`, ['a', '', '']],
  ['a $HOME * ? ~ # {b,c} (d) [e] !f', ['a', '$HOME', '*', '?', '~', '#', '{b,c}', '(d)', '[e]', '!f']],
  [`a ";" "|" "&&" '$(x)' "\`x\`" "<>"`, ['a', ';', '|', '&&', '$(x)', '`x`', '<>']],
  ['a 日本語 ümlaut 👋🏽', ['a', '日本語', 'ümlaut', '👋🏽']],
  [String.raw`a b\c`, ['a', 'b\\c']],
])('%j is split into %j', (line, expected) => {
  expect(words(line)).toEqual(expected);
});

test.each<[string, RegExp]>([
  ['', /it is empty/],
  ['   ', /it is empty/],
  ['a; b', /";" outside quotes \(column 2\)/],
  ['a & b', /"&" outside quotes/],
  ['a && b', /"&&" outside quotes/],
  ['a || b', /"\|\|" outside quotes/],
  ['a | b', /"\|" outside quotes/],
  ['a > b', /">" outside quotes/],
  ['a < b', /"<" outside quotes/],
  ['a `b`', /a backquote outside quotes/],
  ['a $(b)', /"\$\(" outside quotes/],
  ['a x"y"$(b)', /"\$\(" outside quotes/],
  ['a\nb', /a line break/],
  ['a "b\nc"', /a line break/],
  ["a 'b\rc'", /a line break/],
  ['a\u2028b', /a line break/],
  ['a\tb', /a tab/],
  ['a\0b', /U\+0000/],
  ['a "\x1b[31m"', /U\+001B/],
  ['a \x7f', /U\+007F/],
  ['a \x9b', /U\+009B/],
  ['a "\u202etxt.exe"', /U\+202E/],
  ['a "b', /the quote at column 3 is never closed/],
  ["a 'b", /the quote at column 3 is never closed/],
  [String.raw`a "b\"`, /never closed/],
  ['a \ud800', /surrogate/],
  ['x'.repeat(65_537), /longer than 65536 bytes/],
  ['a '.repeat(1025), /more than 1024 words/],
])('%j is refused: %s', (line, reason) => {
  const refuse = () => splitWords(line);
  expect(refuse).toThrowError(reason);
  try {
    refuse();
  } catch (error) {
    expect(isSallyportError(error) && error.code).toBe('InvalidCommand');
  }
});
