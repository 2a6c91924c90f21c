import { bucketEnds, bucketStarts, firstStar, gatherStars, measurePieces, RingSorter } from './ring.ts';
import { inSteps, inStepsDown } from './steps.ts';

/**
 * The Burrows-Wheeler transform, in a time that does not grow with repetitions: the induced sorting of SA-IS (Nong,
 * Zhang, Chan 2009), on a ring.
 *
 * A place in the block is rising when the rotation that starts there is less than the one after it, else falling; a
 * star is a rising place after a falling one. From sorted stars, one pass upwards puts each falling place where it
 * belongs, since the place after it is already there, and one pass downwards then does so for the rising places.
 * The same passes from unsorted stars sort the pieces between stars; where two of these are equal, the ring of the
 * pieces' names is sorted in turn.
 */
export class RotationSorter {
  /** The last byte of each rotation, in their order. */
  readonly sorted: Int32Array;
  /** How often each byte occurs in the block. */
  readonly counts = new Int32Array(256);
  private readonly starCounts = new Int32Array(256);
  private readonly buckets = new Int32Array(256);
  /** The block in [1, length], turned so that it starts with a star; the places around hold what the ring has there. */
  private readonly text: Uint8Array;
  private length = 0;
  /** In the order of the text; behind them the end of the text. */
  private readonly stars: Int32Array;
  private starCount = 0;
  private readonly ring: Int32Array;
  /** Where in the text the block starts, and where its rotation is among the sorted. */
  private origin = 0;
  private sortedOrigin = 0;
  /** What loops keep from one step to the next. */
  private fallen = 0;
  private found = 0;
  private names = 0;
  private named = 0;
  private namedSize = 0;

  constructor(blockSize: number) {
    this.sorted = new Int32Array(blockSize);
    this.text = new Uint8Array(blockSize + 2);
    this.stars = new Int32Array((blockSize >> 1) + 2);
    this.ring = new Int32Array(blockSize >> 1);
  }

  /** Fills `sorted` and `counts`; returns which of the sorted rotations is the block itself. */
  sort(block: Uint8Array, length: number): number {
    this.length = length;
    this.counts.fill(0);
    inSteps(length, (start, end) => this.count(block, start, end));
    const first = firstStar(block, length);
    if (first < 0) {
      this.sorted.fill(block[0]!, 0, length);
      return 0;
    }
    this.turn(block, first);
    this.findStars();
    this.sortPieces();
    this.namePieces();
    if (this.names < this.starCount) this.sortStars();
    this.placeStars();
    bucketStarts(this.counts, this.buckets);
    inSteps(length, (start, end) => this.induceUp(start, end));
    bucketEnds(this.counts, this.buckets);
    inStepsDown(length, (start, end) => this.induceDown(start, end));
    return this.sortedOrigin;
  }

  private count(block: Uint8Array, start: number, end: number): void {
    const { counts } = this;
    for (let at = start; at < end; at++) counts[block[at]!]!++;
  }

  private turn(block: Uint8Array, first: number): void {
    const { text, length } = this;
    text.set(block.subarray(first, length), 1);
    text.set(block.subarray(0, first), 1 + length - first);
    text[0] = text[length]!;
    text[length + 1] = text[1]!;
    this.origin = first === 0 ? 1 : 1 + length - first;
  }

  private findStars(): void {
    this.starCount = 0;
    this.fallen = 0;
    inSteps(this.length, (start, end) => this.addStars(start + 1, end));
    this.stars[this.starCount] = this.length + 1;
  }

  private addStars(first: number, last: number): void {
    const { text, stars } = this;
    let { starCount, fallen } = this;
    let before = text[first - 1]!;
    for (let place = first; place <= last; place++) {
      const byte = text[place]!;
      // Without branches: which way a text goes cannot be foretold.
      const falls = (byte - before) >>> 31;
      const rises = (before - byte) >>> 31;
      stars[starCount] = fallen;
      starCount += rises & (-fallen >>> 31);
      fallen = (fallen & (falls + rises - 1)) | (place & -falls);
      before = byte;
    }
    this.starCount = starCount;
    this.fallen = fallen;
  }

  /** Leaves the stars in front in `sorted`, in the order of their pieces. */
  private sortPieces(): void {
    const { length, sorted, counts, buckets } = this;
    sorted.fill(0, 0, length);
    this.starCounts.fill(0);
    bucketEnds(counts, buckets);
    inSteps(this.starCount, (start, end) => this.scatterStars(start, end));
    bucketStarts(counts, buckets);
    inSteps(length, (start, end) => this.piecesUp(start, end));
    bucketEnds(counts, buckets);
    inStepsDown(length, (start, end) => this.piecesDown(start, end));
    this.found = 0;
    inSteps(length, (start, end) => (this.found = gatherStars(sorted, this.found, start, end)));
  }

  private scatterStars(start: number, end: number): void {
    const { text, stars, sorted, buckets, starCounts } = this;
    for (let star = start; star < end; star++) {
      const place = stars[star]!;
      const byte = text[place]!;
      starCounts[byte]!++;
      sorted[--buckets[byte]!] = place;
    }
  }

