import { lastPlace, wordBelow } from './bits.ts';
import { DamagedBlock } from './failure.ts';
import { FseTable } from './fse.ts';

const MAX_BITS = 11;
const MAX_WEIGHTS = 255;
const MAX_WEIGHT_LOG = 6;

/** The Huffman code of literals; it holds until a block brings another. */
export class Huffman {
  log = 0;
  /** By the next `log` bits: symbol << 4 | length of its code. */
  readonly table = new Uint16Array(1 << MAX_BITS);
  private readonly weights = new Uint8Array(MAX_WEIGHTS + 1);
  private readonly weightTable = new FseTable();
  private readonly starts = new Int32Array(MAX_BITS + 2);

  /** Takes the description of a code; returns where it ends. */
  read(bytes: Uint8Array, view: DataView, from: number, to: number): number {
    const header = from < to ? bytes[from]! : 0;
    const count = header - 127;
    const end = from + 1 + (header < 128 ? header : (count + 1) >> 1);
    if (end > to) throw new DamagedBlock('the description of a code is cut off');
    if (header < 128) this.build(this.readWeights(bytes, view, from + 1, end));
    else {
      for (let at = 0; at < count; at++) this.weights[at] = (bytes[from + 1 + (at >> 1)]! >> (at & 1 ? 0 : 4)) & 15;
      this.build(count);
    }
    return end;
  }

  /** Weights that are packed with FSE: two states take turns until one of them wants more bits than there are. */
  private readWeights(bytes: Uint8Array, view: DataView, from: number, to: number): number {
    const { weights, weightTable } = this;
    const start = weightTable.read(view, from, to, MAX_WEIGHT_LOG, 255);
    const { log, symbols, cells } = weightTable;
    let place = lastPlace(bytes, start, to) - 2 * log;
    if (place < start * 8) throw new DamagedBlock('the description of a code is cut off');
    let state = wordBelow(view, place + 2 * log) >>> (32 - log);
    let other = wordBelow(view, place + log) >>> (32 - log);
    let count = 0;
    for (;;) {
      // One more may follow behind the loop.
      if (count > MAX_WEIGHTS - 2) throw new DamagedBlock('a code has too many symbols');
      weights[count++] = symbols[state]!;
      const cell = cells[state]!;
      const bits = cell & 0xff;
      if (place - bits < start * 8) break;
      const next = (cell >> 16) + (bits === 0 ? 0 : wordBelow(view, place) >>> (32 - bits));
      place -= bits;
      state = other;
      other = next;
    }
    weights[count++] = symbols[other]!;
    return count;
  }

  /** From `count` weights, to which the last one is added: the one that makes the code complete. */
  private build(count: number): void {
    const { weights, table, starts } = this;
    let total = 0;
    starts.fill(0);
    for (let symbol = 0; symbol < count; symbol++) {
      const weight = weights[symbol]!;
      if (weight > MAX_BITS) throw new DamagedBlock('a code is too long');
      total += (1 << weight) >> 1;
      starts[weight + 1]!++;
    }
    const log = 32 - Math.clz32(total);
    if (total === 0) throw new DamagedBlock('a code has no symbols');
    if (log > MAX_BITS) throw new DamagedBlock('a code is too long');
    const rest = (1 << log) - total;
    const last = 32 - Math.clz32(rest);
    if ((rest & (rest - 1)) !== 0) throw new DamagedBlock('a code is not complete');
    weights[count] = last;
    starts[last + 1]!++;
    if (starts[2]! < 2 || starts[2]! % 2 === 1) throw new DamagedBlock('a code is not complete');
    // From how many have the weight below to the first place of each weight.
    starts[1] = 0;
    for (let weight = 2; weight <= log; weight++)
      starts[weight] = starts[weight - 1]! + (starts[weight]! << (weight - 2));
    for (let symbol = 0; symbol <= count; symbol++) {
      const weight = weights[symbol]!;
      if (weight === 0) continue;
      const start = starts[weight]!;
      starts[weight] = start + ((1 << weight) >> 1);
      table.fill((symbol << 4) | (log + 1 - weight), start, starts[weight]);
    }
    this.log = log;
  }
}
