import { FastParser } from './fast-parse.ts';
import type { Effort } from './match-finder.ts';
import * as m from './model.ts';
import { OptimalParser } from './optimal-parse.ts';
import { STEP } from './parse.ts';
import { distanceSlot } from './prices.ts';

const LITERAL_BITS = 3;
const POSITION_MASK = 3;
/** lc = 3, lp = 0, pb = 2, the defaults of xz. */
const PROPERTIES = (2 * 5 + 0) * 9 + LITERAL_BITS;

/** Bits wait in a queue, each as (probability << 1) | bit, or as -1 - bit for one without a probability. */
const QUEUE_BITS = 1024;
/** The queue is emptied when it is so full that one more symbol might not fit. */
const QUEUE_LIMIT = QUEUE_BITS - 64;

/** A chunk ends when it comes so near to a limit that one more queue might pass it: a bit makes at most one byte. */
const CHUNK_INPUT_LIMIT = m.CHUNK_INPUT - QUEUE_BITS - 8;
const CHUNK_OUTPUT_LIMIT = m.CHUNK_OUTPUT - 128 * 1024;

/** Encodes an input as LZMA2 data with its end marker. */
export function encodeLzma2(input: Uint8Array, effort: Effort, optimal: boolean): Uint8Array {
  const encoder = new Lzma2Encoder(input);
  const parser = optimal ? new OptimalParser(input, effort, encoder.probabilities) : new FastParser(input, effort);
  const steps = new Int32Array(2048 * STEP);
  while (parser.at < input.length) {
    const written = parser.next(steps);
    encoder.encode(steps, written, parser.at);
  }
  return encoder.end();
}

/** Raw chunks of 9 KiB, as literals take at most 54 bits each, and behind them a packed one that is about to be given up. */
function outputBound(size: number): number {
  return size + (size >>> 10) + Math.min(2 * m.CHUNK_INPUT, 8 * size + 64);
}

class Lzma2Encoder {
  private readonly input: Uint8Array;
  private readonly out: Uint8Array;
  readonly probabilities = new Uint16Array(m.LITERAL + (m.LITERAL_SIZE << LITERAL_BITS)).fill(m.HALF);
  private readonly queue = new Int32Array(QUEUE_BITS);
  private queued = 0;
  private readonly coder = new Int32Array(3);
  private at = 0;
  private state = 0;
  private rep0 = 0;
  private rep1 = 0;
  private rep2 = 0;
  private rep3 = 0;
  private chunkFrom = 0;
  private chunkOut = 0;
  private needsProperties = true;
  private needsStateReset = true;

  constructor(input: Uint8Array) {
    this.input = input;
    this.out = new Uint8Array(outputBound(input.length));
    this.startChunk();
  }

  encode(steps: Int32Array, count: number, end: number): void {
    for (let index = 0; index < count; index += STEP) {
      this.literals(steps[index]!);
      this.match(steps[index + 1]!, steps[index + 2]!);
    }
    this.literals(end);
  }

  end(): Uint8Array {
    this.drain();
    if (this.at > this.chunkFrom) this.endChunk();
    this.out[this.chunkOut] = 0;
    return this.out.subarray(0, this.chunkOut + 1);
  }

  private literals(end: number): void {
    while (this.at < end) {
      if (this.queued > QUEUE_LIMIT) this.makeRoom();
      this.literal();
    }
  }

  private literal(): void {
    const { input, queue, at, state } = this;
    const previous = at > 0 ? input[at - 1]! : 0;
    const base = m.LITERAL + (previous >> (8 - LITERAL_BITS)) * m.LITERAL_SIZE;
    const byte = input[at]!;
    let next = this.queued;
    queue[next++] = (m.IS_MATCH + (state << 4) + (at & POSITION_MASK)) << 1;
    if (state < m.LITERAL_STATES) {
      let node = 1;
      for (let shift = 7; shift >= 0; shift--) {
        const bit = (byte >> shift) & 1;
        queue[next++] = ((base + node) << 1) | bit;
        node = (node << 1) | bit;
      }
      this.state = state < 4 ? 0 : state - 3;
    } else {
      let matched = input[at - this.rep0 - 1]!;
      let symbol = byte | 0x100;
      let offset = 0x100;
      do {
        matched <<= 1;
        const node = base + offset + (matched & offset) + (symbol >> 8);
        queue[next++] = (node << 1) | ((symbol >> 7) & 1);
        symbol <<= 1;
        offset &= ~(matched ^ symbol);
      } while (symbol < 0x10000);
      this.state = state < 10 ? state - 3 : state - 6;
    }
    this.queued = next;
    this.at = at + 1;
  }

