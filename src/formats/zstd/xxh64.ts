/** XXH64 with seed 0, in halves of 32 bits: BigInt would be ten times slower. */
export interface Xxh64 {
  update(bytes: Uint8Array): void;
  /** The low 32 bits, which is all that a zstd frame holds. */
  low(): number;
}

type Word = readonly [high: number, low: number];

const P1: Word = [0x9e3779b1, 0x85ebca87];
const P2: Word = [0xc2b2ae3d, 0x27d4eb4f];
const P3: Word = [0x165667b1, 0x9e3779f9];
const P4: Word = [0x85ebca77, 0xc2b2ae63];
const P5: Word = [0x27d4eb2f, 0x165667c5];
const stripe = 32;

export function createXxh64(): Xxh64 {
  // The high half of each lane, then the low half of each.
  const lanes = new Int32Array(8);
  [add(P1, P2), P2, [0, 0] as const, subtract([0, 0], P1)].forEach(([high, low], lane) => {
    lanes[lane] = high;
    lanes[lane + 4] = low;
  });
  const pending = new Uint8Array(stripe);
  let [filled, total] = [0, 0];

  return {
    update(bytes) {
      total += bytes.length;
      let at = 0;
      if (filled > 0) {
        at = Math.min(stripe - filled, bytes.length);
        pending.set(bytes.subarray(0, at), filled);
        filled += at;
        if (filled < stripe) return;
        consume(lanes, pending, 0, stripe);
        filled = 0;
      }
      const whole = at + Math.floor((bytes.length - at) / stripe) * stripe;
      consume(lanes, bytes, at, whole);
      pending.set(bytes.subarray(whole));
      filled = bytes.length - whole;
    },
    low() {
      let hash: Word = P5;
      if (total >= stripe) {
        const lane = (index: number): Word => [lanes[index]!, lanes[index + 4]!];
        hash = [1, 7, 12, 18].map((bits, index) => rotate(lane(index), bits)).reduce(add);
        for (let index = 0; index < 4; index++) hash = add(multiply(xor(hash, round([0, 0], lane(index))), P1), P4);
      }
      hash = add(hash, [Math.floor(total / 2 ** 32), total | 0]);
      let at = 0;
      for (; at + 8 <= filled; at += 8)
        hash = add(multiply(rotate(xor(hash, round([0, 0], [word(pending, at + 4), word(pending, at)])), 27), P1), P4);
      if (at + 4 <= filled) {
        hash = add(multiply(rotate(xor(hash, multiply([0, word(pending, at)], P1)), 23), P2), P3);
        at += 4;
      }
      for (; at < filled; at++) hash = multiply(rotate(xor(hash, multiply([0, pending[at]!], P5)), 11), P1);
      hash = multiply(xor(hash, shift(hash, 33)), P2);
      hash = multiply(xor(hash, shift(hash, 29)), P3);
      return xor(hash, shift(hash, 32))[1] >>> 0;
    },
  };
}

// Taken out of their arrays, where they would be floating point numbers that the loop has to convert each time.
const P1_HIGH = P1[0] | 0;
const P1_LOW = P1[1] | 0;
const P2_HIGH = P2[0] | 0;
const P2_LOW = P2[1] | 0;

/** The inner loop, `round` written out: lane = rotate(lane + word * P2, 31) * P1. */
function consume(lanes: Int32Array, bytes: Uint8Array, from: number, to: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let lane = 0; lane < 4; lane++) {
    let high = lanes[lane]!;
    let low = lanes[lane + 4]!;
    for (let at = from + 8 * lane; at < to; at += stripe) {
      const inLow = view.getInt32(at, true);
      const inHigh = view.getInt32(at + 4, true);
      const addedHigh = (highOfProduct(inLow, P2_LOW) + Math.imul(inLow, P2_HIGH) + Math.imul(inHigh, P2_LOW)) | 0;
      const addedLow = Math.imul(inLow, P2_LOW);
      low = (low + addedLow) | 0;
      high = (high + addedHigh + (low >>> 0 < addedLow >>> 0 ? 1 : 0)) | 0;
      const turnedHigh = (high << 31) | (low >>> 1);
      const turnedLow = (low << 31) | (high >>> 1);
      high = (highOfProduct(turnedLow, P1_LOW) + Math.imul(turnedLow, P1_HIGH) + Math.imul(turnedHigh, P1_LOW)) | 0;
      low = Math.imul(turnedLow, P1_LOW);
    }
    lanes[lane] = high;
    lanes[lane + 4] = low;
  }
}

function round(lane: Word, input: Word): Word {
  return multiply(rotate(add(lane, multiply(input, P2)), 31), P1);
}

function word(bytes: Uint8Array, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
}

/** The upper 32 bits of a product of two unsigned numbers of 32 bits. */
function highOfProduct(a: number, b: number): number {
  const [aHigh, aLow, bHigh, bLow] = [a >>> 16, a & 0xffff, b >>> 16, b & 0xffff];
  // Neither sum reaches 2 ** 32.
  const middle = Math.imul(aHigh, bLow) + (Math.imul(aLow, bLow) >>> 16);
  const other = Math.imul(aLow, bHigh) + (middle & 0xffff);
  return (Math.imul(aHigh, bHigh) + (middle >>> 16) + (other >>> 16)) | 0;
}

function multiply([aHigh, aLow]: Word, [bHigh, bLow]: Word): Word {
  return [(highOfProduct(aLow, bLow) + Math.imul(aLow, bHigh) + Math.imul(aHigh, bLow)) | 0, Math.imul(aLow, bLow)];
}

function add([aHigh, aLow]: Word, [bHigh, bLow]: Word): Word {
  const low = (aLow + bLow) | 0;
  return [(aHigh + bHigh + (low >>> 0 < aLow >>> 0 ? 1 : 0)) | 0, low];
}

function subtract(a: Word, [high, low]: Word): Word {
  return add(a, add([~high, ~low], [0, 1]));
}

function xor([aHigh, aLow]: Word, [bHigh, bLow]: Word): Word {
  return [aHigh ^ bHigh, aLow ^ bLow];
}

/** By less than 32 bits. */
function rotate([high, low]: Word, bits: number): Word {
  return [(high << bits) | (low >>> (32 - bits)), (low << bits) | (high >>> (32 - bits))];
}

/** To the right. */
function shift([high, low]: Word, bits: number): Word {
  return bits >= 32 ? [0, high >>> (bits - 32)] : [high >>> bits, (low >>> bits) | (high << (32 - bits))];
}
