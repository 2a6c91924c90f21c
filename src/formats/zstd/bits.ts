import { DamagedBlock } from './failure.ts';

/** So many bytes before and behind a block may be looked at: a loop finds the end of a stream when it is past it. */
export const MARGIN = 32;

/**
 * The streams of a block are read from the last bit to the first. A place is a number of bits from the start of the
 * buffer, and what comes next lies below it; so a stream ends where it starts.
 */
export function lastPlace(bytes: Uint8Array, from: number, to: number): number {
  // The highest bit that is set only marks the end.
  const last = from < to ? bytes[to - 1]! : 0;
  if (last === 0) throw new DamagedBlock('a stream of bits has no end');
  return to * 8 - 1 - (Math.clz32(last) - 24);
}

/** The `count` <= 25 bits from a place on. */
export function bitsAt(view: DataView, place: number, count: number): number {
  return (view.getInt32(place >> 3, true) >>> (place & 7)) & ((1 << count) - 1);
}

/** Up to 25 bits from the one below `place` downwards, in the upper bits of a word. */
export function wordBelow(view: DataView, place: number): number {
  return view.getInt32((place - 25) >> 3, true) << ((24 - place) & 7);
}
