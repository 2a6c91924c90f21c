import { MAX_MATCH } from './model.ts';

/** How much work goes into finding matches. */
export interface Effort {
  /** How many earlier places are looked at. */
  readonly depth: number;
  /** A match of this length is taken without looking for a longer one. */
  readonly niceLength: number;
}

/** Finds earlier occurrences of what comes next. */
export interface MatchFinder {
  /** What the last find() found, shorter ones first. */
  readonly lengths: Int32Array;
  readonly distances: Int32Array;
  /** Looks for matches at `at`, adds it to the tables, and gives how many were found. */
  find(at: number): number;
  /** Adds the places from `at` to `end` to the tables. */
  skip(at: number, end: number): void;
}

const HASH_FACTOR = 0x9e3779b1;
const PAIR_BITS = 10;
const MAX_TRIPLE_BITS = 16;
/** What the widest hash covers; nothing starts in the last bytes of an input. */
const HASHED_BYTES = 4;

/** Knows the latest place of every two, three and four bytes. Places are stored plus one: a fresh table is an empty one. */
abstract class HashFinder implements MatchFinder {
  readonly lengths = new Int32Array(MAX_MATCH + 1);
  readonly distances = new Int32Array(MAX_MATCH + 1);
  protected readonly bytes: DataView;
  protected readonly depth: number;
  protected readonly niceLength: number;
  private readonly pairs = new Int32Array(1 << PAIR_BITS);
  private readonly triples: Int32Array;
  private readonly heads: Int32Array;
  private readonly tripleShift: number;
  private readonly headShift: number;

  constructor(bytes: DataView, { depth, niceLength }: Effort, maxHeadBits: number) {
    this.bytes = bytes;
    this.depth = depth;
    this.niceLength = niceLength;
    const tripleBits = Math.min(MAX_TRIPLE_BITS, sizeBits(bytes));
    const headBits = Math.min(maxHeadBits, sizeBits(bytes));
    this.triples = new Int32Array(1 << tripleBits);
    this.tripleShift = 32 - tripleBits;
    this.heads = new Int32Array(1 << headBits);
    this.headShift = 32 - headBits;
  }

  find(at: number): number {
    const { bytes, lengths, distances, niceLength } = this;
    const available = bytes.byteLength - at;
    if (available < HASHED_BYTES) return 0;
    const limit = available < niceLength ? available : niceLength;
    const word = bytes.getInt32(at, true);
    const pair = Math.imul(word << 16, HASH_FACTOR) >>> (32 - PAIR_BITS);
    const triple = Math.imul(word << 8, HASH_FACTOR) >>> this.tripleShift;
    const head = Math.imul(word, HASH_FACTOR) >>> this.headShift;
    const pairAt = this.pairs[pair]! - 1;
    const tripleAt = this.triples[triple]! - 1;
    const headAt = this.heads[head]! - 1;
    this.pairs[pair] = at + 1;
    this.triples[triple] = at + 1;
    this.heads[head] = at + 1;

    let count = 0;
    let best = 1;
    if (pairAt >= 0 && bytes.getInt16(pairAt, true) === bytes.getInt16(at, true)) {
      best = matchLength(bytes, pairAt, at, 2, limit);
      lengths[0] = best;
      distances[0] = at - pairAt - 1;
      count = 1;
    }
    const isTriple = tripleAt >= 0 && (bytes.getInt32(tripleAt, true) ^ word) << 8 === 0;
    if (isTriple && tripleAt !== pairAt && best < limit) {
      const length = matchLength(bytes, tripleAt, at, 3, limit);
      if (length > best) {
        best = length;
        lengths[count] = length;
        distances[count++] = at - tripleAt - 1;
      }
    }
    count = this.findLonger(at, headAt, limit, count, best < 3 ? 3 : best);
    if (count > 0 && lengths[count - 1] === niceLength) {
      const longest = available < MAX_MATCH ? available : MAX_MATCH;
      lengths[count - 1] = matchLength(bytes, at - distances[count - 1]! - 1, at, niceLength, longest);
    }
    return count;
  }

  skip(at: number, end: number): void {
    const { bytes, pairs, triples, tripleShift, heads, headShift } = this;
    const last = Math.min(end, bytes.byteLength - HASHED_BYTES + 1);
    for (let place = at; place < last; place++) {
      const word = bytes.getInt32(place, true);
      const head = Math.imul(word, HASH_FACTOR) >>> headShift;
      this.add(place, heads[head]! - 1);
      heads[head] = place + 1;
      triples[Math.imul(word << 8, HASH_FACTOR) >>> tripleShift] = place + 1;
      pairs[Math.imul(word << 16, HASH_FACTOR) >>> (32 - PAIR_BITS)] = place + 1;
    }
  }

  /** Goes on from `headAt`, the latest place with the same hash, with matches longer than `best`, and adds `at`. */
  protected abstract findLonger(at: number, headAt: number, limit: number, count: number, best: number): number;
  protected abstract add(at: number, headAt: number): void;
}

