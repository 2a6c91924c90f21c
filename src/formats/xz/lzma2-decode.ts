import { Input } from '../input.ts';
import { corrupt } from './failure.ts';
import * as m from './model.ts';

/** Bytes are handed on when so many are waiting; they are still in the cache then. */
const FLUSH_BYTES = 256 * 1024;
/** One call of the inner loop makes at most this much, as V8 cares better for functions that are called often. */
const PIECE_BYTES = 8 * 1024;
const FIRST_WINDOW = 64 * 1024;

/** Decodes LZMA2 data, of one block after the other; the window grows with what was decoded, not with what was declared. */
export class Lzma2Decoder {
  private readonly probabilities = new Uint16Array(m.PROBABILITIES);
  private readonly coder = new Int32Array(REGISTERS);
  private window = new Uint8Array(FIRST_WINDOW);
  /** The same bytes, for copies of four at once. */
  private words = new DataView(this.window.buffer);
  private windowSize = 0;
  private at = 0;
  private flushed = 0;
  private wrapped = false;

  /** Takes LZMA2 data up to its end marker; what `emit` gets is valid during the call. */
  decode(input: Input, dictionarySize: number, emit: (bytes: Uint8Array) => void): void {
    this.windowSize = dictionarySize | 0;
    this.resetWindow();
    let needsWindowReset = true;
    let needsProperties = true;
    for (;;) {
      const control = input.byte();
      if (control === 0) break;
      if (control >= 0xe0 || control === 1) {
        this.flush(emit);
        this.resetWindow();
        needsWindowReset = false;
        needsProperties = true;
      } else if (needsWindowReset) throw corrupt('its first chunk does not start anew');
      if (control < 0x80) {
        if (control > 2) throw corrupt('a chunk is of no known kind');
        this.copyChunk(input, input.uint16() + 1, emit);
        continue;
      }
      const size = ((control & 0x1f) << 16) + input.uint16() + 1;
      const packedSize = input.uint16() + 1;
      if (control >= 0xc0) {
        this.setProperties(input.byte());
        needsProperties = false;
      } else if (needsProperties) throw corrupt('a chunk has no properties');
      if (control >= 0xa0) this.resetState();
      this.decodeChunk(input, size, packedSize, emit);
    }
    this.flush(emit);
  }

  private copyChunk(input: Input, size: number, emit: (bytes: Uint8Array) => void): void {
    for (let left = size; left > 0;) {
      const part = Math.min(left, this.room(emit));
      this.window.set(input.take(part), this.at);
      this.at += part;
      left -= part;
    }
  }

  private decodeChunk(input: Input, size: number, packedSize: number, emit: (bytes: Uint8Array) => void): void {
    const { coder } = this;
    input.need(packedSize);
    const end = input.at + packedSize;
    // The first byte of a range coder is always 0.
    if (packedSize < 5 || input.byte() !== 0) throw corrupt('a chunk does not start as it must');
    const [b0, b1, b2, b3] = input.take(4);
    coder[CODE] = (b0! << 24) | (b1! << 16) | (b2! << 8) | b3!;
    coder[RANGE] = -1;
    coder[AT] = input.at;
    coder[END] = end;
    for (let left = size; left > 0;) {
      const part = Math.min(left, PIECE_BYTES, this.room(emit));
      coder[POSITION] = this.at;
      coder[LIMIT] = this.at + part;
      coder[SIZE] = this.windowEnd();
      coder[REACH] = this.wrapped ? this.windowSize : 0;
      if (!decodeSymbols(coder, this.probabilities, this.window, this.words, input.bytes))
        throw corrupt('its packed data makes no sense');
      this.at += part;
      left -= part;
    }
    if (coder[AT] !== end || coder[CODE] !== 0 || coder[REST] !== 0)
      throw corrupt('a chunk does not end where it must');
    input.at = end;
  }

  /** How many bytes may be written at `at`, at least one; hands on, goes back to the start or grows to get there. */
  private room(emit: (bytes: Uint8Array) => void): number {
    if (this.at - this.flushed >= FLUSH_BYTES) this.flush(emit);
    if (this.at === this.windowSize) {
      this.flush(emit);
      this.at = 0;
      this.flushed = 0;
      this.wrapped = true;
    } else if (this.at === this.window.length) {
      const larger = new Uint8Array(Math.min(this.window.length * 2, this.windowSize));
      larger.set(this.window);
      this.window = larger;
      this.words = new DataView(larger.buffer);
    }
    return Math.min(this.windowEnd(), this.flushed + FLUSH_BYTES) - this.at;
  }

  private windowEnd(): number {
    return Math.min(this.window.length, this.windowSize);
  }

  private flush(emit: (bytes: Uint8Array) => void): void {
    if (this.at > this.flushed) emit(this.window.subarray(this.flushed, this.at));
    this.flushed = this.at;
  }

