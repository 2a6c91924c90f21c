import type { BitWriter } from './bits.ts';
import { RotationSorter } from './bwt.ts';
import { FarList } from './far-list.ts';
import { BLOCK_MAGIC, GROUP_SYMBOLS, MAX_SYMBOLS, MAX_TABLES } from './format.ts';
import { assignCodes, CodeBuilder } from './huffman.ts';
import { inSteps } from './steps.ts';

/** How often the tables are fitted to the groups that chose them. */
const PASSES = 4;
/** Bits that a table is first taken to need for a symbol that is not in its share. */
const FOREIGN_BITS = 15;
/** Three sums of code lengths go into one number: a group needs at most 50 * 17 bits. */
const COST_BITS = 10;
const COST_MASK = (1 << COST_BITS) - 1;
/** How much of the list of bytes is searched from its front; most bytes of a text are found there. */
const NEAR = 24;

/** Encodes blocks one after the other: sorts, moves to front, and codes with the table that suits each group best. */
export class BlockEncoder {
  private readonly bits: BitWriter;
  private readonly sorter: RotationSorter;
  private readonly order = new Uint8Array(256);
  private readonly far = new FarList();
  private readonly symbols: Uint16Array;
  private symbolCount = 0;
  private zeros = 0;
  /** How many different symbols there are, the end among them. */
  private size = 0;
  private readonly frequencies = new Int32Array(MAX_SYMBOLS);

  private readonly builder = new CodeBuilder();
  private readonly lengths = perTable(() => new Uint8Array(MAX_SYMBOLS));
  private readonly shares = perTable(() => new Int32Array(MAX_SYMBOLS));
  private readonly codes = perTable(() => new Int32Array(MAX_SYMBOLS));
  private readonly selectors: Uint8Array;
  private readonly lowCosts = new Int32Array(MAX_SYMBOLS);
  private readonly highCosts = new Int32Array(MAX_SYMBOLS);

  constructor(bits: BitWriter, blockSize: number) {
    this.bits = bits;
    this.sorter = new RotationSorter(blockSize);
    this.symbols = new Uint16Array(blockSize + 1);
    this.selectors = new Uint8Array(Math.ceil((blockSize + 1) / GROUP_SYMBOLS));
  }

  /** `length` > 0; `crc` is of the bytes before runs were shortened. */
  encode(block: Uint8Array, length: number, crc: number): void {
    const { bits } = this;
    const origin = this.sorter.sort(block, length);
    bits.write48(BLOCK_MAGIC);
    bits.writeInt32(crc);
    bits.write(0, 1);
    bits.write(origin, 24);
    const used = this.writeUsedBytes();
    this.makeSymbols(length, used);
    const tables = this.makeTables();
    this.writeTables(tables);
    for (let group = 0, at = 0; at < this.symbolCount; group++, at += GROUP_SYMBOLS) {
      const end = Math.min(at + GROUP_SYMBOLS, this.symbolCount);
      bits.writeGroup(this.symbols, at, end, this.codes[this.selectors[group]!]!);
    }
  }

  private writeUsedBytes(): number {
    const { bits, order } = this;
    const { counts } = this.sorter;
    const rows = new Uint16Array(16);
    let used = 0;
    let usedRows = 0;
    for (let byte = 0; byte < 256; byte++) {
      if (counts[byte] === 0) continue;
      order[used++] = byte;
      usedRows |= 0x8000 >> (byte >> 4);
      rows[byte >> 4]! |= 0x8000 >> (byte & 15);
    }
    bits.write(usedRows, 16);
    for (const row of rows) if (row !== 0) bits.write(row, 16);
    return used;
  }

  private makeSymbols(length: number, used: number): void {
    this.size = used + 2;
    this.frequencies.fill(0);
    this.symbolCount = 0;
    this.zeros = 0;
    this.far.reset(this.order.subarray(NEAR, used));
    inSteps(length, (start, end) => this.moveToFront(start, end));
    this.endRun();
    this.symbols[this.symbolCount++] = used + 1;
    this.frequencies[used + 1] = 1;
  }

  private moveToFront(start: number, end: number): void {
    const { order, far, symbols, frequencies } = this;
    const { sorted } = this.sorter;
    let front = order[0]!;
    for (let at = start; at < end; at++) {
      const byte = sorted[at]!;
      if (byte === front) {
        this.zeros++;
        continue;
      }
      if (this.zeros > 0) this.endRun();
      let place = 1;
      let moved = front;
      while (place < NEAR && moved !== byte) {
        const next = order[place]!;
        order[place++] = moved;
        moved = next;
      }
      if (moved !== byte) {
        place = NEAR + 1 + far.replace(byte, moved);
      }
      order[0] = front = byte;
      symbols[this.symbolCount++] = place;
      frequencies[place]!++;
    }
  }

