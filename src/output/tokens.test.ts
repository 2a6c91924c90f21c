import { describe, expect, test } from 'vitest';
import { estimateTokens } from './tokens.ts';

// Counts of cl100k_base as published: the OpenAI cookbook (how to count tokens), tiktoken guides.
describe('against published counts', () => {
  test.each([
    ['tiktoken is great!', 6, 4],
    ['antidisestablishmentarianism', 6, 5],
    ['2 + 2 = 4', 7, 7],
    ['お誕生日おめでとう', 9, 9],
    ['China is great!', 4, 4],
    ['Hello, world!', 4, 4],
    ['Hello, how are you doing today?', 8, 8],
    ['The quick brown fox jumps over the lazy dog.', 10, 10],
  ])('%j: %i tokens, estimated as %i', (text, _published, estimated) => {
    expect(estimateTokens(text)).toBe(estimated);
  });
});

describe('terminal text', () => {
  test.each([
    ['', 0],
    ['\n', 1],
    ['-rw-r--r-- 1 root root 1960 Nov 15 20:18 package.json\n', 26],
    ['BASH_ALLOW_NETWORK=true', 9],
    ['getSessionTerminals()', 6],
    ['        return value;\n', 5],
    ['0123456789', 4],
    ['Привет', 3],
    ['😀', 2],
  ])('%j: about %i', (text, estimated) => {
    expect(estimateTokens(text)).toBe(estimated);
  });
});
