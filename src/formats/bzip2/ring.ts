import { inSteps, inStepsDown } from './steps.ts';

/**
 * Sorts the rotations of a ring of numbers, as RotationSorter does for bytes. The loops over the text are written
 * out for both because code that works on two kinds of arrays takes a third more time; the others are below.
 */
export class RingSorter {
  private readonly ring: Int32Array;
  private readonly length: number;
  private readonly order: Int32Array;
  private readonly counts: Int32Array;
  private readonly buckets: Int32Array;
  private readonly text: Int32Array;
  private readonly stars: Int32Array;
  private starCount = 0;
  private fallen = 0;
  private found = 0;
  private names = 0;
  private named = 0;
  private namedSize = 0;

  /** The numbers are below `symbols`; `order` gets where the rotations start. */
  constructor(ring: Int32Array, length: number, symbols: number, order: Int32Array) {
    this.ring = ring;
    this.length = length;
    this.order = order;
    this.counts = new Int32Array(symbols);
    this.buckets = new Int32Array(symbols);
    this.text = new Int32Array(length + 2);
    this.stars = new Int32Array((length >> 1) + 2);
  }

  sort(): void {
    const { length, order } = this;
    const first = firstStar(this.ring, length);
    if (first < 0) {
      for (let at = 0; at < length; at++) order[at] = at;
      return;
    }
    this.turn(first);
    inSteps(length, (start, end) => this.count(start + 1, end));
    this.findStars();
    this.sortPieces();
    this.namePieces();
    if (this.names < this.starCount) this.sortStars();
    this.placeStars();
    bucketStarts(this.counts, this.buckets);
    inSteps(length, (start, end) => this.induceUp(start, end));
    bucketEnds(this.counts, this.buckets);
    inStepsDown(length, (start, end) => this.induceDown(start, end));
    inSteps(length, (start, end) => this.turnBack(first, start, end));
  }

  private turn(first: number): void {
    const { ring, text, length } = this;
    text.set(ring.subarray(first, length), 1);
    text.set(ring.subarray(0, first), 1 + length - first);
    text[0] = text[length]!;
    text[length + 1] = text[1]!;
  }

  private count(first: number, last: number): void {
    const { text, counts } = this;
    for (let place = first; place <= last; place++) counts[text[place]!]!++;
  }

  private findStars(): void {
    inSteps(this.length, (start, end) => this.addStars(start + 1, end));
    this.stars[this.starCount] = this.length + 1;
  }

  private addStars(first: number, last: number): void {
    const { text, stars } = this;
    let { starCount, fallen } = this;
    let before = text[first - 1]!;
    for (let place = first; place <= last; place++) {
      const symbol = text[place]!;
      const falls = (symbol - before) >>> 31;
      const rises = (before - symbol) >>> 31;
      stars[starCount] = fallen;
      starCount += rises & (-fallen >>> 31);
      fallen = (fallen & (falls + rises - 1)) | (place & -falls);
      before = symbol;
    }
    this.starCount = starCount;
    this.fallen = fallen;
  }

  private sortPieces(): void {
    const { length, order, counts, buckets } = this;
    order.fill(0, 0, length);
    bucketEnds(counts, buckets);
    inSteps(this.starCount, (start, end) => this.scatterStars(start, end));
    bucketStarts(counts, buckets);
    inSteps(length, (start, end) => this.piecesUp(start, end));
    bucketEnds(counts, buckets);
    inStepsDown(length, (start, end) => this.piecesDown(start, end));
    inSteps(length, (start, end) => (this.found = gatherStars(order, this.found, start, end)));
  }

  private scatterStars(start: number, end: number): void {
    const { text, stars, order, buckets } = this;
    for (let star = start; star < end; star++) {
      const place = stars[star]!;
      order[--buckets[text[place]!]!] = place;
    }
  }

  private piecesUp(start: number, end: number): void {
    const { text, length, order, buckets } = this;
    for (let at = start; at < end; at++) {
      const place = order[at]!;
      if (place > 0) {
        order[at] = 0;
        const before = place === 1 ? length : place - 1;
        const symbol = text[before]!;
        order[buckets[symbol]!++] = before ^ ((text[before - 1]! - symbol) >> 31);
      } else {
        order[at] = place ^ (place >> 31);
      }
    }
  }

  private piecesDown(start: number, end: number): void {
    const { text, length, order, buckets } = this;
    for (let at = end - 1; at >= start; at--) {
      const place = order[at]!;
      if (place > 0) {
        order[at] = 0;
        const before = place === 1 ? length : place - 1;
        const symbol = text[before]!;
        order[--buckets[symbol]!] = before ^ ((symbol - text[before - 1]!) >> 31);
      }
    }
  }

