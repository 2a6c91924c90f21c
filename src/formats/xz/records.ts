import { crc32 } from 'node:zlib';

export interface BlockSizes {
  /** Header, packed data and check, without the padding. */
  readonly unpaddedSize: number;
  readonly uncompressedSize: number;
}

/** What is kept of a list of blocks to compare it with the index: a list would be memory for an attacker to fill. */
export class RecordSum {
  count = 0;
  private unpadded = 0;
  private uncompressed = 0;
  private crc = 0;
  private readonly pair = new Float64Array(2);
  private readonly pairBytes = new Uint8Array(this.pair.buffer);

  add({ unpaddedSize, uncompressedSize }: BlockSizes): void {
    this.pair[0] = unpaddedSize;
    this.pair[1] = uncompressedSize;
    this.crc = crc32(this.pairBytes, this.crc);
    this.count++;
    this.unpadded += unpaddedSize;
    this.uncompressed += uncompressedSize;
  }

  equals(other: RecordSum): boolean {
    return (
      this.count === other.count &&
      this.unpadded === other.unpadded &&
      this.uncompressed === other.uncompressed &&
      this.crc === other.crc
    );
  }
}
