import { EMPTY_CRC, updateCrc } from './crc.ts';
import { corrupt } from './format.ts';

const CHUNK_BYTES = 64 * 1024;

/** Undoes the first stage of compression, in which four equal bytes are followed by the number of further ones. */
export class RunExpander {
  private readonly emit: (chunk: Uint8Array) => void;
  private readonly chunk = new Uint8Array(CHUNK_BYTES);
  private filled = 0;
  /** How far `crc` has come in the chunk. */
  private summed = 0;
  private crc = EMPTY_CRC;
  private last = -1;
  private run = 0;

  constructor(emit: (chunk: Uint8Array) => void) {
    this.emit = emit;
  }

  startBlock(): void {
    this.crc = EMPTY_CRC;
    this.last = -1;
    this.run = 0;
  }

  expand(raw: Uint8Array, start: number, end: number): void {
    const { chunk } = this;
    let { filled, last, run } = this;
    for (let at = start; at < end; at++) {
      const byte = raw[at]!;
      if (run === 4) {
        this.filled = filled;
        this.repeat(last, byte);
        filled = this.filled;
        run = 0;
        last = -1;
        continue;
      }
      if (filled === CHUNK_BYTES) {
        this.filled = filled;
        this.flush();
        filled = 0;
      }
      chunk[filled++] = byte;
      run = byte === last ? run + 1 : 1;
      last = byte;
    }
    this.filled = filled;
    this.last = last;
    this.run = run;
  }

  /** The checksum of what the block has given. */
  endBlock(): number {
    if (this.run === 4) throw corrupt('a block ends inside a run');
    this.sum();
    return ~this.crc;
  }

  flush(): void {
    if (this.filled === 0) return;
    this.sum();
    this.emit(this.chunk.subarray(0, this.filled));
    this.filled = 0;
    this.summed = 0;
  }

  private repeat(byte: number, times: number): void {
    for (let left = times; left > 0;) {
      if (this.filled === CHUNK_BYTES) this.flush();
      const end = Math.min(this.filled + left, CHUNK_BYTES);
      this.chunk.fill(byte, this.filled, end);
      left -= end - this.filled;
      this.filled = end;
    }
  }

  private sum(): void {
    this.crc = updateCrc(this.crc, this.chunk, this.summed, this.filled);
    this.summed = this.filled;
  }
}
