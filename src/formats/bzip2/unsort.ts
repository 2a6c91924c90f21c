/** A link is a byte and, above it, the place of the link that follows; or START and the number of a walk. */
const BYTE_BITS = 8;
const START = 1 << 28;

const MAX_WALKS = 32;
/** Blocks below this size stay in the cache, where a second walk gains little. */
const MIN_WALK = 16 * 1024;
const SLICE_BYTES = 2048;
/** The slice that idle lanes write to. */
const IDLE = 0;

interface Lane {
  link: number;
  slice: number;
  /** Where in `bytes` the next byte goes. */
  at: number;
}

/**
 * Puts the bytes of a sorted block back into order. Each link names the next, so a single walk waits for memory at
 * every step: here four walks, from places spread over the block, wait at the same time. A walk ends where another
 * started, which tells how they join.
 */
export class Unsorter {
  /** The caller puts the bytes of the sorted block here. */
  links = new Int32Array(0);
  /** The bytes in order, in slices: see forEachRange. */
  bytes = new Uint8Array(0);
  private sliceSizes = new Int32Array(0);
  /** By slice: the one that follows, or the complement of the walk that follows. */
  private sliceNext = new Int32Array(0);
  private slices = 0;

  /** By walk: the link that START has replaced, and the first slice. */
  private readonly walkLinks = new Int32Array(MAX_WALKS);
  private readonly walkSlices = new Int32Array(MAX_WALKS);
  private walks = 0;
  private started = 0;
  private walking = 0;

  private readonly lanes: readonly [Lane, Lane, Lane, Lane] = [newLane(), newLane(), newLane(), newLane()];
  private idleLink = 0;

  reserve(blockSize: number): void {
    if (this.links.length > blockSize) return;
    this.links = new Int32Array(blockSize + 1);
    const slices = 1 + MAX_WALKS + Math.ceil(blockSize / SLICE_BYTES);
    this.bytes = new Uint8Array(slices * SLICE_BYTES);
    this.sliceSizes = new Int32Array(slices);
    this.sliceNext = new Int32Array(slices);
  }

  /** `counts` says how often each byte occurs in the first `length` links; it is changed. */
  unsort(length: number, origin: number, counts: Int32Array): void {
    this.link(length, counts);
    this.markStarts(length, origin);
    this.walkAll();
  }

  /** Visits the block in order, as ranges of `bytes`. A periodic block is one cycle that is visited many times. */
  forEachRange(length: number, visit: (start: number, end: number) => void): void {
    let slice = this.walkSlices[0]!;
    for (let left = length; left > 0;) {
      const size = Math.min(this.sliceSizes[slice]!, left);
      visit(slice * SLICE_BYTES, slice * SLICE_BYTES + size);
      left -= size;
      const next = this.sliceNext[slice]!;
      slice = next < 0 ? this.walkSlices[~next]! : next;
    }
  }

  private link(length: number, counts: Int32Array): void {
    const { links } = this;
    this.idleLink = links[length] = length << BYTE_BITS;
    let sum = 0;
    for (let byte = 0; byte < 256; byte++) {
      const count = counts[byte]!;
      counts[byte] = sum;
      sum += count;
    }
    for (let at = 0; at < length; at++) links[counts[links[at]! & 255]!++]! |= at << BYTE_BITS;
  }

  private markStarts(length: number, origin: number): void {
    const { links } = this;
    const walks = Math.min(MAX_WALKS, 1 + Math.floor(length / MIN_WALK));
    this.walks = 0;
    this.markStart(links[origin]! >>> BYTE_BITS);
    for (let walk = 1; walk < walks; walk++) {
      const place = Math.floor((length * walk) / walks);
      if (links[place]! < START) this.markStart(place);
    }
  }

  private markStart(place: number): void {
    this.walkLinks[this.walks] = this.links[place]!;
    this.links[place] = START + this.walks;
    this.walks++;
  }

  private walkAll(): void {
    const { lanes } = this;
    this.slices = 1;
    this.started = 0;
    this.walking = 0;
    for (const lane of lanes) this.startWalk(lane);
    while (this.walking > 0) {
      this.step(Math.min(room(lanes[0]), room(lanes[1]), room(lanes[2]), room(lanes[3])));
      for (const lane of lanes) {
        if (lane.link >= START) {
          this.closeSlice(lane, ~(lane.link - START));
          this.walking--;
          this.startWalk(lane);
        } else if (room(lane) === 0) {
          this.nextSlice(lane);
        }
      }
    }
  }

  /** Moves every lane by `steps`, fewer when one of them ends. */
  private step(steps: number): void {
    const { links, bytes } = this;
    const [a, b, c, d] = this.lanes;
    let linkA = a.link;
    let linkB = b.link;
    let linkC = c.link;
    let linkD = d.link;
    const atA = a.at;
    const atB = b.at;
    const atC = c.at;
    const atD = d.at;
    let done = 0;
    do {
      bytes[atA + done] = linkA;
      bytes[atB + done] = linkB;
      bytes[atC + done] = linkC;
      bytes[atD + done] = linkD;
      linkA = links[linkA >>> BYTE_BITS]!;
      linkB = links[linkB >>> BYTE_BITS]!;
      linkC = links[linkC >>> BYTE_BITS]!;
      linkD = links[linkD >>> BYTE_BITS]!;
      done++;
    } while (done < steps && (linkA | linkB | linkC | linkD) < START);
    a.link = linkA;
    b.link = linkB;
    c.link = linkC;
    d.link = linkD;
    a.at += done;
    b.at += done;
    c.at += done;
    d.at += done;
  }

  private startWalk(lane: Lane): void {
    if (this.started === this.walks) {
      lane.link = this.idleLink;
      lane.slice = IDLE;
      lane.at = 0;
      return;
    }
    const walk = this.started++;
    this.walking++;
    lane.link = this.walkLinks[walk]!;
    this.walkSlices[walk] = this.openSlice(lane);
  }

  private nextSlice(lane: Lane): void {
    if (lane.slice === IDLE) {
      lane.at = 0;
      return;
    }
    const full = lane.slice;
    this.sliceSizes[full] = SLICE_BYTES;
    this.sliceNext[full] = this.openSlice(lane);
  }

  private openSlice(lane: Lane): number {
    lane.slice = this.slices++;
    lane.at = lane.slice * SLICE_BYTES;
    return lane.slice;
  }

  private closeSlice(lane: Lane, next: number): void {
    this.sliceSizes[lane.slice] = SLICE_BYTES - room(lane);
    this.sliceNext[lane.slice] = next;
  }
}

function newLane(): Lane {
  return { link: 0, slice: IDLE, at: 0 };
}

function room(lane: Lane): number {
  return (lane.slice + 1) * SLICE_BYTES - lane.at;
}