  private resetWindow(): void {
    this.at = 0;
    this.flushed = 0;
    this.wrapped = false;
    // Taken for the byte before the first one.
    this.window[this.windowEnd() - 1] = 0;
  }

  private setProperties(byte: number): void {
    const literalBits = byte % 9;
    const literalPositionBits = Math.trunc(byte / 9) % 5;
    const positionBits = Math.trunc(byte / 45);
    if (positionBits > 4 || literalBits + literalPositionBits > 4) throw corrupt('a chunk has impossible properties');
    this.coder[LITERAL_BITS] = literalBits;
    this.coder[LITERAL_MASK] = (1 << literalPositionBits) - 1;
    this.coder[POSITION_MASK] = (1 << positionBits) - 1;
  }

  private resetState(): void {
    this.coder.fill(0, STATE, REST + 1);
    this.probabilities.fill(m.HALF);
  }
}

/** What decodeSymbols keeps between calls; int32, though RANGE, CODE and the distances are unsigned. */
const AT = 0;
const END = 1;
const RANGE = 2;
const CODE = 3;
const LITERAL_BITS = 4;
const LITERAL_MASK = 5;
const POSITION_MASK = 6;
const STATE = 7;
const REP0 = 8;
const REP1 = 9;
const REP2 = 10;
const REP3 = 11;
/** What is left of a match that did not fit. */
const REST = 12;
const POSITION = 13;
const LIMIT = 14;
const SIZE = 15;
const REACH = 16;
const REGISTERS = 17;

/**
 * Fills the window, which ends at SIZE, from POSITION to LIMIT. A match goes back at most to the window's start,
 * or REACH bytes where that is more. False when the data cannot be right.
 * The bit decoder is written out each time: with calls and fields it has half the speed. No branch that is rare holds
 * arithmetic of its own, since V8 drops all its work on this function when it first meets code that it has no types for.
 */