  private namePieces(): void {
    inSteps(this.starCount, (start, end) => measurePieces(this.stars, this.starCount, this.order, start, end));
    inSteps(this.starCount, (start, end) => this.name(start, end));
  }

  private name(start: number, end: number): void {
    const { text, starCount, order } = this;
    let { names, named, namedSize } = this;
    for (let at = start; at < end; at++) {
      const place = order[at]!;
      const size = order[starCount + (place >> 1)]!;
      let same = 0;
      if (size === namedSize) while (same <= size && text[place + same] === text[named + same]) same++;
      if (same <= size) names++;
      named = place;
      namedSize = size;
      order[starCount + (place >> 1)] = names;
    }
    this.names = names;
    this.named = named;
    this.namedSize = namedSize;
  }

  private sortStars(): void {
    const { stars, starCount, order, names } = this;
    const ring = new Int32Array(starCount);
    for (let star = 0; star < starCount; star++) ring[star] = order[starCount + (stars[star]! >> 1)]! - 1;
    new RingSorter(ring, starCount, names, order).sort();
    for (let at = 0; at < starCount; at++) order[at] = stars[order[at]!]!;
  }

  private placeStars(): void {
    const { length, starCount, order } = this;
    order.fill(0, starCount, length);
    bucketEnds(this.counts, this.buckets);
    inStepsDown(starCount, (start, end) => this.moveStars(start, end));
  }

  private moveStars(start: number, end: number): void {
    const { text, order, buckets } = this;
    for (let at = end - 1; at >= start; at--) {
      const place = order[at]!;
      order[at] = 0;
      order[--buckets[text[place]!]!] = place;
    }
  }

  private induceUp(start: number, end: number): void {
    const { text, length, order, buckets } = this;
    for (let at = start; at < end; at++) {
      const place = order[at]!;
      order[at] = ~place;
      if (place > 0) {
        const before = place === 1 ? length : place - 1;
        const symbol = text[before]!;
        order[buckets[symbol]!++] = before ^ ((text[before - 1]! - symbol) >> 31);
      }
    }
  }

  private induceDown(start: number, end: number): void {
    const { text, length, order, buckets } = this;
    for (let at = end - 1; at >= start; at--) {
      const place = order[at]!;
      if (place > 0) {
        const before = place === 1 ? length : place - 1;
        const symbol = text[before]!;
        order[--buckets[symbol]!] = before ^ ((symbol - text[before - 1]!) >> 31);
      } else {
        order[at] = ~place;
      }
    }
  }

  private turnBack(first: number, start: number, end: number): void {
    const { order, length } = this;
    for (let at = start; at < end; at++) {
      const place = order[at]! - 1 + first;
      order[at] = place < length ? place : place - length;
    }
  }
}

/** Where the rotations that start with each symbol begin among the sorted. */
export function bucketStarts(counts: Int32Array, buckets: Int32Array): void {
  let sum = 0;
  for (let symbol = 0; symbol < counts.length; symbol++) {
    buckets[symbol] = sum;
    sum += counts[symbol]!;
  }
}

/** Where they end. */
export function bucketEnds(counts: Int32Array, buckets: Int32Array): void {
  let sum = 0;
  for (let symbol = 0; symbol < counts.length; symbol++) {
    sum += counts[symbol]!;
    buckets[symbol] = sum;
  }
}

/** Moves the stars, which are the complements among the sorted, to the front; returns how many are there. */
export function gatherStars(sorted: Int32Array, found: number, start: number, end: number): number {
  let to = found;
  for (let at = start; at < end; at++) {
    const place = sorted[at]!;
    sorted[to] = ~place;
    to += place >>> 31;
  }
  return to;
}

/** Leaves the size of each piece behind the sorted stars. They are at least two places apart: half a place tells them apart. */
export function measurePieces(
  stars: Int32Array,
  starCount: number,
  sorted: Int32Array,
  start: number,
  end: number,
): void {
  for (let star = start; star < end; star++) {
    sorted[starCount + (stars[star]! >> 1)] = stars[star + 1]! - stars[star]!;
  }
}

/** Where the first one is; -1 if all symbols are equal. */
export function firstStar(ring: Int32Array | Uint8Array, length: number): number {
  let fallen = -1;
  let before = ring[0]!;
  for (let at = 1; at < 2 * length; at++) {
    const symbol = ring[at % length]!;
    if (symbol < before) fallen = at;
    else if (symbol > before && fallen >= 0) return fallen % length;
    before = symbol;
  }
  return -1;
}