/** Larger tables cost more in cache misses than they save in bytes; a chain goes back 1 MiB. */
const MAX_CHAIN_BITS = 20;
const MAX_CHAIN_HEAD_BITS = 17;
const MAX_TREE_HEAD_BITS = 18;

/** Places with the same hash are a list, latest first. */
export class HashChain extends HashFinder {
  private readonly chain: Int32Array;

  constructor(bytes: DataView, effort: Effort) {
    super(bytes, effort, MAX_CHAIN_HEAD_BITS);
    this.chain = places(1 << Math.min(MAX_CHAIN_BITS, sizeBits(bytes)));
  }

  protected findLonger(at: number, headAt: number, limit: number, found: number, bestSoFar: number): number {
    const { bytes, chain, lengths, distances } = this;
    const mask = chain.length - 1;
    let count = found;
    let best = bestSoFar;
    chain[at & mask] = headAt;
    if (best >= limit) return count;
    // What is further back has been written over.
    const end = Math.max(-1, at - chain.length);
    // A longer match has the same four bytes where the best one so far ends.
    let tail = bytes.getInt32(at + best - 3, true);
    let place = headAt;
    for (let left = this.depth; left > 0 && place > end; left--) {
      if (bytes.getInt32(place + best - 3, true) === tail) {
        const length = matchLength(bytes, place, at, 0, limit);
        if (length > best) {
          best = length;
          lengths[count] = length;
          distances[count++] = at - place - 1;
          if (best === limit) break;
          tail = bytes.getInt32(at + best - 3, true);
        }
      }
      place = chain[place & mask]!;
    }
    return count;
  }

  protected add(at: number, headAt: number): void {
    this.chain[at & (this.chain.length - 1)] = headAt;
  }
}

/**
 * Places with the same hash are a binary tree, sorted by what follows them, with the latest one at its root:
 * a search goes towards the longest match, and what it passes becomes the two halves below the new root.
 */
export class BinaryTree extends HashFinder {
  /** Of every place, the roots of what sorts before it and of what sorts after it. */
  private readonly sons: Int32Array;

  constructor(bytes: DataView, effort: Effort) {
    super(bytes, effort, MAX_TREE_HEAD_BITS);
    this.sons = places(2 * bytes.byteLength);
  }

  protected findLonger(at: number, headAt: number, limit: number, found: number, bestSoFar: number): number {
    const { bytes, sons, lengths, distances } = this;
    let count = found;
    let best = bestSoFar;
    let place = headAt;
    /** Where the next smaller and the next larger place are to be hung up, and how much both sides have in common with us. */
    let smaller = 2 * at;
    let larger = 2 * at + 1;
    let smallerLength = 0;
    let largerLength = 0;
    for (let left = this.depth; left > 0 && place >= 0; left--) {
      const common = smallerLength < largerLength ? smallerLength : largerLength;
      const length = matchLength(bytes, place, at, common, limit);
      if (length > best) {
        best = length;
        lengths[count] = length;
        distances[count++] = at - place - 1;
      }
      if (length === limit) {
        sons[smaller] = sons[2 * place]!;
        sons[larger] = sons[2 * place + 1]!;
        return count;
      }
      if (bytes.getUint8(place + length) < bytes.getUint8(at + length)) {
        sons[smaller] = place + 1;
        smaller = 2 * place + 1;
        smallerLength = length;
        place = sons[smaller]! - 1;
      } else {
        sons[larger] = place + 1;
        larger = 2 * place;
        largerLength = length;
        place = sons[larger]! - 1;
      }
    }
    sons[smaller] = 0;
    sons[larger] = 0;
    return count;
  }

  protected add(at: number, headAt: number): void {
    const available = this.bytes.byteLength - at;
    this.findLonger(at, headAt, Math.min(available, this.niceLength), 0, MAX_MATCH);
  }
}

let kept = new Int32Array(0);

/**
 * The largest table of a finder: one for all of a thread, which encodes one block after the other. New ones pile up by the megabyte until
 * the collector comes. It need not be empty: what it says of a place is written before the place can be found.
 */
function places(count: number): Int32Array {
  if (kept.length < count) kept = new Int32Array(count);
  return kept.subarray(0, count);
}

/** The bits of a table that has room for every byte, but is not too small to index. */
function sizeBits(bytes: DataView): number {
  return Math.max(PAIR_BITS, 32 - Math.clz32(bytes.byteLength));
}

/** How far the bytes at `a` and `b`, which is later, agree; `from` of them are known to. */
export function matchLength(bytes: DataView, a: number, b: number, from: number, limit: number): number {
  let length = from;
  for (; length + 4 <= limit; length += 4) {
    const difference = bytes.getInt32(a + length, true) ^ bytes.getInt32(b + length, true);
    if (difference !== 0) return length + ((31 - Math.clz32(difference & -difference)) >> 3);
  }
  while (length < limit && bytes.getUint8(a + length) === bytes.getUint8(b + length)) length++;
  return length;
}
