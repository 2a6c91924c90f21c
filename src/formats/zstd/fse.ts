import { bitsAt } from './bits.ts';
import { DamagedBlock } from './failure.ts';

const MAX_LOG = 9;
const MIN_LOG = 5;

/** A table of FSE states: each stands for a symbol, and says how the next one is found. */
export class FseTable {
  log = 0;
  readonly symbols = new Uint8Array(1 << MAX_LOG);
  /** The lowest next state << 16 | the number of bits that are added to it. */
  readonly cells = new Int32Array(1 << MAX_LOG);
  /** How many states a symbol has; -1 is one at the end of the table. */
  private readonly counts = new Int16Array(256);
  private readonly nexts = new Uint16Array(256);

  /** Takes the description of a table; returns where it ends. */
  read(view: DataView, from: number, to: number, maxLog: number, maxSymbol: number): number {
    let place = from * 8;
    const take = (count: number) => {
      if (place > to * 8) throw new DamagedBlock('the description of a table is cut off');
      place += count;
      return bitsAt(view, place - count, count);
    };
    const log = MIN_LOG + take(4);
    if (log > maxLog) throw new DamagedBlock('a table is too large');
    let symbol = 0;
    for (let left = 1 << log; left > 0;) {
      if (symbol > maxSymbol) throw new DamagedBlock('a table has a symbol that does not exist');
      const count = takeCount(take, left);
      left -= Math.abs(count);
      this.counts[symbol++] = count;
      if (count !== 0) continue;
      for (let zeros = 3; zeros === 3;) {
        zeros = take(2);
        if (symbol + zeros > maxSymbol) throw new DamagedBlock('a table has a symbol that does not exist');
        this.counts.fill(0, symbol, symbol + zeros);
        symbol += zeros;
      }
    }
    const end = (place + 7) >> 3;
    if (end > to) throw new DamagedBlock('the description of a table is cut off');
    this.build(log, symbol);
    return end;
  }

  set(log: number, counts: readonly number[]): void {
    this.counts.set(counts);
    this.build(log, counts.length);
  }

  /** A table of one state. */
  setOnly(symbol: number): void {
    this.log = 0;
    this.symbols[0] = symbol;
    this.cells[0] = 0;
  }

  private build(log: number, symbolCount: number): void {
    const { symbols, cells, counts, nexts } = this;
    const size = 1 << log;
    const step = (size >> 1) + (size >> 3) + 3;
    let high = size;
    for (let symbol = 0; symbol < symbolCount; symbol++) {
      nexts[symbol] = Math.abs(counts[symbol]!);
      if (counts[symbol]! < 0) symbols[--high] = symbol;
    }
    for (let symbol = 0, at = 0; symbol < symbolCount; symbol++) {
      for (let left = counts[symbol]!; left > 0; left--) {
        symbols[at] = symbol;
        do at = (at + step) & (size - 1);
        while (at >= high);
      }
    }
    for (let state = 0; state < size; state++) {
      const next = nexts[symbols[state]!]!++;
      const bits = log - (31 - Math.clz32(next));
      cells[state] = (((next << bits) - size) << 16) | bits;
    }
    this.log = log;
  }
}

/** A number from -1 to `left`, with one bit less where it is small enough to be told from the others by that. */
function takeCount(take: (bits: number) => number, left: number): number {
  const bits = 32 - Math.clz32(left + 1);
  const short = (1 << bits) - 2 - left;
  const low = take(bits - 1);
  if (low < short) return low - 1;
  const value = low | (take(1) << (bits - 1));
  return (value < 1 << (bits - 1) ? value : value - short) - 1;
}
