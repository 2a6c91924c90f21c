import { DamagedBlock } from './failure.ts';
import { FseTable } from './fse.ts';

/** RFC 8878, 3.1.1.3.2.1: a code is a base to which some bits are added. */
export interface CodeKind {
  readonly maxLog: number;
  readonly bases: Int32Array;
  readonly extraBits: Uint8Array;
  readonly predefined: CodeTable;
}

/** States of one kind of code, as the loop over sequences wants them. */
export class CodeTable {
  readonly fse = new FseTable();
  readonly bases = new Int32Array(this.fse.cells.length);

  /** Adds to each state << 8 how many bits follow its base. */
  resolve(bases: Int32Array, extraBits: Uint8Array): void {
    const { cells, symbols, log } = this.fse;
    for (let state = 0; state < 1 << log; state++) {
      const symbol = symbols[state]!;
      cells[state]! |= extraBits[symbol]! << 8;
      this.bases[state] = bases[symbol]!;
    }
  }
}

/** The table that is in force for one kind of code, from block to block. */
export class CodeReader {
  table: CodeTable;
  private readonly own = new CodeTable();
  private readonly kind: CodeKind;

  constructor(kind: CodeKind) {
    this.kind = kind;
    this.table = kind.predefined;
  }

  /** Takes what a block says about its table; returns where that ends. */
  read(mode: number, bytes: Uint8Array, view: DataView, from: number, to: number): number {
    const { own, kind } = this;
    if (mode === 3) return from;
    if (mode === 0) {
      this.table = kind.predefined;
      return from;
    }
    let end = from + 1;
    if (mode === 2) end = own.fse.read(view, from, to, kind.maxLog, kind.bases.length - 1);
    else if (from < to && bytes[from]! < kind.bases.length) own.fse.setOnly(bytes[from]!);
    else throw new DamagedBlock('a table has a symbol that does not exist');
    own.resolve(kind.bases, kind.extraBits);
    this.table = own;
    return end;
  }
}

function kindOf(maxLog: number, bases: number[], extraBits: number[], log: number, counts: number[]): CodeKind {
  const kind = {
    maxLog,
    bases: Int32Array.from(bases),
    extraBits: Uint8Array.from(extraBits),
    predefined: new CodeTable(),
  };
  kind.predefined.fse.set(log, counts);
  kind.predefined.resolve(kind.bases, kind.extraBits);
  return kind;
}

/** Bases that follow from the bits: each range starts where the one before it ends. */
function ranges(first: number, extraBits: readonly number[]): number[] {
  let next = first;
  return extraBits.map((bits) => (next += 2 ** bits) - 2 ** bits);
}

const literalBits = [...zeros(16), 1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];
const matchBits = [...zeros(32), 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];
const offsetBits = Array.from({ length: 32 }, (_, code) => code);

function zeros(count: number): number[] {
  return Array.from({ length: count }, () => 0);
}

export const literalLengths = kindOf(
  9,
  ranges(0, literalBits),
  literalBits,
  6,
  [4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1, 1, 1, 1, -1, -1, -1, -1],
);

export const matchLengths = kindOf(
  9,
  ranges(3, matchBits),
  matchBits,
  6,
  [
    1, 4, 3, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1,
  ],
);

/** Without the three that stand for repeated ones. */
export const offsets = kindOf(
  8,
  offsetBits.map((bits) => 2 ** bits - 3),
  offsetBits,
  5,
  [1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1],
);
