import { MARGIN } from './bits.ts';
import { DamagedBlock } from './failure.ts';
import { Huffman } from './huffman.ts';
import { decodeFourStreams, decodeStream } from './huffman-streams.ts';

/** The literals of one block after the other. */
export class Literals {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  size = 0;
  private readonly code = new Huffman();
  private hasCode = false;

  constructor(maxSize: number) {
    this.bytes = new Uint8Array(maxSize + MARGIN);
    this.view = new DataView(this.bytes.buffer);
  }

  startFrame(): void {
    this.hasCode = false;
  }

  /** Takes the literals of the block at from..to, at most `maxSize`; returns where they end. */
  read(bytes: Uint8Array, view: DataView, from: number, to: number, maxSize: number): number {
    if (to - from < 2) throw new DamagedBlock('it is cut off');
    const kind = bytes[from]! & 3;
    return kind < 2
      ? this.readPlain(bytes, view, from, to, maxSize, kind === 1)
      : this.readPacked(bytes, view, from, to, maxSize, kind === 3);
  }

  private readPlain(
    bytes: Uint8Array,
    view: DataView,
    from: number,
    to: number,
    maxSize: number,
    isRun: boolean,
  ): number {
    const format = (bytes[from]! >> 2) & 3;
    const headerBytes = [1, 2, 1, 3][format]!;
    const header = view.getUint32(from, true) & (2 ** (8 * headerBytes) - 1);
    const size = header >> (headerBytes === 1 ? 3 : 4);
    const start = from + headerBytes;
    const end = start + (isRun ? 1 : size);
    if (size > maxSize || end > to) throw new DamagedBlock('its literals are longer than the block');
    if (isRun) this.bytes.fill(bytes[start]!, 0, size);
    else this.bytes.set(bytes.subarray(start, end));
    this.size = size;
    return end;
  }

  private readPacked(
    bytes: Uint8Array,
    view: DataView,
    from: number,
    to: number,
    maxSize: number,
    isSameCode: boolean,
  ): number {
    const format = (bytes[from]! >> 2) & 3;
    const headerBytes = Math.max(3, format + 2);
    const sizeBits = 4 * headerBytes - 2;
    // Five bytes at most, and there are always so many: two sizes behind four bits.
    if (to - from < 5) throw new DamagedBlock('it is cut off');
    const header = view.getUint32(from, true) + bytes[from + 4]! * 2 ** 32;
    const size = Math.floor(header / 16) % 2 ** sizeBits;
    const start = from + headerBytes;
    const end = start + (Math.floor(header / 2 ** (4 + sizeBits)) % 2 ** sizeBits);
    if (size > maxSize || end > to) throw new DamagedBlock('its literals are longer than the block');
    if (isSameCode && !this.hasCode) throw new DamagedBlock('its literals have no code');
    const streams = isSameCode ? start : this.code.read(bytes, view, start, end);
    this.hasCode = true;
    if (format === 0) decodeStream(this.code, bytes, view, streams, end, this.bytes, size);
    else if (size < 6) throw new DamagedBlock('literals are too short for four streams');
    else decodeFourStreams(this.code, bytes, view, streams, end, this.bytes, size);
    this.size = size;
    return end;
  }
}
