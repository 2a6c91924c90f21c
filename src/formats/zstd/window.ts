import { MARGIN } from './bits.ts';

const FIRST_BYTES = 512 * 1024;

/**
 * What was decoded last, as far back as a frame may refer. A ring, in which every block lies in one piece; it grows with
 * what was decoded, not with what was declared, and serves one frame after the other.
 */
export class Window {
  bytes = new Uint8Array(FIRST_BYTES + MARGIN);
  /** The same bytes, for copies of four at once. */
  view = new DataView(this.bytes.buffer);
  /** How far back a frame may refer. */
  size = 0;
  at = 0;
  /** Where the lap before this one ended, 0 in the first. It was longer than `size` by a block, which covers what is overwritten. */
  lapEnd = 0;
  private flushed = 0;
  private readonly maxBlock: number;
  private readonly emit: (chunk: Uint8Array) => void;

  constructor(maxBlock: number, emit: (chunk: Uint8Array) => void) {
    this.maxBlock = maxBlock;
    this.emit = emit;
  }

  startFrame(size: number): void {
    this.size = size;
    this.at = this.flushed = this.lapEnd = 0;
  }

  /** Makes room for a block at `at`. */
  reserve(): void {
    const { bytes, at, maxBlock } = this;
    const capacity = this.size + 2 * maxBlock;
    const there = bytes.length - MARGIN;
    if (at + maxBlock <= Math.min(capacity, there)) return;
    if (at + maxBlock > capacity) {
      this.flush();
      this.lapEnd = at;
      this.at = this.flushed = 0;
      return;
    }
    // In few steps, as each leaves a buffer to the garbage collector, which is in no hurry.
    this.bytes = new Uint8Array((4 * there < this.size ? 4 * there : capacity) + MARGIN);
    this.view = new DataView(this.bytes.buffer);
    this.bytes.set(bytes.subarray(0, at));
  }

  /** Hands on what is waiting, if it is as much as a block. */
  flushFull(): void {
    if (this.at - this.flushed >= this.maxBlock) this.flush();
  }

  flush(): void {
    if (this.at > this.flushed) this.emit(this.bytes.subarray(this.flushed, this.at));
    this.flushed = this.at;
  }
}