  private match(length: number, distance: number): void {
    if (this.queued > QUEUE_LIMIT) this.makeRoom();
    // A chunk that was stored raw may have made the encoder forget the distance.
    if (length === 1 && distance !== this.rep0) return this.literal();
    const { queue, state, rep0, rep1, rep2, rep3 } = this;
    const position = this.at & POSITION_MASK;
    let next = this.queued;
    queue[next++] = ((m.IS_MATCH + (state << 4) + position) << 1) | 1;
    const isRep = distance === rep0 || distance === rep1 || distance === rep2 || distance === rep3;
    queue[next++] = ((m.IS_REP + state) << 1) | (isRep ? 1 : 0);
    if (isRep) {
      queue[next++] = ((m.IS_REP0 + state) << 1) | (distance === rep0 ? 0 : 1);
      if (distance === rep0) {
        queue[next++] = ((m.IS_REP0_LONG + (state << 4) + position) << 1) | (length === 1 ? 0 : 1);
      } else {
        queue[next++] = ((m.IS_REP1 + state) << 1) | (distance === rep1 ? 0 : 1);
        if (distance !== rep1) {
          queue[next++] = ((m.IS_REP2 + state) << 1) | (distance === rep2 ? 0 : 1);
          if (distance !== rep2) this.rep3 = rep2;
          this.rep2 = rep1;
        }
        this.rep1 = rep0;
        this.rep0 = distance;
      }
      if (length > 1) next = this.queueLength(next, m.REP_LENGTH, length, position);
      this.state = state >= m.LITERAL_STATES ? 11 : length === 1 ? 9 : 8;
    } else {
      next = this.queueLength(next, m.MATCH_LENGTH, length, position);
      next = this.queueDistance(next, length, distance);
      this.rep3 = rep2;
      this.rep2 = rep1;
      this.rep1 = rep0;
      this.rep0 = distance;
      this.state = state < m.LITERAL_STATES ? 7 : 10;
    }
    this.queued = next;
    this.at += length;
  }

  private queueLength(from: number, lengths: number, length: number, position: number): number {
    const { queue } = this;
    const value = length - m.MIN_MATCH;
    let next = from;
    queue[next++] = (lengths << 1) | (value < 8 ? 0 : 1);
    if (value < 8) return this.queueTree(next, lengths + m.LENGTH_LOW + (position << 3), value, 3);
    queue[next++] = ((lengths + 1) << 1) | (value < 16 ? 0 : 1);
    if (value < 16) return this.queueTree(next, lengths + m.LENGTH_MIDDLE + (position << 3), value - 8, 3);
    return this.queueTree(next, lengths + m.LENGTH_HIGH, value - 16, 8);
  }

  private queueDistance(from: number, length: number, distance: number): number {
    const { queue } = this;
    const slot = distanceSlot(distance);
    let next = this.queueTree(from, m.DISTANCE_SLOT + (Math.min(length - 2, 3) << 6), slot, 6);
    if (slot < 4) return next;
    const bits = (slot >> 1) - 1;
    if (slot < 14) {
      const base = (2 | (slot & 1)) << bits;
      return this.queueReverseTree(next, m.DISTANCE_LOW + base - slot, distance - base, bits);
    }
    for (let shift = bits - 1; shift >= 4; shift--) queue[next++] = -1 - ((distance >>> shift) & 1);
    return this.queueReverseTree(next, m.DISTANCE_ALIGN, distance & 15, 4);
  }

  private queueTree(from: number, tree: number, value: number, bits: number): number {
    const { queue } = this;
    let next = from;
    let node = 1;
    for (let shift = bits - 1; shift >= 0; shift--) {
      const bit = (value >> shift) & 1;
      queue[next++] = ((tree + node) << 1) | bit;
      node = (node << 1) | bit;
    }
    return next;
  }

