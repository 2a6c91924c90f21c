import type { BitReader } from './bits.ts';
import { corrupt, GROUP_SYMBOLS, MAX_SELECTORS, MAX_TABLES } from './format.ts';
import { DecodingTable, LOOKUP_BITS, MAX_CODE_BITS } from './huffman.ts';
import { createDerandomiser } from './randomised.ts';
import type { RunExpander } from './runs.ts';
import { Unsorter } from './unsort.ts';

/** Up to here a loop moves bytes faster than a call. */
const NEAR = 32;

/** Decodes blocks one after the other, in memory that depends on the level alone. */
export class BlockDecoder {
  private readonly bits: BitReader;
  private readonly output: RunExpander;
  private readonly tables = Array.from({ length: MAX_TABLES }, () => new DecodingTable());
  private readonly selectors = new Uint8Array(MAX_SELECTORS);
  private selectorCount = 0;
  /** The bytes of a block in the order of the list that is moved to front. */
  private readonly order = new Uint8Array(256);
  private readonly counts = new Int32Array(256);
  private readonly unsorter = new Unsorter();
  private blockSize = 0;
  /** What readGroup keeps from one group to the next. */
  private length = 0;
  private run = 0;
  private runDigit = 1;

  constructor(bits: BitReader, output: RunExpander) {
    this.bits = bits;
    this.output = output;
  }

  /** Blocks have up to `blockSize` bytes before runs are expanded. */
  reserve(blockSize: number): void {
    this.blockSize = blockSize;
    this.unsorter.reserve(blockSize);
  }

  /** Decodes what follows the checksum in a block; returns the checksum of what it has emitted. */
  decode(): number {
    const { bits } = this;
    const randomised = bits.read(1) === 1;
    const origin = bits.read(24);
    const used = this.readUsedBytes();
    this.readTables(used + 2);
    this.readSymbols(used + 1);
    if (origin >= this.length) throw corrupt('a block starts past its end');
    this.unsorter.unsort(this.length, origin, this.counts);
    return this.expand(randomised);
  }

  private readUsedBytes(): number {
    const { bits, order } = this;
    const rows = bits.read(16);
    let used = 0;
    for (let row = 0; row < 16; row++) {
      if ((rows & (0x8000 >> row)) === 0) continue;
      const columns = bits.read(16);
      for (let column = 0; column < 16; column++) {
        if ((columns & (0x8000 >> column)) !== 0) order[used++] = (row << 4) | column;
      }
    }
    if (used === 0) throw corrupt('a block uses no bytes');
    return used;
  }

  private readTables(symbols: number): void {
    const { bits, selectors } = this;
    const tableCount = bits.read(3);
    if (tableCount < 2 || tableCount > MAX_TABLES) throw corrupt('a block has a wrong number of tables');
    const declared = bits.read(15);
    if (declared < 1) throw corrupt('a block has no selectors');
    const order = [0, 1, 2, 3, 4, 5];
    for (let at = 0; at < declared; at++) {
      let place = 0;
      while (bits.read(1) === 1) {
        if (++place >= tableCount) throw corrupt('a selector is out of range');
      }
      const table = order[place]!;
      for (; place > 0; place--) order[place] = order[place - 1]!;
      order[0] = table;
      if (at < MAX_SELECTORS) selectors[at] = table;
    }
    this.selectorCount = Math.min(declared, MAX_SELECTORS);
    for (let table = 0; table < tableCount; table++) this.tables[table]!.read(bits, symbols);
  }

  /** Puts the bytes of the sorted block into the unsorter's links and counts them. */
  private readSymbols(endSymbol: number): void {
    const { bits, tables, selectors, selectorCount } = this;
    this.counts.fill(0);
    this.length = 0;
    this.run = 0;
    this.runDigit = 1;
    for (let group = 0; group < selectorCount; group++) {
      bits.lookAhead();
      if (this.readGroup(tables[selectors[group]!]!, endSymbol)) return;
    }
    throw corrupt('a block has no end');
  }

  /** Whether the block ended. */
  private readGroup(table: DecodingTable, endSymbol: number): boolean {
    const { bits, blockSize, order, counts } = this;
    const { links } = this.unsorter;
    const { buffer } = bits;
    const { lookup } = table;
    let { at, window, count } = bits;
    let { length, run, runDigit } = this;
    let symbol = 0;
    for (let left = GROUP_SYMBOLS; left > 0; left--) {
      if (count < 17) {
        window = (window << 16) | (buffer[at]! << 8) | buffer[at + 1]!;
        at += 2;
        count += 16;
      }
      let entry = lookup[(window >>> (count - LOOKUP_BITS)) & ((1 << LOOKUP_BITS) - 1)]!;
      if (entry === 0) {
        if (count < MAX_CODE_BITS) {
          window = (window << 8) | buffer[at++]!;
          count += 8;
        }
        entry = table.readLong((window >>> (count - MAX_CODE_BITS)) & ((1 << MAX_CODE_BITS) - 1));
      }
      count -= entry & 31;
      symbol = entry >> 5;
      if (symbol < 2) {
        // Bijective base 2, lowest digit first; the digits are bounded before the sum can overflow.
        if (runDigit > blockSize) throw corrupt('a run is longer than its block');
        run += runDigit << symbol;
        runDigit <<= 1;
        continue;
      }
      if (run > 0) {
        if (run > blockSize - length) throw corrupt('a run is longer than its block');
        const byte = order[0]!;
        counts[byte]! += run;
        for (const end = length + run; length < end; length++) links[length] = byte;
        run = 0;
        runDigit = 1;
      }
      if (symbol === endSymbol) break;
      if (length >= blockSize) throw corrupt('a block is longer than its stream allows');
      const place = symbol - 1;
      const byte = order[place]!;
      if (place > NEAR) order.copyWithin(1, 0, place);
      else for (let move = place; move > 0; move--) order[move] = order[move - 1]!;
      order[0] = byte;
      counts[byte]!++;
      links[length++] = byte;
    }
    bits.settle(at, window, count);
    this.length = length;
    this.run = run;
    this.runDigit = runDigit;
    return symbol === endSymbol;
  }

  private expand(randomised: boolean): number {
    const { unsorter, output } = this;
    const { bytes } = unsorter;
    const derandomise = randomised ? createDerandomiser() : undefined;
    output.startBlock();
    unsorter.forEachRange(this.length, (start, end) => {
      if (derandomise) output.expand(derandomise(bytes.slice(start, end)), 0, end - start);
      else output.expand(bytes, start, end);
    });
    return output.endBlock();
  }
}
