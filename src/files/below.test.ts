import { expect, test } from 'vitest';
import { namesBelow } from './below.ts';

test('names lead down from a folder, and to nothing outside of it', () => {
  expect(namesBelow('/a/b', '/a/b')).toEqual([]);
  expect(namesBelow('/a/b', '/a/b/c/d')).toEqual(['c', 'd']);
  expect(namesBelow('/a/b', '/a/b/..state/x')).toEqual(['..state', 'x']);
  for (const path of ['/a', '/a/bc', '/', '/a/c']) expect(namesBelow('/a/b', path)).toBeUndefined();
});