  private queueReverseTree(from: number, tree: number, value: number, bits: number): number {
    const { queue } = this;
    let next = from;
    let node = 1;
    for (let shift = 0; shift < bits; shift++) {
      const bit = (value >> shift) & 1;
      queue[next++] = ((tree + node) << 1) | bit;
      node = (node << 1) | bit;
    }
    return next;
  }

  private makeRoom(): void {
    this.drain();
    const packed = this.coder[OUT]! - this.chunkOut;
    if (packed <= CHUNK_INPUT_LIMIT && this.at - this.chunkFrom <= CHUNK_OUTPUT_LIMIT) return;
    this.endChunk();
    this.startChunk();
  }

  private drain(): void {
    encodeBits(this.coder, this.probabilities, this.queue, this.queued, this.out);
    this.queued = 0;
  }

  private startChunk(): void {
    const { coder, out, chunkOut } = this;
    coder[LOW] = 0;
    coder[RANGE] = -1;
    const dataFrom = chunkOut + (this.needsProperties ? 6 : 5);
    // A range coder starts with a byte that is always 0.
    out[dataFrom] = 0;
    coder[OUT] = dataFrom + 1;
  }

  private endChunk(): void {
    const { coder, out, chunkOut, needsProperties } = this;
    const dataFrom = chunkOut + (needsProperties ? 6 : 5);
    for (let shift = 24; shift >= 0; shift -= 8) out[coder[OUT]!++] = coder[LOW]! >>> shift;
    const packed = coder[OUT]! - dataFrom;
    const size = this.at - this.chunkFrom;
    if (packed >= size) return this.endChunkRaw(size);
    let control = 0x80;
    if (this.chunkFrom === 0) control = 0xe0;
    else if (needsProperties) control = 0xc0;
    else if (this.needsStateReset) control = 0xa0;
    out[chunkOut] = control | ((size - 1) >> 16);
    out[chunkOut + 1] = (size - 1) >> 8;
    out[chunkOut + 2] = size - 1;
    out[chunkOut + 3] = (packed - 1) >> 8;
    out[chunkOut + 4] = packed - 1;
    if (needsProperties) out[chunkOut + 5] = PROPERTIES;
    this.needsProperties = false;
    this.needsStateReset = false;
    this.chunkOut = coder[OUT]!;
    this.chunkFrom = this.at;
  }

  private endChunkRaw(size: number): void {
    const { out, chunkOut, chunkFrom } = this;
    out[chunkOut] = chunkFrom === 0 ? 1 : 2;
    out[chunkOut + 1] = (size - 1) >> 8;
    out[chunkOut + 2] = size - 1;
    out.set(this.input.subarray(chunkFrom, this.at), chunkOut + 3);
    this.chunkOut = chunkOut + 3 + size;
    this.chunkFrom = this.at;
    this.needsStateReset = true;
    this.probabilities.fill(m.HALF);
    this.state = 0;
    this.rep0 = this.rep1 = this.rep2 = this.rep3 = 0;
  }
}

/** What encodeBits keeps between calls; int32, though LOW and RANGE are unsigned. */
const LOW = 0;
const RANGE = 1;
const OUT = 2;

function encodeBits(coder: Int32Array, probs: Uint16Array, queue: Int32Array, count: number, out: Uint8Array): void {
  let low = coder[LOW]!;
  let range = coder[RANGE]!;
  let at = coder[OUT]!;
  for (let index = 0; index < count; index++) {
    const entry = queue[index]!;
    let added = 0;
    if (entry >= 0) {
      const prob = probs[entry >> 1]!;
      const bound = Math.imul(range >>> 11, prob);
      const one = -(entry & 1);
      // Without a branch, which would be mispredicted as often as the data is unpredictable.
      probs[entry >> 1] = prob + (((one & 31) + (~one & 2048) - prob) >> 5);
      range = (bound + ((range - bound - bound) & one)) | 0;
      added = bound & one;
    } else {
      range >>>= 1;
      added = range & -(~entry & 1);
    }
    const sum = (low + added) | 0;
    if (sum >>> 0 < low >>> 0) {
      let carry = at - 1;
      while (out[carry] === 0xff) out[carry--] = 0;
      out[carry] = out[carry]! + 1;
    }
    low = sum;
    if (range >>> 24 === 0) {
      range <<= 8;
      out[at++] = low >>> 24;
      low <<= 8;
    }
  }
  coder[LOW] = low;
  coder[RANGE] = range;
  coder[OUT] = at;
}