  private piecesUp(start: number, end: number): void {
    const { text, length, sorted, buckets } = this;
    // The bucket in use is kept in locals: it changes seldom, and through memory each step would wait for the last.
    let bucket = 0;
    let to = buckets[0]!;
    for (let at = start; at < end; at++) {
      const place = sorted[at]!;
      if (place > 0) {
        sorted[at] = 0;
        const before = place === 1 ? length : place - 1;
        const byte = text[before]!;
        if (byte !== bucket) {
          buckets[bucket] = to;
          bucket = byte;
          to = buckets[byte]!;
        }
        // The complement if a rising place comes before this one: it is for the pass downwards.
        sorted[to++] = before ^ ((text[before - 1]! - byte) >> 31);
      } else {
        sorted[at] = place ^ (place >> 31);
      }
    }
    buckets[bucket] = to;
  }

  private piecesDown(start: number, end: number): void {
    const { text, length, sorted, buckets } = this;
    let bucket = 0;
    let to = buckets[0]!;
    for (let at = end - 1; at >= start; at--) {
      const place = sorted[at]!;
      if (place > 0) {
        sorted[at] = 0;
        const before = place === 1 ? length : place - 1;
        const byte = text[before]!;
        if (byte !== bucket) {
          buckets[bucket] = to;
          bucket = byte;
          to = buckets[byte]!;
        }
        // The complement if a falling place comes before this one: it is a star.
        sorted[--to] = before ^ ((byte - text[before - 1]!) >> 31);
      }
    }
    buckets[bucket] = to;
  }

  /** Leaves a number for each piece behind the sorted stars, equal for equal pieces and in their order. */
  private namePieces(): void {
    this.names = 0;
    this.named = 0;
    inSteps(this.starCount, (start, end) => measurePieces(this.stars, this.starCount, this.sorted, start, end));
    inSteps(this.starCount, (start, end) => this.name(start, end));
  }

  private name(start: number, end: number): void {
    const { text, starCount, sorted } = this;
    let { names, named, namedSize } = this;
    for (let at = start; at < end; at++) {
      const place = sorted[at]!;
      const size = sorted[starCount + (place >> 1)]!;
      let same = 0;
      if (size === namedSize) while (same <= size && text[place + same] === text[named + same]) same++;
      if (same <= size) names++;
      named = place;
      namedSize = size;
      sorted[starCount + (place >> 1)] = names;
    }
    this.names = names;
    this.named = named;
    this.namedSize = namedSize;
  }

  private sortStars(): void {
    const { stars, starCount, sorted, ring, names } = this;
    for (let star = 0; star < starCount; star++) ring[star] = sorted[starCount + (stars[star]! >> 1)]! - 1;
    new RingSorter(ring, starCount, names, sorted).sort();
    for (let at = 0; at < starCount; at++) sorted[at] = stars[sorted[at]!]!;
  }

  /** Moves each star to the end of its bucket. */
  private placeStars(): void {
    const { length, starCount, sorted, buckets, starCounts } = this;
    sorted.fill(0, starCount, length);
    bucketEnds(this.counts, buckets);
    let from = starCount;
    for (let byte = 255; byte >= 0; byte--) {
      const count = starCounts[byte]!;
      from -= count;
      const to = buckets[byte]! - count;
      if (to === from) continue;
      sorted.copyWithin(to, from, from + count);
      sorted.fill(0, from, Math.min(from + count, to));
    }
  }

  /** In place of what was used it leaves the complement of the byte before. */
  private induceUp(start: number, end: number): void {
    const { text, length, sorted, buckets, origin } = this;
    let bucket = 0;
    let to = buckets[0]!;
    for (let at = start; at < end; at++) {
      const place = sorted[at]!;
      if (place > 0) {
        const before = place === 1 ? length : place - 1;
        const byte = text[before]!;
        sorted[at] = ~byte;
        if (byte !== bucket) {
          buckets[bucket] = to;
          bucket = byte;
          to = buckets[byte]!;
        }
        if (before === origin) this.sortedOrigin = to;
        sorted[to++] = before ^ ((text[before - 1]! - byte) >> 31);
      } else {
        sorted[at] = ~place;
      }
    }
    buckets[bucket] = to;
  }

  private induceDown(start: number, end: number): void {
    const { text, length, sorted, buckets, origin } = this;
    let bucket = 0;
    let to = buckets[0]!;
    for (let at = end - 1; at >= start; at--) {
      const place = sorted[at]!;
      if (place > 0) {
        const before = place === 1 ? length : place - 1;
        const byte = text[before]!;
        sorted[at] = byte;
        if (byte !== bucket) {
          buckets[bucket] = to;
          bucket = byte;
          to = buckets[byte]!;
        }
        if (before === origin) this.sortedOrigin = to - 1;
        const byteBefore = text[before - 1]!;
        const star = (byte - byteBefore) >> 31;
        sorted[--to] = (before & ~star) | (~byteBefore & star);
      } else {
        sorted[at] = ~place;
      }
    }
    buckets[bucket] = to;
  }
}
