import type { BitReader } from './bits.ts';
import { corrupt, MAX_SYMBOLS } from './format.ts';

/** The longest code that a file may use. */
export const MAX_CODE_BITS = 20;
/** Codes up to this length are decoded by one look into a table. */
export const LOOKUP_BITS = 10;

/**
 * One table of codes for decoding. Like libbzip2 it takes any lengths: codes that do not fit are never met, bits that
 * are no code are an error when they come.
 */
export class DecodingTable {
  /** By the next LOOKUP_BITS bits: symbol << 5 | code length, 0 when the code is longer. */
  readonly lookup = new Uint16Array(1 << LOOKUP_BITS);
  /** By code length: the first code that is too great for it. */
  private readonly limit = new Int32Array(MAX_CODE_BITS + 1);
  /** By code length: what to add to a code for its place in `symbols`. */
  private readonly offset = new Int32Array(MAX_CODE_BITS + 1);
  private readonly symbols = new Uint16Array(MAX_SYMBOLS);

  read(bits: BitReader, size: number): void {
    const lengths = new Uint8Array(size);
    let length = bits.read(5);
    for (let symbol = 0; symbol < size; symbol++) {
      for (;;) {
        if (length < 1 || length > MAX_CODE_BITS) throw corrupt('a code length is out of range');
        if (bits.read(1) === 0) break;
        length += bits.read(1) === 0 ? 1 : -1;
      }
      lengths[symbol] = length;
    }
    this.assign(lengths);
  }

  /** What `lookup` would say of a longer code, from the next MAX_CODE_BITS bits. */
  readLong(next: number): number {
    for (let length = LOOKUP_BITS + 1; length <= MAX_CODE_BITS; length++) {
      const code = next >>> (MAX_CODE_BITS - length);
      if (code < this.limit[length]!) return (this.symbols[code + this.offset[length]!]! << 5) | length;
    }
    throw corrupt('its bits are no code of their table');
  }

  private assign(lengths: Uint8Array): void {
    this.lookup.fill(0);
    let code = 0;
    let place = 0;
    for (let length = 1; length <= MAX_CODE_BITS; length++) {
      this.offset[length] = place - code;
      for (let symbol = 0; symbol < lengths.length; symbol++) {
        if (lengths[symbol] !== length) continue;
        this.symbols[place++] = symbol;
        if (length <= LOOKUP_BITS && code < 1 << length) {
          const spread = LOOKUP_BITS - length;
          this.lookup.fill((symbol << 5) | length, code << spread, (code + 1) << spread);
        }
        code++;
      }
      this.limit[length] = code;
      code <<= 1;
    }
  }
}

/** The longest code that the encoder uses, as libbzip2. */
const MAX_ENCODED_BITS = 17;

/** Makes code lengths for `size` >= 2 symbols; one that does not occur gets a code all the same. */
export class CodeBuilder {
  private readonly leaves = new Int32Array(MAX_SYMBOLS);
  private readonly weights = new Int32Array(2 * MAX_SYMBOLS);
  private readonly parents = new Int32Array(2 * MAX_SYMBOLS);
  private readonly depths = new Int32Array(2 * MAX_SYMBOLS);

  build(frequencies: Int32Array, size: number, lengths: Uint8Array): void {
    const leaves = this.leaves.subarray(0, size);
    // A block has fewer than 2^20 symbols, so both fit into 31 bits.
    for (let symbol = 0; symbol < size; symbol++) leaves[symbol] = (Math.max(1, frequencies[symbol]!) << 9) | symbol;
    leaves.sort();
    for (let leaf = 0; leaf < size; leaf++) this.weights[leaf] = leaves[leaf]! >> 9;
    while (this.join(size) > MAX_ENCODED_BITS) {
      for (let leaf = 0; leaf < size; leaf++) this.weights[leaf] = (this.weights[leaf]! >> 1) + 1;
    }
    for (let leaf = 0; leaf < size; leaf++) lengths[leaves[leaf]! & 511] = this.depths[leaf]!;
  }

  /** Huffman's algorithm on sorted leaves: joined nodes come in order, behind them. Returns the greatest depth. */
  private join(size: number): number {
    const { weights, parents, depths } = this;
    const root = 2 * size - 2;
    let leaf = 0;
    let inner = size;
    for (let node = size; node <= root; node++) {
      let weight = 0;
      for (let child = 0; child < 2; child++) {
        const takeLeaf = leaf < size && (inner === node || weights[leaf]! <= weights[inner]!);
        const taken = takeLeaf ? leaf++ : inner++;
        weight += weights[taken]!;
        parents[taken] = node;
      }
      weights[node] = weight;
    }
    depths[root] = 0;
    for (let node = root - 1; node >= 0; node--) depths[node] = depths[parents[node]!]! + 1;
    // Leaves are sorted, so the first is the rarest.
    return depths[0]!;
  }
}

/** By symbol: code << 5 | length. */
export function assignCodes(lengths: Uint8Array, size: number, codes: Int32Array): void {
  let code = 0;
  for (let length = 1; length <= MAX_ENCODED_BITS; length++) {
    for (let symbol = 0; symbol < size; symbol++) {
      if (lengths[symbol] === length) codes[symbol] = (code++ << 5) | length;
    }
    code <<= 1;
  }
}