function decodeSymbols(
  coder: Int32Array,
  probs: Uint16Array,
  window: Uint8Array,
  words: DataView,
  input: Uint8Array,
): boolean {
  const limit = coder[LIMIT]!;
  const size = coder[SIZE]!;
  const reach = coder[REACH]!;
  const literalBits = coder[LITERAL_BITS]!;
  const literalMask = coder[LITERAL_MASK]!;
  const positionMask = coder[POSITION_MASK]!;
  const end = coder[END]!;
  let at = coder[AT]!;
  let range = coder[RANGE]!;
  let code = coder[CODE]!;
  let state = coder[STATE]!;
  let rep0 = coder[REP0]!;
  let rep1 = coder[REP1]!;
  let rep2 = coder[REP2]!;
  let rep3 = coder[REP3]!;
  let length = coder[REST]!;
  let pos = coder[POSITION]!;
  let prob = 0;
  let bound = 0;
  let index = 0;

  for (;;) {
    if (length > 0) {
      if (rep0 >>> 0 >= (pos > reach ? pos : reach)) return false;
      const stop = pos + length < limit ? pos + length : limit;
      length -= stop - pos;
      let source = pos - rep0 - 1;
      source += size & (source >> 31);
      for (;;) {
        const wrap = pos + size - source;
        const part = stop < wrap ? stop : wrap;
        // Four at once only where a match does not go on from bytes that it has yet to write.
        const wordsEnd = rep0 >>> 0 >= 3 ? part - 4 : -1;
        for (; pos <= wordsEnd; pos += 4, source += 4) words.setInt32(pos, words.getInt32(source, true), true);
        while (pos < part) window[pos++] = window[source++]!;
        if (pos === stop) break;
        source = 0;
      }
    }
    // What is read past the end is in the slack.
    if (pos === limit || at > end) break;

    const position = pos & positionMask;
    index = m.IS_MATCH + (state << 4) + position;
    prob = probs[index]!;
    bound = Math.imul(range >>> 11, prob);
    if (code >>> 0 < bound >>> 0) {
      range = bound;
      probs[index] = prob + ((2048 - prob) >> 5);
      if (range >>> 24 === 0) {
        range <<= 8;
        code = (code << 8) | input[at++]!;
      }
      const previous = window[(pos === 0 ? size : pos) - 1]!;
      const context = ((pos & literalMask) << literalBits) + (previous >> (8 - literalBits));
      const base = m.LITERAL + context * m.LITERAL_SIZE;
      let symbol = 1;
      if (state >= m.LITERAL_STATES) {
        const source = pos - rep0 - 1;
        let matched = window[source + (size & (source >> 31))]! << 1;
        let offset = 0x100;
        do {
          const matchBit = matched & offset;
          index = base + offset + matchBit + symbol;
          prob = probs[index]!;
          bound = Math.imul(range >>> 11, prob);
          if (code >>> 0 < bound >>> 0) {
            range = bound;
            probs[index] = prob + ((2048 - prob) >> 5);
            symbol <<= 1;
            offset &= ~matchBit;
          } else {
            range = (range - bound) | 0;
            code = (code - bound) | 0;
            probs[index] = prob - (prob >> 5);
            symbol = (symbol << 1) | 1;
            offset &= matchBit;
          }
          if (range >>> 24 === 0) {
            range <<= 8;
            code = (code << 8) | input[at++]!;
          }
          matched <<= 1;
        } while (symbol < 0x100);
        state -= state < 10 ? 3 : 6;
      } else {
        do {
          index = base + symbol;
          prob = probs[index]!;
          bound = Math.imul(range >>> 11, prob);
          if (code >>> 0 < bound >>> 0) {
            range = bound;
            probs[index] = prob + ((2048 - prob) >> 5);
            symbol <<= 1;
          } else {
            range = (range - bound) | 0;
            code = (code - bound) | 0;
            probs[index] = prob - (prob >> 5);
            symbol = (symbol << 1) | 1;
          }
          if (range >>> 24 === 0) {
            range <<= 8;
            code = (code << 8) | input[at++]!;
          }
        } while (symbol < 0x100);
        state = state < 4 ? 0 : state - 3;
      }
      window[pos++] = symbol;
      continue;
    }
    range = (range - bound) | 0;
    code = (code - bound) | 0;
    probs[index] = prob - (prob >> 5);
    if (range >>> 24 === 0) {
      range <<= 8;
      code = (code << 8) | input[at++]!;
    }

    let lengths = m.MATCH_LENGTH;
    index = m.IS_REP + state;
    prob = probs[index]!;
    bound = Math.imul(range >>> 11, prob);
    const isRep = code >>> 0 >= bound >>> 0;
    if (!isRep) {
      range = bound;
      probs[index] = prob + ((2048 - prob) >> 5);
      if (range >>> 24 === 0) {
        range <<= 8;
        code = (code << 8) | input[at++]!;
      }
      rep3 = rep2;
      rep2 = rep1;
      rep1 = rep0;
      state = state < m.LITERAL_STATES ? 7 : 10;
    } else {
      range = (range - bound) | 0;
      code = (code - bound) | 0;
      probs[index] = prob - (prob >> 5);
      if (range >>> 24 === 0) {
        range <<= 8;
        code = (code << 8) | input[at++]!;
      }
      lengths = m.REP_LENGTH;
      index = m.IS_REP0 + state;
      prob = probs[index]!;
      bound = Math.imul(range >>> 11, prob);
      if (code >>> 0 < bound >>> 0) {
        range = bound;
        probs[index] = prob + ((2048 - prob) >> 5);
        if (range >>> 24 === 0) {
          range <<= 8;
          code = (code << 8) | input[at++]!;
        }
        index = m.IS_REP0_LONG + (state << 4) + position;
        prob = probs[index]!;
        bound = Math.imul(range >>> 11, prob);
        if (code >>> 0 < bound >>> 0) {
          range = bound;
          probs[index] = prob + ((2048 - prob) >> 5);
          if (range >>> 24 === 0) {
            range <<= 8;
            code = (code << 8) | input[at++]!;
          }
          state = state < m.LITERAL_STATES ? 9 : 11;
          length = 1;
          continue;
        }
        range = (range - bound) | 0;
        code = (code - bound) | 0;
        probs[index] = prob - (prob >> 5);
        if (range >>> 24 === 0) {
          range <<= 8;
          code = (code << 8) | input[at++]!;
        }
      } else {
        range = (range - bound) | 0;
        code = (code - bound) | 0;
        probs[index] = prob - (prob >> 5);
        if (range >>> 24 === 0) {
          range <<= 8;
          code = (code << 8) | input[at++]!;
        }
        let distance = rep1;
        index = m.IS_REP1 + state;
        prob = probs[index]!;
        bound = Math.imul(range >>> 11, prob);
        if (code >>> 0 < bound >>> 0) {
          range = bound;
          probs[index] = prob + ((2048 - prob) >> 5);
        } else {
          range = (range - bound) | 0;
          code = (code - bound) | 0;
          probs[index] = prob - (prob >> 5);
          if (range >>> 24 === 0) {
            range <<= 8;
            code = (code << 8) | input[at++]!;
          }
          index = m.IS_REP2 + state;
          prob = probs[index]!;
          bound = Math.imul(range >>> 11, prob);
          distance = rep2;
          if (code >>> 0 < bound >>> 0) {
            range = bound;
            probs[index] = prob + ((2048 - prob) >> 5);
          } else {
            range = (range - bound) | 0;
            code = (code - bound) | 0;
            probs[index] = prob - (prob >> 5);
            distance = rep3;
            rep3 = rep2;
          }
          rep2 = rep1;
        }
        if (range >>> 24 === 0) {
          range <<= 8;
          code = (code << 8) | input[at++]!;
        }
        rep1 = rep0;
        rep0 = distance;
      }
      state = state < m.LITERAL_STATES ? 8 : 11;
    }

    let tree = lengths + m.LENGTH_LOW + (position << 3);
    let leaves = 8;
    length = m.MIN_MATCH;
    prob = probs[lengths]!;
    bound = Math.imul(range >>> 11, prob);
    if (code >>> 0 < bound >>> 0) {
      range = bound;
      probs[lengths] = prob + ((2048 - prob) >> 5);
    } else {
      range = (range - bound) | 0;
      code = (code - bound) | 0;
      probs[lengths] = prob - (prob >> 5);
      if (range >>> 24 === 0) {
        range <<= 8;
        code = (code << 8) | input[at++]!;
      }
      prob = probs[lengths + 1]!;
      bound = Math.imul(range >>> 11, prob);
      if (code >>> 0 < bound >>> 0) {
        range = bound;
        probs[lengths + 1] = prob + ((2048 - prob) >> 5);
        tree = lengths + m.LENGTH_MIDDLE + (position << 3);
        length = m.MIN_MATCH + 8;
      } else {
        range = (range - bound) | 0;
        code = (code - bound) | 0;
        probs[lengths + 1] = prob - (prob >> 5);
        tree = lengths + m.LENGTH_HIGH;
        leaves = 256;
        length = m.MIN_MATCH + 16;
      }
    }
    if (range >>> 24 === 0) {
      range <<= 8;
      code = (code << 8) | input[at++]!;
    }
    let node = 1;
    do {
      index = tree + node;
      prob = probs[index]!;
      bound = Math.imul(range >>> 11, prob);
      if (code >>> 0 < bound >>> 0) {
        range = bound;
        probs[index] = prob + ((2048 - prob) >> 5);
        node <<= 1;
      } else {
        range = (range - bound) | 0;
        code = (code - bound) | 0;
        probs[index] = prob - (prob >> 5);
        node = (node << 1) | 1;
      }
      if (range >>> 24 === 0) {
        range <<= 8;
        code = (code << 8) | input[at++]!;
      }
    } while (node < leaves);
    length += node - leaves;
    if (isRep) continue;

    tree = m.DISTANCE_SLOT + ((length < 6 ? length - 2 : 3) << 6);
    node = 1;
    do {
      index = tree + node;
      prob = probs[index]!;
      bound = Math.imul(range >>> 11, prob);
      if (code >>> 0 < bound >>> 0) {
        range = bound;
        probs[index] = prob + ((2048 - prob) >> 5);
        node <<= 1;
      } else {
        range = (range - bound) | 0;
        code = (code - bound) | 0;
        probs[index] = prob - (prob >> 5);
        node = (node << 1) | 1;
      }
      if (range >>> 24 === 0) {
        range <<= 8;
        code = (code << 8) | input[at++]!;
      }
    } while (node < 64);
    const slot = node - 64;
    if (slot < 4) {
      rep0 = slot;
      continue;
    }
    let bits = (slot >> 1) - 1;
    rep0 = 2 | (slot & 1);
    let shift = 0;
    if (slot < 14) {
      rep0 <<= bits;
      tree = m.DISTANCE_LOW + rep0 - slot;
    } else {
      for (bits -= 4; bits > 0; bits--) {
        range >>>= 1;
        code = (code - range) | 0;
        const mask = code >> 31;
        code = (code + (range & mask)) | 0;
        rep0 = (rep0 << 1) + mask + 1;
        if (range >>> 24 === 0) {
          range <<= 8;
          code = (code << 8) | input[at++]!;
        }
      }
      rep0 <<= 4;
      bits = 4;
      tree = m.DISTANCE_ALIGN;
    }
    node = 1;
    do {
      index = tree + node;
      prob = probs[index]!;
      bound = Math.imul(range >>> 11, prob);
      if (code >>> 0 < bound >>> 0) {
        range = bound;
        probs[index] = prob + ((2048 - prob) >> 5);
        node <<= 1;
      } else {
        range = (range - bound) | 0;
        code = (code - bound) | 0;
        probs[index] = prob - (prob >> 5);
        node = (node << 1) | 1;
        rep0 += 1 << shift;
      }
      if (range >>> 24 === 0) {
        range <<= 8;
        code = (code << 8) | input[at++]!;
      }
    } while (++shift < bits);
    rep0 |= 0;
  }

  coder[AT] = at;
  coder[RANGE] = range;
  coder[CODE] = code;
  coder[STATE] = state;
  coder[REP0] = rep0;
  coder[REP1] = rep1;
  coder[REP2] = rep2;
  coder[REP3] = rep3;
  coder[REST] = length;
  return pos === limit;
}
