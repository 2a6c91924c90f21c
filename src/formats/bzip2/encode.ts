import { BitWriter } from './bits.ts';
import { BlockEncoder } from './block-encoder.ts';
import { EMPTY_CRC, joinCrc, updateCrc } from './crc.ts';
import { BLOCK_UNIT, END_MAGIC, STREAM_MAGIC } from './format.ts';
import { inSteps } from './steps.ts';

/**
 * Compresses an input to one complete stream. Streams may be joined end to end, so parts of an input can be
 * compressed apart; a part of 100,000 bytes for each level fills about one block.
 *
 *     encodeBzip2(Buffer.from('hello\n'), 9).length // 42
 */
export function encodeBzip2(input: Uint8Array, level: number): Uint8Array {
  const chunks: Uint8Array[] = [];
  const encoder = new StreamEncoder((chunk) => chunks.push(chunk.slice()), level, input.length);
  encoder.write(input);
  encoder.end();
  return Buffer.concat(chunks);
}

const MAX_RUN = 255;

class StreamEncoder {
  private readonly bits: BitWriter;
  private readonly encoder: BlockEncoder;
  private readonly block: Uint8Array;
  private length = 0;
  private last = -1;
  private run = 0;
  private blockCrc = EMPTY_CRC;
  private streamCrc = 0;

  constructor(emit: (chunk: Uint8Array) => void, level: number, inputBytes: number) {
    if (!Number.isInteger(level) || level < 1 || level > 9) throw new RangeError(`bzip2 has no level ${level}`);
    // Runs of four take five bytes, so a short input needs a quarter more at most.
    const blockSize = Math.min(level * BLOCK_UNIT, Math.ceil(inputBytes * 1.25));
    this.block = new Uint8Array(blockSize);
    this.bits = new BitWriter(emit);
    this.encoder = new BlockEncoder(this.bits, blockSize);
    this.bits.write(STREAM_MAGIC, 24);
    this.bits.write(0x30 + level, 8);
  }

  write(bytes: Uint8Array): void {
    inSteps(bytes.length, (start, end) => {
      for (let at = start; at < end;) {
        const taken = this.fill(bytes, at, end);
        this.blockCrc = updateCrc(this.blockCrc, bytes, at, taken);
        if (taken < end) this.endBlock();
        at = taken;
      }
    });
  }

  end(): void {
    if (this.length > 0) this.endBlock();
    this.bits.write48(END_MAGIC);
    this.bits.writeInt32(this.streamCrc);
    this.bits.end();
  }

  /** Puts bytes into the block, with a count after four that are equal; returns where it had no room for more. */
  private fill(bytes: Uint8Array, start: number, end: number): number {
    const { block } = this;
    let { length, last, run } = this;
    let at = start;
    for (; at < end; at++) {
      const byte = bytes[at]!;
      if (byte !== last || run === MAX_RUN) {
        if (length === block.length) break;
        last = byte;
        run = 1;
        block[length++] = byte;
      } else if (run < 3) {
        if (length === block.length) break;
        run++;
        block[length++] = byte;
      } else if (run === 3) {
        if (length + 2 > block.length) break;
        run++;
        block[length++] = byte;
        block[length++] = 0;
      } else {
        run++;
        block[length - 1]!++;
      }
    }
    this.length = length;
    this.last = last;
    this.run = run;
    return at;
  }

  private endBlock(): void {
    this.encoder.encode(this.block, this.length, ~this.blockCrc);
    this.streamCrc = joinCrc(this.streamCrc, ~this.blockCrc);
    this.blockCrc = EMPTY_CRC;
    this.length = 0;
    this.last = -1;
    this.run = 0;
  }
}
