import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RotationSorter } from './bwt.ts';

const seed = 20261115;

/** The last bytes of all rotations in order, and the rotation that is said to be the block. */
function sortSlowly(block: Uint8Array) {
  const rotations = Array.from(block, (_, at) => Buffer.concat([block.subarray(at), block.subarray(0, at)]));
  return rotations.sort((a, b) => Buffer.compare(a, b));
}

const sorter = new RotationSorter(1000);

function check(block: Uint8Array): void {
  const rotations = sortSlowly(block);
  const origin = sorter.sort(block, block.length);
  expect([...sorter.sorted.subarray(0, block.length)]).toEqual(rotations.map((rotation) => rotation.at(-1)));
  expect(rotations[origin]).toEqual(Buffer.from(block));
}

const letters = (max: number, maxLength: number) => fc.uint8Array({ minLength: 1, maxLength, max });

test('rotations of short blocks are sorted', () => {
  fc.assert(fc.property(fc.oneof(letters(1, 60), letters(3, 60), letters(255, 60)), check), { seed, numRuns: 1000 });
});

test('so are those of periodic blocks, which equal each other', () => {
  const periodic = fc.tuple(letters(2, 12), fc.integer({ min: 1, max: 20 }));
  fc.assert(
    fc.property(periodic, ([unit, times]) => check(Buffer.concat(Array.from({ length: times }, () => unit)))),
    { seed, numRuns: 500 },
  );
});

test('and those of blocks whose pieces repeat on many levels', () => {
  let [short, long] = ['a', 'ab'];
  while (long.length < 600) [short, long] = [long, long + short];
  const thueMorse = Array.from({ length: 512 }, (_, at) => (at.toString(2).replaceAll('0', '').length % 2 ? 1 : 0));
  const ruler = Array.from({ length: 511 }, (_, at) => 31 - Math.clz32((at + 1) & -(at + 1)));
  for (const block of [Buffer.from(long), Uint8Array.from(thueMorse), Uint8Array.from(ruler)]) {
    for (let at = 0; at < 40; at++) check(block.subarray(at, block.length - (at % 7)));
  }
});