  /** Writes the length of a run of zeros in bijective base 2, lowest digit first. */
  private endRun(): void {
    for (; this.zeros > 0; this.zeros = (this.zeros - 1) >> 1) {
      const digit = (this.zeros & 1) ^ 1;
      this.symbols[this.symbolCount++] = digit;
      this.frequencies[digit]!++;
    }
  }

  private makeTables(): number {
    const { symbolCount, size, selectors } = this;
    const tables = tableCount(symbolCount);
    this.splitFrequencies(tables);
    for (let pass = 0; pass < PASSES; pass++) {
      this.packCosts();
      for (let table = 0; table < tables; table++) this.shares[table]!.fill(0);
      for (let group = 0, at = 0; at < symbolCount; group++, at += GROUP_SYMBOLS) {
        selectors[group] = this.chooseTable(at, Math.min(at + GROUP_SYMBOLS, symbolCount), tables);
      }
      for (let table = 0; table < tables; table++) this.builder.build(this.shares[table]!, size, this.lengths[table]!);
    }
    for (let table = 0; table < tables; table++) assignCodes(this.lengths[table]!, size, this.codes[table]!);
    return tables;
  }

  /** The first guess: each table is for a range of symbols, and these are equally frequent. */
  private splitFrequencies(tables: number): void {
    const { size, frequencies } = this;
    let left = this.symbolCount;
    let start = 0;
    for (let table = 0; table < tables; table++) {
      const share = left / (tables - table);
      let end = start;
      for (let sum = 0; sum < share && end < size; end++) {
        sum += frequencies[end]!;
        left -= frequencies[end]!;
      }
      this.lengths[table]!.fill(FOREIGN_BITS).fill(0, start, end);
      start = end;
    }
  }

  private packCosts(): void {
    const [a, b, c, d, e, f] = this.lengths;
    for (let symbol = 0; symbol < this.size; symbol++) {
      this.lowCosts[symbol] = a[symbol]! | (b[symbol]! << COST_BITS) | (c[symbol]! << (2 * COST_BITS));
      this.highCosts[symbol] = d[symbol]! | (e[symbol]! << COST_BITS) | (f[symbol]! << (2 * COST_BITS));
    }
  }

  private chooseTable(start: number, end: number, tables: number): number {
    const { symbols, lowCosts, highCosts } = this;
    let low = 0;
    let high = 0;
    for (let at = start; at < end; at++) {
      const symbol = symbols[at]!;
      low += lowCosts[symbol]!;
      high += highCosts[symbol]!;
    }
    let best = 0;
    let bestCost = low & COST_MASK;
    for (let table = 1; table < tables; table++) {
      const cost = ((table < 3 ? low : high) >> ((table % 3) * COST_BITS)) & COST_MASK;
      if (cost < bestCost) {
        best = table;
        bestCost = cost;
      }
    }
    const share = this.shares[best]!;
    for (let at = start; at < end; at++) share[symbols[at]!]!++;
    return best;
  }

  private writeTables(tables: number): void {
    const { bits, selectors, size } = this;
    const selectorCount = Math.ceil(this.symbolCount / GROUP_SYMBOLS);
    bits.write(tables, 3);
    bits.write(selectorCount, 15);
    const order = [0, 1, 2, 3, 4, 5];
    for (let group = 0; group < selectorCount; group++) {
      const table = selectors[group]!;
      const place = order.indexOf(table);
      order.copyWithin(1, 0, place);
      order[0] = table;
      bits.write((2 << place) - 2, place + 1);
    }
    for (let table = 0; table < tables; table++) {
      const lengths = this.lengths[table]!;
      let length = lengths[0]!;
      bits.write(length, 5);
      for (let symbol = 0; symbol < size; symbol++) {
        for (; length < lengths[symbol]!; length++) bits.write(0b10, 2);
        for (; length > lengths[symbol]!; length--) bits.write(0b11, 2);
        bits.write(0, 1);
      }
    }
  }
}

/** As libbzip2: more tables than this cost more than they save. */
function tableCount(symbols: number): number {
  if (symbols < 200) return 2;
  if (symbols < 600) return 3;
  if (symbols < 1200) return 4;
  return symbols < 2400 ? 5 : MAX_TABLES;
}

function perTable<T>(make: () => T): readonly [T, T, T, T, T, T] {
  return [make(), make(), make(), make(), make(), make()];
}
