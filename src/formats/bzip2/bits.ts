import type { ByteSource } from '../../protocol/bytes.ts';
import { corrupt } from './format.ts';

const BUFFER_BYTES = 64 * 1024;
/** More than one group of symbols can take: 50 codes of 20 bits. */
const AHEAD_BYTES = 160;

/**
 * Bits of a source, highest first. The fields are public for the one loop that has to hold them in locals:
 * the lowest `count` bits of `window` come next, then the bytes from `at`.
 */
export class BitReader {
  readonly buffer = new Uint8Array(BUFFER_BYTES + AHEAD_BYTES);
  at = 0;
  window = 0;
  count = 0;
  private end = 0;
  private ended = false;
  private readonly source: ByteSource;

  constructor(source: ByteSource) {
    this.source = source;
  }

  /** The next `size` <= 24 bits. */
  read(size: number): number {
    while (this.count < size) {
      if (this.at === this.end && !this.fill()) throw corrupt('it ends too early');
      this.window = (this.window << 8) | this.buffer[this.at++]!;
      this.count += 8;
    }
    this.count -= size;
    return (this.window >>> this.count) & ((1 << size) - 1);
  }

  /** The next 32 bits as a signed integer. */
  readInt32(): number {
    const high = this.read(16);
    return (high << 16) | this.read(16);
  }

  read48(): number {
    return this.read(24) * 2 ** 24 + this.read(24);
  }

  skipToByte(): void {
    this.count -= this.count & 7;
  }

  /** Whether nothing is left; only after skipToByte. */
  atEnd(): boolean {
    return this.count === 0 && this.at === this.end && !this.fill();
  }

  /** Lets a group of symbols be taken from `buffer` without a look at its end; settle() must follow. */
  lookAhead(): void {
    while (this.end - this.at < AHEAD_BYTES && this.fill());
  }

  /** Takes over the locals of that loop; throws when they went past the end of the input. */
  settle(at: number, window: number, count: number): void {
    this.at = at - (count >> 3);
    this.window = window >> (count & ~7);
    this.count = count & 7;
    if (this.at > this.end) throw corrupt('it ends too early');
  }

  private fill(): boolean {
    if (this.ended) return false;
    this.buffer.copyWithin(0, this.at, this.end);
    this.end -= this.at;
    this.at = 0;
    const got = this.source.read(this.buffer.subarray(this.end, BUFFER_BYTES));
    this.end += got;
    this.ended = got === 0;
    return got > 0;
  }
}

/** Bits to an output, highest first, emitted in chunks that are valid only during the call. */
export class BitWriter {
  private readonly buffer = new Uint8Array(BUFFER_BYTES);
  private at = 0;
  private window = 0;
  private count = 0;
  private readonly emit: (chunk: Uint8Array) => void;

  constructor(emit: (chunk: Uint8Array) => void) {
    this.emit = emit;
  }

  /** Writes `size` <= 24 bits. */
  write(value: number, size: number): void {
    this.window = (this.window << size) | value;
    this.count += size;
    while (this.count >= 8) {
      this.count -= 8;
      this.buffer[this.at++] = this.window >>> this.count;
    }
    if (this.at > BUFFER_BYTES - AHEAD_BYTES) this.flush();
  }

  writeInt32(value: number): void {
    this.write(value >>> 16, 16);
    this.write(value & 0xffff, 16);
  }

  write48(value: number): void {
    this.write(Math.floor(value / 2 ** 24), 24);
    this.write(value % 2 ** 24, 24);
  }

  /** Writes the codes of up to one group of symbols; a code is code << 5 | length, of at most 17 bits. */
  writeGroup(symbols: Uint16Array, start: number, end: number, codes: Int32Array): void {
    const { buffer } = this;
    let { at, window, count } = this;
    for (let index = start; index < end; index++) {
      const code = codes[symbols[index]!]!;
      window = (window << (code & 31)) | (code >> 5);
      count += code & 31;
      while (count >= 8) {
        count -= 8;
        buffer[at++] = window >>> count;
      }
    }
    this.at = at;
    this.window = window;
    this.count = count;
    if (at > BUFFER_BYTES - AHEAD_BYTES) this.flush();
  }

  /** Fills up the last byte with zeros. */
  end(): void {
    if (this.count > 0) this.write(0, 8 - this.count);
    this.flush();
  }

  private flush(): void {
    const { at } = this;
    this.at = 0;
    if (at > 0) this.emit(this.buffer.subarray(0, at));
  }
}
