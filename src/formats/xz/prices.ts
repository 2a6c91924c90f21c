import * as m from './model.ts';

/** What a bit costs in sixteenths of a bit, by its probability / 16. */
const BIT_PRICES = Int32Array.from({ length: 128 }, (_, index) => Math.round(-16 * Math.log2((index + 0.5) / 128)));
const POSITIONS = 4;
export const LENGTHS = m.MAX_MATCH + 1;
const DIRECT_BIT_PRICE = 16;
/** Distances below this one have a price of their own for each length class. */
export const NEAR_DISTANCES = 128;

export function zeroPrice(prob: number): number {
  return BIT_PRICES[prob >> 4]!;
}

export function onePrice(prob: number): number {
  return BIT_PRICES[(2047 - prob) >> 4]!;
}

/** Prices of lengths and distances, as of the last update. */
export class Prices {
  /** [position][length] */
  readonly matchLengths = new Int32Array(POSITIONS * LENGTHS);
  readonly repLengths = new Int32Array(POSITIONS * LENGTHS);
  /** [min(length - 2, 3)][distance] */
  readonly near = new Int32Array(4 * NEAR_DISTANCES);
  /** [min(length - 2, 3)][slot], with the bits that have no probability */
  readonly slots = new Int32Array(4 * 64);
  readonly align = new Int32Array(16);

  update(probs: Uint16Array): void {
    updateLengths(this.matchLengths, probs, m.MATCH_LENGTH);
    updateLengths(this.repLengths, probs, m.REP_LENGTH);
    for (let value = 0; value < 16; value++) this.align[value] = reverseTreePrice(probs, m.DISTANCE_ALIGN, value, 4);
    for (let kind = 0; kind < 4; kind++) {
      for (let slot = 0; slot < 64; slot++) {
        const free = slot < 14 ? 0 : ((slot >> 1) - 1 - 4) * DIRECT_BIT_PRICE;
        this.slots[kind * 64 + slot] = treePrice(probs, m.DISTANCE_SLOT + kind * 64, slot, 6) + free;
      }
      for (let distance = 0; distance < NEAR_DISTANCES; distance++) {
        const slot = distanceSlot(distance);
        const bits = (slot >> 1) - 1;
        const base = (2 | (slot & 1)) << bits;
        const low = slot < 4 ? 0 : reverseTreePrice(probs, m.DISTANCE_LOW + base - slot, distance - base, bits);
        this.near[kind * NEAR_DISTANCES + distance] = this.slots[kind * 64 + slot]! + low;
      }
    }
  }
}

function updateLengths(prices: Int32Array, probs: Uint16Array, lengths: number): void {
  const low = zeroPrice(probs[lengths]!);
  const high = onePrice(probs[lengths]!);
  const middle = high + zeroPrice(probs[lengths + 1]!);
  const top = high + onePrice(probs[lengths + 1]!);
  for (let position = 0; position < POSITIONS; position++) {
    for (let length = m.MIN_MATCH; length <= m.MAX_MATCH; length++) {
      const value = length - m.MIN_MATCH;
      let price: number;
      if (value < 8) price = low + treePrice(probs, lengths + m.LENGTH_LOW + position * 8, value, 3);
      else if (value < 16) price = middle + treePrice(probs, lengths + m.LENGTH_MIDDLE + position * 8, value - 8, 3);
      else if (position === 0) price = top + treePrice(probs, lengths + m.LENGTH_HIGH, value - 16, 8);
      else price = prices[length]!;
      prices[position * LENGTHS + length] = price;
    }
  }
}

/** Slots (two for each power of two) of distances. */
export function distanceSlot(distance: number): number {
  if (distance < 4) return distance;
  const top = 31 - Math.clz32(distance);
  return (top << 1) | ((distance >>> (top - 1)) & 1);
}

function treePrice(probs: Uint16Array, tree: number, value: number, bits: number): number {
  let price = 0;
  for (let node = value + (1 << bits); node > 1; node >>= 1) price += bitPrice(probs[tree + (node >> 1)]!, node & 1);
  return price;
}

function reverseTreePrice(probs: Uint16Array, tree: number, value: number, bits: number): number {
  let price = 0;
  let node = 1;
  for (let shift = 0; shift < bits; shift++) {
    const bit = (value >> shift) & 1;
    price += bitPrice(probs[tree + node]!, bit);
    node = (node << 1) | bit;
  }
  return price;
}

function bitPrice(prob: number, bit: number): number {
  return BIT_PRICES[(prob ^ (-bit & 2047)) >> 4]!;
}

/** The price of a literal without the bit that says it is one. */
export function literalPrice(probs: Uint16Array, base: number, byte: number): number {
  let price = 0;
  for (let node = byte | 0x100; node > 1; node >>= 1) {
    price += BIT_PRICES[(probs[base + (node >> 1)]! ^ (-(node & 1) & 2047)) >> 4]!;
  }
  return price;
}

/** As literalPrice, after a match; `matchedByte` is the one it would have gone on with. */
export function matchedLiteralPrice(probs: Uint16Array, base: number, byte: number, matchedByte: number): number {
  let price = 0;
  let matched = matchedByte;
  let symbol = byte | 0x100;
  let offset = 0x100;
  do {
    matched <<= 1;
    const prob = probs[base + offset + (matched & offset) + (symbol >> 8)]!;
    price += BIT_PRICES[(prob ^ (-((symbol >> 7) & 1) & 2047)) >> 4]!;
    symbol <<= 1;
    offset &= ~(matched ^ symbol);
  } while (symbol < 0x10000);
  return price;
}
