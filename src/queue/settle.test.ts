import { expect, test } from 'vitest';
import { openSettling } from './settle.ts';

const file = (path: string, size: number, mtimeMs = 1, ctimeMs = 1) => ({ path, size, mtimeMs, ctimeMs });

test('a file has settled when it looks the same for long enough, and is handed out until it is dealt with', () => {
  const settling = openSettling(100);
  const a = file('a', 5);
  expect(settling.look([a], 0)).toEqual([]);
  expect(settling.look([a], 99)).toEqual([]);
  expect(settling.look([a], 100)).toEqual([a]);
  expect(settling.look([a], 101)).toEqual([a]);
  settling.settle(a);
  expect([settling.look([a], 500), settling.open()]).toEqual([[], []]);
});

test('a file that grows, or is written anew with the same size, starts again', () => {
  const settling = openSettling(100);
  settling.look([file('a', 1)], 0);
  expect(settling.look([file('a', 2)], 100)).toEqual([]);
  expect(settling.look([file('a', 2, 7)], 200)).toEqual([]);
  expect(settling.open()).toEqual([file('a', 2, 7)]);
  expect(settling.look([file('a', 2, 7)], 300)).toEqual([file('a', 2, 7)]);
  expect(settling.look([file('a', 2, 7, 8)], 400)).toEqual([]);
});

test('a file that was dealt with comes again when it changes, or when it was gone in between', () => {
  const settling = openSettling(100);
  const done = (now: number, size: number) => {
    settling.look([file('a', size)], now);
    const settled = settling.look([file('a', size)], now + 100);
    for (const each of settled) settling.settle(each);
    return settled.length;
  };
  expect([done(0, 1), done(200, 1), done(400, 2)]).toEqual([1, 0, 1]);
  settling.look([], 600);
  expect(done(700, 2)).toBe(1);
});

test('what cannot be taken for a file is handed out too, so that it can be told', () => {
  const settling = openSettling(100);
  const link = { path: 'l', refused: 'it is a link' };
  settling.look([link], 0);
  expect(settling.look([{ ...link }], 100)).toEqual([link]);
});
