import type { ByteSource } from '../protocol/bytes.ts';
import { corrupt } from './corrupt.ts';

/** An LZMA2 chunk with its header fits twice, and a block of zstd once. */
const CAPACITY = 128 * 1024;

/**
 * A window over a source. The fields are public for the loops that hold them in locals:
 * bytes[at..end) are there, and SLACK bytes past any `end` may be looked at, though they are not input.
 */
export class Input {
  static readonly SLACK = 64;

  readonly bytes = new Uint8Array(CAPACITY + Input.SLACK);
  at = 0;
  end = 0;
  private before = 0;
  private ended = false;
  private readonly source: ByteSource;
  private readonly name: string;

  /** The name is for messages. */
  constructor(source: ByteSource, name: string) {
    this.source = source;
    this.name = name;
  }

  /** How many bytes of the source were taken. */
  get position(): number {
    return this.before + this.at;
  }

  /** Whether `size` more bytes are there; then they lie together at `at`. */
  has(size: number): boolean {
    while (this.end - this.at < size) if (!this.fill()) return false;
    return true;
  }

  need(size: number): void {
    if (!this.has(size)) throw corrupt(this.name, 'it ends too early');
  }

  byte(): number {
    this.need(1);
    return this.bytes[this.at++]!;
  }

  uint16(): number {
    this.need(2);
    return (this.bytes[this.at++]! << 8) | this.bytes[this.at++]!;
  }

  /** The next bytes, valid until more is asked for. */
  take(size: number): Uint8Array {
    this.need(size);
    const bytes = this.bytes.subarray(this.at, this.at + size);
    this.at += size;
    return bytes;
  }

  private fill(): boolean {
    if (this.ended) return false;
    this.bytes.copyWithin(0, this.at, this.end);
    this.before += this.at;
    this.end -= this.at;
    this.at = 0;
    const got = this.source.read(this.bytes.subarray(this.end, CAPACITY));
    this.end += got;
    this.ended = got === 0;
    return got > 0;
  }
}
